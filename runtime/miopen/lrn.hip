// lrn.hip: local response normalisation, across channels or within one, forwards and backwards.
//
// Called by programs. The workspace keeps each element's divisor before its power, in float, in the order n, c, h, w.
#include "window.h"

namespace dnn {

struct Lrn : miopenLRNDescriptor {
    miopenLRNMode_t mode = miopenLRNWithinChannel;
    unsigned size = 1;
    double alpha = 0, beta = 0, k = 1;
};

// Neighbours, and what the divisor's sum is divided by: of a window within a channel only what lies beyond its end is left out, as Caffe does.
struct Around {
    int c[2], h[2], w[2];
    int area;
    __device__ Around(const Volume &v, bool is_across, int size, int before, int c_at, int h_at, int w_at) : c{c_at, c_at + 1}, h{h_at, h_at + 1}, w{w_at, w_at + 1} {
        area = size;
        const int behind = size - 1 - before;
        if (is_across) {
            c[0] = max(c_at - before, 0), c[1] = min(c_at - before + size, int(v.view.lens[1]));
            return;
        }
        const int h_end = min(h_at - before + size, v.len(1) + behind), w_end = min(w_at - before + size, v.len(2) + behind);
        area = (h_end - h_at + before) * (w_end - w_at + before);
        h[0] = max(h_at - before, 0), h[1] = min(h_end, v.len(1)), w[0] = max(w_at - before, 0), w[1] = min(w_end, v.len(2));
    }
    template <class F> __device__ void each(F f) const {
        for (int i = c[0]; i < c[1]; i++)
            for (int j = h[0]; j < h[1]; j++)
                for (int l = w[0]; l < w[1]; l++) f(i, j, l);
    }
};

struct LrnCall {
    Volume x, y, dy, dx;
    float *divisors;
    bool is_across;
    int size;
    float alpha, beta, k;
    __device__ uint32_t element(uint32_t n, int c, int h, int w) const { return ((n * x.view.lens[1] + c) * x.len(1) + h) * x.len(2) + w; }
};

struct Place {
    uint32_t n;
    int c, h, w;
    __device__ Place(uint32_t i, const Volume &v) {
        w = int(i % v.view.lens[4]), i /= v.view.lens[4];
        h = int(i % v.view.lens[3]), i /= v.view.lens[3];
        c = int(i % v.view.lens[1]), n = i / v.view.lens[1];
    }
};

__global__ void lrn_forward(LrnCall p, uint32_t count) {
    DNN_EACH(i, count) {
        const Place at(i, p.x);
        // Across channels the window's longer half is behind.
        const Around around(p.x, p.is_across, p.size, (p.size - 1) / 2, at.c, at.h, at.w);
        float sum = 0;
        around.each([&](int c, int h, int w) {
            const float value = p.x.view.get<float>(p.x.at(at.n, c, 0, h, w));
            sum += value * value;
        });
        const float divisor = p.k + sum * (p.alpha / float(around.area));
        if (p.divisors) p.divisors[i] = divisor;
        p.y.view.set<float>(p.y.at(at.n, at.c, 0, at.h, at.w), p.x.view.get<float>(p.x.at(at.n, at.c, 0, at.h, at.w)) * powf(divisor, -p.beta));
    }
}

__global__ void lrn_backward(LrnCall p, uint32_t count) {
    DNN_EACH(i, count) {
        const Place at(i, p.x);
        const Around around(p.x, p.is_across, p.size, p.size - 1 - (p.size - 1) / 2, at.c, at.h, at.w);
        float sum = 0;
        around.each([&](int c, int h, int w) {
            sum += p.dy.view.get<float>(p.dy.at(at.n, c, 0, h, w)) * p.y.view.get<float>(p.y.at(at.n, c, 0, h, w)) / p.divisors[p.element(at.n, c, h, w)];
        });
        const float own = p.dy.view.get<float>(p.dy.at(at.n, at.c, 0, at.h, at.w)) * powf(p.divisors[i], -p.beta);
        const float x = p.x.view.get<float>(p.x.at(at.n, at.c, 0, at.h, at.w));
        p.dx.view.set<float>(p.dx.at(at.n, at.c, 0, at.h, at.w), own - 2 * p.alpha * p.beta / float(around.area) * x * sum);
    }
}

static bool is_supported(const Tensor &tensor) { return tensor.dims() == 4 && is_small(tensor) && is_real(tensor.type) && tensor.type != miopenDouble; }

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateLRNDescriptor(miopenLRNDescriptor_t *lrnDesc) { return create<Lrn>(lrnDesc); }
miopenStatus_t miopenDestroyLRNDescriptor(miopenLRNDescriptor_t lrnDesc) { return destroy<Lrn>(lrnDesc); }

miopenStatus_t miopenSetLRNDescriptor(const miopenLRNDescriptor_t lrnDesc, miopenLRNMode_t mode, unsigned int lrnN, double lrnAlpha, double lrnBeta, double lrnK) {
    if (!lrnDesc || lrnN < 1 || unsigned(mode) > miopenLRNCrossChannel) return miopenStatusBadParm;
    Lrn &lrn = *static_cast<Lrn *>(lrnDesc);
    lrn.mode = mode, lrn.size = lrnN, lrn.alpha = lrnAlpha, lrn.beta = lrnBeta, lrn.k = lrnK;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetLRNDescriptor(const miopenLRNDescriptor_t lrnDesc, miopenLRNMode_t *mode, unsigned int *lrnN, double *lrnAlpha, double *lrnBeta,
                                      double *lrnK) {
    if (!lrnDesc || !mode || !lrnN || any_null(lrnAlpha, lrnBeta, lrnK)) return miopenStatusBadParm;
    const Lrn &lrn = *static_cast<Lrn *>(lrnDesc);
    *mode = lrn.mode, *lrnN = lrn.size, *lrnAlpha = lrn.alpha, *lrnBeta = lrn.beta, *lrnK = lrn.k;
    return miopenStatusSuccess;
}
miopenStatus_t miopenLRNGetWorkSpaceSize(const miopenTensorDescriptor_t yDesc, size_t *workSpaceSize) {
    if (!yDesc || !workSpaceSize) return miopenStatusBadParm;
    *workSpaceSize = std::max(of(yDesc).count(), of(yDesc).lens[0] * of(yDesc).strides[0]) * sizeof(float);
    return miopenStatusSuccess;
}

static LrnCall described(const Lrn &lrn, const Tensor &x, const void *at_x, void *divisors) {
    return {volume(x, at_x), {}, {}, {}, static_cast<float *>(divisors), lrn.mode == miopenLRNCrossChannel, int(lrn.size), float(lrn.alpha), float(lrn.beta), float(lrn.k)};
}

// Factors are not looked at, as MIOpen does not: its own driver gives halves for halves.
miopenStatus_t miopenLRNForward(miopenHandle_t handle, const miopenLRNDescriptor_t lrnDesc, const void *, const miopenTensorDescriptor_t xDesc, const void *x,
                                const void *, const miopenTensorDescriptor_t yDesc, void *y, bool do_backward, void *workSpace) {
    return with(handle, [&](Handle &h) {
        if (!lrnDesc || any_null(xDesc, yDesc) || any_null<const void *>(x, y) || (do_backward && !workSpace)) return miopenStatusBadParm;
        if (of(xDesc).lens != of(yDesc).lens || of(xDesc).type != of(yDesc).type) return miopenStatusBadParm;
        if (!is_supported(of(xDesc))) return missing("miopenLRNForward", "a tensor of this type or size");
        LrnCall call = described(*static_cast<Lrn *>(lrnDesc), of(xDesc), x, do_backward ? workSpace : nullptr);
        call.y = volume(of(yDesc), y);
        const uint32_t count = uint32_t(of(xDesc).count());
        return launch(h, lrn_forward, blocks_for(count), dim3(threads), call, count);
    });
}

miopenStatus_t miopenLRNBackward(miopenHandle_t handle, const miopenLRNDescriptor_t lrnDesc, const void *, const miopenTensorDescriptor_t yDesc, const void *y,
                                 const miopenTensorDescriptor_t dyDesc, const void *dy, const miopenTensorDescriptor_t xDesc, const void *x, const void *,
                                 const miopenTensorDescriptor_t dxDesc, void *dx, const void *workSpace) {
    return with(handle, [&](Handle &h) {
        if (!lrnDesc || any_null(yDesc, dyDesc, xDesc, dxDesc) || any_null<const void *>(y, dy, x, dx, workSpace)) return miopenStatusBadParm;
        for (const miopenTensorDescriptor_t other : {yDesc, dyDesc, dxDesc})
            if (of(other).lens != of(xDesc).lens || of(other).type != of(xDesc).type) return miopenStatusBadParm;
        if (!is_supported(of(xDesc))) return missing("miopenLRNBackward", "a tensor of this type or size");
        LrnCall call = described(*static_cast<Lrn *>(lrnDesc), of(xDesc), x, const_cast<void *>(workSpace));
        call.y = volume(of(yDesc), y), call.dy = volume(of(dyDesc), dy), call.dx = volume(of(dxDesc), dx);
        const uint32_t count = uint32_t(of(xDesc).count());
        return launch(h, lrn_backward, blocks_for(count), dim3(threads), call, count);
    });
}
