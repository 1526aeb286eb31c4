// activation.hip: activation functions over tensors, forwards and backwards, and gated linear units.
//
// Called by programs; `activate` and `activate_backward` by fusion.hip and solutions.hip.
#include "activation.h"
#include "tensor_ops.h"

namespace dnn {

template <class W> __global__ void activate_elements(Activating<W> f, View x, View y, uint32_t count, W alpha, W beta) {
    DNN_EACH(i, count) {
        const Index at(y, i);
        const int64_t to = y.place(at);
        const W value = alpha * f.forward(x.get<W>(x.place(at)));
        y.set<W>(to, beta == 0 ? value : value + beta * y.get<W>(to));
    }
}

template <class W> __global__ void activate_elements_backward(Activating<W> f, View y, View dy, View x, View dx, uint32_t count, W alpha, W beta) {
    DNN_EACH(i, count) {
        const Index at(dx, i);
        const int64_t to = dx.place(at);
        const W value = alpha * f.backward(dy.get<W>(dy.place(at)), x.get<W>(x.place(at)), y.get<W>(y.place(at)));
        dx.set<W>(to, beta == 0 ? value : value + beta * dx.get<W>(to));
    }
}

miopenStatus_t activate(const Handle &handle, const Activation &activation, View x, View y, double alpha, double beta) {
    flatten(x, y);
    const uint32_t count = count_of(y);
    return DNN_BY_WIDTH(is_wide(x.type), launch(handle, activate_elements<Work>, blocks_for(count), dim3(threads), Activating<Work>(activation), x, y, count,
                                                Work(alpha), Work(beta)));
}

miopenStatus_t activate_backward(const Handle &handle, const Activation &activation, View y, View dy, View x, View dx, double alpha, double beta) {
    flatten(y, dy, x, dx);
    const uint32_t count = count_of(dx);
    return DNN_BY_WIDTH(is_wide(dx.type), launch(handle, activate_elements_backward<Work>, blocks_for(count), dim3(threads), Activating<Work>(activation), y, dy,
                                                 x, dx, count, Work(alpha), Work(beta)));
}

// One half of the elements along a dimension, times what the other half opens.
template <class W> __global__ void open_gates(View a, View b, View y, uint32_t count) {
    DNN_EACH(i, count) {
        const Index at(y, i);
        y.set<W>(y.place(at), a.get<W>(a.place(at)) / (W(1) + exp(-b.get<W>(b.place(at)))));
    }
}
template <class W> __global__ void open_gates_backward(View a, View b, View dy, View da, View db, uint32_t count) {
    DNN_EACH(i, count) {
        const Index at(dy, i);
        const W gate = W(1) / (W(1) + exp(-b.get<W>(b.place(at)))), x = a.get<W>(a.place(at)), d = dy.get<W>(dy.place(at));
        da.set<W>(da.place(at), d * gate);
        db.set<W>(db.place(at), d * x * gate * (W(1) - gate));
    }
}

// The second half of a tensor along a dimension, of which `half` is the shape of one.
static View second_half(const Tensor &tensor, const void *data, const std::vector<size_t> &half, uint32_t dim) {
    const size_t skipped = half[dim] * tensor.strides[dim] * size_of(tensor.type);
    return view(tensor, static_cast<const char *>(data) + skipped, half);
}

static bool are_halves(const Tensor &whole, const Tensor &half, uint32_t dim) {
    if (dim >= uint32_t(whole.dims()) || whole.dims() != half.dims() || whole.lens[dim] % 2 || whole.type != half.type) return false;
    std::vector<size_t> lens = whole.lens;
    lens[dim] /= 2;
    return lens == half.lens && is_small(whole) && is_real(whole.type);
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateActivationDescriptor(miopenActivationDescriptor_t *activDesc) { return create<Activation>(activDesc); }
miopenStatus_t miopenDestroyActivationDescriptor(miopenActivationDescriptor_t activDesc) { return destroy<Activation>(activDesc); }

miopenStatus_t miopenSetActivationDescriptor(const miopenActivationDescriptor_t activDesc, miopenActivationMode_t mode, double activAlpha, double activBeta,
                                             double activGamma) {
    if (!activDesc || !is_mode(mode)) return miopenStatusBadParm;
    Activation &activation = *static_cast<Activation *>(activDesc);
    activation.mode = mode, activation.alpha = activAlpha, activation.beta = activBeta, activation.gamma = activGamma;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetActivationDescriptor(const miopenActivationDescriptor_t activDesc, miopenActivationMode_t *mode, double *activAlpha, double *activBeta,
                                             double *activGamma) {
    if (!activDesc || !mode || any_null(activAlpha, activBeta, activGamma)) return miopenStatusBadParm;
    const Activation &activation = *static_cast<Activation *>(activDesc);
    *mode = activation.mode, *activAlpha = activation.alpha, *activBeta = activation.beta, *activGamma = activation.gamma;
    return miopenStatusSuccess;
}

miopenStatus_t miopenActivationForward(miopenHandle_t handle, const miopenActivationDescriptor_t activDesc, const void *alpha,
                                       const miopenTensorDescriptor_t xDesc, const void *x, const void *beta, const miopenTensorDescriptor_t yDesc, void *y) {
    return with(handle, [&](Handle &h) {
        if (!activDesc || any_null(xDesc, yDesc) || any_null<const void *>(x, y)) return miopenStatusBadParm;
        const Tensor &from = of(xDesc), &to = of(yDesc);
        if (from.lens != to.lens || from.type != to.type) return miopenStatusBadParm;
        if (!is_small(from) || !is_real(from.type)) return missing("miopenActivationForward", "a tensor of this type or size");
        return activate(h, *static_cast<Activation *>(activDesc), view(from, x), view(to, y), factor(alpha, 1), factor(beta, 0));
    });
}

miopenStatus_t miopenActivationBackward(miopenHandle_t handle, const miopenActivationDescriptor_t activDesc, const void *alpha,
                                        const miopenTensorDescriptor_t yDesc, const void *y, const miopenTensorDescriptor_t dyDesc, const void *dy,
                                        const miopenTensorDescriptor_t xDesc, const void *x, const void *beta, const miopenTensorDescriptor_t dxDesc, void *dx) {
    return with(handle, [&](Handle &h) {
        if (!activDesc || any_null(yDesc, dyDesc, xDesc, dxDesc) || any_null<const void *>(dy, dx)) return miopenStatusBadParm;
        const Tensor &to = of(dxDesc);
        for (const miopenTensorDescriptor_t other : {yDesc, dyDesc, xDesc})
            if (of(other).lens != to.lens || of(other).type != to.type) return miopenStatusBadParm;
        if (!is_small(to) || !is_real(to.type)) return missing("miopenActivationBackward", "a tensor of this type or size");
        // What the mode does not need may be missing.
        const View of_dy = view(of(dyDesc), dy);
        const View of_y = y ? view(of(yDesc), y) : of_dy, of_x = x ? view(of(xDesc), x) : of_dy;
        return activate_backward(h, *static_cast<Activation *>(activDesc), of_y, of_dy, of_x, view(to, dx), factor(alpha, 1), factor(beta, 0));
    });
}

miopenStatus_t miopenGLUForward(miopenHandle_t handle, const miopenTensorDescriptor_t inputDesc, const void *input, const miopenTensorDescriptor_t outputDesc,
                                void *output, const uint32_t dim) {
    return with(handle, [&](Handle &h) {
        if (any_null(inputDesc, outputDesc) || any_null<const void *>(input, output)) return miopenStatusBadParm;
        const Tensor &whole = of(inputDesc), &half = of(outputDesc);
        if (!are_halves(whole, half, dim)) return miopenStatusBadParm;
        View a = view(whole, input, half.lens), b = second_half(whole, input, half.lens, dim), y = view(half, output);
        flatten(a, b, y);
        const uint32_t count = count_of(y);
        return DNN_BY_WIDTH(is_wide(y.type), launch(h, open_gates<Work>, blocks_for(count), dim3(threads), a, b, y, count));
    });
}

miopenStatus_t miopenGLUBackward(miopenHandle_t handle, const miopenTensorDescriptor_t inputDesc, const void *input,
                                 const miopenTensorDescriptor_t outputGradDesc, const void *outputGrad, const miopenTensorDescriptor_t inputGradDesc,
                                 void *inputGrad, const uint32_t dim) {
    return with(handle, [&](Handle &h) {
        if (any_null(inputDesc, outputGradDesc, inputGradDesc) || any_null<const void *>(input, outputGrad, inputGrad)) return miopenStatusBadParm;
        const Tensor &whole = of(inputDesc), &half = of(outputGradDesc), &gradient = of(inputGradDesc);
        if (!are_halves(whole, half, dim) || !are_halves(gradient, half, dim)) return miopenStatusBadParm;
        View a = view(whole, input, half.lens), b = second_half(whole, input, half.lens, dim), dy = view(half, outputGrad);
        View da = view(gradient, inputGrad, half.lens), db = second_half(gradient, inputGrad, half.lens, dim);
        flatten(a, b, dy, da, db);
        const uint32_t count = count_of(dy);
        return DNN_BY_WIDTH(is_wide(dy.type), launch(h, open_gates_backward<Work>, blocks_for(count), dim3(threads), a, b, dy, da, db, count));
    });
}
