// pooling.hip: pooling, forwards and backwards, in two or three dimensions.
//
// Called by programs. Where the largest elements lie is kept in the workspace, in the order n, c, d, h, w whatever y's is: their place in the window or in the
// image; a window that has none says the index type's largest number.
#include "tensor_ops.h"
#include "window.h"

#include <climits>

namespace dnn {

struct Pooling : miopenPoolingDescriptor {
    miopenPoolingMode_t mode = miopenPoolingMax;
    miopenIndexType_t index_type = miopenIndexUint8;
    miopenPoolingWorkspaceIndexMode_t index_mode = miopenPoolingWorkspaceIndexMask;
    std::vector<int> lens{1, 1}, pads{0, 0}, strides{1, 1};
};

static size_t size_of(miopenIndexType_t type) { return size_t(1) << int(type); }

__device__ static void store_index(miopenIndexType_t type, void *to, uint32_t i, uint32_t value) {
    const bool none = value == UINT32_MAX;
    switch (type) {
        case miopenIndexUint8: static_cast<uint8_t *>(to)[i] = uint8_t(value); return;
        case miopenIndexUint16: static_cast<uint16_t *>(to)[i] = uint16_t(value); return;
        case miopenIndexUint32: static_cast<uint32_t *>(to)[i] = value; return;
        default: static_cast<uint64_t *>(to)[i] = none ? UINT64_MAX : value; return;
    }
}
// UINT32_MAX if there is none.
__device__ static uint32_t load_index(miopenIndexType_t type, const void *from, uint32_t i) {
    switch (type) {
        case miopenIndexUint8: {
            const uint8_t value = static_cast<const uint8_t *>(from)[i];
            return value == UINT8_MAX ? UINT32_MAX : value;
        }
        case miopenIndexUint16: {
            const uint16_t value = static_cast<const uint16_t *>(from)[i];
            return value == UINT16_MAX ? UINT32_MAX : value;
        }
        case miopenIndexUint32: return static_cast<const uint32_t *>(from)[i];
        default: return uint32_t(static_cast<const uint64_t *>(from)[i]);
    }
}

struct Indices {
    void *memory;  // null: they are not kept
    miopenIndexType_t type;
    bool in_image;
};

// What of a window lies in the image, along one dimension.
struct Span {
    int first, last;
    __device__ Span(const Window &w, int d, int at, int len) {
        const int start = at * w.stride[d] - w.pad[d];
        first = max(start, 0), last = min(start + w.size[d], len);
    }
    __device__ int count() const { return max(last - first, 0); }
};

// Where one of y is: n, c and three places.
struct Spot {
    uint32_t n, c;
    int at[3];
    __device__ Spot(uint32_t i, const uint32_t *lens) {
        for (int d = 2; d >= 0; d--) at[d] = int(i % lens[2 + d]), i /= lens[2 + d];
        c = i % lens[1], n = i / lens[1];
    }
};

template <class W> __global__ void pool(Volume x, Volume y, Window w, miopenPoolingMode_t mode, Indices indices, uint32_t count, W alpha, W beta) {
    DNN_EACH(i, count) {
        const Spot spot(i, y.view.lens);
        const Span depth(w, 0, spot.at[0], x.len(0)), height(w, 1, spot.at[1], x.len(1)), width(w, 2, spot.at[2], x.len(2));
        W result = 0;
        uint32_t index = UINT32_MAX;
        for (int d = depth.first; d < depth.last; d++)
            for (int h = height.first; h < height.last; h++)
                for (int v = width.first; v < width.last; v++) {
                    const W value = x.view.get<W>(x.at(spot.n, spot.c, d, h, v));
                    if (mode != miopenPoolingMax) {
                        result += value;
                        continue;
                    }
                    if (!(value > result || (index == UINT32_MAX && value == value))) continue;
                    result = value;
                    index = indices.in_image ? (d * x.len(1) + h) * x.len(2) + v
                                             : ((d - spot.at[0] * w.stride[0] + w.pad[0]) * w.size[1] + h - spot.at[1] * w.stride[1] + w.pad[1]) * w.size[2] + v -
                                                   spot.at[2] * w.stride[2] + w.pad[2];
                }
        if (mode == miopenPoolingAverage) result /= W(max(depth.count() * height.count() * width.count(), 1));
        if (mode == miopenPoolingAverageInclusive) result /= W(w.size[0] * w.size[1] * w.size[2]);
        if (indices.memory) store_index(indices.type, indices.memory, i, index);
        const int64_t to = y.at(spot.n, spot.c, spot.at[0], spot.at[1], spot.at[2]);
        result *= alpha;
        y.view.set<W>(to, beta == 0 ? result : result + beta * y.view.get<W>(to));
    }
}

// The windows that an element of x is in, along one dimension.
struct Covers {
    int first, last;
    __device__ Covers(const Window &w, int d, int at, int len) {
        const int behind = at + w.pad[d] - w.size[d];
        first = behind < 0 ? 0 : behind / w.stride[d] + 1;
        last = min((at + w.pad[d]) / w.stride[d] + 1, len);
    }
};

template <class W> __global__ void pool_backward(Volume dy, Volume dx, Window w, miopenPoolingMode_t mode, Indices indices, uint32_t count, W alpha, W beta) {
    DNN_EACH(i, count) {
        const Spot spot(i, dx.view.lens);
        const int *at = spot.at;
        const Covers depth(w, 0, at[0], dy.len(0)), height(w, 1, at[1], dy.len(1)), width(w, 2, at[2], dy.len(2));
        const uint32_t in_image = uint32_t((at[0] * dx.len(1) + at[1]) * dx.len(2) + at[2]);
        W result = 0;
        for (int d = depth.first; d < depth.last; d++)
            for (int h = height.first; h < height.last; h++)
                for (int v = width.first; v < width.last; v++) {
                    const W value = dy.view.get<W>(dy.at(spot.n, spot.c, d, h, v));
                    if (mode == miopenPoolingMax) {
                        const uint32_t place = (((spot.n * dy.view.lens[1] + spot.c) * dy.len(0) + d) * dy.len(1) + h) * dy.len(2) + v;
                        const uint32_t own = indices.in_image ? in_image
                                                              : uint32_t(((at[0] - d * w.stride[0] + w.pad[0]) * w.size[1] + at[1] - h * w.stride[1] + w.pad[1]) *
                                                                             w.size[2] + at[2] - v * w.stride[2] + w.pad[2]);
                        if (load_index(indices.type, indices.memory, place) == own) result += value;
                    } else if (mode == miopenPoolingAverage) {
                        const int size = Span(w, 0, d, dx.len(0)).count() * Span(w, 1, h, dx.len(1)).count() * Span(w, 2, v, dx.len(2)).count();
                        result += value / W(max(size, 1));
                    } else {
                        result += value / W(w.size[0] * w.size[1] * w.size[2]);
                    }
                }
        const int64_t to = dx.at(spot.n, spot.c, at[0], at[1], at[2]);
        result *= alpha;
        dx.view.set<W>(to, beta == 0 ? result : result + beta * dx.view.get<W>(to));
    }
}

static Window window_of(const Pooling &pooling) {
    Window w;
    spread(w.size, pooling.lens, 1), spread(w.pad, pooling.pads, 0), spread(w.stride, pooling.strides, 1), spread(w.dilation, {}, 1);
    return w;
}

static size_t output_len(const Pooling &pooling, size_t len, int d) {
    return size_t(std::max<int64_t>(1, (int64_t(len) + 2 * pooling.pads[d] - pooling.lens[d]) / pooling.strides[d] + 1));
}
static bool fits(const Pooling &pooling, const Tensor &x, const Tensor &y) {
    if (x.dims() != y.dims() || spatial_dims(x) != int(pooling.lens.size()) || x.lens[0] != y.lens[0] || x.lens[1] != y.lens[1] || x.type != y.type) return false;
    for (int d = 0; d < spatial_dims(x); d++)
        if (y.lens[2 + d] != output_len(pooling, x.lens[2 + d], d)) return false;
    return true;
}
static bool is_supported(const Tensor &tensor) { return is_small(tensor) && (is_real(tensor.type) || tensor.type == miopenInt8); }

// An index is never the type's largest number.
static bool holds_indices(const Pooling &pooling, const Tensor &x) {
    if (pooling.index_type >= miopenIndexUint32) return true;
    uint64_t count = 1;
    for (size_t d = 0; d < pooling.lens.size(); d++) count *= pooling.index_mode == miopenPoolingWorkspaceIndexImage ? x.lens[2 + d] : size_t(pooling.lens[d]);
    return count < (uint64_t(1) << (8 * size_of(pooling.index_type))) - 1;
}

static miopenStatus_t describe(miopenPoolingDescriptor_t to, miopenPoolingMode_t mode, const std::vector<int> &lens, const std::vector<int> &pads,
                               const std::vector<int> &strides) {
    const auto all_at_least = [](const std::vector<int> &numbers, int least) {
        return std::all_of(numbers.begin(), numbers.end(), [&](int n) { return n >= least; });
    };
    if (!to || unsigned(mode) > miopenPoolingAverageInclusive || !all_at_least(lens, 1) || !all_at_least(pads, 0) || !all_at_least(strides, 1))
        return miopenStatusBadParm;
    Pooling &pooling = *static_cast<Pooling *>(to);
    pooling.mode = mode, pooling.lens = lens, pooling.pads = pads, pooling.strides = strides;
    pooling.index_type = miopenIndexUint8;
    pooling.index_mode = lens.size() == 3 ? miopenPoolingWorkspaceIndexImage : miopenPoolingWorkspaceIndexMask;
    return miopenStatusSuccess;
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreatePoolingDescriptor(miopenPoolingDescriptor_t *poolDesc) { return create<Pooling>(poolDesc); }
miopenStatus_t miopenDestroyPoolingDescriptor(miopenPoolingDescriptor_t poolDesc) { return destroy<Pooling>(poolDesc); }

miopenStatus_t miopenSetPoolingIndexType(miopenPoolingDescriptor_t poolDesc, miopenIndexType_t index_type) {
    if (!poolDesc || unsigned(index_type) > miopenIndexUint64) return miopenStatusBadParm;
    static_cast<Pooling *>(poolDesc)->index_type = index_type;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetPoolingIndexType(miopenPoolingDescriptor_t poolDesc, miopenIndexType_t *index_type) {
    if (!poolDesc || !index_type) return miopenStatusBadParm;
    *index_type = static_cast<Pooling *>(poolDesc)->index_type;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetPoolingWorkSpaceIndexMode(miopenPoolingDescriptor_t poolDesc, miopenPoolingWorkspaceIndexMode_t workspace_index) {
    if (!poolDesc || unsigned(workspace_index) > miopenPoolingWorkspaceIndexImage) return miopenStatusBadParm;
    static_cast<Pooling *>(poolDesc)->index_mode = workspace_index;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetPoolingWorkSpaceIndexMode(miopenPoolingDescriptor_t poolDesc, miopenPoolingWorkspaceIndexMode_t *workspace_index) {
    if (!poolDesc || !workspace_index) return miopenStatusBadParm;
    *workspace_index = static_cast<Pooling *>(poolDesc)->index_mode;
    return miopenStatusSuccess;
}

miopenStatus_t miopenSet2dPoolingDescriptor(miopenPoolingDescriptor_t poolDesc, miopenPoolingMode_t mode, int windowHeight, int windowWidth, int pad_h, int pad_w,
                                            int stride_h, int stride_w) {
    return describe(poolDesc, mode, {windowHeight, windowWidth}, {pad_h, pad_w}, {stride_h, stride_w});
}
miopenStatus_t miopenGet2dPoolingDescriptor(const miopenPoolingDescriptor_t poolDesc, miopenPoolingMode_t *mode, int *windowHeight, int *windowWidth, int *pad_h,
                                            int *pad_w, int *stride_h, int *stride_w) {
    if (!poolDesc || !mode || any_null(windowHeight, windowWidth, pad_h, pad_w, stride_h, stride_w)) return miopenStatusBadParm;
    const Pooling &pooling = *static_cast<Pooling *>(poolDesc);
    if (pooling.lens.size() != 2) return miopenStatusBadParm;
    *mode = pooling.mode, *windowHeight = pooling.lens[0], *windowWidth = pooling.lens[1];
    *pad_h = pooling.pads[0], *pad_w = pooling.pads[1], *stride_h = pooling.strides[0], *stride_w = pooling.strides[1];
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetNdPoolingDescriptor(miopenPoolingDescriptor_t poolDesc, const miopenPoolingMode_t mode, int nbDims, const int *windowDimA, const int *padA,
                                            const int *stridesA) {
    if (nbDims < 1 || any_null(windowDimA, padA, stridesA)) return miopenStatusBadParm;
    if (nbDims > 3) return missing("miopenSetNdPoolingDescriptor", "more than three dimensions");
    return describe(poolDesc, mode, {windowDimA, windowDimA + nbDims}, {padA, padA + nbDims}, {stridesA, stridesA + nbDims});
}
miopenStatus_t miopenGetNdPoolingDescriptor(const miopenPoolingDescriptor_t poolDesc, int nbDimsRequested, miopenPoolingMode_t *mode, int *nbDims, int *windowDimA,
                                            int *padA, int *stridesA) {
    if (!poolDesc) return miopenStatusBadParm;
    const Pooling &pooling = *static_cast<Pooling *>(poolDesc);
    const int dims = int(pooling.lens.size());
    put(mode, pooling.mode), put(nbDims, dims);
    for (int d = 0; d < std::min(dims, nbDimsRequested); d++) {
        if (windowDimA) windowDimA[d] = pooling.lens[d];
        if (padA) padA[d] = pooling.pads[d];
        if (stridesA) stridesA[d] = pooling.strides[d];
    }
    return miopenStatusSuccess;
}

miopenStatus_t miopenGetPoolingNdForwardOutputDim(const miopenPoolingDescriptor_t poolDesc, const miopenTensorDescriptor_t tensorDesc, int dims, int *tensorDimArr) {
    if (!poolDesc || !tensorDesc || !tensorDimArr) return miopenStatusBadParm;
    const Pooling &pooling = *static_cast<Pooling *>(poolDesc);
    const Tensor &x = of(tensorDesc);
    if (x.dims() != dims || spatial_dims(x) != int(pooling.lens.size())) return miopenStatusBadParm;
    for (int d = 0; d < dims; d++) tensorDimArr[d] = int(d < 2 ? x.lens[d] : output_len(pooling, x.lens[d], d - 2));
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetPoolingForwardOutputDim(const miopenPoolingDescriptor_t poolDesc, const miopenTensorDescriptor_t tensorDesc, int *n, int *c, int *h, int *w) {
    int lens[4];
    if (any_null(n, c, h, w)) return miopenStatusBadParm;
    DNN_TRY(miopenGetPoolingNdForwardOutputDim(poolDesc, tensorDesc, 4, lens));
    *n = lens[0], *c = lens[1], *h = lens[2], *w = lens[3];
    return miopenStatusSuccess;
}

// Without the pooling an index is a byte.
miopenStatus_t miopenPoolingGetWorkSpaceSize(const miopenTensorDescriptor_t yDesc, size_t *workSpaceSize) {
    if (!yDesc || !workSpaceSize) return miopenStatusBadParm;
    *workSpaceSize = of(yDesc).count();
    return miopenStatusSuccess;
}
miopenStatus_t miopenPoolingGetWorkSpaceSizeV2(const miopenPoolingDescriptor_t poolDesc, const miopenTensorDescriptor_t yDesc, size_t *workSpaceSize) {
    if (!poolDesc || !yDesc || !workSpaceSize) return miopenStatusBadParm;
    const Pooling &pooling = *static_cast<Pooling *>(poolDesc);
    *workSpaceSize = pooling.mode == miopenPoolingMax ? of(yDesc).count() * size_of(pooling.index_type) : 0;
    return miopenStatusSuccess;
}

miopenStatus_t miopenPoolingForward(miopenHandle_t handle, const miopenPoolingDescriptor_t poolDesc, const void *alpha, const miopenTensorDescriptor_t xDesc,
                                    const void *x, const void *beta, const miopenTensorDescriptor_t yDesc, void *y, bool do_backward, void *workSpace,
                                    size_t workSpaceSize) {
    return with(handle, [&](Handle &h) {
        if (!poolDesc || any_null(xDesc, yDesc) || any_null<const void *>(x, y)) return miopenStatusBadParm;
        const Pooling &pooling = *static_cast<Pooling *>(poolDesc);
        const Tensor &from = of(xDesc), &to = of(yDesc);
        if (!fits(pooling, from, to)) return miopenStatusBadParm;
        if (!is_supported(from)) return missing("miopenPoolingForward", "a tensor of this type or size");
        const bool keeps = do_backward && pooling.mode == miopenPoolingMax;
        // MIOpen's own driver says a size of 0 beside memory that is large enough.
        const bool is_short = workSpaceSize != 0 && workSpaceSize < to.count() * size_of(pooling.index_type);
        if (keeps && (!workSpace || !holds_indices(pooling, from) || is_short)) return miopenStatusBadParm;
        const Indices indices = {keeps ? workSpace : nullptr, pooling.index_type, pooling.index_mode == miopenPoolingWorkspaceIndexImage};
        const uint32_t count = uint32_t(to.count());
        return DNN_BY_WIDTH(is_wide(to.type), launch(h, pool<Work>, blocks_for(count), dim3(threads), volume(from, x), volume(to, y), window_of(pooling),
                                                     pooling.mode, indices, count, Work(factor(alpha, 1)), Work(factor(beta, 0))));
    });
}

miopenStatus_t miopenPoolingBackward(miopenHandle_t handle, const miopenPoolingDescriptor_t poolDesc, const void *alpha, const miopenTensorDescriptor_t yDesc,
                                     const void *, const miopenTensorDescriptor_t dyDesc, const void *dy, const miopenTensorDescriptor_t xDesc, const void *,
                                     const void *beta, const miopenTensorDescriptor_t dxDesc, void *dx, void *workSpace) {
    return with(handle, [&](Handle &h) {
        if (!poolDesc || any_null(yDesc, dyDesc, xDesc, dxDesc) || any_null<const void *>(dy, dx)) return miopenStatusBadParm;
        const Pooling &pooling = *static_cast<Pooling *>(poolDesc);
        const Tensor &from = of(dyDesc), &to = of(dxDesc);
        if (!fits(pooling, to, from)) return miopenStatusBadParm;
        if (!is_small(to) || !is_real(to.type)) return missing("miopenPoolingBackward", "a tensor of this type or size");
        if (pooling.mode == miopenPoolingMax && (!workSpace || !holds_indices(pooling, to))) return miopenStatusBadParm;
        const Indices indices = {workSpace, pooling.index_type, pooling.index_mode == miopenPoolingWorkspaceIndexImage};
        const uint32_t count = uint32_t(to.count());
        return DNN_BY_WIDTH(is_wide(to.type), launch(h, pool_backward<Work>, blocks_for(count), dim3(threads), volume(from, dy), volume(to, dx),
                                                     window_of(pooling), pooling.mode, indices, count, Work(factor(alpha, 1)), Work(factor(beta, 0))));
    });
}
