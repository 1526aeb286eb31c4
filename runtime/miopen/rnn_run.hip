// rnn_run.hip: recurrent networks, forwards and backwards: layer by layer, each direction of a layer step by step.
//
// Called by rnn.hip and rnn_sequences.hip. What the input has for all gates at all times is one product; what the hidden state has is one a step. The reserve space
// has, of each layer and direction, gates' values, states before and after each step, and each layer's output, dropped or not; the workspace the gates' gradients.
#include "product.h"
#include "rnn_kernels.h"
#include "sums.h"

namespace dnn {

namespace {

// Where a layer's parts lie in the reserve space, in floats; of each direction but the outputs.
struct Reserve {
    size_t rows, hidden, gates, directions, layers;
    bool drops;

    Reserve(const Rnn &rnn, size_t r)
        : rows(r), hidden(rnn.hidden), gates(rnn.gates()), directions(rnn.directions()), layers(rnn.layers),
          drops(rnn.dropout && static_cast<Dropout *>(rnn.dropout)->rate > 0) {}
    size_t of_way() const { return rows * hidden * (gates + 4); }
    size_t of_output() const { return rows * hidden * directions; }
    size_t of_layer() const { return of_way() * directions + of_output() * (drops ? 2 : 1) + (drops ? (of_output() + 3) / 4 : 0); }
    size_t floats() const { return of_layer() * layers; }

    size_t way(int layer, int d) const { return of_layer() * layer + of_way() * d; }
    size_t values(int layer, int d) const { return way(layer, d); }
    size_t kept(int layer, int d, int which) const { return way(layer, d) + rows * hidden * (gates + which); }  // h and c before, c after, a GRU's product
    size_t output(int layer) const { return of_layer() * layer + of_way() * directions; }
    size_t dropped(int layer) const { return output(layer) + of_output(); }
    size_t mask(int layer) const { return dropped(layer) + of_output(); }
};

// Float copies of what is not float, and memory of a call.
struct Floats {
    Temporary memory;
    float *data = nullptr;
    explicit Floats(Handle &handle) : memory(handle) {}
    miopenStatus_t take(size_t count) {
        DNN_TRY(memory.take(count * sizeof(float)));
        data = static_cast<float *>(memory.memory);
        return miopenStatusSuccess;
    }
    miopenStatus_t zeros(size_t count) {
        DNN_TRY(take(count));
        return status_of(hipMemsetAsync(data, 0, count * sizeof(float), memory.handle.stream));
    }
};

struct Places {
    Temporary memory;
    const int *data = nullptr;
    explicit Places(Handle &handle) : memory(handle) {}
    miopenStatus_t put(const std::vector<int> &places) {
        if (places.empty()) return miopenStatusSuccess;
        DNN_TRY(memory.take(places.size() * sizeof(int)));
        data = static_cast<const int *>(memory.memory);
        return status_of(hipMemcpyAsync(memory.memory, places.data(), places.size() * sizeof(int), hipMemcpyHostToDevice, memory.handle.stream));
    }
};

// What all three calls share.
struct Run {
    const RnnCall &call;
    Handle &handle;
    const Rnn &rnn;
    const Rows_of_time &time;
    Reserve at;
    int hidden, gates, most;
    Floats own_weights;
    Places places, order;
    const float *w = nullptr;

    explicit Run(const RnnCall &c)
        : call(c), handle(c.handle), rnn(c.rnn), time(c.time), at(c.rnn, size_t(c.time.rows)), hidden(rnn.hidden), gates(rnn.gates()), most(c.most()),
          own_weights(handle), places(handle), order(handle) {}

    miopenStatus_t prepare() {
        DNN_TRY(places.put(time.place));
        DNN_TRY(order.put(time.order));
        if (!call.w) return miopenStatusSuccess;
        w = static_cast<const float *>(call.w);
        if (rnn.type == miopenFloat) return miopenStatusSuccess;
        const size_t count = rnn.parameters(call.input_size);
        DNN_TRY(own_weights.take(count));
        w = own_weights.data;
        return bring(handle, {call.w, rnn.type, nullptr, 1, 0}, Brought::floats(own_weights.data, 1), int(count), 1);
    }

    const float *weights(int layer, int d, int side) const { return w + rnn.weights_at(call.input_size, layer, d, side); }
    const float *biases(int layer, int d, int side) const {
        return rnn.bias == miopenRNNwithBias ? w + rnn.biases_at(call.input_size, layer, d, side) : nullptr;
    }
    Brought sequence(const void *data, int width) const { return {data, rnn.type, places.data, width, 0}; }
    // RnnStates of a layer and direction in the program's memory.
    Brought states(const void *data, int layer, int d) const {
        const size_t first = size_t(layer * rnn.directions() + d) * call.state_batch * hidden;
        return {static_cast<const char *>(data) + first * size_of(rnn.type), rnn.type, order.data, hidden, 0};
    }
    // The times in the order of a direction, with each one's first row.
    template <class F> miopenStatus_t each_time(bool is_back, F &&f) const {
        const int times = int(time.batches.size());
        int row = is_back ? time.rows : 0;
        for (int i = 0; i < times; i++) {
            const int batch = time.batches[is_back ? times - 1 - i : i];
            if (is_back) row -= batch;
            DNN_TRY(f(row, batch));
            if (!is_back) row += batch;
        }
        return miopenStatusSuccess;
    }
    static Matrix matrix(const float *data, int64_t ld, bool is_transposed = false) { return {data, miopenFloat, ld, 0, is_transposed}; }
    // What a layer sees: the program's sequence, or what lies in the reserve space.
    const float *input(int layer, const float *x, const float *reserve) const {
        return layer == 0 ? x : reserve + (at.drops ? at.dropped(layer - 1) : at.output(layer - 1));
    }
    size_t input_width(int layer) const { return layer == 0 ? call.input_size : size_t(rnn.width()); }
};

struct Forward : Run {
    Floats x, products, h, c;
    float *reserve;

    Forward(const RnnCall &call, float *r) : Run(call), x(handle), products(handle), h(handle), c(handle), reserve(r) {}

    miopenStatus_t gates_of_input(int layer, int d, float *values) {
        const int all = gates * hidden;
        const float *from = input(layer, x.data, reserve);
        if (layer == 0 && rnn.is_skipping()) {
            for (int g = 0; g < gates; g++)
                DNN_TRY(bring(handle, Brought::floats(from, hidden), Brought::floats(values, all, g * hidden), time.rows, hidden));
            return miopenStatusSuccess;
        }
        const int64_t width = int64_t(input_width(layer));
        return multiply(handle, all, time.rows, width, matrix(weights(layer, d, 0), width, true), matrix(from, width), matrix(values, all), 1, 1, 0);
    }

    miopenStatus_t way(int layer, int d, const RnnStates &states) {
        float *const values = reserve + at.values(layer, d), *const output = reserve + at.output(layer);
        DNN_TRY(gates_of_input(layer, d, values));
        for (const auto &[from, to] : {std::pair{states.hx, h.data}, std::pair{states.cx, c.data}}) {
            if (from) DNN_TRY(bring(handle, this->states(from, layer, d), Brought::floats(to, hidden), most, hidden));
            else DNN_TRY(status_of(hipMemsetAsync(to, 0, size_t(most) * hidden * sizeof(float), handle.stream)));
        }
        DNN_TRY(each_time(d == 1, [&](int row, int batch) {
            const int all = gates * hidden;
            DNN_TRY(multiply(handle, all, batch, hidden, matrix(weights(layer, d, 1), hidden, true), matrix(h.data, hidden), matrix(products.data, all), 1, 1, 0));
            const size_t first = size_t(row) * hidden;
            const auto kept = [&](int which) { return reserve + at.kept(layer, d, which) + first; };
            return step(handle, {rnn.mode, batch, hidden, gates, products.data, biases(layer, d, 0), biases(layer, d, 1), values + first * gates, h.data, c.data, kept(0),
                                 kept(1), kept(2), kept(3), output + size_t(row) * rnn.width() + size_t(d) * hidden, rnn.width()});
        }));
        if (states.hy) DNN_TRY(bring(handle, Brought::floats(h.data, hidden), this->states(states.hy, layer, d), most, hidden));
        if (states.cy && rnn.mode == miopenLSTM) DNN_TRY(bring(handle, Brought::floats(c.data, hidden), this->states(states.cy, layer, d), most, hidden));
        return miopenStatusSuccess;
    }

    miopenStatus_t run(const void *program_x, void *y, const RnnStates &states, bool is_training) {
        DNN_TRY(prepare());
        const size_t input_size = call.input_size, states_size = size_t(most) * hidden;
        DNN_TRY(x.take(size_t(time.rows) * input_size));
        DNN_TRY(bring(handle, sequence(program_x, int(input_size)), Brought::floats(x.data, int(input_size)), time.rows, int(input_size)));
        DNN_TRY(products.take(states_size * gates));
        DNN_TRY(h.take(states_size));
        DNN_TRY(c.take(states_size));
        for (int layer = 0; layer < rnn.layers; layer++) {
            for (int d = 0; d < rnn.directions(); d++) DNN_TRY(way(layer, d, states));
            if (!at.drops || layer + 1 == rnn.layers) continue;
            // Dropping is training's.
            const View from = line(reserve + at.output(layer), miopenFloat, at.of_output()), to = line(reserve + at.dropped(layer), miopenFloat, at.of_output());
            const Dropout &dropout = *static_cast<Dropout *>(rnn.dropout);
            if (is_training) DNN_TRY(drop(handle, dropout, from, to, reinterpret_cast<uint8_t *>(reserve + at.mask(layer)), dropout.uses_mask));
            else DNN_TRY(bring(handle, Brought::floats(reserve + at.output(layer), 1), Brought::floats(reserve + at.dropped(layer), 1), int(at.of_output()), 1));
        }
        const int width = rnn.width();
        return bring(handle, Brought::floats(reserve + at.output(rnn.layers - 1), width), sequence(y, width), time.rows, width);
    }
};

// The workspace: of each layer and direction the gates' gradients, by the input's part and by the hidden state's.
struct Gradients {
    size_t of_gates, directions;
    Gradients(const Rnn &rnn, size_t rows) : of_gates(rows * rnn.hidden * rnn.gates()), directions(rnn.directions()) {}
    size_t at(int layer, int d, int side) const { return ((size_t(layer) * directions + d) * 2 + side) * of_gates; }
};

struct Backward : Run {
    Floats dy, dbelow, dh, dc;
    const float *reserve;
    float *workspace;
    Gradients gradients;

    Backward(const RnnCall &call, const float *r, float *w)
        : Run(call), dy(handle), dbelow(handle), dh(handle), dc(handle), reserve(r), workspace(w), gradients(rnn, time.rows) {}

    miopenStatus_t way(int layer, int d, const RnnStates &states) {
        float *const dinput = workspace + gradients.at(layer, d, 0), *const dhidden = workspace + gradients.at(layer, d, 1);
        const int all = gates * hidden;
        for (const auto &[from, to] : {std::pair{states.hx, dh.data}, std::pair{states.cx, dc.data}}) {
            if (from) DNN_TRY(bring(handle, this->states(from, layer, d), Brought::floats(to, hidden), most, hidden));
            else DNN_TRY(status_of(hipMemsetAsync(to, 0, size_t(most) * hidden * sizeof(float), handle.stream)));
        }
        DNN_TRY(each_time(d == 0, [&](int row, int batch) {
            const size_t first = size_t(row) * hidden;
            const auto kept = [&](int which) { return reserve + at.kept(layer, d, which) + first; };
            DNN_TRY(step_back(handle, {rnn.mode, batch, hidden, gates, reserve + at.values(layer, d) + first * gates, kept(0), kept(1), kept(2), kept(3),
                                       dy.data + size_t(row) * rnn.width() + size_t(d) * hidden, rnn.width(), dh.data, dc.data, dinput + first * gates,
                                       dhidden + first * gates}));
            return multiply(handle, hidden, batch, all, matrix(weights(layer, d, 1), hidden), matrix(dhidden + first * gates, all), matrix(dh.data, hidden), 1, 1, 1);
        }));
        if (states.hy) DNN_TRY(bring(handle, Brought::floats(dh.data, hidden), this->states(states.hy, layer, d), most, hidden));
        if (states.cy && rnn.mode == miopenLSTM) DNN_TRY(bring(handle, Brought::floats(dc.data, hidden), this->states(states.cy, layer, d), most, hidden));
        return miopenStatusSuccess;
    }

    // What is below gets of a direction's gates.
    miopenStatus_t below(int layer, int d) {
        const float *const dinput = workspace + gradients.at(layer, d, 0);
        const int all = gates * hidden;
        if (layer == 0 && rnn.is_skipping()) {
            for (int g = 0; g < gates; g++)
                DNN_TRY(bring(handle, Brought::floats(dinput, all, g * hidden), Brought::floats(dbelow.data, hidden), time.rows, hidden, d > 0 || g > 0));
            return miopenStatusSuccess;
        }
        const int64_t width = int64_t(input_width(layer));
        return multiply(handle, width, time.rows, all, matrix(weights(layer, d, 0), width), matrix(dinput, all), matrix(dbelow.data, width), 1, 1, d > 0);
    }

    miopenStatus_t run(const void *program_dy, void *dx, const RnnStates &states) {
        DNN_TRY(prepare());
        const int width = rnn.width();
        const size_t widest = std::max(call.input_size, size_t(width)), states_size = size_t(most) * hidden;
        DNN_TRY(dy.take(size_t(time.rows) * widest));
        DNN_TRY(dbelow.take(size_t(time.rows) * widest));
        DNN_TRY(dh.take(states_size));
        DNN_TRY(dc.take(states_size));
        DNN_TRY(bring(handle, sequence(program_dy, width), Brought::floats(dy.data, width), time.rows, width));
        for (int layer = rnn.layers - 1; layer >= 0; layer--) {
            for (int d = 0; d < rnn.directions(); d++) {
                DNN_TRY(way(layer, d, states));
                DNN_TRY(below(layer, d));
            }
            std::swap(dy.data, dbelow.data);
            if (!at.drops || layer == 0) continue;
            const View of_dy = line(dy.data, miopenFloat, at.of_output());
            DNN_TRY(drop_backward(handle, *static_cast<Dropout *>(rnn.dropout), of_dy, of_dy, reinterpret_cast<const uint8_t *>(reserve + at.mask(layer - 1))));
        }
        if (!dx) return miopenStatusSuccess;
        return bring(handle, Brought::floats(dy.data, int(call.input_size)), sequence(dx, int(call.input_size)), time.rows, int(call.input_size));
    }
};

struct Weights : Run {
    Floats x, dw;
    const float *reserve, *workspace;
    Gradients gradients;

    Weights(const RnnCall &call, const float *r, const float *w) : Run(call), x(handle), dw(handle), reserve(r), workspace(w), gradients(rnn, time.rows) {}

    miopenStatus_t way(int layer, int d) {
        const int all = gates * hidden;
        const float *const dinput = workspace + gradients.at(layer, d, 0), *const dhidden = workspace + gradients.at(layer, d, 1);
        const int64_t width = int64_t(rnn.weighted(call.input_size, layer));
        float *const of_input = dw.data + rnn.weights_at(call.input_size, layer, d, 0), *const of_hidden = dw.data + rnn.weights_at(call.input_size, layer, d, 1);
        DNN_TRY(multiply(handle, width, all, time.rows, matrix(input(layer, x.data, reserve), width), matrix(dinput, all, true), matrix(of_input, width), 1, 1, 0));
        DNN_TRY(multiply(handle, hidden, all, time.rows, matrix(reserve + at.kept(layer, d, 0), hidden), matrix(dhidden, all, true), matrix(of_hidden, hidden), 1, 1,
                         0));
        if (rnn.bias != miopenRNNwithBias) return miopenStatusSuccess;
        for (int side = 0; side < 2; side++) {
            const Tensor rows = packed(miopenFloat, {size_t(time.rows), size_t(all)});
            const View to = line(dw.data + rnn.biases_at(call.input_size, layer, d, side), miopenFloat, size_t(all));
            DNN_TRY(sum_rows(handle, rows_of(view(rows, side ? dhidden : dinput), 2, 1), to, 1, 0));
        }
        return miopenStatusSuccess;
    }

    miopenStatus_t run(const void *program_x, void *program_dw) {
        DNN_TRY(prepare());
        const int input_size = int(call.input_size), count = int(rnn.parameters(call.input_size));
        DNN_TRY(x.take(size_t(time.rows) * input_size));
        DNN_TRY(bring(handle, sequence(program_x, input_size), Brought::floats(x.data, input_size), time.rows, input_size));
        if (rnn.type == miopenFloat) dw.data = static_cast<float *>(program_dw);
        else DNN_TRY(dw.take(size_t(count)));
        for (int layer = 0; layer < rnn.layers; layer++)
            for (int d = 0; d < rnn.directions(); d++) DNN_TRY(way(layer, d));
        return rnn.type == miopenFloat ? miopenStatusSuccess : bring(handle, Brought::floats(dw.data, 1), {program_dw, rnn.type, nullptr, 1, 0}, count, 1);
    }
};

}  // namespace

size_t reserve_bytes(const Rnn &rnn, size_t rows) { return Reserve(rnn, rows).floats() * sizeof(float); }
size_t workspace_bytes(const Rnn &rnn, size_t rows) { return Gradients(rnn, rows).at(rnn.layers, 0, 0) * sizeof(float); }

miopenStatus_t run_rnn(const RnnCall &call, const void *x, void *y, const RnnStates &states, void *reserve) {
    Temporary own(call.handle);
    if (!reserve) DNN_TRY(own.take(reserve_bytes(call.rnn, call.time.rows)));
    return Forward(call, static_cast<float *>(reserve ? reserve : own.memory)).run(x, y, states, reserve != nullptr);
}
miopenStatus_t run_rnn_backward(const RnnCall &call, const void *dy, void *dx, const RnnStates &states, void *reserve, void *workspace) {
    return Backward(call, static_cast<const float *>(reserve), static_cast<float *>(workspace)).run(dy, dx, states);
}
miopenStatus_t run_rnn_weights(const RnnCall &call, const void *x, void *dw, const void *reserve, const void *workspace) {
    return Weights(call, static_cast<const float *>(reserve), static_cast<const float *>(workspace)).run(x, dw);
}

}  // namespace dnn
