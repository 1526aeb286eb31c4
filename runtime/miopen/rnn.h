// rnn.h: recurrent networks as this folder calculates them: descriptors, where parameters lie, how a sequence lies in rows, and the calculation itself.
//
// A sequence is rows by time: as many rows at each time as sequences last that long, the longest ones first. All is calculated in float; what is of another type or
// lies otherwise is brought first.
#pragma once

#include "dropout.h"

namespace dnn {

struct Rnn : miopenRNNDescriptor {
    int hidden = 0, layers = 1;
    miopenRNNMode_t mode = miopenRNNRELU;
    miopenRNNInputMode_t input = miopenRNNlinear;
    miopenRNNDirectionMode_t direction = miopenRNNunidirection;
    miopenRNNBiasMode_t bias = miopenRNNNoBias;
    miopenRNNAlgo_t algorithm = miopenRNNdefault;
    miopenDataType_t type = miopenFloat;
    miopenRNNPaddingMode_t padding = miopenRNNIONotPadded;
    miopenDropoutDescriptor_t dropout = nullptr;

    int gates() const { return mode == miopenLSTM ? 4 : mode == miopenGRU ? 3 : 1; }
    int directions() const { return direction == miopenRNNbidirection ? 2 : 1; }
    int width() const { return hidden * directions(); }  // of a layer's output
    bool is_skipping() const { return input == miopenRNNskip; }
    // Elements of a layer's input that have weights.
    size_t weighted(size_t input_size, int layer) const { return layer > 0 ? size_t(width()) : is_skipping() ? 0 : input_size; }

    // Where a layer's parameters begin, in elements; `side` 0: of its input, 1: of its hidden state.
    size_t weights_at(size_t input_size, int layer, int way, int side) const;
    size_t biases_at(size_t input_size, int layer, int way, int side) const;
    size_t parameters(size_t input_size) const;  // all of them
};

struct Sequence : miopenSeqTensorDescriptor {
    miopenDataType_t type = miopenFloat;
    miopenRNNBaseLayout_t layout = miopenRNNDataUnknownLayout;
    int longest = 0, batch = 0, size = 0;
    std::vector<int> lens;
    std::vector<char> padding;  // an element, or none
};

// How the rows of a sequence lie, by their numbers in the program's memory.
struct Rows_of_time {
    std::vector<int> batches;  // at each time
    int rows = 0;              // of all times
    std::vector<int> place;    // of each row; empty: where it is
    std::vector<int> order;    // which of the program's sequences each one is; empty: as they are
    size_t places = 0;         // rows that the program's memory has, padding included
};

// What a call has. Pointers are the program's, of the network's type; those that may be missing are null.
struct RnnCall {
    Handle &handle;
    const Rnn &rnn;
    const Rows_of_time &time;
    size_t input_size;
    const void *w;
    int state_batch;  // of hx and the others

    int most() const { return time.batches.empty() ? 0 : time.batches[0]; }
};

// The reserve space of a training call, and the workspace between its gradients.
size_t reserve_bytes(const Rnn &rnn, size_t rows);
size_t workspace_bytes(const Rnn &rnn, size_t rows);

struct RnnStates {
    const void *hx, *cx;
    void *hy, *cy;
};
// Without reserve space it is inference.
miopenStatus_t run_rnn(const RnnCall &call, const void *x, void *y, const RnnStates &states, void *reserve);
// Gradients: dhy and dcy in, dhx and dcx out.
miopenStatus_t run_rnn_backward(const RnnCall &call, const void *dy, void *dx, const RnnStates &states, void *reserve, void *workspace);
miopenStatus_t run_rnn_weights(const RnnCall &call, const void *x, void *dw, const void *reserve, const void *workspace);

}  // namespace dnn
