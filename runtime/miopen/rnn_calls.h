// rnn_calls.h: what calls of recurrent networks check, for rnn.hip, rnn_steps.hip and rnn_sequences.hip.
#pragma once

#include "rnn.h"
#include "tensor_ops.h"

namespace dnn {

// A sequence of a descriptor a time, each of so many rows, never more than before; false if it is none.
bool rows_by_time(const Rnn &rnn, int times, const miopenTensorDescriptor_t *descriptors, Rows_of_time &rows, size_t &width);
miopenStatus_t check(const Rnn &rnn, const char *function);

}  // namespace dnn
