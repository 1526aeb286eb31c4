// elements.h: elements whose type is an argument, views of tensors in kernels, and sums over a block.
//
// A kernel is there once for what it calculates in (float; double for doubles and wide integers), not once for each type that its tensors may have. Used by
// every file of this folder that has kernels.
#pragma once

#include "../blas/element.h"
#include "base.h"

namespace dnn {

using blas::Bfloat16, blas::Half;

// What a view's elements are calculated in decides which of two kernels is launched.
#define DNN_BY_WIDTH(is_wide, ...)              \
    ([&] {                                      \
        if (is_wide) {                          \
            using Work = double;                \
            return __VA_ARGS__;                 \
        }                                       \
        using Work = float;                     \
        return __VA_ARGS__;                     \
    }())

template <class W> __device__ inline W load(miopenDataType_t type, const void *from, int64_t i) {
    switch (type) {
        case miopenFloat: return W(static_cast<const float *>(from)[i]);
        case miopenHalf: return W(float(static_cast<const Half *>(from)[i]));
        case miopenBFloat16: return W(float(static_cast<const Bfloat16 *>(from)[i]));
        case miopenInt8: return W(static_cast<const int8_t *>(from)[i]);
        default: break;
    }
    if constexpr (sizeof(W) == 8) {
        if (type == miopenDouble) return static_cast<const double *>(from)[i];
        if (type == miopenInt64) return W(static_cast<const int64_t *>(from)[i]);
    }
    return W(static_cast<const int32_t *>(from)[i]);
}

// To nearest, ties to even; 8-bit integers saturate.
template <class W> __device__ inline void store(miopenDataType_t type, void *to, int64_t i, W value) {
    switch (type) {
        case miopenFloat: static_cast<float *>(to)[i] = float(value); return;
        case miopenHalf: static_cast<Half *>(to)[i] = Half(float(value)); return;
        case miopenBFloat16: static_cast<Bfloat16 *>(to)[i] = Bfloat16(float(value)); return;
        case miopenInt8: {
            const float nearest = rintf(float(value));
            static_cast<int8_t *>(to)[i] = int8_t(nearest < -128 ? -128 : nearest > 127 ? 127 : nearest);
            return;
        }
        default: break;
    }
    if constexpr (sizeof(W) == 8) {
        if (type == miopenDouble) {
            static_cast<double *>(to)[i] = value;
            return;
        }
        if (type == miopenInt64) {
            static_cast<int64_t *>(to)[i] = int64_t(value);
            return;
        }
    }
    static_cast<int32_t *>(to)[i] = int32_t(value);
}

struct Index;

// A tensor in a kernel: five dimensions, of which the first ones may be 1; a dimension along which nothing changes has no stride.
struct View {
    void *data;
    miopenDataType_t type;
    uint32_t lens[most_dims];
    int64_t strides[most_dims];

    __device__ int64_t place(const Index &at) const;
    __device__ int64_t place(uint32_t i) const;
    template <class W> __device__ W get(int64_t at) const { return load<W>(type, data, at); }
    template <class W> __device__ void set(int64_t at, W value) const { store<W>(type, data, at, value); }
};

// Which element of a view, or of all views that have its sizes: its number is divided once for all of them.
struct Index {
    uint32_t at[most_dims];
    __device__ Index(const View &v, uint32_t i) {
        for (int d = most_dims - 1; d >= 0; d--) {
            const bool varies = v.lens[d] != 1;
            at[d] = varies ? i % v.lens[d] : 0;
            if (varies) i /= v.lens[d];
        }
    }
};
__device__ inline int64_t View::place(const Index &index) const {
    int64_t place = 0;
    for (int d = 0; d < most_dims; d++) place += strides[d] * index.at[d];
    return place;
}
__device__ inline int64_t View::place(uint32_t i) const { return place(Index(*this, i)); }

// Of all of a tensor, last dimension last. Where it has less elements along a dimension than `shape`, its one is for all of them.
inline View view(const Tensor &tensor, const void *data, const std::vector<size_t> &shape) {
    View v{const_cast<void *>(data), tensor.type, {1, 1, 1, 1, 1}, {}};
    const int dims = int(shape.size()), before = most_dims - dims;
    for (int d = 0; d < dims; d++) {
        v.lens[before + d] = uint32_t(shape[d]);
        v.strides[before + d] = d < tensor.dims() && tensor.lens[d] != 1 ? int64_t(tensor.strides[d]) : 0;
    }
    return v;
}
inline View view(const Tensor &tensor, const void *data) { return view(tensor, data, tensor.lens); }
// A vector, one element behind the other.
inline View line(const void *data, miopenDataType_t type, size_t count) {
    return {const_cast<void *>(data), type, {1, 1, 1, 1, uint32_t(count)}, {0, 0, 0, 0, 1}};
}

// Makes views of the same sizes have as few dimensions as lie one behind the other in all of them.
template <class... Views> void flatten(View &first, Views &...others) {
    View *const all[] = {&first, &others...};
    const auto joined = [&](int outer, int inner) {
        return std::all_of(std::begin(all), std::end(all), [&](const View *v) { return v->strides[outer] == v->strides[inner] * int64_t(first.lens[inner]); });
    };
    int inner = most_dims - 1;
    for (int d = most_dims - 2; d >= 0; d--) {
        if (first.lens[d] == 1) continue;
        if (first.lens[inner] == 1 || joined(d, inner)) {
            const bool takes = first.lens[inner] == 1;
            const uint32_t len = first.lens[d] * first.lens[inner];
            for (View *v : all) {
                if (takes) v->strides[inner] = v->strides[d];
                v->lens[inner] = len, v->lens[d] = 1, v->strides[d] = 0;
            }
            continue;
        }
        if (--inner != d)
            for (View *v : all) v->lens[inner] = v->lens[d], v->strides[inner] = v->strides[d], v->lens[d] = 1, v->strides[d] = 0;
    }
}

// What kernels can count.
inline bool is_small(const Tensor &tensor) { return tensor.count() < size_t(1) << 31 && tensor.dims() <= most_dims && is_known(tensor.type); }

#define DNN_EACH(i, count) for (uint32_t i = blockIdx.x * threads + threadIdx.x; i < (count); i += gridDim.x * threads)

// What all threads of the block have, by `by`, in the same order each time; all of them get it.
template <class T, class By> __device__ T over_block(T own, By by) {
    __shared__ T values[threads];
    values[threadIdx.x] = own;
    for (unsigned half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] = by(values[threadIdx.x], values[threadIdx.x + half]);
    }
    __syncthreads();
    const T result = values[0];
    __syncthreads();
    return result;
}
template <class T> __device__ T block_sum(T own) {
    return over_block(own, [](T a, T b) { return a + b; });
}

}  // namespace dnn
