// others.hip: what the beta interface has besides: tensors put one behind the other, rotary embeddings, k-th values, parametric rectifiers, losses and optimisers.
//
// Called by programs.
#include "sums.h"

namespace dnn {

template <class W> __global__ void rotate(View x, View cosine, View sine, View y, uint32_t count, uint32_t rotated, bool is_back) {
    DNN_EACH(i, count) {
        const uint32_t at = i % rotated, other = i ^ 1, sine_at = is_back ? at ^ 1 : at;
        const W neighbour = x.get<W>(x.place(other)), sign = (i % 2 == 0) == is_back ? W(1) : W(-1);
        y.set<W>(y.place(i), x.get<W>(x.place(i)) * cosine.get<W>(cosine.place(at)) + sign * neighbour * sine.get<W>(sine.place(sine_at)));
    }
}

// The value that k - 1 others of its row are before; of equal ones the first ones are.
template <class W> __global__ void find_kth(Rows x, View to, View indices, Team team, uint32_t k) {
    DNN_ROWS(i, row, team, x) {
        const int64_t first = x.row(row);
        DNN_ALONG(j, column, team, x) {
            const W value = x.inner.get<W>(first + x.column(column));
            uint32_t before = 0;
            for (uint32_t l = 0; l < team.length; l++) {
                const W other = x.inner.get<W>(first + x.column(Index(x.inner, l)));
                before += other < value || (other == value && l < j);
            }
            if (before + 1 != k) continue;
            to.set<W>(to.place(row), value);
            static_cast<uint64_t *>(indices.data)[indices.place(row)] = j;
        }
    }
}

template <class W> __global__ void rectify_backward(View x, View weight, View dy, View dx, W *dweights, uint32_t count) {
    DNN_EACH(i, count) {
        const Index at(x, i);
        const W value = x.get<W>(x.place(at)), slope = dy.get<W>(dy.place(at));
        if (dx.data) dx.set<W>(dx.place(at), value > 0 ? slope : weight.get<W>(weight.place(at)) * slope);
        if (dweights) dweights[i] = value > 0 ? W(0) : value * slope;
    }
}

template <class W> __global__ void soft_margin(View x, View target, View to, uint32_t count, W share) {
    DNN_EACH(i, count) {
        const Index at(x, i);
        to.set<W>(to.place(at), share * log1p(exp(-x.get<W>(x.place(at)) * target.get<W>(target.place(at)))));
    }
}
template <class W> __global__ void soft_margin_backward(View x, View target, View dy, View dx, uint32_t count, W share) {
    DNN_EACH(i, count) {
        const Index at(x, i);
        const W t = target.get<W>(target.place(at));
        dx.set<W>(dx.place(at), share * -t / (exp(x.get<W>(x.place(at)) * t) + 1) * dy.get<W>(dy.place(at)));
    }
}

template <class W> __global__ void multi_margin(View x, View target, View weight, View to, uint32_t rows, uint32_t classes, int power, W margin, W share) {
    DNN_EACH(i, rows) {
        const int64_t first = x.strides[3] * i;
        const uint64_t right = static_cast<const uint64_t *>(target.data)[target.place(i)];
        W sum = 0;
        if (right < classes) {
            const W own = x.get<W>(first + x.strides[4] * int64_t(right)), by = weight.get<W>(weight.place(uint32_t(right)));
            for (uint32_t c = 0; c < classes; c++) {
                const W off = margin - own + x.get<W>(first + x.strides[4] * c);
                if (c != right && off > 0) sum += by * (power == 2 ? off * off : off) / W(classes);
            }
        }
        to.set<W>(to.place(i), share * sum);
    }
}

namespace {

bool are_right(std::initializer_list<miopenTensorDescriptor_t> tensors) {
    return std::all_of(tensors.begin(), tensors.end(), [](miopenTensorDescriptor_t t) { return t && is_small(of(t)); });
}

miopenStatus_t rotary(miopenHandle_t handle, miopenTensorDescriptor_t xDesc, const void *x, miopenTensorDescriptor_t cosDesc, const void *cosine,
                      miopenTensorDescriptor_t sinDesc, const void *sine, miopenTensorDescriptor_t yDesc, void *y, bool is_back) {
    return with(handle, [&](Handle &h) {
        if (!are_right({xDesc, cosDesc, sinDesc, yDesc}) || any_null<const void *>(x, cosine, sine, y)) return miopenStatusBadParm;
        const Tensor &from = of(xDesc), &to = of(yDesc);
        const size_t rotated = of(cosDesc).count();
        if (from.lens != to.lens || of(sinDesc).count() != rotated || rotated % 2 || from.count() % rotated || !is_real(from.type)) return miopenStatusBadParm;
        const uint32_t count = uint32_t(from.count());
        return DNN_BY_WIDTH(is_wide(from.type), launch(h, rotate<Work>, blocks_for(count), dim3(threads), view(from, x), view(of(cosDesc), cosine), view(of(sinDesc), sine),
                                                       view(to, y), count, uint32_t(rotated), is_back));
    });
}

// A loss of each element, or all of them together.
miopenStatus_t reduced(Handle &handle, const View &each, View to) {
    const Rows all = rows_of(each, most_dims, (1u << most_dims) - 1);
    return sum_rows(handle, all, to, 1, 0);
}

}  // namespace

}  // namespace dnn

using namespace dnn;

// Each is copied to its place.
miopenStatus_t miopenCatForward(miopenHandle_t handle, const int32_t xCount, const miopenTensorDescriptor_t *xDescs, const void *const *xs,
                                const miopenTensorDescriptor_t yDesc, void *y, const int32_t dim) {
    return with(handle, [&](Handle &h) {
        if (xCount < 1 || !xDescs || !xs || !are_right({yDesc}) || !y || dim < 0 || dim >= of(yDesc).dims()) return miopenStatusBadParm;
        const Tensor &to = of(yDesc);
        size_t at = 0;
        for (int32_t i = 0; i < xCount; i++) {
            if (!are_right({xDescs[i]}) || !xs[i] || of(xDescs[i]).type != to.type || of(xDescs[i]).dims() != to.dims()) return miopenStatusBadParm;
            std::vector<size_t> lens = of(xDescs[i]).lens;
            at += lens[dim], lens[dim] = to.lens[dim];
            if (lens != to.lens) return miopenStatusBadParm;
        }
        if (at != to.lens[dim]) return miopenStatusBadParm;
        at = 0;
        for (int32_t i = 0; i < xCount; i++) {
            const Tensor &from = of(xDescs[i]);
            char *const place = static_cast<char *>(y) + at * to.strides[dim] * size_of(to.type);
            DNN_TRY(transform(h, view(from, xs[i]), view(to, place, from.lens), 1, 0));
            at += from.lens[dim];
        }
        return miopenStatusSuccess;
    });
}

miopenStatus_t miopenRoPEForward(miopenHandle_t handle, const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t cosDesc, const void *cos,
                                 const miopenTensorDescriptor_t sinDesc, const void *sin, const miopenTensorDescriptor_t yDesc, void *y) {
    return rotary(handle, xDesc, x, cosDesc, cos, sinDesc, sin, yDesc, y, false);
}
miopenStatus_t miopenRoPEBackward(miopenHandle_t handle, const miopenTensorDescriptor_t dyDesc, const void *dy, const miopenTensorDescriptor_t cosDesc, const void *cos,
                                  const miopenTensorDescriptor_t sinDesc, const void *sin, const miopenTensorDescriptor_t dxDesc, void *dx) {
    return rotary(handle, dyDesc, dy, cosDesc, cos, sinDesc, sin, dxDesc, dx, true);
}

miopenStatus_t miopenKthvalueForward(miopenHandle_t handle, miopenTensorDescriptor_t inputDesc, const void *input, miopenTensorDescriptor_t outputDesc, void *output,
                                     miopenTensorDescriptor_t indicesDesc, size_t *indices, size_t k, int32_t dim, bool) {
    return with(handle, [&](Handle &h) {
        if (!are_right({inputDesc, outputDesc}) || !indicesDesc || any_null<const void *>(input, output, indices)) return miopenStatusBadParm;
        const Tensor &from = of(inputDesc);
        if (dim < 0) dim += from.dims();
        if (dim < 0 || dim >= from.dims() || k < 1 || k > from.lens[dim] || of(outputDesc).count() != from.count() / from.lens[dim] ||
            of(indicesDesc).count() != of(outputDesc).count() || !of(outputDesc).is_contiguous() || !of(indicesDesc).is_contiguous())
            return miopenStatusBadParm;
        std::vector<size_t> shape = from.lens;
        shape[dim] = 1;
        Rows rows = rows_of(view(from, input), from.dims(), 1u << dim);
        View to = view(packed(of(outputDesc).type, shape), output), places = view(packed(miopenInt64, shape), indices);
        flatten(rows.outer, to, places);
        flatten(rows.inner);
        const Team team = team_for(rows);
        return DNN_BY_WIDTH(is_wide(from.type), launch(h, find_kth<Work>, team.grid(), dim3(threads), rows, to, places, team, uint32_t(k)));
    });
}

miopenStatus_t miopenGetPReLUBackwardWorkspaceSize(miopenHandle_t handle, miopenTensorDescriptor_t inputDesc, miopenTensorDescriptor_t weightDesc, size_t *sizeInBytes) {
    if (!handle || any_null(inputDesc, weightDesc) || !sizeInBytes) return miopenStatusBadParm;
    *sizeInBytes = of(inputDesc).count() * (is_wide(of(inputDesc).type) ? sizeof(double) : sizeof(float));
    return miopenStatusSuccess;
}
// One weight, or one a channel.
miopenStatus_t miopenPReLUBackward(miopenHandle_t handle, void *workspace, size_t workspaceSizeInBytes, miopenTensorDescriptor_t inputDesc, const void *input,
                                   miopenTensorDescriptor_t weightDesc, const void *weight, miopenTensorDescriptor_t doutputDesc, const void *doutput,
                                   miopenTensorDescriptor_t dinputDesc, void *dinput, miopenTensorDescriptor_t dweightDesc, void *dweight) {
    return with(handle, [&](Handle &h) {
        if (!are_right({inputDesc, weightDesc, doutputDesc}) || any_null<const void *>(input, weight, doutput) || (!dinput && !dweight)) return miopenStatusBadParm;
        const Tensor &x = of(inputDesc), &w = of(weightDesc);
        const size_t weights = w.count();
        if ((dinput && !are_right({dinputDesc})) || (dweight && (!are_right({dweightDesc}) || of(dweightDesc).count() != weights))) return miopenStatusBadParm;
        if (of(doutputDesc).lens != x.lens || (weights != 1 && (x.dims() < 2 || weights != x.lens[1])) || !is_real(x.type)) return miopenStatusBadParm;
        const miopenDataType_t summed = is_wide(x.type) ? miopenDouble : miopenFloat;
        Temporary own(h);
        void *memory = workspace;
        if (dweight && (!workspace || workspaceSizeInBytes < x.count() * size_of(summed))) {
            DNN_TRY(own.take(x.count() * size_of(summed)));
            memory = own.memory;
        }
        std::vector<size_t> shape(x.dims(), 1);
        if (weights != 1) shape[1] = weights;
        const uint32_t count = uint32_t(x.count());
        DNN_TRY(DNN_BY_WIDTH(is_wide(x.type), launch(h, rectify_backward<Work>, blocks_for(count), dim3(threads), view(x, input), view(packed(w.type, shape), weight, x.lens),
                                                     view(of(doutputDesc), doutput), dinput ? view(of(dinputDesc), dinput) : view(x, nullptr),
                                                     static_cast<Work *>(dweight ? memory : nullptr), count)));
        if (!dweight) return miopenStatusSuccess;
        const Rows rows = rows_of(view(packed(summed, x.lens), memory), x.dims(), weights == 1 ? all_but(0, x.dims()) : all_but(2, x.dims()));
        return sum_rows(h, rows, line(dweight, of(dweightDesc).type, weights), 1, 0);
    });
}

miopenStatus_t miopenGetSoftMarginLossForwardWorkspaceSize(miopenHandle_t handle, miopenTensorDescriptor_t inputDesc, miopenTensorDescriptor_t targetDesc,
                                                           miopenTensorDescriptor_t outputDesc, miopenLossReductionMode_t reduction, size_t *sizeInBytes) {
    if (!handle || any_null(inputDesc, targetDesc, outputDesc) || !sizeInBytes) return miopenStatusBadParm;
    *sizeInBytes = reduction == MIOPEN_LOSS_REDUCTION_NONE ? 0 : of(inputDesc).count() * (is_wide(of(inputDesc).type) ? sizeof(double) : sizeof(float));
    return miopenStatusSuccess;
}
miopenStatus_t miopenSoftMarginLossForward(miopenHandle_t handle, miopenTensorDescriptor_t inputDesc, const void *input, miopenTensorDescriptor_t targetDesc,
                                           const void *target, miopenTensorDescriptor_t outputDesc, void *output, miopenLossReductionMode_t reduction, void *, size_t) {
    return with(handle, [&](Handle &h) {
        if (!are_right({inputDesc, targetDesc, outputDesc}) || any_null<const void *>(input, target, output) || unsigned(reduction) > MIOPEN_LOSS_REDUCTION_MEAN)
            return miopenStatusBadParm;
        const Tensor &x = of(inputDesc), &to = of(outputDesc);
        const bool is_each = reduction == MIOPEN_LOSS_REDUCTION_NONE;
        if (of(targetDesc).lens != x.lens || (is_each ? to.lens != x.lens : to.count() != 1) || !is_real(x.type)) return miopenStatusBadParm;
        const Tensor each = packed(is_wide(x.type) ? miopenDouble : miopenFloat, x.lens);
        Temporary losses(h);
        if (!is_each) DNN_TRY(losses.take(each.bytes()));
        const View results = is_each ? view(to, output) : view(each, losses.memory);
        const uint32_t count = uint32_t(x.count());
        const double share = reduction == MIOPEN_LOSS_REDUCTION_MEAN ? 1.0 / count : 1;
        DNN_TRY(DNN_BY_WIDTH(is_wide(x.type), launch(h, soft_margin<Work>, blocks_for(count), dim3(threads), view(x, input), view(of(targetDesc), target), results, count,
                                                     Work(share))));
        return is_each ? miopenStatusSuccess : reduced(h, results, line(output, to.type, 1));
    });
}
miopenStatus_t miopenSoftMarginLossBackward(miopenHandle_t handle, miopenTensorDescriptor_t inputDesc, const void *input, miopenTensorDescriptor_t targetDesc,
                                            const void *target, miopenTensorDescriptor_t doutputDesc, const void *doutput, miopenTensorDescriptor_t dinputDesc,
                                            void *dinput, miopenLossReductionMode_t reduction) {
    return with(handle, [&](Handle &h) {
        if (!are_right({inputDesc, targetDesc, doutputDesc, dinputDesc}) || any_null<const void *>(input, target, doutput, dinput)) return miopenStatusBadParm;
        const Tensor &x = of(inputDesc);
        if (of(targetDesc).lens != x.lens || of(doutputDesc).lens != x.lens || of(dinputDesc).lens != x.lens || !is_real(x.type)) return miopenStatusBadParm;
        const uint32_t count = uint32_t(x.count());
        const double share = reduction == MIOPEN_LOSS_REDUCTION_MEAN ? 1.0 / count : 1;
        return DNN_BY_WIDTH(is_wide(x.type), launch(h, soft_margin_backward<Work>, blocks_for(count), dim3(threads), view(x, input), view(of(targetDesc), target),
                                                    view(of(doutputDesc), doutput), view(of(dinputDesc), dinput), count, Work(share)));
    });
}

miopenStatus_t miopenGetMultiMarginLossForwardWorkspaceSize(miopenHandle_t handle, miopenTensorDescriptor_t inputDesc, miopenTensorDescriptor_t targetDesc,
                                                            miopenTensorDescriptor_t weightDesc, miopenTensorDescriptor_t outputDesc, long, float,
                                                            miopenLossReductionMode_t reduction, size_t *sizeInBytes) {
    if (!handle || any_null(inputDesc, targetDesc, weightDesc, outputDesc) || !sizeInBytes) return miopenStatusBadParm;
    *sizeInBytes = reduction == MIOPEN_LOSS_REDUCTION_NONE ? 0 : of(inputDesc).lens[0] * sizeof(double);
    return miopenStatusSuccess;
}
miopenStatus_t miopenMultiMarginLossForward(miopenHandle_t handle, miopenTensorDescriptor_t inputDesc, const void *input, miopenTensorDescriptor_t targetDesc,
                                            const void *target, miopenTensorDescriptor_t weightDesc, const void *weight, miopenTensorDescriptor_t outputDesc, void *output,
                                            long p, float margin, miopenLossReductionMode_t reduction, void *, size_t) {
    return with(handle, [&](Handle &h) {
        if (!are_right({inputDesc, targetDesc, weightDesc, outputDesc}) || any_null<const void *>(input, target, weight, output) || (p != 1 && p != 2))
            return miopenStatusBadParm;
        const Tensor &x = of(inputDesc), &to = of(outputDesc);
        const bool is_each = reduction == MIOPEN_LOSS_REDUCTION_NONE;
        if (x.dims() != 2 || of(targetDesc).count() != x.lens[0] || of(targetDesc).type != miopenInt64 || of(weightDesc).count() != x.lens[1] ||
            to.count() != (is_each ? x.lens[0] : 1) || !is_real(x.type))
            return miopenStatusBadParm;
        const miopenDataType_t summed = is_wide(x.type) ? miopenDouble : miopenFloat;
        Temporary losses(h);
        if (!is_each) DNN_TRY(losses.take(x.lens[0] * size_of(summed)));
        const View results = is_each ? view(to, output) : line(losses.memory, summed, x.lens[0]);
        const double share = reduction == MIOPEN_LOSS_REDUCTION_MEAN ? 1.0 / double(x.lens[0]) : 1;
        const uint32_t rows = uint32_t(x.lens[0]);
        View from = view(x, input);
        from.strides[3] = int64_t(x.strides[0]), from.strides[4] = int64_t(x.strides[1]);
        DNN_TRY(DNN_BY_WIDTH(is_wide(x.type), launch(h, multi_margin<Work>, blocks_for(rows), dim3(threads), from, view(of(targetDesc), target), view(of(weightDesc), weight),
                                                     results, rows, uint32_t(x.lens[1]), int(p), Work(margin), Work(share))));
        return is_each ? miopenStatusSuccess : reduced(h, results, line(output, to.type, 1));
    });
}
