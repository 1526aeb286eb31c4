// tensor_ops.hip: what is done to each element of a tensor: set, scaled, copied into another layout or type, and two tensors' elements put together.
//
// Called by programs; `transform`, `set` and `put_together` by other files of this folder.
#include "tensor_ops.h"

namespace dnn {

template <class W> __global__ void set_elements(View y, uint32_t count, W value) {
    DNN_EACH(i, count) y.set<W>(y.place(i), value);
}

template <class W> __global__ void transform_elements(View x, View y, uint32_t count, W alpha, W beta) {
    DNN_EACH(i, count) {
        const Index at(y, i);
        const int64_t to = y.place(at);
        const W value = alpha * x.get<W>(x.place(at));
        y.set<W>(to, beta == 0 ? value : value + beta * y.get<W>(to));
    }
}

template <class W> __global__ void put_elements_together(View a, View b, View c, uint32_t count, miopenTensorOp_t op, W alpha_a, W alpha_b, W beta) {
    DNN_EACH(i, count) {
        const Index at(c, i);
        const W x = alpha_a * a.get<W>(a.place(at)), y = alpha_b * b.get<W>(b.place(at));
        const W value = op == miopenTensorOpAdd ? x + y : op == miopenTensorOpMul ? x * y : op == miopenTensorOpMin ? (y < x ? y : x) : (y > x ? y : x);
        const int64_t to = c.place(at);
        c.set<W>(to, beta == 0 ? value : value + beta * c.get<W>(to));
    }
}

miopenStatus_t set(const Handle &handle, View y, double value) {
    flatten(y);
    const uint32_t count = count_of(y);
    return DNN_BY_WIDTH(is_wide(y.type), launch(handle, set_elements<Work>, blocks_for(count), dim3(threads), y, count, Work(value)));
}

miopenStatus_t transform(const Handle &handle, View x, View y, double alpha, double beta) {
    flatten(x, y);
    const uint32_t count = count_of(y);
    return DNN_BY_WIDTH(is_wide(x.type) || is_wide(y.type),
                        launch(handle, transform_elements<Work>, blocks_for(count), dim3(threads), x, y, count, Work(alpha), Work(beta)));
}

miopenStatus_t put_together(const Handle &handle, miopenTensorOp_t op, View a, View b, View c, double alpha_a, double alpha_b, double beta) {
    flatten(a, b, c);
    const uint32_t count = count_of(c);
    return DNN_BY_WIDTH(is_wide(a.type) || is_wide(b.type) || is_wide(c.type),
                        launch(handle, put_elements_together<Work>, blocks_for(count), dim3(threads), a, b, c, count, op, Work(alpha_a), Work(alpha_b),
                               Work(beta)));
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenSetTensor(miopenHandle_t handle, const miopenTensorDescriptor_t yDesc, void *y, const void *alpha) {
    return with(handle, [&](Handle &h) {
        if (!yDesc || any_null<const void *>(y, alpha)) return miopenStatusBadParm;
        if (!is_small(of(yDesc))) return missing("miopenSetTensor", "a tensor of this type or size");
        return set(h, view(of(yDesc), y), factor(alpha, 0));
    });
}

miopenStatus_t miopenScaleTensor(miopenHandle_t handle, const miopenTensorDescriptor_t yDesc, void *y, const void *alpha) {
    return with(handle, [&](Handle &h) {
        if (!yDesc || any_null<const void *>(y, alpha)) return miopenStatusBadParm;
        if (!is_small(of(yDesc))) return missing("miopenScaleTensor", "a tensor of this type or size");
        return transform(h, view(of(yDesc), y), view(of(yDesc), y), factor(alpha, 1), 0);
    });
}

// Of 8-bit integers one may have more channels, up to a multiple of four, which are zeros in y.
miopenStatus_t miopenTransformTensor(miopenHandle_t handle, const void *alpha, const miopenTensorDescriptor_t xDesc, const void *x, const void *beta,
                                     const miopenTensorDescriptor_t yDesc, void *y) {
    return with(handle, [&](Handle &h) {
        if (any_null(xDesc, yDesc) || any_null<const void *>(x, y, alpha, beta)) return miopenStatusBadParm;
        const Tensor &from = of(xDesc), &to = of(yDesc);
        if (!is_small(from) || !is_small(to)) return missing("miopenTransformTensor", "a tensor of this type or size");
        if (from.dims() != to.dims()) return miopenStatusBadParm;
        std::vector<size_t> common(from.lens);
        for (int d = 0; d < from.dims(); d++) common[d] = std::min(from.lens[d], to.lens[d]);
        const auto differs_in = [&](int but) {
            for (int d = 0; d < from.dims(); d++)
                if (d != but && from.lens[d] != to.lens[d]) return true;
            return false;
        };
        const bool are_bytes = from.type == miopenInt8 && to.type == miopenInt8 && from.dims() >= 3;
        if (differs_in(are_bytes ? 1 : -1)) return miopenStatusBadParm;
        if (to.count() > from.count()) DNN_TRY(set(h, view(to, y), 0));
        return transform(h, view(from, x, common), view(to, y, common), factor(alpha, 1), factor(beta, 0));
    });
}

miopenStatus_t miopenOpTensor(miopenHandle_t handle, miopenTensorOp_t tensorOp, const void *alpha1, const miopenTensorDescriptor_t aDesc, const void *A,
                              const void *alpha2, const miopenTensorDescriptor_t bDesc, const void *B, const void *beta, const miopenTensorDescriptor_t cDesc,
                              void *C) {
    return with(handle, [&](Handle &h) {
        if (any_null(aDesc, bDesc, cDesc) || any_null<const void *>(A, B, C, alpha1, alpha2, beta)) return miopenStatusBadParm;
        const Tensor &a = of(aDesc), &b = of(bDesc), &c = of(cDesc);
        if (!is_small(a) || !is_small(b) || !is_small(c)) return missing("miopenOpTensor", "a tensor of this type or size");
        if (a.lens != c.lens || b.type != c.type || b.dims() != c.dims() || unsigned(tensorOp) > miopenTensorOpMax) return miopenStatusBadParm;
        for (int d = 0; d < c.dims(); d++)
            if (b.lens[d] != 1 && b.lens[d] != c.lens[d]) return miopenStatusBadParm;
        return put_together(h, tensorOp, view(a, A), view(b, B, c.lens), view(c, C), factor(alpha1, 1), factor(alpha2, 1), factor(beta, 0));
    });
}
