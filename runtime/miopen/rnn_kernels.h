// rnn_kernels.h: a step in time of a recurrent network, forwards and backwards, and rows brought from one layout and type to another.
//
// Gates lie as MIOpen has them: an LSTM's are input, forget, output and cell, a GRU's update, reset and new.
#pragma once

#include "rnn.h"

namespace dnn {

// Rows of one time, or their parts; each array has its first row there.
struct Step {
    miopenRNNMode_t mode;
    int rows, hidden, gates;
    const float *products;            // of the hidden state and its weights: a row has all gates
    const float *input_bias, *hidden_bias;  // or null
    float *values;                    // of gates: in, what the input has for them; out, after their functions
    float *h, *c;                     // states, of which the first rows change
    float *h_before, *c_before, *c_after, *product_new;  // kept for gradients, or null
    float *y;
    int y_width;
};
miopenStatus_t step(const Handle &handle, const Step &step);

struct StepBack {
    miopenRNNMode_t mode;
    int rows, hidden, gates;
    const float *values, *h_before, *c_before, *c_after, *product_new;
    const float *dy;
    int y_width;
    float *dh, *dc;                // of states: in behind this time, out what of it goes past the gates
    float *dinput, *dhidden;       // gradients of gates, by what the input and the hidden state have for them; the same but for a GRU's
};
miopenStatus_t step_back(const Handle &handle, const StepBack &step);

// Rows by columns of a type, or float; `place` says where each row lies, or null.
struct Brought {
    const void *data;
    miopenDataType_t type;
    const int *place;
    int width, at;  // of a row; the first column

    static Brought floats(const float *data, int width, int at = 0) { return {data, miopenFloat, nullptr, width, at}; }
};
miopenStatus_t bring(const Handle &handle, const Brought &from, const Brought &to, int rows, int columns, bool adds = false);

}  // namespace dnn
