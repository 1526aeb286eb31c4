// rnn_kernels.hip: a step in time of a recurrent network, forwards and backwards, and rows brought from one layout and type to another.
//
// Called by rnn_run.hip.
#include "rnn_kernels.h"

namespace dnn {

__device__ static float sigmoid(float x) { return 1 / (1 + expf(-x)); }

__global__ void step_elements(Step s, uint32_t count) {
    DNN_EACH(i, count) {
        const int row = int(i) / s.hidden, j = int(i) % s.hidden;
        const int first = row * s.gates * s.hidden + j;
        float in[4], back[4];
        for (int g = 0; g < s.gates; g++) {
            const int at = g * s.hidden;
            in[g] = s.values[first + at] + (s.input_bias ? s.input_bias[at + j] : 0);
            back[g] = s.products[first + at] + (s.hidden_bias ? s.hidden_bias[at + j] : 0);
        }
        const float before = s.h[i];
        if (s.h_before) s.h_before[i] = before;
        float value;
        if (s.mode == miopenLSTM) {
            const float cell = s.c[i];
            if (s.c_before) s.c_before[i] = cell;
            const float input = sigmoid(in[0] + back[0]), forget = sigmoid(in[1] + back[1]), output = sigmoid(in[2] + back[2]), fresh = tanhf(in[3] + back[3]);
            const float after = forget * cell + input * fresh;
            s.c[i] = after;
            if (s.c_after) s.c_after[i] = after;
            s.values[first] = input, s.values[first + s.hidden] = forget, s.values[first + 2 * s.hidden] = output, s.values[first + 3 * s.hidden] = fresh;
            value = output * tanhf(after);
        } else if (s.mode == miopenGRU) {
            const float update = sigmoid(in[0] + back[0]), reset = sigmoid(in[1] + back[1]), fresh = tanhf(in[2] + reset * back[2]);
            if (s.product_new) s.product_new[i] = back[2];
            s.values[first] = update, s.values[first + s.hidden] = reset, s.values[first + 2 * s.hidden] = fresh;
            value = (1 - update) * fresh + update * before;
        } else {
            const float sum = in[0] + back[0];
            value = s.mode == miopenRNNRELU ? fmaxf(sum, 0) : tanhf(sum);
            s.values[first] = value;
        }
        s.h[i] = value;
        s.y[row * s.y_width + j] = value;
    }
}

__global__ void step_back_elements(StepBack s, uint32_t count) {
    DNN_EACH(i, count) {
        const int row = int(i) / s.hidden, j = int(i) % s.hidden;
        const int first = row * s.gates * s.hidden + j;
        const float dh = s.dh[i] + s.dy[row * s.y_width + j];
        const auto put = [&](int gate, float by_input, float by_hidden) {
            s.dinput[first + gate * s.hidden] = by_input;
            s.dhidden[first + gate * s.hidden] = by_hidden;
        };
        const auto value = [&](int gate) { return s.values[first + gate * s.hidden]; };
        if (s.mode == miopenLSTM) {
            const float input = value(0), forget = value(1), output = value(2), fresh = value(3), curved = tanhf(s.c_after[i]);
            const float dc = s.dc[i] + dh * output * (1 - curved * curved);
            const float of[4] = {dc * fresh * input * (1 - input), dc * s.c_before[i] * forget * (1 - forget), dh * curved * output * (1 - output),
                                 dc * input * (1 - fresh * fresh)};
            for (int g = 0; g < 4; g++) put(g, of[g], of[g]);
            s.dc[i] = dc * forget, s.dh[i] = 0;
        } else if (s.mode == miopenGRU) {
            const float update = value(0), reset = value(1), fresh = value(2);
            const float dfresh = dh * (1 - update) * (1 - fresh * fresh), dupdate = dh * (s.h_before[i] - fresh) * update * (1 - update);
            const float dreset = dfresh * s.product_new[i] * reset * (1 - reset);
            put(0, dupdate, dupdate), put(1, dreset, dreset), put(2, dfresh, dfresh * reset);
            s.dh[i] = dh * update;
        } else {
            const float y = value(0), slope = s.mode == miopenRNNRELU ? (y > 0 ? 1.0f : 0.0f) : 1 - y * y;
            put(0, dh * slope, dh * slope);
            s.dh[i] = 0;
        }
    }
}

__global__ void bring_elements(Brought from, Brought to, uint32_t count, int columns, bool adds) {
    DNN_EACH(i, count) {
        const int row = int(i) / columns, column = int(i) % columns;
        const int64_t at = int64_t(from.place ? from.place[row] : row) * from.width + from.at + column;
        const int64_t into = int64_t(to.place ? to.place[row] : row) * to.width + to.at + column;
        const float value = load<float>(from.type, from.data, at);
        store<float>(to.type, const_cast<void *>(to.data), into, adds ? value + load<float>(to.type, to.data, into) : value);
    }
}

miopenStatus_t step(const Handle &handle, const Step &step) {
    const uint32_t count = uint32_t(step.rows) * step.hidden;
    return launch(handle, step_elements, blocks_for(count), dim3(threads), step, count);
}
miopenStatus_t step_back(const Handle &handle, const StepBack &step) {
    const uint32_t count = uint32_t(step.rows) * step.hidden;
    return launch(handle, step_back_elements, blocks_for(count), dim3(threads), step, count);
}
miopenStatus_t bring(const Handle &handle, const Brought &from, const Brought &to, int rows, int columns, bool adds) {
    const uint32_t count = uint32_t(rows) * columns;
    return count ? launch(handle, bring_elements, blocks_for(count), dim3(threads), from, to, count, columns, adds) : miopenStatusSuccess;
}

}  // namespace dnn
