// rnn.hip: recurrent networks' descriptors, where their parameters lie, and calls whose sequences are a descriptor a time.
//
// Called by programs; where parameters lie by rnn_run.hip.
#include "rnn_calls.h"

namespace dnn {

// Layers in order; of each the weights of the input in all directions, then those of the hidden state. Biases in the same order behind all weights.
size_t Rnn::weights_at(size_t input_size, int layer, int way, int side) const {
    const size_t rows = size_t(gates()) * hidden, all = size_t(directions());
    size_t at = 0;
    for (int before = 0; before < layer; before++) at += rows * all * (weighted(input_size, before) + hidden);
    return side == 0 ? at + rows * weighted(input_size, layer) * way : at + rows * (all * weighted(input_size, layer) + size_t(hidden) * way);
}
size_t Rnn::biases_at(size_t input_size, int layer, int way, int side) const {
    const size_t rows = size_t(gates()) * hidden;
    return weights_at(input_size, layers, 0, 0) + ((size_t(layer) * 2 + side) * directions() + way) * rows;
}
size_t Rnn::parameters(size_t input_size) const {
    return bias == miopenRNNwithBias ? biases_at(input_size, layers, 0, 0) : weights_at(input_size, layers, 0, 0);
}

bool rows_by_time(const Rnn &rnn, int times, const miopenTensorDescriptor_t *descriptors, Rows_of_time &rows, size_t &width) {
    if (times < 1 || !descriptors) return false;
    int last = INT32_MAX, most = 0;
    for (int t = 0; t < times; t++) {
        if (!descriptors[t] || of(descriptors[t]).dims() < 2 || of(descriptors[t]).type != rnn.type) return false;
        const Tensor &tensor = of(descriptors[t]);
        const int batch = int(tensor.lens[0]);
        if (t == 0) most = batch, width = tensor.lens[1];
        if (batch > last || tensor.lens[1] != width) return false;
        last = batch;
        rows.batches.push_back(batch);
        rows.rows += batch;
        if (rnn.padding == miopenRNNIOWithPadding)
            for (int i = 0; i < batch; i++) rows.place.push_back(t * most + i);
    }
    rows.places = rnn.padding == miopenRNNIOWithPadding ? size_t(times) * most : size_t(rows.rows);
    return true;
}

miopenStatus_t check(const Rnn &rnn, const char *function) {
    if (rnn.hidden < 1) return miopenStatusBadParm;
    if (rnn.type != miopenFloat && rnn.type != miopenHalf && rnn.type != miopenBFloat16) return missing(function, "this type");
    return miopenStatusSuccess;
}

static miopenStatus_t describe(miopenRNNDescriptor_t to, int hidden, int layers, miopenDropoutDescriptor_t dropout, miopenRNNInputMode_t input,
                               miopenRNNDirectionMode_t direction, miopenRNNMode_t mode, miopenRNNBiasMode_t bias, miopenRNNAlgo_t algorithm, miopenDataType_t type) {
    if (!to || hidden < 1 || layers < 1 || unsigned(input) > miopenRNNskip || unsigned(direction) > miopenRNNbidirection || unsigned(mode) > miopenGRU ||
        unsigned(bias) > miopenRNNwithBias || unsigned(algorithm) > miopenRNNfundamental || !is_real(type))
        return miopenStatusBadParm;
    Rnn &rnn = *static_cast<Rnn *>(to);
    rnn.hidden = hidden, rnn.layers = layers, rnn.dropout = dropout, rnn.input = input, rnn.direction = direction, rnn.mode = mode, rnn.bias = bias;
    rnn.algorithm = algorithm, rnn.type = type;
    return miopenStatusSuccess;
}

// A parameter: layers of all directions are counted, and the hidden state's weights come behind the input's.
struct Parameter {
    std::vector<size_t> lens;
    size_t at;
};
static bool weights_of(const Rnn &rnn, int layer, const Tensor &x, int number, Parameter &parameter) {
    const int gates = rnn.gates(), ways = rnn.directions();
    if (layer < 0 || layer >= rnn.layers * ways || number < 0 || number >= 2 * gates || x.dims() < 2) return false;
    const int side = number / gates, gate = number % gates;
    const size_t columns = side ? size_t(rnn.hidden) : rnn.weighted(x.lens[1], layer / ways);
    if (columns == 0) return false;  // a layer that skips has none for its input
    parameter.lens = {size_t(rnn.hidden), columns};
    parameter.at = rnn.weights_at(x.lens[1], layer / ways, layer % ways, side) + size_t(gate) * rnn.hidden * columns;
    return true;
}
static bool bias_of(const Rnn &rnn, int layer, const Tensor &x, int number, Parameter &parameter) {
    const int gates = rnn.gates(), ways = rnn.directions();
    if (layer < 0 || layer >= rnn.layers * ways || number < 0 || number >= 2 * gates || x.dims() < 2) return false;
    parameter.lens = {size_t(rnn.hidden)};
    parameter.at = rnn.biases_at(x.lens[1], layer / ways, layer % ways, number / gates) + size_t(number % gates) * rnn.hidden;
    return true;
}

// MIOpen copies weights between rows and columns: what a program sets is there by columns, and what it gets is that by rows.
static View in_place(const Rnn &rnn, const Parameter &parameter, const void *w) {
    Tensor tensor = packed(rnn.type, parameter.lens);
    if (parameter.lens.size() == 2) tensor.strides = {1, parameter.lens[0]};
    return view(tensor, static_cast<const char *>(w) + parameter.at * size_of(rnn.type));
}

}  // namespace dnn

using namespace dnn;

static Rnn &ours(miopenRNNDescriptor_t rnn) { return *static_cast<Rnn *>(rnn); }

miopenStatus_t miopenCreateRNNDescriptor(miopenRNNDescriptor_t *rnnDesc) { return create<Rnn>(rnnDesc); }
miopenStatus_t miopenDestroyRNNDescriptor(miopenRNNDescriptor_t rnnDesc) { return destroy<Rnn>(rnnDesc); }

miopenStatus_t miopenSetRNNDescriptor(miopenRNNDescriptor_t rnnDesc, const int hsize, const int nlayers, miopenRNNInputMode_t inMode,
                                      miopenRNNDirectionMode_t direction, miopenRNNMode_t rnnMode, miopenRNNBiasMode_t biasMode, miopenRNNAlgo_t algo,
                                      miopenDataType_t dataType) {
    return describe(rnnDesc, hsize, nlayers, nullptr, inMode, direction, rnnMode, biasMode, algo, dataType);
}
miopenStatus_t miopenSetRNNDescriptor_V2(miopenRNNDescriptor_t rnnDesc, const int hsize, const int nlayers, miopenDropoutDescriptor_t dropoutDesc,
                                         miopenRNNInputMode_t inMode, miopenRNNDirectionMode_t direction, miopenRNNMode_t rnnMode, miopenRNNBiasMode_t biasMode,
                                         miopenRNNAlgo_t algo, miopenDataType_t dataType) {
    return describe(rnnDesc, hsize, nlayers, dropoutDesc, inMode, direction, rnnMode, biasMode, algo, dataType);
}
miopenStatus_t miopenGetRNNDescriptor_V2(miopenRNNDescriptor_t rnnDesc, int *hiddenSize, int *layer, miopenDropoutDescriptor_t *dropoutDesc,
                                         miopenRNNInputMode_t *inputMode, miopenRNNDirectionMode_t *dirMode, miopenRNNMode_t *rnnMode, miopenRNNBiasMode_t *biasMode,
                                         miopenRNNAlgo_t *algoMode, miopenDataType_t *dataType) {
    if (!rnnDesc) return miopenStatusBadParm;
    const Rnn &rnn = ours(rnnDesc);
    put(hiddenSize, rnn.hidden), put(layer, rnn.layers), put(dropoutDesc, rnn.dropout), put(inputMode, rnn.input), put(dirMode, rnn.direction), put(rnnMode, rnn.mode);
    put(biasMode, rnn.bias), put(algoMode, rnn.algorithm), put(dataType, rnn.type);
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNDescriptor(miopenRNNDescriptor_t rnnDesc, miopenRNNMode_t *rnnMode, miopenRNNAlgo_t *algoMode, miopenRNNInputMode_t *inputMode,
                                      miopenRNNDirectionMode_t *dirMode, miopenRNNBiasMode_t *biasMode, int *hiddenSize, int *layer) {
    return miopenGetRNNDescriptor_V2(rnnDesc, hiddenSize, layer, nullptr, inputMode, dirMode, rnnMode, biasMode, algoMode, nullptr);
}
miopenStatus_t miopenSetRNNPaddingMode(miopenRNNDescriptor_t rnnDesc, miopenRNNPaddingMode_t paddingMode) {
    if (!rnnDesc || unsigned(paddingMode) > miopenRNNIOWithPadding) return miopenStatusBadParm;
    ours(rnnDesc).padding = paddingMode;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNPaddingMode(miopenRNNDescriptor_t rnnDesc, miopenRNNPaddingMode_t *paddingMode) {
    if (!rnnDesc || !paddingMode) return miopenStatusBadParm;
    *paddingMode = ours(rnnDesc).padding;
    return miopenStatusSuccess;
}

// What programs ask before they call.
miopenStatus_t miopenGetRNNWorkspaceSize(miopenHandle_t handle, const miopenRNNDescriptor_t rnnDesc, const int sequenceLen, const miopenTensorDescriptor_t *xDesc,
                                         size_t *numBytes) {
    Rows_of_time rows;
    size_t width;
    if (!handle || !rnnDesc || !numBytes || !rows_by_time(ours(rnnDesc), sequenceLen, xDesc, rows, width)) return miopenStatusBadParm;
    *numBytes = workspace_bytes(ours(rnnDesc), size_t(rows.rows));
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNTrainingReserveSize(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int sequenceLen, const miopenTensorDescriptor_t *xDesc,
                                               size_t *numBytes) {
    Rows_of_time rows;
    size_t width;
    if (!handle || !rnnDesc || !numBytes || !rows_by_time(ours(rnnDesc), sequenceLen, xDesc, rows, width)) return miopenStatusBadParm;
    *numBytes = reserve_bytes(ours(rnnDesc), size_t(rows.rows));
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNInputTensorSize(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int seqLen, miopenTensorDescriptor_t *xDesc, size_t *numBytes) {
    Rows_of_time rows;
    size_t width;
    if (!handle || !rnnDesc || !numBytes || !rows_by_time(ours(rnnDesc), seqLen, xDesc, rows, width)) return miopenStatusBadParm;
    *numBytes = rows.places * width * size_of(ours(rnnDesc).type);
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNHiddenTensorSize(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int, miopenTensorDescriptor_t *xDesc, size_t *numBytes) {
    if (!handle || !rnnDesc || !numBytes || !xDesc || !xDesc[0]) return miopenStatusBadParm;
    const Rnn &rnn = ours(rnnDesc);
    *numBytes = of(xDesc[0]).lens[0] * rnn.width() * rnn.layers * size_of(rnn.type);
    return miopenStatusSuccess;
}

// An input of two dimensions is a time's; of three, a whole sequence's, whose last one counts.
static size_t input_size(const Tensor &x) { return x.dims() >= 2 ? x.lens[1] : 0; }

miopenStatus_t miopenGetRNNParamsSize(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, miopenTensorDescriptor_t xDesc, size_t *numBytes, miopenDataType_t dtype) {
    if (!handle || !rnnDesc || !xDesc || !numBytes || dtype != ours(rnnDesc).type || of(xDesc).type != dtype || !input_size(of(xDesc))) return miopenStatusBadParm;
    const Rnn &rnn = ours(rnnDesc);
    if (rnn.is_skipping() && input_size(of(xDesc)) != size_t(rnn.hidden)) return miopenStatusBadParm;
    *numBytes = rnn.parameters(input_size(of(xDesc))) * size_of(dtype);
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNParamsDescriptor(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, miopenTensorDescriptor_t xDesc, miopenTensorDescriptor_t wDesc,
                                            miopenDataType_t dtype) {
    if (!handle || !rnnDesc || any_null(xDesc, wDesc) || dtype != ours(rnnDesc).type || !input_size(of(xDesc))) return miopenStatusBadParm;
    const Rnn &rnn = ours(rnnDesc);
    const size_t columns = size_t(rnn.width()) * rnn.gates();
    of(wDesc) = packed(dtype, {rnn.parameters(input_size(of(xDesc))) / columns, columns});
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNLayerParamSize(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int layer, miopenTensorDescriptor_t xDesc, const int paramID,
                                          size_t *numBytes) {
    if (!handle || !rnnDesc || !xDesc || !numBytes || of(xDesc).type != ours(rnnDesc).type) return miopenStatusBadParm;
    Parameter parameter;
    const bool has = weights_of(ours(rnnDesc), layer, of(xDesc), paramID, parameter);
    *numBytes = has ? parameter.lens[0] * parameter.lens[1] * size_of(ours(rnnDesc).type) : 0;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetRNNLayerBiasSize(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int, const int, size_t *numBytes) {
    if (!handle || !rnnDesc || !numBytes) return miopenStatusBadParm;
    *numBytes = size_t(ours(rnnDesc).hidden) * size_of(ours(rnnDesc).type);
    return miopenStatusSuccess;
}

miopenStatus_t miopenGetRNNLayerParamOffset(miopenRNNDescriptor_t rnnDesc, const int layer, miopenTensorDescriptor_t xDesc, const int paramID,
                                            miopenTensorDescriptor_t paramDesc, size_t *layerParamOffset) {
    Parameter parameter;
    if (!rnnDesc || any_null(xDesc, paramDesc) || !weights_of(ours(rnnDesc), layer, of(xDesc), paramID, parameter)) return miopenStatusBadParm;
    of(paramDesc) = packed(ours(rnnDesc).type, parameter.lens);
    put(layerParamOffset, parameter.at);
    return miopenStatusSuccess;
}
// Without biases nothing is said.
miopenStatus_t miopenGetRNNLayerBiasOffset(miopenRNNDescriptor_t rnnDesc, const int layer, miopenTensorDescriptor_t xDesc, const int biasID,
                                           miopenTensorDescriptor_t biasDesc, size_t *layerBiasOffset) {
    Parameter parameter;
    if (!rnnDesc || any_null(xDesc, biasDesc) || !bias_of(ours(rnnDesc), layer, of(xDesc), biasID, parameter)) return miopenStatusBadParm;
    if (ours(rnnDesc).bias == miopenRNNNoBias) return miopenStatusSuccess;
    of(biasDesc) = packed(ours(rnnDesc).type, parameter.lens);
    put(layerBiasOffset, parameter.at);
    return miopenStatusSuccess;
}

// Gets a parameter, or sets it; a get without memory says its sizes.
static miopenStatus_t copy(miopenHandle_t handle, const Rnn &rnn, const Parameter &parameter, const void *w, miopenTensorDescriptor_t descriptor, const void *own,
                           bool is_set) {
    if (!is_set) of(descriptor) = packed(rnn.type, parameter.lens);
    if (!own) return is_set ? miopenStatusBadParm : miopenStatusSuccess;
    if (!w || of(descriptor).lens != parameter.lens) return miopenStatusBadParm;
    return with(handle, [&](Handle &h) {
        const View there = in_place(rnn, parameter, w), here = view(of(descriptor), own);
        return is_set ? transform(h, here, there, 1, 0) : transform(h, there, here, 1, 0);
    });
}
miopenStatus_t miopenGetRNNLayerParam(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int layer, miopenTensorDescriptor_t xDesc, miopenTensorDescriptor_t,
                                      const void *w, const int paramID, miopenTensorDescriptor_t paramDesc, void *layerParam) {
    Parameter parameter;
    if (!handle || !rnnDesc || any_null(xDesc, paramDesc) || !weights_of(ours(rnnDesc), layer, of(xDesc), paramID, parameter)) return miopenStatusBadParm;
    return copy(handle, ours(rnnDesc), parameter, w, paramDesc, layerParam, false);
}
miopenStatus_t miopenSetRNNLayerParam(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int layer, miopenTensorDescriptor_t xDesc, miopenTensorDescriptor_t,
                                      void *w, const int paramID, miopenTensorDescriptor_t paramDesc, const void *layerParam) {
    Parameter parameter;
    if (!handle || !rnnDesc || any_null(xDesc, paramDesc) || !weights_of(ours(rnnDesc), layer, of(xDesc), paramID, parameter)) return miopenStatusBadParm;
    return copy(handle, ours(rnnDesc), parameter, w, paramDesc, layerParam, true);
}
miopenStatus_t miopenGetRNNLayerBias(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int layer, miopenTensorDescriptor_t xDesc, miopenTensorDescriptor_t,
                                     const void *w, const int biasID, miopenTensorDescriptor_t biasDesc, void *layerBias) {
    Parameter parameter;
    if (!handle || !rnnDesc || any_null(xDesc, biasDesc) || !bias_of(ours(rnnDesc), layer, of(xDesc), biasID, parameter)) return miopenStatusBadParm;
    return ours(rnnDesc).bias == miopenRNNNoBias ? miopenStatusSuccess : copy(handle, ours(rnnDesc), parameter, w, biasDesc, layerBias, false);
}
miopenStatus_t miopenSetRNNLayerBias(miopenHandle_t handle, miopenRNNDescriptor_t rnnDesc, const int layer, miopenTensorDescriptor_t xDesc, miopenTensorDescriptor_t,
                                     void *w, const int biasID, miopenTensorDescriptor_t biasDesc, const void *layerBias) {
    Parameter parameter;
    if (!handle || !rnnDesc || any_null(xDesc, biasDesc) || !bias_of(ours(rnnDesc), layer, of(xDesc), biasID, parameter)) return miopenStatusBadParm;
    return ours(rnnDesc).bias == miopenRNNNoBias ? miopenStatusSuccess : copy(handle, ours(rnnDesc), parameter, w, biasDesc, layerBias, true);
}
