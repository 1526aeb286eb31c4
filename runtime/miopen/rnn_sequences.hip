// rnn_sequences.hip: sequences as one descriptor, padded or not, by time or by sequence, and recurrent networks over them.
//
// Called by programs. Sequences that are padded may come in any order; those that are not, the longest ones first.
#include "rnn_calls.h"

#include <numeric>

namespace dnn {

static bool is_padded(const Sequence &s) { return s.layout == miopenRNNDataSeqMajorPadded || s.layout == miopenRNNDataBatchMajorPadded; }

static bool rows_of(const Sequence &s, Rows_of_time &rows) {
    if (s.layout == miopenRNNDataUnknownLayout || int(s.lens.size()) != s.batch) return false;
    std::vector<int> order(s.batch);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return s.lens[a] != s.lens[b] ? s.lens[a] > s.lens[b] : a < b; });
    const bool is_sorted = std::is_sorted(order.begin(), order.end());
    if (!is_sorted && !is_padded(s)) return false;
    for (int t = 0; t < s.longest; t++) {
        int batch = 0;
        while (batch < s.batch && s.lens[order[batch]] > t) batch++;
        if (batch == 0) break;
        rows.batches.push_back(batch);
        rows.rows += batch;
        for (int i = 0; is_padded(s) && i < batch; i++)
            rows.place.push_back(s.layout == miopenRNNDataBatchMajorPadded ? order[i] * s.longest + t : t * s.batch + order[i]);
    }
    rows.places = is_padded(s) ? size_t(s.batch) * s.longest : size_t(rows.rows);
    if (!is_sorted) rows.order = order;
    return rows.rows > 0;
}

namespace {

// A call over x and y.
struct Sequences {
    const Rnn &rnn;
    const Sequence &x, &y;
    Rows_of_time time;
    miopenStatus_t status = miopenStatusBadParm;

    Sequences(miopenRNNDescriptor_t r, miopenSeqTensorDescriptor_t of_x, miopenSeqTensorDescriptor_t of_y, const char *name)
        : rnn(*static_cast<Rnn *>(r)), x(*static_cast<Sequence *>(of_x)), y(*static_cast<Sequence *>(of_y)) {
        if (x.type != rnn.type || y.type != rnn.type || x.layout != y.layout || x.lens != y.lens || x.longest != y.longest) return;
        if (y.size != rnn.width() || (rnn.is_skipping() && x.size != rnn.hidden) || !rows_of(x, time)) return;
        status = check(rnn, name);
    }
    RnnCall call(Handle &handle, const void *w) const { return {handle, rnn, time, size_t(x.size), w, x.batch}; }
    bool fits(size_t reserve, size_t workspace) const {
        return reserve >= reserve_bytes(rnn, size_t(time.rows)) && workspace >= workspace_bytes(rnn, size_t(time.rows));
    }
    bool has_weights(size_t bytes) const { return bytes >= rnn.parameters(size_t(x.size)) * size_of(rnn.type); }
};

// Padding of a result is the program's element for it, or zeros.
miopenStatus_t pad(Handle &handle, const Sequence &s, const Rows_of_time &time, void *data) {
    if (size_t(time.rows) == time.places) return miopenStatusSuccess;
    double value = 0;
    if (s.padding.size() == sizeof(float)) value = *reinterpret_cast<const float *>(s.padding.data());
    if (s.padding.size() == 2) {
        uint16_t bits;
        memcpy(&bits, s.padding.data(), sizeof bits);
        blas::Bfloat16 bfloat;
        bfloat.bits = bits;
        blas::Half half;
        memcpy(&half, &bits, sizeof half);
        value = s.type == miopenHalf ? double(float(half)) : double(float(bfloat));
    }
    return set(handle, line(data, s.type, time.places * size_t(s.size)), value);
}

}  // namespace

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateSeqTensorDescriptor(miopenSeqTensorDescriptor_t *tensorDesc) { return create<Sequence>(tensorDesc); }
miopenStatus_t miopenDestroySeqTensorDescriptor(miopenSeqTensorDescriptor_t tensorDesc) { return destroy<Sequence>(tensorDesc); }

miopenStatus_t miopenSetRNNDataSeqTensorDescriptor(miopenSeqTensorDescriptor_t seqTensorDesc, miopenDataType_t dataType, miopenRNNBaseLayout_t layout,
                                                   int maxSequenceLen, int batchSize, int vectorSize, const int *sequenceLenArray, void *paddingMarker) {
    if (!seqTensorDesc || maxSequenceLen < 1 || batchSize < 1 || vectorSize < 1 || !sequenceLenArray || layout < miopenRNNDataSeqMajorNotPadded ||
        layout > miopenRNNDataBatchMajorPadded || !is_real(dataType))
        return miopenStatusBadParm;
    for (int i = 0; i < batchSize; i++)
        if (sequenceLenArray[i] < 0 || sequenceLenArray[i] > maxSequenceLen) return miopenStatusBadParm;
    Sequence &s = *static_cast<Sequence *>(seqTensorDesc);
    s.type = dataType, s.layout = layout, s.longest = maxSequenceLen, s.batch = batchSize, s.size = vectorSize;
    s.lens.assign(sequenceLenArray, sequenceLenArray + batchSize);
    const char *const marker = static_cast<const char *>(paddingMarker);
    s.padding = marker ? std::vector<char>(marker, marker + size_of(dataType)) : std::vector<char>();
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNDataSeqTensorDescriptor(miopenSeqTensorDescriptor_t seqTensorDesc, miopenDataType_t *dataType, miopenRNNBaseLayout_t *layout,
                                                   int *maxSequenceLen, int *batchSize, int *vectorSize, int sequenceLenArrayLimit, int *sequenceLenArray,
                                                   void *paddingMarker) {
    if (!seqTensorDesc) return miopenStatusBadParm;
    const Sequence &s = *static_cast<Sequence *>(seqTensorDesc);
    put(dataType, s.type), put(layout, s.layout), put(maxSequenceLen, s.longest), put(batchSize, s.batch), put(vectorSize, s.size);
    if (sequenceLenArray) std::copy_n(s.lens.begin(), std::clamp(sequenceLenArrayLimit, 0, int(s.lens.size())), sequenceLenArray);
    if (paddingMarker) std::copy(s.padding.begin(), s.padding.end(), static_cast<char *>(paddingMarker));
    return miopenStatusSuccess;
}

miopenStatus_t miopenGetRNNTempSpaceSizes(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, miopenSeqTensorDescriptor_t xDesc, miopenRNNFWDMode_t fwdMode,
                                          size_t *workSpaceSize, size_t *reserveSpaceSize) {
    Rows_of_time time;
    if (!handle || !rnnDesc || !xDesc || !rows_of(*static_cast<Sequence *>(xDesc), time)) return miopenStatusBadParm;
    const Rnn &rnn = *static_cast<Rnn *>(rnnDesc);
    const bool is_training = fwdMode == miopenRNNTraining;
    put(workSpaceSize, is_training ? workspace_bytes(rnn, size_t(time.rows)) : 0);
    put(reserveSpaceSize, is_training ? reserve_bytes(rnn, size_t(time.rows)) : 0);
    return miopenStatusSuccess;
}

miopenStatus_t miopenRNNForward(miopenHandle_t handle, const miopenRNNDescriptor_t rnnDesc, miopenRNNFWDMode_t fwdMode, const miopenSeqTensorDescriptor_t xDesc,
                                const void *x, const miopenTensorDescriptor_t, const void *hx, void *hy, const miopenTensorDescriptor_t, const void *cx, void *cy,
                                const miopenSeqTensorDescriptor_t yDesc, void *y, const void *w, size_t weightSpaceSize, void *, size_t, void *reserveSpace,
                                size_t reserveSpaceNumBytes) {
    return with(handle, [&](Handle &h) {
        if (!rnnDesc || any_null(xDesc, yDesc) || any_null<const void *>(x, y, w)) return miopenStatusBadParm;
        const Sequences s(rnnDesc, xDesc, yDesc, "miopenRNNForward");
        DNN_TRY(s.status);
        const bool is_training = fwdMode == miopenRNNTraining;
        if (!s.has_weights(weightSpaceSize) || (is_training && (!reserveSpace || !s.fits(reserveSpaceNumBytes, SIZE_MAX)))) return miopenStatusBadParm;
        DNN_TRY(pad(h, s.y, s.time, y));
        return run_rnn(s.call(h, w), x, y, {hx, cx, hy, cy}, is_training ? reserveSpace : nullptr);
    });
}

miopenStatus_t miopenRNNBackwardSeqData(miopenHandle_t handle, const miopenRNNDescriptor_t rnnDesc, const miopenSeqTensorDescriptor_t yDesc, const void *, const void *dy,
                                        const miopenTensorDescriptor_t, const void *, const void *dhy, void *dhx, const miopenTensorDescriptor_t, const void *,
                                        const void *dcy, void *dcx, const miopenSeqTensorDescriptor_t xDesc, void *dx, const void *w, size_t weightSpaceSize,
                                        void *workSpace, size_t workSpaceNumBytes, void *reserveSpace, size_t reserveSpaceNumBytes) {
    return with(handle, [&](Handle &h) {
        if (!rnnDesc || any_null(xDesc, yDesc) || any_null<const void *>(dy, dx, w, workSpace, reserveSpace)) return miopenStatusBadParm;
        const Sequences s(rnnDesc, xDesc, yDesc, "miopenRNNBackwardSeqData");
        DNN_TRY(s.status);
        if (!s.has_weights(weightSpaceSize) || !s.fits(reserveSpaceNumBytes, workSpaceNumBytes)) return miopenStatusBadParm;
        DNN_TRY(pad(h, s.x, s.time, dx));
        return run_rnn_backward(s.call(h, w), dy, dx, {dhy, dcy, dhx, dcx}, reserveSpace, workSpace);
    });
}

miopenStatus_t miopenRNNBackwardWeightsSeqTensor(miopenHandle_t handle, const miopenRNNDescriptor_t rnnDesc, const miopenSeqTensorDescriptor_t xDesc, const void *x,
                                                 const miopenTensorDescriptor_t, const void *, const miopenSeqTensorDescriptor_t yDesc, const void *, void *dw,
                                                 size_t weightSpaceSize, void *workSpace, size_t workSpaceNumBytes, const void *reserveSpace,
                                                 size_t reserveSpaceNumBytes) {
    return with(handle, [&](Handle &h) {
        if (!rnnDesc || any_null(xDesc, yDesc) || any_null<const void *>(x, dw, workSpace, reserveSpace)) return miopenStatusBadParm;
        const Sequences s(rnnDesc, xDesc, yDesc, "miopenRNNBackwardWeightsSeqTensor");
        DNN_TRY(s.status);
        if (!s.has_weights(weightSpaceSize) || !s.fits(reserveSpaceNumBytes, workSpaceNumBytes)) return miopenStatusBadParm;
        return run_rnn_weights(s.call(h, nullptr), x, dw, reserveSpace, workSpace);
    });
}
