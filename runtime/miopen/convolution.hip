// convolution.hip: convolutions' descriptors, what a call's problem is, and which way it is solved.
//
// Called by programs; `describe`, `convolve` and what the ways are called by convolution_calls.hip, fusion.hip and solutions.hip.
#include "convolution.h"

namespace dnn {

uint32_t Problem::places() const { return uint32_t(y.count() / (y.lens[0] * y.lens[1])); }

static int64_t output_len(int64_t len, int64_t size, int pad, int stride, int dilation) {
    return std::max<int64_t>(1, (len - (1 + dilation * (size - 1)) + 2 * pad) / stride + 1);
}

// Sums of short floats may stay floats, for what comes behind.
static bool has_type(const Problem &p) {
    const miopenDataType_t type = p.w.type, result = p.result().type;
    if (p.direction == Direction::weights) return is_real(type) && p.x.type == type && p.y.type == type;
    if ((p.direction == Direction::forward ? p.x : p.y).type != type) return false;
    if (type == miopenInt8) return p.direction == Direction::forward && (result == miopenInt32 || result == miopenInt8 || result == miopenFloat);
    return is_real(type) && (result == type || (result == miopenFloat && type != miopenDouble));
}

miopenStatus_t describe(Problem &p, const Convolution &convolution, Direction direction, const Tensor &x, const Tensor &w, const Tensor &y) {
    const bool is_other_way = is_turned(convolution);
    p.direction = is_other_way ? turned(direction) : direction;
    p.x = is_other_way ? y : x, p.w = w, p.y = is_other_way ? x : y, p.groups = convolution.groups;
    const int dims = int(convolution.pads.size());
    if (spatial_dims(p.x) != dims || spatial_dims(p.w) != dims || spatial_dims(p.y) != dims) return miopenStatusBadParm;
    if (p.x.vector_length != 1 || p.w.vector_length != 1 || p.y.vector_length != 1) return missing("convolution", "a layout with vectors of channels");
    if (dims < 1 || dims > 3) return missing("convolution", "other than one to three dimensions");
    // Depthwise convolutions of before groups: the filters' channels say how many there are.
    if (!p.groups || p.x.lens[1] % p.w.lens[1]) return miopenStatusBadParm;
    if (p.groups == 1 && !is_other_way && p.w.lens[1] != p.x.lens[1]) return miopenStatusBadParm;
    if (p.w.lens[1] * p.groups != p.x.lens[1] || p.w.lens[0] % p.groups || p.w.lens[0] != p.y.lens[1] || p.x.lens[0] != p.y.lens[0]) return miopenStatusBadParm;
    for (int d = 0; d < dims; d++) {
        const int64_t expected = output_len(int64_t(p.x.lens[2 + d]), int64_t(p.w.lens[2 + d]), convolution.pads[d], convolution.strides[d], convolution.dilations[d]);
        if (int64_t(p.y.lens[2 + d]) != expected) return miopenStatusBadParm;
    }
    if (!is_small(p.x) || !is_small(p.w) || !is_small(p.y) || !has_type(p)) return missing("convolution", "tensors of these types or sizes");
    spread(p.window.size, {p.w.lens.begin() + 2, p.w.lens.end()}, 1);
    spread(p.window.pad, convolution.pads, 0);
    spread(p.window.stride, convolution.strides, 1);
    spread(p.window.dilation, convolution.dilations, 1);
    return miopenStatusSuccess;
}

// A product is worth its launches, and a matrix of the windows' elements, where there is much to multiply and its sides are not short.
Way best_way(const Problem &p) {
    const bool is_worth_it = p.work() >= 0x1p19 && p.channels() * p.taps() >= 8 && p.filters() >= 4;
    return is_worth_it && has_product(p) ? Way::product : Way::direct;
}

miopenStatus_t convolve(Handle &handle, const Problem &problem, Way way, const Buffers &buffers) {
    if (any_null(buffers.x, buffers.w, buffers.y)) return miopenStatusBadParm;
    return way == Way::product && has_product(problem) ? convolve_by_products(handle, problem, buffers) : convolve_directly(handle, problem, buffers);
}

miopenStatus_t timed(Handle &handle, const Problem &problem, Way way, const Buffers &buffers, float &time) {
    DNN_TRY(convolve(handle, problem, way, buffers));  // compiles
    DNN_TRY(status_of(hipEventRecord(handle.start, handle.stream)));
    DNN_TRY(convolve(handle, problem, way, buffers));
    DNN_TRY(status_of(hipEventRecord(handle.end, handle.stream)));
    DNN_TRY(status_of(hipEventSynchronize(handle.end)));
    return status_of(hipEventElapsedTime(&time, handle.start, handle.end));
}

// MIOpen's own numbers of its plainest solvers of each kind.
static const uint64_t numbers[2][3] = {{91, 97, 99}, {85, 86, 87}};
uint64_t solution_of(Direction direction, Way way) { return numbers[int(way)][int(direction)]; }
bool way_of(uint64_t solution, Way &way) {
    for (const Way candidate : {Way::product, Way::direct})
        for (const uint64_t number : numbers[int(candidate)])
            if (number == solution) return way = candidate, true;
    return false;
}
miopenConvAlgorithm_t algorithm_of(Way way) { return way == Way::direct ? miopenConvolutionAlgoDirect : miopenConvolutionAlgoGEMM; }

static Convolution &ours(miopenConvolutionDescriptor_t convolution) { return *static_cast<Convolution *>(convolution); }

// A descriptor keeps any number of dimensions, as MIOpen's do.
static miopenStatus_t set(miopenConvolutionDescriptor_t to, miopenConvolutionMode_t mode, int dims, const int *pads, const int *strides, const int *dilations) {
    if (!to || dims < 0 || any_null(pads, strides, dilations)) return miopenStatusBadParm;
    if (mode != miopenConvolution && mode != miopenTranspose && mode != miopenGroupConv && mode != miopenDepthwise) return miopenStatusBadParm;
    for (int d = 0; d < dims; d++)
        if (pads[d] < 0 || strides[d] < 1 || dilations[d] < 1) return miopenStatusBadParm;
    Convolution &convolution = ours(to);
    convolution = Convolution();
    convolution.mode = mode == miopenTranspose ? mode : miopenConvolution;
    convolution.pads.assign(pads, pads + dims), convolution.strides.assign(strides, strides + dims), convolution.dilations.assign(dilations, dilations + dims);
    convolution.output_pads.assign(dims, 0);
    return miopenStatusSuccess;
}

static miopenStatus_t output_lens(const Convolution &c, const Tensor &x, const Tensor &w, int *lens) {
    const int dims = int(c.pads.size());
    if (spatial_dims(x) != dims || spatial_dims(w) != dims) return miopenStatusBadParm;
    const bool is_other_way = is_turned(c);
    if (is_other_way ? x.lens[1] != w.lens[0] || w.lens[0] % c.groups : w.lens[1] * c.groups != x.lens[1] || w.lens[0] % c.groups) return miopenStatusBadParm;
    lens[0] = int(x.lens[0]);
    lens[1] = int(is_other_way ? w.lens[1] * c.groups : w.lens[0]);
    for (int d = 0; d < dims; d++) {
        const int64_t len = int64_t(x.lens[2 + d]), size = int64_t(w.lens[2 + d]);
        if (is_other_way && c.output_pads[d] >= c.strides[d]) return miopenStatusBadParm;
        lens[2 + d] = int(is_other_way ? std::max<int64_t>(1, c.strides[d] * (len - 1) + 1 + c.dilations[d] * (size - 1) - 2 * c.pads[d] + c.output_pads[d])
                                       : output_len(len, size, c.pads[d], c.strides[d], c.dilations[d]));
    }
    return miopenStatusSuccess;
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateConvolutionDescriptor(miopenConvolutionDescriptor_t *convDesc) { return create<Convolution>(convDesc); }
miopenStatus_t miopenDestroyConvolutionDescriptor(miopenConvolutionDescriptor_t convDesc) { return destroy<Convolution>(convDesc); }

miopenStatus_t miopenInitConvolutionDescriptor(miopenConvolutionDescriptor_t convDesc, miopenConvolutionMode_t c_mode, int pad_h, int pad_w, int stride_h,
                                               int stride_w, int dilation_h, int dilation_w) {
    const int pads[] = {pad_h, pad_w}, strides[] = {stride_h, stride_w}, dilations[] = {dilation_h, dilation_w};
    return set(convDesc, c_mode, 2, pads, strides, dilations);
}
miopenStatus_t miopenInitConvolutionNdDescriptor(miopenConvolutionDescriptor_t convDesc, int spatialDim, const int *padA, const int *strideA, const int *dilationA,
                                                 miopenConvolutionMode_t c_mode) {
    return set(convDesc, c_mode, spatialDim, padA, strideA, dilationA);
}

miopenStatus_t miopenGetConvolutionSpatialDim(miopenConvolutionDescriptor_t convDesc, int *spatialDim) {
    if (!convDesc || !spatialDim) return miopenStatusBadParm;
    *spatialDim = int(ours(convDesc).pads.size());
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetConvolutionNdDescriptor(miopenConvolutionDescriptor_t convDesc, int requestedSpatialDim, int *spatialDim, int *padA, int *strideA,
                                                int *dilationA, miopenConvolutionMode_t *c_mode) {
    if (!convDesc || requestedSpatialDim < 0) return miopenStatusBadParm;
    const Convolution &c = ours(convDesc);
    const int dims = std::min(requestedSpatialDim, int(c.pads.size()));
    put(spatialDim, int(c.pads.size())), put(c_mode, c.mode);
    for (int d = 0; d < dims; d++) {
        if (padA) padA[d] = c.pads[d];
        if (strideA) strideA[d] = c.strides[d];
        if (dilationA) dilationA[d] = c.dilations[d];
    }
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetConvolutionDescriptor(miopenConvolutionDescriptor_t convDesc, miopenConvolutionMode_t *c_mode, int *pad_h, int *pad_w, int *stride_h,
                                              int *stride_w, int *dilation_h, int *dilation_w) {
    if (!convDesc || !c_mode || any_null(pad_h, pad_w, stride_h, stride_w, dilation_h, dilation_w)) return miopenStatusBadParm;
    const Convolution &c = ours(convDesc);
    if (c.pads.size() != 2) return miopenStatusBadParm;
    *c_mode = c.mode, *pad_h = c.pads[0], *pad_w = c.pads[1], *stride_h = c.strides[0], *stride_w = c.strides[1];
    *dilation_h = c.dilations[0], *dilation_w = c.dilations[1];
    return miopenStatusSuccess;
}

miopenStatus_t miopenGetConvolutionGroupCount(miopenConvolutionDescriptor_t convDesc, int *groupCount) {
    if (!convDesc || !groupCount) return miopenStatusBadParm;
    *groupCount = ours(convDesc).groups;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetConvolutionGroupCount(miopenConvolutionDescriptor_t convDesc, int groupCount) {
    if (!convDesc || groupCount < 1) return miopenStatusBadParm;
    ours(convDesc).groups = groupCount;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetTransposeConvNdOutputPadding(miopenConvolutionDescriptor_t convDesc, int spatialDim, const int *adjA) {
    if (!convDesc || !adjA || spatialDim != int(ours(convDesc).pads.size())) return miopenStatusBadParm;
    for (int d = 0; d < spatialDim; d++)
        if (adjA[d] < 0) return miopenStatusBadParm;
    ours(convDesc).output_pads.assign(adjA, adjA + spatialDim);
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetTransposeConvOutputPadding(miopenConvolutionDescriptor_t convDesc, int adj_h, int adj_w) {
    const int pads[] = {adj_h, adj_w};
    return miopenSetTransposeConvNdOutputPadding(convDesc, 2, pads);
}

miopenStatus_t miopenGetConvolutionNdForwardOutputDim(miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t inputTensorDesc,
                                                      const miopenTensorDescriptor_t filterDesc, int *nDim, int *outputTensorDimA) {
    if (!convDesc || any_null(inputTensorDesc, filterDesc) || any_null(nDim, outputTensorDimA)) return miopenStatusBadParm;
    *nDim = of(inputTensorDesc).dims();
    return output_lens(ours(convDesc), of(inputTensorDesc), of(filterDesc), outputTensorDimA);
}
miopenStatus_t miopenGetConvolutionForwardOutputDim(miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t inputTensorDesc,
                                                    const miopenTensorDescriptor_t filterDesc, int *n, int *c, int *h, int *w) {
    if (!convDesc || any_null(inputTensorDesc, filterDesc) || any_null(n, c, h, w) || ours(convDesc).pads.size() != 2) return miopenStatusBadParm;
    int lens[4];
    DNN_TRY(output_lens(ours(convDesc), of(inputTensorDesc), of(filterDesc), lens));
    *n = lens[0], *c = lens[1], *h = lens[2], *w = lens[3];
    return miopenStatusSuccess;
}

miopenStatus_t miopenSetConvolutionAttribute(miopenConvolutionDescriptor_t convDesc, const miopenConvolutionAttrib_t attr, int value) {
    if (!convDesc || unsigned(attr) > MIOPEN_CONVOLUTION_ATTRIB_MATH_TYPE) return miopenStatusBadParm;
    const int least = attr == MIOPEN_CONVOLUTION_ATTRIB_FP16_ALT_IMPL ? -1 : 0;
    if (value < least || value > 1) return miopenStatusBadParm;
    ours(convDesc).attributes[attr] = value;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetConvolutionAttribute(miopenConvolutionDescriptor_t convDesc, const miopenConvolutionAttrib_t attr, int *value) {
    if (!convDesc || !value || unsigned(attr) > MIOPEN_CONVOLUTION_ATTRIB_MATH_TYPE) return miopenStatusBadParm;
    *value = ours(convDesc).attributes[attr];
    return miopenStatusSuccess;
}
// There is one way to find.
miopenStatus_t miopenSetConvolutionFindMode(miopenConvolutionDescriptor_t convDesc, miopenConvolutionFindMode_t findMode) {
    if (!convDesc || findMode < miopenConvolutionFindModeNormal || findMode > miopenConvolutionFindModeTrustVerifyFull || int(findMode) == 4) return miopenStatusBadParm;
    ours(convDesc).find_mode = findMode;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetConvolutionFindMode(const miopenConvolutionDescriptor_t convDesc, miopenConvolutionFindMode_t *findMode) {
    if (!convDesc || !findMode) return miopenStatusBadParm;
    *findMode = ours(convDesc).find_mode;
    return miopenStatusSuccess;
}
