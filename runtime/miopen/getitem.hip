// getitem.hip: the gradient of choosing a tensor's elements by lists of indices along some of its dimensions.
//
// Called by programs. y[..., i, ...] is x[..., index_0[i], index_1[i], ...]: dimension `start` of y stands for as many of x as there are lists. dx is added to, as
// an element may be chosen several times. Slices and offset are MIOpen's: a slice shortens a dimension of dx and lengthens its stride, and its start is the
// caller's to add to dx; the offset is along the first dimension of both tensors.
#include "elements.h"

namespace dnn {

struct Lists {
    const int32_t *index[most_dims];
    int64_t stride[most_dims];
    int32_t size[most_dims];  // of dx' dimension
    int start, count;
    int32_t *error;  // of each list: -1 if an index is none of dx'
};

template <class W> __device__ static void add_to(const View &v, int64_t at, W value) {
    if (v.type == miopenFloat) {
        atomicAdd(static_cast<float *>(v.data) + at, float(value));
    } else if (v.type == miopenDouble) {
        if constexpr (sizeof(W) == 8) atomicAdd(static_cast<double *>(v.data) + at, value);
    } else {
        // Half a word is changed with the whole of it.
        unsigned *const word = reinterpret_cast<unsigned *>(reinterpret_cast<uintptr_t>(static_cast<uint16_t *>(v.data) + at) & ~uintptr_t(3));
        const unsigned shift = (reinterpret_cast<uintptr_t>(static_cast<uint16_t *>(v.data) + at) & 2) * 8;
        unsigned before = *word, seen;
        do {
            seen = before;
            uint16_t bits = uint16_t(seen >> shift);
            store<W>(v.type, &bits, 0, load<W>(v.type, &bits, 0) + value);
            before = atomicCAS(word, seen, (seen & ~(0xffffu << shift)) | unsigned(bits) << shift);
        } while (before != seen);
    }
}

// Dimensions are those of the tensors here, behind `ahead` ones of length 1.
template <class W> __global__ void give_back(View dy, View dx, Lists lists, int ahead_y, int ahead_x, uint32_t count, int64_t offset_y, int64_t offset_x) {
    DNN_EACH(i, count) {
        const Index at(dy, i);
        int64_t to = offset_x;
        bool is_in = true;
        const int dims = most_dims - ahead_x;
        for (int d = 0; d < dims; d++) {
            const int list = d - lists.start;
            int64_t place;
            if (list >= 0 && list < lists.count) {
                const int32_t index = lists.index[list][lists.stride[list] * at.at[ahead_y + lists.start]], size = lists.size[list];
                if (index < -size || index >= size) {
                    is_in = false;
                    if (lists.error) lists.error[list] = -1;
                    continue;
                }
                place = index < 0 ? index + size : index;
            } else {
                const int from = ahead_y + (list < 0 || lists.count == 0 ? d : d - lists.count + 1);
                place = from < most_dims ? at.at[from] : 0;
            }
            to += place * dx.strides[ahead_x + d];
        }
        if (is_in) add_to<W>(dx, to, dy.get<W>(offset_y + dy.place(at)));
    }
}

}  // namespace dnn

using namespace dnn;

// Indices are looked at where they lie.
miopenStatus_t miopenGetGetitemWorkspaceSize(miopenHandle_t handle, uint32_t indexCount, const miopenTensorDescriptor_t *indexDescs, size_t *sizeInBytes) {
    if (!handle || !sizeInBytes || (indexCount > 0 && !indexDescs)) return miopenStatusBadParm;
    *sizeInBytes = 0;
    return miopenStatusSuccess;
}

miopenStatus_t miopenGetitemBackward(miopenHandle_t handle, void *, size_t, const miopenTensorDescriptor_t dyDesc, const void *dy, uint32_t indexCount,
                                     const miopenTensorDescriptor_t *indexDescs, const void *const *indexs, const miopenTensorDescriptor_t dxDesc, void *dx,
                                     const miopenTensorDescriptor_t errorDesc, void *error, uint32_t dimCount, const int32_t *dims, uint32_t sliceCount,
                                     const int32_t *slices, uint32_t offset) {
    return with(handle, [&](Handle &h) {
        if (any_null(dyDesc, dxDesc) || any_null<const void *>(dy, dx) || dimCount != indexCount || (indexCount > 0 && (!indexDescs || !indexs || !dims)))
            return miopenStatusBadParm;
        if (sliceCount > 0 && !slices) return miopenStatusBadParm;
        const Tensor &from = of(dyDesc);
        Tensor to = of(dxDesc);
        const int outer = from.dims(), inner = to.dims(), count = int(indexCount);
        if (from.type != to.type || !is_real(to.type) || count > inner || outer != (count > 0 ? inner - count + 1 : inner)) return miopenStatusBadParm;
        if (error && (!errorDesc || of(errorDesc).type != miopenInt32 || of(errorDesc).count() < indexCount)) return miopenStatusBadParm;
        if (!is_small(from) || !is_small(to)) return missing("miopenGetitemBackward", "a tensor of this size");
        Lists lists = {};
        lists.start = count > 0 ? dims[0] : 0, lists.count = count, lists.error = static_cast<int32_t *>(error);
        if (lists.start < 0 || lists.start + count > inner) return miopenStatusBadParm;
        for (int j = 0; j < count; j++) {
            if (dims[j] != lists.start + j) return missing("miopenGetitemBackward", "dimensions that are not neighbours");
            if (!indexDescs[j] || !indexs[j]) return miopenStatusBadParm;
            const Tensor &list = of(indexDescs[j]);
            if (list.type != miopenInt32 || list.dims() != 1 || list.lens[0] != from.lens[lists.start]) return miopenStatusBadParm;
            lists.index[j] = static_cast<const int32_t *>(indexs[j]), lists.stride[j] = int64_t(list.strides[0]), lists.size[j] = int32_t(to.lens[dims[j]]);
        }
        for (uint32_t i = 0; i < sliceCount; i++) {
            const int d = slices[4 * i], start = slices[4 * i + 1], end = slices[4 * i + 2], step = slices[4 * i + 3];
            if (d < 0 || d >= inner || start < 0 || step < 1 || end <= start) return miopenStatusBadParm;
            if (d >= lists.start && d < lists.start + count) return missing("miopenGetitemBackward", "slices of dimensions that have indices");
            const int length = std::min(end, int(to.lens[d])) - start;
            if (length < 1) return miopenStatusBadParm;
            to.lens[d] = size_t(divide_up(length, step)), to.strides[d] *= size_t(step);
        }
        for (int d = 0; d < inner; d++)
            if (const int y = d < lists.start || count == 0 ? d : d - count + 1; (d < lists.start || d >= lists.start + count) && from.lens[y] > to.lens[d])
                return miopenStatusBadParm;
        const uint32_t elements = uint32_t(from.count());
        return DNN_BY_WIDTH(is_wide(to.type), launch(h, give_back<Work>, blocks_for(elements), dim3(threads), view(from, dy), view(to, dx), lists, most_dims - outer,
                                                     most_dims - inner, elements, int64_t(offset * from.strides[0]), int64_t(offset * to.strides[0])));
    });
}
