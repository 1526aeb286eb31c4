// What descriptors keep, what calls refuse, and what a handle does besides: streams, times, a program's allocator.
#include "check.h"

static bool refuses(miopenStatus_t status) { return status == miopenStatusBadParm; }

static void check_tensors() {
    miopenTensorDescriptor_t tensor;
    DNN(miopenCreateTensorDescriptor(&tensor));
    DNN(miopenSet4dTensorDescriptor(tensor, miopenHalf, 2, 3, 4, 5));
    miopenDataType_t type;
    int n, c, h, w, strides[4], lens[5], count;
    size_t bytes;
    DNN(miopenGet4dTensorDescriptor(tensor, &type, &n, &c, &h, &w, &strides[0], &strides[1], &strides[2], &strides[3]));
    DNN(miopenGetTensorNumBytes(tensor, &bytes));
    bool right = type == miopenHalf && n == 2 && c == 3 && h == 4 && w == 5 && strides[0] == 60 && strides[1] == 20 && strides[2] == 5 && strides[3] == 1 && bytes == 240;
    const int shape[] = {2, 3, 4, 5}, gaps[] = {100, 30, 6, 1};
    DNN(miopenSetNdTensorDescriptorWithLayout(tensor, miopenFloat, miopenTensorNHWC, shape, 4));
    DNN(miopenGetTensorDescriptor(tensor, &type, lens, strides));
    right &= lens[1] == 3 && strides[0] == 60 && strides[1] == 1 && strides[2] == 15 && strides[3] == 3;
    DNN(miopenSetNdTensorDescriptorWithLayout(tensor, miopenHalf, miopenTensorNCHWc4, (const int[]){2, 8, 4, 5}, 4));
    DNN(miopenGetTensorDescriptor(tensor, &type, lens, strides));
    DNN(miopenGetTensorNumBytes(tensor, &bytes));
    right &= lens[1] == 2 && strides[3] == 4 && strides[0] == 160 && bytes == 640;
    DNN(miopenSetTensorDescriptor(tensor, miopenFloat, 4, shape, gaps));
    DNN(miopenGetTensorDescriptorSize(tensor, &count));
    DNN(miopenGetTensorNumBytes(tensor, &bytes));
    right &= count == 4 && bytes == 4 * (100 + 60 + 18 + 4 + 1);
    const int wrong[] = {2, 0, 4, 5};
    right &= refuses(miopenSetTensorDescriptor(tensor, miopenFloat, 4, wrong, nullptr)) && refuses(miopenSet4dTensorDescriptor(nullptr, miopenFloat, 1, 1, 1, 1)) &&
             miopenSetTensorDescriptor(tensor, miopenFloat, 0, shape, nullptr) == miopenStatusInvalidValue;
    const size_t large[] = {2, size_t(-1)};
    right &= refuses(miopenSetTensorDescriptorV2(tensor, miopenFloat, 2, large, nullptr));
    DNN(miopenDestroyTensorDescriptor(tensor));
    result("tensors", right);
}

static void check_convolutions() {
    miopenConvolutionDescriptor_t convolution;
    miopenConvolutionMode_t mode;
    miopenConvolutionFindMode_t find;
    int dims, groups, value, pad[2], stride[2], dilation[2], n, c, h, w;
    DNN(miopenCreateConvolutionDescriptor(&convolution));
    DNN(miopenInitConvolutionDescriptor(convolution, miopenTranspose, 1, 2, 3, 4, 1, 2));
    DNN(miopenSetConvolutionGroupCount(convolution, 2));
    DNN(miopenSetTransposeConvOutputPadding(convolution, 2, 1));
    DNN(miopenGetConvolutionSpatialDim(convolution, &dims));
    DNN(miopenGetConvolutionGroupCount(convolution, &groups));
    DNN(miopenGetConvolutionDescriptor(convolution, &mode, &pad[0], &pad[1], &stride[0], &stride[1], &dilation[0], &dilation[1]));
    bool right = dims == 2 && groups == 2 && mode == miopenTranspose && pad[1] == 2 && stride[0] == 3 && dilation[1] == 2;
    // Any number of dimensions is kept; calls refuse what they do not calculate.
    miopenConvolutionDescriptor_t other_dims;
    const int zeros[9] = {}, ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    DNN(miopenCreateConvolutionDescriptor(&other_dims));
    for (int wanted = 0; wanted < 10; wanted++) {
        DNN(miopenInitConvolutionNdDescriptor(other_dims, wanted, zeros, ones, ones, miopenConvolution));
        DNN(miopenGetConvolutionSpatialDim(other_dims, &dims));
        right &= dims == wanted;
    }
    DNN(miopenDestroyConvolutionDescriptor(other_dims));
    DNN(miopenGetConvolutionFindMode(convolution, &find));
    right &= find == miopenConvolutionFindModeDefault;
    DNN(miopenSetConvolutionAttribute(convolution, MIOPEN_CONVOLUTION_ATTRIB_DETERMINISTIC, 1));
    DNN(miopenGetConvolutionAttribute(convolution, MIOPEN_CONVOLUTION_ATTRIB_DETERMINISTIC, &value));
    right &= value == 1 && refuses(miopenSetConvolutionAttribute(convolution, MIOPEN_CONVOLUTION_ATTRIB_DETERMINISTIC, 2));
    Tensor x(miopenFloat, {2, 4, 5, 6}), weights(miopenFloat, {4, 3, 3, 3}), y(miopenFloat, {2, 6, 15, 22});
    DNN(miopenGetConvolutionForwardOutputDim(convolution, x.descriptor, weights.descriptor, &n, &c, &h, &w));
    right &= n == 2 && c == 6 && h == 3 * 4 + 1 + 2 - 2 + 2 && w == 4 * 5 + 1 + 4 - 4 + 1;
    // Sizes that do not go together.
    size_t bytes;
    DNN(miopenConvolutionForwardGetWorkSpaceSize(handle(), weights.descriptor, x.descriptor, convolution, y.descriptor, &bytes));
    Tensor other(miopenFloat, {2, 6, 15, 25});
    right &= refuses(miopenConvolutionForwardGetWorkSpaceSize(handle(), weights.descriptor, x.descriptor, convolution, other.descriptor, &bytes));
    right &= refuses(miopenConvolutionForward(handle(), &one, x.descriptor, nullptr, weights.descriptor, weights, convolution, miopenConvolutionFwdAlgoDirect, &zero,
                                              y.descriptor, y, nullptr, 0));
    right &= refuses(miopenConvolutionForward(nullptr, &one, x.descriptor, x, weights.descriptor, weights, convolution, miopenConvolutionFwdAlgoDirect, &zero, y.descriptor,
                                              y, nullptr, 0));
    DNN(miopenDestroyConvolutionDescriptor(convolution));
    result("convolutions", right);
}

static int allocations = 0;
static void *allocate(void *, size_t bytes) {
    void *memory;
    allocations++;
    return hipMalloc(&memory, bytes) == hipSuccess ? memory : nullptr;
}
static void release(void *, void *memory) {
    allocations += 1000;
    HIP(hipDeviceSynchronize());
    HIP(hipFree(memory));
}

static void check_handles() {
    hipStream_t stream, found;
    miopenHandle_t own;
    HIP(hipStreamCreate(&stream));
    DNN(miopenCreateWithStream(&own, stream));
    DNN(miopenGetStream(own, &found));
    bool right = found == stream;
    size_t major, minor, patch;
    DNN(miopenGetVersion(&major, &minor, &patch));
    right &= major == 3 && minor == 5 && patch == 0 && !strcmp(miopenGetErrorString(miopenStatusBadParm), "miopenStatusBadParm");

    Tensor x(miopenFloat, {4, 1000}), y(miopenFloat, x.lens);
    float time = -1;
    DNN(miopenEnableProfiling(own, true));
    DNN(miopenSoftmaxForward_V2(own, &one, x.descriptor, x, &zero, y.descriptor, y, MIOPEN_SOFTMAX_ACCURATE, MIOPEN_SOFTMAX_MODE_CHANNEL));
    DNN(miopenGetKernelTime(own, &time));
    HIP(hipStreamSynchronize(stream));
    Doubles wanted(x.count());
    for (size_t i = 0; i < 4; i++) {
        double sum = 0;
        for (size_t j = 0; j < 1000; j++) sum += std::exp(x.values[i * 1000 + j]);
        for (size_t j = 0; j < 1000; j++) wanted[i * 1000 + j] = std::exp(x.values[i * 1000 + j]) / sum;
    }
    right &= time > 0 && is_near(y, wanted);
    DNN(miopenEnableProfiling(own, false));

    // Memory of a call is the program's, and goes back to it.
    Tensor loss(miopenFloat, {1}), signs(miopenFloat, x.lens);
    DNN(miopenSetAllocator(own, allocate, release, nullptr));
    DNN(miopenSoftMarginLossForward(own, x.descriptor, x, signs.descriptor, signs, loss.descriptor, loss, MIOPEN_LOSS_REDUCTION_SUM, nullptr, 0));
    HIP(hipStreamSynchronize(stream));
    right &= allocations == 1001;
    DNN(miopenDestroy(own));
    HIP(hipStreamDestroy(stream));
    result("handles", right);
}

// What is not there says so.
static void check_missing() {
    miopenMhaDescriptor_t descriptor = nullptr;
    miopenFusionPlanDescriptor_t plan;
    miopenFusionOpDescriptor_t first, second;
    miopenConvolutionDescriptor_t convolution;
    Tensor x(miopenFloat, {2, 3, 4, 5}), w(miopenFloat, {3, 3, 1, 1}), bytes(miopenInt8, {2, 3, 4, 5});
    DNN(miopenCreateConvolutionDescriptor(&convolution));
    DNN(miopenCreateFusionPlan(&plan, miopenVerticalFusion, x.descriptor));
    DNN(miopenCreateOpActivationForward(plan, &first, miopenActivationRELU));
    DNN(miopenCreateOpConvForward(plan, &second, convolution, w.descriptor));
    bool right = miopenCompileFusionPlan(handle(), plan) == miopenStatusUnsupportedOp && miopenCreateMhaDescriptor(&descriptor) == miopenStatusNotImplemented;
    right &= miopenSoftmaxForward(handle(), &one, bytes.descriptor, bytes, &zero, bytes.descriptor, bytes) == miopenStatusNotImplemented;
    DNN(miopenDestroyFusionPlan(plan));
    DNN(miopenDestroyConvolutionDescriptor(convolution));
    result("missing", right);
}

int main() {
    check_tensors();
    check_convolutions();
    check_handles();
    check_missing();
    return failures != 0;
}
