// Recurrent networks beside a loop in double, and their gradients beside differences of it: modes, layers, directions, biases, sequences of several lengths, padded
// or not; where parameters lie.
#include "check.h"

struct Net {
    miopenRNNMode_t mode;
    int layers, directions;
    bool has_bias;
    int input, hidden;

    int gates() const { return mode == miopenLSTM ? 4 : mode == miopenGRU ? 3 : 1; }
    int width(int layer) const { return layer ? hidden * directions : input; }
};
constexpr int times = 5, batch = 3;

struct Values {
    Doubles y, h, c;  // by time, sequence and element; by layer and direction, sequence and element
};

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// x by time, sequence and element; weights as MIOpen has them.
static Values reference(const Net &net, const Lens &lens, const Doubles &x, const Doubles &w, const Doubles &hx, const Doubles &cx) {
    const int H = net.hidden, G = net.gates(), D = net.directions;
    Values v{x, hx, cx};
    size_t at = 0, biases = 0;
    for (int l = 0; l < net.layers; l++) biases += size_t(D * G * H * (net.width(l) + H));
    for (int l = 0; l < net.layers; l++) {
        const int I = net.width(l);
        Doubles next(size_t(times * batch * H * D));
        for (int d = 0; d < D; d++)
            for (int b = 0; b < batch; b++) {
                const double *const wx = &w[at + size_t(d * G * H * I)], *const wh = &w[at + size_t(D * G * H * I + d * G * H * H)];
                double *const h = &v.h[size_t(((l * D + d) * batch + b) * H)], *const c = &v.c[size_t(((l * D + d) * batch + b) * H)];
                for (int step = 0; step < lens[size_t(b)]; step++) {
                    const int t = d ? lens[size_t(b)] - 1 - step : step;
                    const double *const in = &v.y[size_t((t * batch + b) * I)];
                    Doubles by_x(size_t(G * H)), by_h(size_t(G * H));
                    for (int g = 0; g < G * H; g++) {
                        for (int i = 0; i < I; i++) by_x[size_t(g)] += wx[g * I + i] * in[i];
                        for (int i = 0; i < H; i++) by_h[size_t(g)] += wh[g * H + i] * h[i];
                        if (!net.has_bias) continue;
                        by_x[size_t(g)] += w[biases + size_t(((l * 2 + 0) * D + d) * G * H + g)];
                        by_h[size_t(g)] += w[biases + size_t(((l * 2 + 1) * D + d) * G * H + g)];
                    }
                    Doubles after(size_t(H), 0);
                    for (int i = 0; i < H; i++) {
                        const auto sum = [&](int g) { return by_x[size_t(g * H + i)] + by_h[size_t(g * H + i)]; };
                        if (net.mode == miopenLSTM) {
                            c[i] = sigmoid(sum(1)) * c[i] + sigmoid(sum(0)) * std::tanh(sum(3));
                            after[size_t(i)] = sigmoid(sum(2)) * std::tanh(c[i]);
                        } else if (net.mode == miopenGRU) {
                            const double z = sigmoid(sum(0)), n = std::tanh(by_x[size_t(2 * H + i)] + sigmoid(sum(1)) * by_h[size_t(2 * H + i)]);
                            after[size_t(i)] = (1 - z) * n + z * h[i];
                        } else {
                            after[size_t(i)] = net.mode == miopenRNNRELU ? std::max(sum(0), 0.0) : std::tanh(sum(0));
                        }
                    }
                    for (int i = 0; i < H; i++) h[i] = next[size_t((t * batch + b) * H * D + d * H + i)] = after[size_t(i)];
                }
            }
        at += size_t(D * G * H * (I + H));
        v.y = next;
    }
    return v;
}

// Rows of a sequence in the program's memory -> by time and sequence.
struct Order {
    std::vector<size_t> place;  // of each row of memory
};
static Order order_of(const Lens &lens, miopenRNNBaseLayout_t layout) {
    Order order;
    if (layout == miopenRNNDataBatchMajorPadded)
        for (size_t b = 0; b < batch; b++)
            for (size_t t = 0; t < times; t++) order.place.push_back(t * batch + b);
    else
        for (size_t t = 0; t < times; t++)
            for (size_t b = 0; b < batch; b++)
                if (layout != miopenRNNDataSeqMajorNotPadded || int(t) < lens[b]) order.place.push_back(t * batch + b);
    return order;
}
static Doubles ordered(const Doubles &values, const Order &order, int width) {
    Doubles result;
    for (const size_t place : order.place) result.insert(result.end(), values.begin() + long(place) * width, values.begin() + long(place + 1) * width);
    return result;
}

static void check_net(const Net &net, miopenDataType_t type, const Lens &lens, miopenRNNBaseLayout_t layout) {
    const Order order = order_of(lens, layout);
    const int rows = int(order.place.size()), width = net.hidden * net.directions;
    Tensor x(type, {times * batch, net.input}), dy(type, {times * batch, width});
    for (size_t i = 0; i < times * batch; i++)
        if (int(i / batch) >= lens[i % batch]) {
            std::fill_n(&x.values[i * size_t(net.input)], net.input, 0);
            std::fill_n(&dy.values[i * size_t(width)], width, 0);
        }
    size_t count = 0;
    for (int l = 0; l < net.layers; l++)
        count += size_t(net.directions * net.gates() * net.hidden * (net.width(l) + net.hidden + (net.has_bias ? 2 : 0)));
    const Lens states{net.layers * net.directions, batch, net.hidden};
    Tensor w(type, {int(count), 1}), dw(type, {int(count), 1}), hx(type, states), cx(type, states), hy(type, states), cy(type, states);
    Tensor dhy(type, states), dcy(type, states), dhx(type, states), dcx(type, states);
    Tensor in(type, {rows, net.input}), out(type, {rows, width}), dout(type, {rows, width}), din(type, {rows, net.input});
    in.values = ordered(x.values, order, net.input), dout.values = ordered(dy.values, order, width);
    in.upload(), dout.upload();

    miopenRNNDescriptor_t rnn;
    DNN(miopenCreateRNNDescriptor(&rnn));
    DNN(miopenSetRNNDescriptor(rnn, net.hidden, net.layers, miopenRNNlinear, net.directions == 2 ? miopenRNNbidirection : miopenRNNunidirection, net.mode,
                               net.has_bias ? miopenRNNwithBias : miopenRNNNoBias, miopenRNNdefault, type));
    const auto sum = [&](const Values &v) { return dot(v.y, dy.values) + dot(v.h, dhy.values) + (net.mode == miopenLSTM ? dot(v.c, dcy.values) : 0); };
    const Values wanted = reference(net, lens, x.values, w.values, hx.values, cx.values);
    size_t workspace_size, reserve_size, parameters;
    if (layout == miopenRNNDataSeqMajorNotPadded) {
        // A descriptor a time.
        std::vector<miopenTensorDescriptor_t> of_x(times), of_y(times);
        for (int t = 0; t < times; t++) {
            const int rows_now = int(std::count_if(lens.begin(), lens.end(), [&](int len) { return len > t; }));
            for (const auto &[to, size] : {std::pair{&of_x[size_t(t)], net.input}, std::pair{&of_y[size_t(t)], width}}) {
                const int shape[] = {rows_now, size};
                DNN(miopenCreateTensorDescriptor(to));
                DNN(miopenSetTensorDescriptor(*to, type, 2, shape, nullptr));
            }
        }
        DNN(miopenGetRNNParamsSize(handle(), rnn, of_x[0], &parameters, type));
        DNN(miopenGetRNNWorkspaceSize(handle(), rnn, times, of_x.data(), &workspace_size));
        DNN(miopenGetRNNTrainingReserveSize(handle(), rnn, times, of_x.data(), &reserve_size));
        Memory workspace(workspace_size), reserve(reserve_size);
        const miopenTensorDescriptor_t s = hx.descriptor, p = w.descriptor;
        DNN(miopenRNNForwardTraining(handle(), rnn, times, of_x.data(), in, s, hx, s, cx, p, w, of_y.data(), out, s, hy, s, cy, workspace, workspace_size, reserve,
                                     reserve_size));
        DNN(miopenRNNBackwardData(handle(), rnn, times, of_y.data(), out, of_y.data(), dout, s, dhy, s, dcy, p, w, s, hx, s, cx, of_x.data(), din, s, dhx, s, dcx, workspace,
                                  workspace_size, reserve, reserve_size));
        DNN(miopenRNNBackwardWeights(handle(), rnn, times, of_x.data(), in, s, hx, of_y.data(), out, p, dw, workspace, workspace_size, reserve, reserve_size));
        for (int t = 0; t < times; t++)
            for (const miopenTensorDescriptor_t d : {of_x[size_t(t)], of_y[size_t(t)]}) DNN(miopenDestroyTensorDescriptor(d));
    } else {
        miopenSeqTensorDescriptor_t of_x, of_y;
        for (const auto &[to, size] : {std::pair{&of_x, net.input}, std::pair{&of_y, width}}) {
            DNN(miopenCreateSeqTensorDescriptor(to));
            DNN(miopenSetRNNDataSeqTensorDescriptor(*to, type, layout, times, batch, size, lens.data(), nullptr));
        }
        parameters = w.bytes();
        DNN(miopenGetRNNTempSpaceSizes(handle(), rnn, of_x, miopenRNNTraining, &workspace_size, &reserve_size));
        Memory workspace(workspace_size), reserve(reserve_size);
        DNN(miopenRNNForward(handle(), rnn, miopenRNNTraining, of_x, in, hx.descriptor, hx, hy, cx.descriptor, cx, cy, of_y, out, w, parameters, workspace, workspace_size,
                             reserve, reserve_size));
        DNN(miopenRNNBackwardSeqData(handle(), rnn, of_y, out, dout, hx.descriptor, hx, dhy, dhx, cx.descriptor, cx, dcy, dcx, of_x, din, w, parameters, workspace,
                                     workspace_size, reserve, reserve_size));
        DNN(miopenRNNBackwardWeightsSeqTensor(handle(), rnn, of_x, in, hx.descriptor, hx, of_y, out, dw, parameters, workspace, workspace_size, reserve, reserve_size));
        for (const miopenSeqTensorDescriptor_t d : {of_x, of_y}) DNN(miopenDestroySeqTensorDescriptor(d));
    }
    DNN(miopenDestroyRNNDescriptor(rnn));
    bool right = parameters == w.bytes() && is_near(out, ordered(wanted.y, order, width), 2) && is_near(hy, wanted.h, 2);
    right &= net.mode != miopenLSTM || is_near(cy, wanted.c, 2);
    right &= is_near(din, ordered(gradient(x.values, [&](const Doubles &at) { return sum(reference(net, lens, at, w.values, hx.values, cx.values)); }), order, net.input), 3);
    right &= is_near(dw, gradient(w.values, [&](const Doubles &at) { return sum(reference(net, lens, x.values, at, hx.values, cx.values)); }), 3);
    right &= is_near(dhx, gradient(hx.values, [&](const Doubles &at) { return sum(reference(net, lens, x.values, w.values, at, cx.values)); }), 3);
    if (net.mode == miopenLSTM)
        right &= is_near(dcx, gradient(cx.values, [&](const Doubles &at) { return sum(reference(net, lens, x.values, w.values, hx.values, at)); }), 3);
    result(std::to_string(net.mode) + "_" + std::to_string(net.layers) + "_" + std::to_string(net.directions) + (net.has_bias ? "_bias_" : "_") + name_of(type) + "_" +
               std::to_string(layout),
           right);
}

// What is set is got, and the offset says where it is.
static void check_parameters() {
    const int hidden = 3, input = 4, shape[] = {2, input};
    miopenRNNDescriptor_t rnn;
    miopenTensorDescriptor_t x;
    DNN(miopenCreateRNNDescriptor(&rnn));
    DNN(miopenSetRNNDescriptor(rnn, hidden, 2, miopenRNNlinear, miopenRNNbidirection, miopenGRU, miopenRNNwithBias, miopenRNNdefault, miopenFloat));
    DNN(miopenCreateTensorDescriptor(&x));
    DNN(miopenSetTensorDescriptor(x, miopenFloat, 2, shape, nullptr));
    size_t bytes, offset;
    DNN(miopenGetRNNParamsSize(handle(), rnn, x, &bytes, miopenFloat));
    const int count = int(bytes / sizeof(float));
    Tensor w(miopenFloat, {count, 1}), weight(miopenFloat, {hidden, 2 * hidden}), got(miopenFloat, {hidden, 2 * hidden}), bias(miopenFloat, {hidden});
    w.fill(0);
    // The new gate of the second layer's way back, by its input.
    DNN(miopenGetRNNLayerParamOffset(rnn, 3, x, 2, got.descriptor, &offset));
    bool right = offset == size_t(2 * 3 * hidden * (input + hidden) + 3 * hidden * 2 * hidden + 2 * hidden * 2 * hidden);
    DNN(miopenSetRNNLayerParam(handle(), rnn, 3, x, w.descriptor, w, 2, weight.descriptor, weight));
    DNN(miopenGetRNNLayerParam(handle(), rnn, 3, x, w.descriptor, w, 2, got.descriptor, got));
    Doubles wanted(w.count());
    for (size_t i = 0; i < hidden; i++)
        for (size_t j = 0; j < 2 * hidden; j++) wanted[offset + i + j * hidden] = weight.values[i * 2 * hidden + j];
    right &= is_near(got, weight.values) && is_near(w, wanted);
    DNN(miopenGetRNNLayerBiasOffset(rnn, 3, x, 5, bias.descriptor, &offset));
    DNN(miopenSetRNNLayerBias(handle(), rnn, 3, x, w.descriptor, w, 5, bias.descriptor, bias));
    for (size_t i = 0; i < hidden; i++) wanted[offset + i] = bias.values[i];
    result("parameters", right && offset + hidden == w.count() && is_near(w, wanted));
    DNN(miopenDestroyRNNDescriptor(rnn));
    DNN(miopenDestroyTensorDescriptor(x));
}

int main() {
    const Lens falling{5, 4, 2}, any{2, 5, 4};
    for (const miopenRNNMode_t mode : {miopenRNNRELU, miopenRNNTANH, miopenLSTM, miopenGRU}) {
        check_net({mode, 1, 1, false, 4, 3}, miopenFloat, falling, miopenRNNDataSeqMajorNotPadded);
        check_net({mode, 2, 2, true, 3, 4}, miopenFloat, falling, miopenRNNDataSeqMajorNotPadded);
        check_net({mode, 2, 2, true, 3, 4}, miopenFloat, any, miopenRNNDataBatchMajorPadded);
        check_net({mode, 2, 1, true, 3, 4}, miopenHalf, any, miopenRNNDataSeqMajorPadded);
    }
    check_parameters();
    return failures != 0;
}
