// window.h: windows that move over three spatial dimensions, of which the first ones may be 1: pooling's and convolutions'.
#pragma once

#include "elements.h"

namespace dnn {

struct Window {
    int size[3], pad[3], stride[3], dilation[3];
};

// Sizes of a tensor with spatial dimensions, and strides by dimension.
struct Volume {
    View view;  // n, c, d, h, w

    __device__ int len(int d) const { return int(view.lens[2 + d]); }
    __device__ int64_t at(uint32_t n, uint32_t c, int d, int h, int w) const {
        return n * view.strides[0] + c * view.strides[1] + d * view.strides[2] + h * view.strides[3] + w * view.strides[4];
    }
};

inline int spatial_dims(const Tensor &tensor) { return tensor.dims() - 2; }

// Of n, c and up to three more.
inline Volume volume(const Tensor &tensor, const void *data) {
    Volume v{view(tensor, data)};
    const int before = most_dims - tensor.dims();
    for (int d = 0; d < 2; d++) {
        v.view.lens[d] = uint32_t(tensor.lens[d]);
        v.view.strides[d] = int64_t(tensor.strides[d]);
    }
    for (int d = 2; d < 2 + before; d++) v.view.lens[d] = 1, v.view.strides[d] = 0;
    for (int d = 2; d < tensor.dims(); d++) v.view.lens[before + d] = uint32_t(tensor.lens[d]), v.view.strides[before + d] = int64_t(tensor.strides[d]);
    return v;
}

// Numbers of one to three dimensions as those of three.
inline void spread(int (&to)[3], const std::vector<int> &from, int before) {
    for (int d = 0; d < 3; d++) {
        const int at = d - (3 - int(from.size()));
        to[d] = at < 0 ? before : from[at];
    }
}

}  // namespace dnn
