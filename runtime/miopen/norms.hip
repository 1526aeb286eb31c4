// norms.hip: layer, group and root-mean-square normalisation, of one tensor or of the sum of two.
//
// Called by programs. A row is what is normalised together.
#include "moments.h"

namespace dnn {

struct Norm {
    Rows x, x2, y, weight, bias;  // without x2, weight or bias their pointer is null; weights have no strides along what they do not hang on
    View mean, rstd;              // of a row, or null
    bool is_centred;

    template <class W> __device__ W value(const Index &i, const Index &j) const {
        const W first = x.inner.get<W>(x.row(i) + x.column(j));
        return x2.inner.data ? first + x2.inner.get<W>(x2.row(i) + x2.column(j)) : first;
    }
    // What the program wants to know of a row.
    template <class W> __device__ void keep(const Index &row, W of_mean, W inverse) const {
        if (mean.data) mean.set<W>(mean.place(row), of_mean);
        if (rstd.data) rstd.set<W>(rstd.place(row), inverse);
    }
};

template <class W> struct KnownNorm {
    W mean, inverse;
};

// What is known of rows in parts is given.
template <class W> __global__ void normalise(Norm n, Team team, W epsilon, const KnownNorm<W> *known) {
    DNN_ROWS(i, row, team, n.x) {
        W mean, inverse;
        if (known) {
            mean = known[i].mean, inverse = known[i].inverse;
        } else {
            const Moments<W> moments(n.x, team, n.is_centred, [&](const Index &column) { return n.value<W>(row, column); });
            mean = moments.mean, inverse = inverse_root(moments.variance() + epsilon);
            if (team.leads()) n.keep(row, mean, inverse);
        }
        DNN_ALONG(j, column, team, n.x) {
            W value = (n.value<W>(row, column) - mean) * inverse;
            if (n.weight.inner.data) value *= n.weight.inner.get<W>(n.weight.row(row) + n.weight.column(column));
            if (n.bias.inner.data) value += n.bias.inner.get<W>(n.bias.row(row) + n.bias.column(column));
            n.y.inner.set<W>(n.y.row(row) + n.y.column(column), value);
        }
    }
}
template <class W> __global__ void norm_of_parts(Norm n, Team team, Moments<W> *parts) {
    DNN_ROWS(i, row, team, n.x) {
        const Moments<W> moments(n.x, team, n.is_centred, [&](const Index &column) { return n.value<W>(row, column); });
        if (team.leads()) parts[i * team.parts + team.part()] = moments;
    }
}
// A block a row; a thread a part.
template <class W> __global__ void settle_norm(Norm n, Team team, W epsilon, const Moments<W> *parts, KnownNorm<W> *known) {
    for (uint32_t i = blockIdx.x; i < team.rows; i += gridDim.x) {
        const Moments<W> all = Moments<W>::together(parts + i * team.parts, team, n.is_centred);
        if (threadIdx.x != 0) continue;
        known[i] = {all.mean, inverse_root(all.variance() + epsilon)};
        n.keep(Index(n.x.outer, i), known[i].mean, known[i].inverse);
    }
}

// The gradient of a root-mean-square norm by its input...
template <class W> __global__ void rms_backward(Rows dy, Rows x, Rows dx, Team team, View weight, View rstd) {
    DNN_ROWS(i, row, team, x) {
        const int64_t of_dy = dy.row(row), of_x = x.row(row), to = dx.row(row);
        const auto slope = [&](uint32_t j, const Index &column) {
            const W d = dy.inner.get<W>(of_dy + dy.column(column));
            return weight.data ? d * weight.get<W>(j) : d;
        };
        W sum = 0;
        DNN_ALONG(j, column, team, x) sum += slope(j, column) * x.inner.get<W>(of_x + x.column(column));
        sum = team.sum(sum);
        const W inverse = rstd.get<W>(i), back = sum * inverse * inverse * inverse / W(team.length);
        DNN_ALONG(j, column, team, x) dx.inner.set<W>(to + dx.column(column), inverse * slope(j, column) - back * x.inner.get<W>(of_x + x.column(column)));
    }
}
// ... and by its weights; a row is all rows' elements of one place.
template <class W> __global__ void rms_weights(Rows dy, Rows x, Team team, View rstd, View dw) {
    DNN_ROWS(i, row, team, x) {
        W sum = 0;
        DNN_ALONG(j, column, team, x)
            sum += dy.inner.get<W>(dy.row(row) + dy.column(column)) * x.inner.get<W>(x.row(row) + x.column(column)) * rstd.get<W>(j);
        sum = team.sum(sum);
        if (team.leads()) dw.set<W>(i, sum);
    }
}

namespace {

struct Given {
    miopenTensorDescriptor_t tensor;
    const void *data;
};

// A vector over the dimensions of `shape` that `over` names, as a view of all of shape.
View spread_over(Given v, const std::vector<size_t> &shape, unsigned over) {
    View spread = view(packed(v.data ? of(v.tensor).type : miopenFloat, shape), v.data);
    int64_t stride = 1;
    const int before = most_dims - int(shape.size());
    for (int d = int(shape.size()) - 1; d >= 0; d--) {
        const bool is_over = over >> d & 1;
        spread.strides[before + d] = is_over && shape[d] != 1 ? stride : 0;
        if (is_over) stride *= int64_t(shape[d]);
    }
    return spread;
}

size_t count_over(const std::vector<size_t> &shape, unsigned over) {
    size_t count = 1;
    for (size_t d = 0; d < shape.size(); d++)
        if (over >> d & 1) count *= shape[d];
    return count;
}

struct Call {
    const char *name;
    Tensor x, x2, y;  // with the dimensions that the norm sees
    const void *at_x, *at_x2;
    void *at_y;
    unsigned along, weighted;  // dimensions of a row, and those that weights hang on
    Given weight, bias, mean, rstd;
    bool is_centred;
    double epsilon;

    miopenStatus_t run(Handle &handle) const {
        if (any_null<const void *>(at_x, at_y)) return miopenStatusBadParm;
        const std::vector<size_t> &shape = x.lens;
        if (x.lens != y.lens || (at_x2 && x2.lens != x.lens)) return miopenStatusBadParm;
        if (!is_small(x) || !is_real(x.type) || !is_small(y)) return missing(name, "a tensor of this type or size");
        for (const Given &v : {weight, bias})
            if (v.data && (!v.tensor || of(v.tensor).count() != count_over(shape, weighted))) return miopenStatusBadParm;
        const unsigned rows = all_but(along, x.dims());
        for (const Given &v : {mean, rstd})
            if (v.data && (!v.tensor || of(v.tensor).count() != count_over(shape, rows))) return miopenStatusBadParm;
        const auto split = [&](const View &v) { return rows_of(v, x.dims(), along); };
        Norm n = {split(view(x, at_x)), split(view(at_x2 ? x2 : x, at_x2)), split(view(y, at_y)), split(spread_over(weight, shape, weighted)),
                  split(spread_over(bias, shape, weighted)), split(spread_over(mean, shape, rows)).outer, split(spread_over(rstd, shape, rows)).outer, is_centred};
        flatten(n.x.outer, n.x2.outer, n.y.outer, n.weight.outer, n.bias.outer, n.mean, n.rstd);
        flatten(n.x.inner, n.x2.inner, n.y.inner, n.weight.inner, n.bias.inner);
        return DNN_BY_WIDTH(is_wide(x.type), go<Work>(handle, n));
    }
    template <class W> miopenStatus_t go(Handle &handle, const Norm &n) const {
        const Team team = in_parts(team_for(n.x));
        InParts<KnownNorm<W>, W> row(handle);
        if (team.parts > 1) {
            DNN_TRY(row.take(team));
            DNN_TRY(launch(handle, norm_of_parts<W>, team.grid(), dim3(threads), n, team, row.parts));
            DNN_TRY(launch(handle, settle_norm<W>, dim3(team.rows), dim3(threads), n, team, W(epsilon), row.parts, row.known));
        }
        return launch(handle, normalise<W>, team.grid(), dim3(threads), n, team, W(epsilon), row.known);
    }
};

unsigned from_dimension(int first, int dims) { return all_but((1u << first) - 1, dims); }

// n, groups, channels of a group, and places; false if places do not lie at equal distances.
bool grouped(const Tensor &tensor, uint64_t groups, Tensor &to) {
    size_t places = 1;
    for (int d = 2; d < tensor.dims(); d++) places *= tensor.lens[d];
    size_t stride = 1, expected = 0;
    for (int d = tensor.dims() - 1; d >= 2; d--) {
        if (tensor.lens[d] == 1) continue;
        if (expected == 0) stride = tensor.strides[d];
        else if (tensor.strides[d] != expected) return false;
        expected = tensor.strides[d] * tensor.lens[d];
    }
    const size_t channels = tensor.lens[1] / groups;
    to = tensor;
    to.lens = {tensor.lens[0], groups, channels, places};
    to.strides = {tensor.strides[0], channels * tensor.strides[1], tensor.strides[1], stride};
    return true;
}

}  // namespace

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenLayerNormForward(miopenHandle_t handle, miopenNormMode_t mode, const miopenTensorDescriptor_t xDesc, const void *x,
                                      const miopenTensorDescriptor_t weightDesc, const void *weight, const miopenTensorDescriptor_t biasDesc, const void *bias,
                                      const float epsilon, const int32_t normalized_dim, const miopenTensorDescriptor_t yDesc, void *y,
                                      const miopenTensorDescriptor_t meanDesc, void *mean, const miopenTensorDescriptor_t rstdDesc, void *rstd) {
    return with(handle, [&](Handle &h) {
        if (any_null(xDesc, yDesc) || normalized_dim < 0 || normalized_dim >= of(xDesc).dims()) return miopenStatusBadParm;
        if (mode != MIOPEN_ELEMENTWISE_AFFINE && mode != MIOPEN_WEIGHT_BIAS) return miopenStatusBadParm;
        const unsigned along = from_dimension(normalized_dim, of(xDesc).dims());
        const bool is_weighted = mode == MIOPEN_WEIGHT_BIAS;
        return Call{"miopenLayerNormForward", of(xDesc), {}, of(yDesc), x, nullptr, y, along, along, {weightDesc, is_weighted ? weight : nullptr},
                    {biasDesc, is_weighted ? bias : nullptr}, {meanDesc, mean}, {rstdDesc, rstd}, true, epsilon}
            .run(h);
    });
}

miopenStatus_t miopenAddLayerNormForward(miopenHandle_t handle, miopenNormMode_t mode, const miopenTensorDescriptor_t xDesc, const void *x,
                                         const miopenTensorDescriptor_t x2Desc, const void *x2, const miopenTensorDescriptor_t weightDesc, const void *weight,
                                         const miopenTensorDescriptor_t biasDesc, const void *bias, const float epsilon, const int32_t normalized_dim,
                                         const miopenTensorDescriptor_t yDesc, void *y, const miopenTensorDescriptor_t meanDesc, void *mean,
                                         const miopenTensorDescriptor_t rstdDesc, void *rstd) {
    return with(handle, [&](Handle &h) {
        if (any_null(xDesc, x2Desc, yDesc) || !x2 || normalized_dim < 0 || normalized_dim >= of(xDesc).dims()) return miopenStatusBadParm;
        if (mode != MIOPEN_ELEMENTWISE_AFFINE_FUSED_ADD && mode != MIOPEN_WEIGHT_BIAS_FUSED_ADD) return miopenStatusBadParm;
        const unsigned along = from_dimension(normalized_dim, of(xDesc).dims());
        const bool is_weighted = mode == MIOPEN_WEIGHT_BIAS_FUSED_ADD;
        return Call{"miopenAddLayerNormForward", of(xDesc), of(x2Desc), of(yDesc), x, x2, y, along, along, {weightDesc, is_weighted ? weight : nullptr},
                    {biasDesc, is_weighted ? bias : nullptr}, {meanDesc, mean}, {rstdDesc, rstd}, true, epsilon}
            .run(h);
    });
}

miopenStatus_t miopenGroupNormForward(miopenHandle_t handle, miopenNormMode_t mode, const miopenTensorDescriptor_t xDesc, const void *x,
                                      const miopenTensorDescriptor_t weightDesc, const void *weight, const miopenTensorDescriptor_t biasDesc, const void *bias,
                                      const uint64_t num_groups, const float epsilon, const miopenTensorDescriptor_t yDesc, void *y,
                                      const miopenTensorDescriptor_t meanDesc, void *mean, const miopenTensorDescriptor_t rstdDesc, void *rstd) {
    return with(handle, [&](Handle &h) {
        if (any_null(xDesc, yDesc) || of(xDesc).dims() < 2 || of(xDesc).lens != of(yDesc).lens || !num_groups || of(xDesc).lens[1] % num_groups) return miopenStatusBadParm;
        if (mode != MIOPEN_ELEMENTWISE_AFFINE && mode != MIOPEN_WEIGHT_BIAS) return miopenStatusBadParm;
        Tensor from, to;
        if (!grouped(of(xDesc), num_groups, from) || !grouped(of(yDesc), num_groups, to)) return missing("miopenGroupNormForward", "a tensor with gaps");
        const bool is_weighted = mode == MIOPEN_WEIGHT_BIAS;
        return Call{"miopenGroupNormForward", from, {}, to, x, nullptr, y, 0b1100, 0b0110, {weightDesc, is_weighted ? weight : nullptr},
                    {biasDesc, is_weighted ? bias : nullptr}, {meanDesc, mean}, {rstdDesc, rstd}, true, epsilon}
            .run(h);
    });
}

miopenStatus_t miopenT5LayerNormForward(miopenHandle_t handle, miopenNormMode_t mode, const miopenTensorDescriptor_t xDesc, const void *x,
                                        const miopenTensorDescriptor_t weightDesc, const void *weight, const float epsilon, const miopenTensorDescriptor_t yDesc, void *y,
                                        const miopenTensorDescriptor_t rstdDesc, void *rstd) {
    return with(handle, [&](Handle &h) {
        if (any_null(xDesc, yDesc) || (mode != MIOPEN_ELEMENTWISE_AFFINE_T5 && mode != MIOPEN_WEIGHT_BIAS_T5)) return miopenStatusBadParm;
        const unsigned last = 1u << (of(xDesc).dims() - 1);
        return Call{"miopenT5LayerNormForward", of(xDesc), {}, of(yDesc), x, nullptr, y, last, last, {weightDesc, mode == MIOPEN_WEIGHT_BIAS_T5 ? weight : nullptr}, {},
                    {}, {rstdDesc, rstd}, false, epsilon}
            .run(h);
    });
}

miopenStatus_t miopenGetT5LayerNormBackwardWorkspaceSize(miopenHandle_t handle, miopenNormMode_t, const miopenTensorDescriptor_t dyDesc,
                                                         const miopenTensorDescriptor_t xDesc, const miopenTensorDescriptor_t weightDesc,
                                                         const miopenTensorDescriptor_t rstdDesc, const miopenTensorDescriptor_t dxDesc,
                                                         const miopenTensorDescriptor_t dwDesc, size_t *sizeInBytes) {
    if (!handle || any_null(dyDesc, xDesc, weightDesc, rstdDesc, dxDesc, dwDesc) || !sizeInBytes) return miopenStatusBadParm;
    *sizeInBytes = 0;
    return miopenStatusSuccess;
}

miopenStatus_t miopenT5LayerNormBackward(miopenHandle_t handle, miopenNormMode_t mode, void *, size_t, const miopenTensorDescriptor_t dyDesc, const void *dy,
                                         const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t weightDesc, const void *weight,
                                         const miopenTensorDescriptor_t rstdDesc, const void *rstd, const miopenTensorDescriptor_t dxDesc, void *dx,
                                         const miopenTensorDescriptor_t dwDesc, void *dw) {
    return with(handle, [&](Handle &h) {
        if (any_null(dyDesc, xDesc, rstdDesc, dxDesc) || any_null<const void *>(dy, x, rstd, dx)) return miopenStatusBadParm;
        if (mode != MIOPEN_ELEMENTWISE_AFFINE_T5 && mode != MIOPEN_WEIGHT_BIAS_T5) return miopenStatusBadParm;
        const Tensor &from = of(xDesc);
        const int dims = from.dims();
        const size_t length = from.lens.back(), rows = from.count() / length;
        if (of(dyDesc).lens != from.lens || of(dxDesc).lens != from.lens || of(rstdDesc).count() != rows) return miopenStatusBadParm;
        if (!is_small(from) || !is_real(from.type)) return missing("miopenT5LayerNormBackward", "a tensor of this type or size");
        const bool is_weighted = mode == MIOPEN_WEIGHT_BIAS_T5;
        if (is_weighted && (!weight || !dw || !weightDesc || of(weightDesc).count() != length)) return miopenStatusBadParm;
        if (dw && (!dwDesc || of(dwDesc).count() != length)) return miopenStatusBadParm;
        const unsigned last = 1u << (dims - 1);
        const View of_rstd = line(rstd, of(rstdDesc).type, rows);
        Rows of_dy = rows_of(view(of(dyDesc), dy), dims, last), of_x = rows_of(view(from, x), dims, last), to = rows_of(view(of(dxDesc), dx), dims, last);
        flatten_rows(of_dy, of_x, to);
        const Team team = team_for(of_x);
        const View of_weight = line(is_weighted ? weight : nullptr, is_weighted ? of(weightDesc).type : miopenFloat, length);
        DNN_TRY(DNN_BY_WIDTH(is_wide(from.type), launch(h, rms_backward<Work>, team.grid(), dim3(threads), of_dy, of_x, to, team, of_weight, of_rstd)));
        // The gradient that weights would have is given without them too.
        if (!dw) return miopenStatusSuccess;
        Rows dy_by_place = rows_of(view(of(dyDesc), dy), dims, all_but(last, dims)), x_by_place = rows_of(view(from, x), dims, all_but(last, dims));
        flatten_rows(dy_by_place, x_by_place);
        const Team places = team_for(x_by_place);
        return DNN_BY_WIDTH(is_wide(from.type), launch(h, rms_weights<Work>, places.grid(), dim3(threads), dy_by_place, x_by_place, places, of_rstd,
                                                       line(dw, of(dwDesc).type, length)));
    });
}
