// reduce.hip: reductions along any dimensions, with the place of what a smallest or largest element is, and those along one dimension of the beta interface.
//
// Called by programs. A result's elements are put together in the same order each time. A NaN is passed over, or if the program wants it, wins.
#include "rows.h"

namespace dnn {

struct Reduction : miopenReduceTensorDescriptor {
    miopenReduceTensorOp_t op = MIOPEN_REDUCE_TENSOR_ADD;
    miopenDataType_t type = miopenFloat;
    miopenNanPropagation_t nan = MIOPEN_NOT_PROPAGATE_NAN;
    miopenReduceTensorIndices_t indices = MIOPEN_REDUCE_TENSOR_NO_INDICES;
    miopenIndicesType_t index_type = MIOPEN_32BIT_INDICES;
};

static bool is_extreme(miopenReduceTensorOp_t op) { return op == MIOPEN_REDUCE_TENSOR_MIN || op == MIOPEN_REDUCE_TENSOR_MAX || op == MIOPEN_REDUCE_TENSOR_AMAX; }

// What some elements of a row are together; the index says where an extreme one is.
template <class W> struct Part {
    W value;
    uint32_t index;
};
constexpr uint32_t nowhere = UINT32_MAX;

template <class W> struct Reducing {
    miopenReduceTensorOp_t op;
    bool nan_wins, skips_nan;  // of extreme elements; of sums and products

    __device__ bool finds() const { return op == MIOPEN_REDUCE_TENSOR_MIN || op == MIOPEN_REDUCE_TENSOR_MAX || op == MIOPEN_REDUCE_TENSOR_AMAX; }
    __device__ Part<W> nothing() const { return {op == MIOPEN_REDUCE_TENSOR_MUL ? W(1) : W(0), nowhere}; }
    __device__ W before(W x) const {
        if (skips_nan && x != x) return nothing().value;
        if (op == MIOPEN_REDUCE_TENSOR_AMAX || op == MIOPEN_REDUCE_TENSOR_NORM1) return fabs(x);
        return op == MIOPEN_REDUCE_TENSOR_NORM2 ? x * x : x;
    }
    __device__ W after(W x, uint32_t length) const {
        return op == MIOPEN_REDUCE_TENSOR_AVG ? x / W(length) : op == MIOPEN_REDUCE_TENSOR_NORM2 ? sqrt(x) : x;
    }
    __device__ Part<W> operator()(Part<W> a, Part<W> b) const {
        if (!finds()) return {op == MIOPEN_REDUCE_TENSOR_MUL ? a.value * b.value : a.value + b.value, nowhere};
        if (a.index == nowhere || b.index == nowhere) return a.index == nowhere ? b : a;
        const Part<W> first = a.index < b.index ? a : b, last = a.index < b.index ? b : a;
        const bool a_is_nan = first.value != first.value, b_is_nan = last.value != last.value;
        if (a_is_nan || b_is_nan) return a_is_nan == nan_wins ? first : last;
        return (op == MIOPEN_REDUCE_TENSOR_MIN ? last.value < first.value : last.value > first.value) ? last : first;
    }
};

// Where results go.
template <class W> struct Results {
    View to, indices;
    W alpha, beta;

    __device__ void put(const Reducing<W> &by, const Index &row, Part<W> part, uint32_t length) const {
        if (to.data) {
            const W value = alpha * by.after(part.value, length);
            const int64_t at = to.place(row);
            to.set<W>(at, beta == 0 ? value : value + beta * to.get<W>(at));
        }
        if (indices.data) {
            const int64_t at = indices.place(row);
            if (indices.type == miopenInt64) static_cast<int64_t *>(indices.data)[at] = part.index;
            else static_cast<uint32_t *>(indices.data)[at] = part.index;
        }
    }
};

// Of a row that has parts, each part's.
template <class W> __global__ void reduce_rows(Rows from, Results<W> results, Part<W> *parts, Team team, Reducing<W> by) {
    DNN_ROWS(i, row, team, from) {
        const int64_t first = from.row(row);
        Part<W> part = by.nothing();
        DNN_ALONG(j, column, team, from) part = by(part, {by.before(from.inner.get<W>(first + from.column(column))), j});
        part = team.all(part, by);
        if (!team.leads()) continue;
        if (team.parts == 1) results.put(by, row, part, team.length);
        else parts[i * team.parts + team.part()] = part;
    }
}
// A block a row; a thread a part.
template <class W> __global__ void reduce_parts(Rows from, Results<W> results, const Part<W> *parts, Team team, Reducing<W> by) {
    for (uint32_t i = blockIdx.x; i < team.rows; i += gridDim.x) {
        const Part<W> own = threadIdx.x < team.parts ? parts[i * team.parts + threadIdx.x] : by.nothing();
        const Part<W> all = over_block(own, by);
        if (threadIdx.x == 0) results.put(by, Index(from.outer, i), all, team.length);
    }
}

// Dimensions of `from` that `to` has one of; false if it has others.
static bool reduced(const Tensor &from, const Tensor &to, unsigned &along) {
    if (from.dims() != to.dims()) return false;
    along = 0;
    for (int d = 0; d < from.dims(); d++) {
        if (to.lens[d] == from.lens[d]) continue;
        if (to.lens[d] != 1) return false;
        along |= 1u << d;
    }
    return true;
}

struct How {
    miopenReduceTensorOp_t op;
    bool nan_wins, skips_nan;
    double alpha, beta;
};

template <class W> static miopenStatus_t run_as(Handle &handle, const Rows &from, const View &to, const View &indices, const How &how) {
    const Team team = in_parts(team_for(from));
    const Results<W> results = {to, indices, W(how.alpha), W(how.beta)};
    const Reducing<W> by = {how.op, how.nan_wins, how.skips_nan};
    Temporary memory(handle);
    if (team.parts > 1) DNN_TRY(memory.take(size_t(team.rows) * team.parts * sizeof(Part<W>)));
    Part<W> *const parts = static_cast<Part<W> *>(memory.memory);
    DNN_TRY(launch(handle, reduce_rows<W>, team.grid(), dim3(threads), from, results, parts, team, by));
    return team.parts == 1 ? miopenStatusSuccess : launch(handle, reduce_parts<W>, dim3(team.rows), dim3(threads), from, results, parts, team, by);
}

static miopenStatus_t run(Handle &handle, Rows from, View to, View indices, const How &how) {
    flatten(from.outer, to, indices);
    flatten(from.inner);
    return is_wide(from.inner.type) || is_wide(to.type) ? run_as<double>(handle, from, to, indices, how) : run_as<float>(handle, from, to, indices, how);
}

// Along one dimension, which results have one of or have not; they lie one behind the other.
static miopenStatus_t run_along(Handle &handle, const char *name, const Tensor &x, const void *at_x, int dim, const void *y, miopenDataType_t y_type, void *indices,
                                miopenDataType_t index_type, const How &how) {
    if (!at_x || dim < 0 || dim >= x.dims()) return miopenStatusBadParm;
    if (!is_small(x)) return missing(name, "a tensor of this type or size");
    std::vector<size_t> shape = x.lens;
    shape[dim] = 1;
    return run(handle, rows_of(view(x, at_x), x.dims(), 1u << dim), view(packed(y_type, shape), y), view(packed(index_type, shape), indices), how);
}
static bool is_result(miopenTensorDescriptor_t tensor, const Tensor &x, int dim) {
    return dim >= 0 && dim < x.dims() && tensor && of(tensor).count() == x.count() / x.lens[dim] && of(tensor).is_contiguous();
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateReduceTensorDescriptor(miopenReduceTensorDescriptor_t *reduceTensorDesc) { return create<Reduction>(reduceTensorDesc); }
miopenStatus_t miopenDestroyReduceTensorDescriptor(miopenReduceTensorDescriptor_t reduceTensorDesc) { return destroy<Reduction>(reduceTensorDesc); }

miopenStatus_t miopenSetReduceTensorDescriptor(miopenReduceTensorDescriptor_t reduceTensorDesc, miopenReduceTensorOp_t reduceTensorOp,
                                               miopenDataType_t reduceTensorCompType, miopenNanPropagation_t reduceTensorNanOpt,
                                               miopenReduceTensorIndices_t reduceTensorIndices, miopenIndicesType_t reduceTensorIndicesType) {
    if (!reduceTensorDesc || unsigned(reduceTensorOp) > MIOPEN_REDUCE_TENSOR_NORM2) return miopenStatusBadParm;
    Reduction &r = *static_cast<Reduction *>(reduceTensorDesc);
    r.op = reduceTensorOp, r.type = reduceTensorCompType, r.nan = reduceTensorNanOpt, r.indices = reduceTensorIndices, r.index_type = reduceTensorIndicesType;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetReduceTensorDescriptor(const miopenReduceTensorDescriptor_t reduceTensorDesc, miopenReduceTensorOp_t *reduceTensorOp,
                                               miopenDataType_t *reduceTensorCompType, miopenNanPropagation_t *reduceTensorNanOpt,
                                               miopenReduceTensorIndices_t *reduceTensorIndices, miopenIndicesType_t *reduceTensorIndicesType) {
    if (!reduceTensorDesc) return miopenStatusBadParm;
    const Reduction &r = *static_cast<Reduction *>(reduceTensorDesc);
    put(reduceTensorOp, r.op), put(reduceTensorCompType, r.type), put(reduceTensorNanOpt, r.nan), put(reduceTensorIndices, r.indices);
    put(reduceTensorIndicesType, r.index_type);
    return miopenStatusSuccess;
}

static bool wants_indices(const Reduction &r) { return r.indices == MIOPEN_REDUCE_TENSOR_FLATTENED_INDICES && is_extreme(r.op); }

miopenStatus_t miopenGetReductionIndicesSize(miopenHandle_t handle, const miopenReduceTensorDescriptor_t reduceTensorDesc, const miopenTensorDescriptor_t aDesc,
                                             const miopenTensorDescriptor_t cDesc, size_t *sizeInBytes) {
    if (!handle || !reduceTensorDesc || any_null(aDesc, cDesc) || !sizeInBytes) return miopenStatusBadParm;
    *sizeInBytes = wants_indices(*static_cast<Reduction *>(reduceTensorDesc)) ? of(cDesc).count() * sizeof(int32_t) : 0;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetReductionWorkspaceSize(miopenHandle_t handle, const miopenReduceTensorDescriptor_t reduceTensorDesc, const miopenTensorDescriptor_t aDesc,
                                               const miopenTensorDescriptor_t cDesc, size_t *sizeInBytes) {
    if (!handle || !reduceTensorDesc || any_null(aDesc, cDesc) || !sizeInBytes) return miopenStatusBadParm;
    *sizeInBytes = 0;
    return miopenStatusSuccess;
}

// Scalars are doubles where the elements are.
miopenStatus_t miopenReduceTensor(miopenHandle_t handle, const miopenReduceTensorDescriptor_t reduceTensorDesc, void *indices, size_t indicesSizeInBytes, void *,
                                  size_t, const void *alpha, const miopenTensorDescriptor_t aDesc, const void *A, const void *beta,
                                  const miopenTensorDescriptor_t cDesc, void *C) {
    return with(handle, [&](Handle &h) {
        if (!reduceTensorDesc || any_null(aDesc, cDesc) || any_null<const void *>(alpha, beta, A, C)) return miopenStatusBadParm;
        const Reduction &r = *static_cast<Reduction *>(reduceTensorDesc);
        const Tensor &a = of(aDesc), &c = of(cDesc);
        unsigned along;
        if (!reduced(a, c, along)) return miopenStatusBadParm;
        if (!is_small(a) || !is_small(c)) return missing("miopenReduceTensor", "a tensor of this type or size");
        const bool finds = wants_indices(r);
        if (finds && r.index_type != MIOPEN_32BIT_INDICES) return missing("miopenReduceTensor", "an index that is not of 32 bits", miopenStatusBadParm);
        if (finds && (!indices || indicesSizeInBytes < c.count() * sizeof(int32_t))) return miopenStatusBadParm;
        const auto scalar = [&](const void *p) { return a.type == miopenDouble ? *static_cast<const double *>(p) : double(*static_cast<const float *>(p)); };
        const Rows rows = rows_of(view(a, A), a.dims(), along);
        const View where = view(packed_like(c, c.lens, miopenInt32), finds ? indices : nullptr);
        return run(h, rows, view(c, C), where, {r.op, r.nan == MIOPEN_PROPAGATE_NAN, false, scalar(alpha), scalar(beta)});
    });
}

miopenStatus_t miopenGetReduceCalculationWorkspaceSize(miopenHandle_t handle, const miopenTensorDescriptor_t xDesc, const int32_t, const miopenReduceCalculationOp_t,
                                                       const miopenTensorDescriptor_t reduceDesc, size_t *sizeInBytes) {
    if (!handle || any_null(xDesc, reduceDesc) || !sizeInBytes) return miopenStatusBadParm;
    *sizeInBytes = 0;
    return miopenStatusSuccess;
}
// MIOpen passes NaNs over where their propagation is asked for.
miopenStatus_t miopenReduceCalculationForward(miopenHandle_t handle, miopenReduceCalculationNanPropagation_t nanPropagation, void *, size_t,
                                              const miopenTensorDescriptor_t xDesc, const void *x, const int32_t dim,
                                              const miopenReduceCalculationOp_t reduceCalculationOp, const miopenTensorDescriptor_t reduceDesc, void *y) {
    return with(handle, [&](Handle &h) {
        if (!xDesc || !y || !is_result(reduceDesc, of(xDesc), dim)) return miopenStatusBadParm;
        if (reduceCalculationOp != MIOPEN_REDUCE_CALCULATION_PROD && reduceCalculationOp != MIOPEN_REDUCE_CALCULATION_SUM) return miopenStatusBadParm;
        const miopenReduceTensorOp_t op = reduceCalculationOp == MIOPEN_REDUCE_CALCULATION_PROD ? MIOPEN_REDUCE_TENSOR_MUL : MIOPEN_REDUCE_TENSOR_ADD;
        return run_along(h, "miopenReduceCalculationForward", of(xDesc), x, dim, y, of(reduceDesc).type, nullptr, miopenInt32,
                         {op, false, nanPropagation == MIOPEN_REDUCE_CALCULATION_PROPAGATE_NAN, 1, 0});
    });
}

miopenStatus_t miopenReduceExtremeForward(miopenHandle_t handle, const miopenTensorDescriptor_t xDesc, const void *x, const int32_t dim,
                                          const miopenReduceExtremeOp_t reduceExtremeOp, const miopenTensorDescriptor_t yDesc, void *y,
                                          const miopenTensorDescriptor_t indiceDesc, void *indice) {
    return with(handle, [&](Handle &h) {
        if (!xDesc || !indice || !is_result(indiceDesc, of(xDesc), dim)) return miopenStatusBadParm;
        if (reduceExtremeOp < MIOPEN_REDUCE_EXTREME_ARGMIN || reduceExtremeOp > MIOPEN_REDUCE_EXTREME_MAX) return miopenStatusBadParm;
        const bool has_value = reduceExtremeOp >= MIOPEN_REDUCE_EXTREME_MIN;
        if (has_value && (!y || !is_result(yDesc, of(xDesc), dim))) return miopenStatusBadParm;
        const bool is_least = reduceExtremeOp == MIOPEN_REDUCE_EXTREME_ARGMIN || reduceExtremeOp == MIOPEN_REDUCE_EXTREME_MIN;
        return run_along(h, "miopenReduceExtremeForward", of(xDesc), x, dim, has_value ? y : nullptr, has_value ? of(yDesc).type : of(xDesc).type, indice,
                         of(indiceDesc).type == miopenInt64 ? miopenInt64 : miopenInt32,
                         {is_least ? MIOPEN_REDUCE_TENSOR_MIN : MIOPEN_REDUCE_TENSOR_MAX, false, false, 1, 0});
    });
}
