// rnn_steps.hip: recurrent networks whose sequences are a descriptor a time: inference, training and gradients.
//
// Called by programs. Calls that only read the workspace's size take memory of their own; gradients by weights want the workspace of those by data.
#include "rnn_calls.h"

namespace dnn {

namespace {

// A call's sequence, as x or y says it.
struct Steps {
    const Rnn &rnn;
    Rows_of_time time;
    size_t input_size = 0, output_size = 0;
    miopenStatus_t status = miopenStatusBadParm;

    Steps(miopenRNNDescriptor_t r, const char *name, int times, const miopenTensorDescriptor_t *x, const miopenTensorDescriptor_t *y) : rnn(*static_cast<Rnn *>(r)) {
        Rows_of_time of_y;
        if (!rows_by_time(rnn, times, x, time, input_size) || !rows_by_time(rnn, times, y, of_y, output_size)) return;
        if (of_y.batches != time.batches || output_size != size_t(rnn.width()) || (rnn.is_skipping() && input_size != size_t(rnn.hidden))) return;
        status = check(rnn, name);
    }
    size_t reserve() const { return reserve_bytes(rnn, size_t(time.rows)); }
    size_t workspace() const { return workspace_bytes(rnn, size_t(time.rows)); }
    RnnCall call(Handle &handle, const void *w, miopenTensorDescriptor_t states) const {
        return {handle, rnn, time, input_size, w, states && of(states).dims() >= 2 ? int(of(states).lens[1]) : time.batches[0]};
    }
};

}  // namespace

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenRNNForwardInference(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int sequenceLen, const miopenTensorDescriptor_t *xDesc,
                                         const void *x, const miopenTensorDescriptor_t hxDesc, const void *hx, const miopenTensorDescriptor_t, const void *cx,
                                         const miopenTensorDescriptor_t, const void *w, const miopenTensorDescriptor_t *yDesc, void *y, const miopenTensorDescriptor_t,
                                         void *hy, const miopenTensorDescriptor_t, void *cy, void *, size_t) {
    return with(handle, [&](Handle &h) {
        if (!rnnDesc || any_null<const void *>(x, w, y)) return miopenStatusBadParm;
        const Steps steps(rnnDesc, "miopenRNNForwardInference", sequenceLen, xDesc, yDesc);
        DNN_TRY(steps.status);
        return run_rnn(steps.call(h, w, hxDesc), x, y, {hx, cx, hy, cy}, nullptr);
    });
}

miopenStatus_t miopenRNNForwardTraining(miopenHandle_t handle, const miopenRNNDescriptor_t rnnDesc, const int sequenceLen, const miopenTensorDescriptor_t *xDesc,
                                        const void *x, const miopenTensorDescriptor_t hxDesc, const void *hx, const miopenTensorDescriptor_t, const void *cx,
                                        const miopenTensorDescriptor_t, const void *w, const miopenTensorDescriptor_t *yDesc, void *y, const miopenTensorDescriptor_t,
                                        void *hy, const miopenTensorDescriptor_t, void *cy, void *, size_t, void *reserveSpace, size_t reserveSpaceNumBytes) {
    return with(handle, [&](Handle &h) {
        if (!rnnDesc || any_null<const void *>(x, w, y, reserveSpace)) return miopenStatusBadParm;
        const Steps steps(rnnDesc, "miopenRNNForwardTraining", sequenceLen, xDesc, yDesc);
        DNN_TRY(steps.status);
        if (reserveSpaceNumBytes < steps.reserve()) return miopenStatusBadParm;
        return run_rnn(steps.call(h, w, hxDesc), x, y, {hx, cx, hy, cy}, reserveSpace);
    });
}

miopenStatus_t miopenRNNBackwardData(miopenHandle_t handle, const miopenRNNDescriptor_t rnnDesc, const int sequenceLen, const miopenTensorDescriptor_t *yDesc, const void *,
                                     const miopenTensorDescriptor_t *, const void *dy, const miopenTensorDescriptor_t, const void *dhy, const miopenTensorDescriptor_t,
                                     const void *dcy, const miopenTensorDescriptor_t, const void *w, const miopenTensorDescriptor_t hxDesc, const void *,
                                     const miopenTensorDescriptor_t, const void *, const miopenTensorDescriptor_t *dxDesc, void *dx, const miopenTensorDescriptor_t,
                                     void *dhx, const miopenTensorDescriptor_t, void *dcx, void *workSpace, size_t workSpaceNumBytes, void *reserveSpace,
                                     size_t reserveSpaceNumBytes) {
    return with(handle, [&](Handle &h) {
        if (!rnnDesc || any_null<const void *>(dy, w, dx, workSpace, reserveSpace)) return miopenStatusBadParm;
        const Steps steps(rnnDesc, "miopenRNNBackwardData", sequenceLen, dxDesc, yDesc);
        DNN_TRY(steps.status);
        if (reserveSpaceNumBytes < steps.reserve() || workSpaceNumBytes < steps.workspace()) return miopenStatusBadParm;
        return run_rnn_backward(steps.call(h, w, hxDesc), dy, dx, {dhy, dcy, dhx, dcx}, reserveSpace, workSpace);
    });
}

miopenStatus_t miopenRNNBackwardWeights(miopenHandle_t handle, const miopenRNNDescriptor_t rnnDesc, const int sequenceLen, const miopenTensorDescriptor_t *xDesc,
                                        const void *x, const miopenTensorDescriptor_t hxDesc, const void *, const miopenTensorDescriptor_t *yDesc, const void *,
                                        const miopenTensorDescriptor_t, void *dw, void *workSpace, size_t workSpaceNumBytes, const void *reserveSpace,
                                        size_t reserveSpaceNumBytes) {
    return with(handle, [&](Handle &h) {
        if (!rnnDesc || any_null<const void *>(x, dw, workSpace, reserveSpace)) return miopenStatusBadParm;
        const Steps steps(rnnDesc, "miopenRNNBackwardWeights", sequenceLen, xDesc, yDesc);
        DNN_TRY(steps.status);
        if (reserveSpaceNumBytes < steps.reserve() || workSpaceNumBytes < steps.workspace()) return miopenStatusBadParm;
        return run_rnn_weights(steps.call(h, nullptr, hxDesc), x, dw, reserveSpace, workSpace);
    });
}
