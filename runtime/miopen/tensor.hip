// tensor.hip: tensors' descriptors.
//
// Called by programs; what tensors know of themselves by other files of this folder.
#include "base.h"

#include <climits>
#include <numeric>

namespace dnn {

size_t Tensor::count() const {
    return std::accumulate(lens.begin(), lens.end(), vector_length, std::multiplies<size_t>());
}
size_t Tensor::space() const {
    size_t last = 0;
    for (int d = 0; d < dims(); d++) last += (lens[d] - 1) * strides[d];
    return last + vector_length;
}
bool Tensor::is_contiguous() const {
    size_t expected = 1;
    for (int d = dims() - 1; d >= 0; d--) {
        if (lens[d] != 1 && strides[d] != expected) return false;
        expected *= lens[d];
    }
    return true;
}
bool Tensor::is_channels_last() const {
    if (dims() < 3) return false;
    size_t expected = 1;
    const auto follows = [&](int d) {
        const bool right = lens[d] == 1 || strides[d] == expected;
        expected *= lens[d];
        return right;
    };
    if (!follows(1)) return false;
    for (int d = dims() - 1; d >= 2; d--)
        if (!follows(d)) return false;
    return follows(0);
}

// Dimensions in the order in which they lie in memory, the outermost first.
static std::vector<int> order_of(miopenTensorLayout_t layout, int dims) {
    switch (layout) {
        case miopenTensorNHWC: return {0, 2, 3, 1};
        case miopenTensorNDHWC: return {0, 2, 3, 4, 1};
        case miopenTensorCHWN: return {1, 2, 3, 0};
        default: break;
    }
    std::vector<int> order(dims);
    std::iota(order.begin(), order.end(), 0);
    return order;
}
static std::vector<size_t> strides_by(const std::vector<int> &order, const std::vector<size_t> &lens, size_t vector_length) {
    std::vector<size_t> strides(lens.size());
    size_t stride = vector_length;
    for (size_t i = order.size(); i-- > 0; stride *= lens[order[i]]) strides[order[i]] = stride;
    return strides;
}

Tensor packed(miopenDataType_t type, const std::vector<size_t> &lens) {
    Tensor tensor;
    tensor.type = type, tensor.lens = lens, tensor.strides = strides_by(order_of(miopenTensorNCHW, int(lens.size())), lens, 1);
    return tensor;
}
Tensor packed_like(const Tensor &other, const std::vector<size_t> &lens, miopenDataType_t type) {
    std::vector<int> order = order_of(miopenTensorNCHW, int(lens.size()));
    std::sort(order.begin(), order.end(), [&](int a, int b) { return std::make_pair(other.strides[b], a) < std::make_pair(other.strides[a], b); });
    Tensor tensor;
    tensor.type = type, tensor.lens = lens, tensor.strides = strides_by(order, lens, 1);
    return tensor;
}

static bool is_type(miopenDataType_t type) { return type >= miopenHalf && type <= miopenInt64 && int(type) != 4; }

template <class T> static bool are_positive(const T *numbers, int count) {
    return std::all_of(numbers, numbers + count, [](T n) { return n > 0 && uint64_t(n) <= uint64_t(INT64_MAX); });
}

template <class T> static miopenStatus_t describe(miopenTensorDescriptor_t to, miopenDataType_t type, int dims, const T *lens, const T *strides) {
    if (!to) return miopenStatusBadParm;
    if (!lens || dims <= 0) return miopenStatusInvalidValue;
    if (!is_type(type) || !are_positive(lens, dims) || (strides && !are_positive(strides, dims))) return miopenStatusBadParm;
    Tensor tensor = packed(type, std::vector<size_t>(lens, lens + dims));
    if (strides) tensor.strides.assign(strides, strides + dims);
    of(to) = tensor;
    return miopenStatusSuccess;
}

// A vector of channels is one element more often; in CHWNc layouts the sizes are turned as they lie.
static miopenStatus_t describe(miopenTensorDescriptor_t to, miopenDataType_t type, miopenTensorLayout_t layout, const int *lens, int dims) {
    if (!to) return miopenStatusBadParm;
    if (!lens || dims <= 0) return miopenStatusInvalidValue;
    const bool is_3d = layout == miopenTensorNCDHW || layout == miopenTensorNDHWC;
    if (!is_type(type) || !are_positive(lens, dims) || layout < miopenTensorNCHW || layout > miopenTensorNDHWC || dims != (is_3d ? 5 : 4))
        return miopenStatusBadParm;
    Tensor tensor;
    tensor.type = type, tensor.layout = layout, tensor.lens.assign(lens, lens + dims);
    const bool is_chwn = layout == miopenTensorCHWNc4 || layout == miopenTensorCHWNc8;
    if (layout == miopenTensorNCHWc4 || layout == miopenTensorCHWNc4) tensor.vector_length = 4;
    if (layout == miopenTensorNCHWc8 || layout == miopenTensorCHWNc8) tensor.vector_length = 8;
    if (is_chwn) tensor.lens = {size_t(lens[1]), size_t(lens[2]), size_t(lens[3]), size_t(lens[0])};
    size_t &channels = tensor.lens[is_chwn ? 0 : 1];
    if (channels % tensor.vector_length) return miopenStatusBadParm;
    channels /= tensor.vector_length;
    tensor.strides = strides_by(order_of(layout, dims), tensor.lens, tensor.vector_length);
    of(to) = tensor;
    return miopenStatusSuccess;
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateTensorDescriptor(miopenTensorDescriptor_t *tensorDesc) { return create<Tensor>(tensorDesc); }
miopenStatus_t miopenDestroyTensorDescriptor(miopenTensorDescriptor_t tensorDesc) { return destroy<Tensor>(tensorDesc); }

miopenStatus_t miopenSet4dTensorDescriptor(miopenTensorDescriptor_t tensorDesc, miopenDataType_t dataType, int n, int c, int h, int w) {
    const int lens[] = {n, c, h, w};
    return describe<int>(tensorDesc, dataType, 4, lens, nullptr);
}
miopenStatus_t miopenSet4dTensorDescriptorEx(miopenTensorDescriptor_t tensorDesc, miopenDataType_t dataType, int n, int c, int h, int w, int nStride, int cStride,
                                             int hStride, int wStride) {
    const int lens[] = {n, c, h, w}, strides[] = {nStride, cStride, hStride, wStride};
    return describe(tensorDesc, dataType, 4, lens, strides);
}
miopenStatus_t miopenSetNdTensorDescriptorWithLayout(miopenTensorDescriptor_t tensorDesc, miopenDataType_t dataType, miopenTensorLayout_t tensorLayout,
                                                     const int *lens, int num_lens) {
    return describe(tensorDesc, dataType, tensorLayout, lens, num_lens);
}
miopenStatus_t miopenSetTensorDescriptor(miopenTensorDescriptor_t tensorDesc, miopenDataType_t dataType, int nbDims, const int *dimsA, const int *stridesA) {
    return describe(tensorDesc, dataType, nbDims, dimsA, stridesA);
}
miopenStatus_t miopenSetTensorDescriptorV2(miopenTensorDescriptor_t tensorDesc, miopenDataType_t dataType, int nbDims, const size_t *dimsA,
                                           const size_t *stridesA) {
    return describe(tensorDesc, dataType, nbDims, dimsA, stridesA);
}
// Conversions are 8-bit floats', and so said where the tensor is used.
miopenStatus_t miopenSetTensorCastType(miopenTensorDescriptor_t tensorDesc, miopenDataType_t cast_type) {
    if (!tensorDesc) return miopenStatusBadParm;
    of(tensorDesc).cast = cast_type;
    return miopenStatusSuccess;
}

miopenStatus_t miopenGet4dTensorDescriptor(miopenTensorDescriptor_t tensorDesc, miopenDataType_t *dataType, int *n, int *c, int *h, int *w, int *nStride,
                                           int *cStride, int *hStride, int *wStride) {
    if (!tensorDesc || any_null(dataType, n, c, h, w, nStride, cStride, hStride, wStride)) return miopenStatusBadParm;
    const Tensor &tensor = of(tensorDesc);
    if (tensor.dims() != 4) return miopenStatusBadParm;
    int *const lens[] = {n, c, h, w}, *const strides[] = {nStride, cStride, hStride, wStride};
    *dataType = tensor.type;
    for (int d = 0; d < 4; d++) *lens[d] = int(tensor.lens[d]), *strides[d] = int(tensor.strides[d]);
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetTensorDescriptorSize(miopenTensorDescriptor_t tensorDesc, int *size) {
    if (any_null(tensorDesc) || !size) return miopenStatusBadParm;
    *size = of(tensorDesc).dims();
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetTensorDescriptor(miopenTensorDescriptor_t tensorDesc, miopenDataType_t *dataType, int *dimsA, int *stridesA) {
    if (!tensorDesc) return miopenStatusBadParm;
    const Tensor &tensor = of(tensorDesc);
    put(dataType, tensor.type);
    for (int d = 0; d < tensor.dims(); d++) {
        if (dimsA) dimsA[d] = int(tensor.lens[d]);
        if (stridesA) stridesA[d] = int(tensor.strides[d]);
    }
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetTensorNumBytes(miopenTensorDescriptor_t tensorDesc, size_t *numBytes) {
    if (!tensorDesc || !numBytes) return miopenStatusBadParm;
    *numBytes = of(tensorDesc).bytes();
    return miopenStatusSuccess;
}
