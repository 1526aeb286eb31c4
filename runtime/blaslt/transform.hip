// transform.hip: hipblasLtMatrixTransform: C = alpha op(A) + beta op(B), of any types and orders.
//
// Called by programs.
#include "transform.h"

#include "convert.h"

namespace blaslt {

static bool is_order(int32_t order) { return order == HIPBLASLT_ORDER_COL || order == HIPBLASLT_ORDER_ROW; }

// op(X), of C's size. False if it has another, or a leading dimension that is too short.
static bool term(Term &t, const void *first, hipblasLtMatrixLayout_t of, int32_t op, const Layout &c, blas::Scalar<float> factor) {
    t.factor = factor;
    if (!first) return true;
    const Layout &l = layout(of);
    const bool is_n = op == HIPBLAS_OP_N, along = l.by_rows() != is_n;  // elements of one column lie one behind the other
    if ((is_n ? l.rows : l.columns) != c.rows || (is_n ? l.columns : l.rows) != c.columns || l.batches != c.batches) return false;
    if (l.ld < int64_t(l.by_rows() ? l.columns : l.rows)) return false;
    t.matrix = {const_cast<void *>(first), l.type, l.ld, l.stride};
    t.row = along ? 1 : l.ld, t.column = along ? l.ld : 1;
    return true;
}

static bool has_type(const Term &t) { return !t.matrix.first || is_float(t.matrix.type) || is_integer(t.matrix.type); }

static hipblasStatus_t run(const Handle &handle, const TransformOf &what, const void *alpha, const void *a, hipblasLtMatrixLayout_t layout_a, const void *beta,
                           const void *b, hipblasLtMatrixLayout_t layout_b, void *first, hipblasLtMatrixLayout_t layout_c) {
    const auto is_op = [](int32_t op) { return blas::is_enum(hipblasOperation_t(op)); };
    if (!is_op(what.op_a) || !is_op(what.op_b) || (a && !layout_a) || (b && !layout_b) || (!layout_a && !layout_b) || !first || !layout_c)
        return HIPBLAS_STATUS_INVALID_VALUE;
    if ((a && !alpha) || (b && !beta) || (what.pointers != HIPBLASLT_POINTER_MODE_HOST && what.pointers != HIPBLASLT_POINTER_MODE_DEVICE))
        return HIPBLAS_STATUS_INVALID_VALUE;
    const Layout &c = layout(layout_c);
    if (!is_order(c.order) || (a && !is_order(layout(layout_a).order)) || (b && !is_order(layout(layout_b).order)))
        return missing("hipblasLtMatrixTransform", "this order");
    if (what.scale_type != HIP_R_32F && what.scale_type != HIP_R_16F) return missing("hipblasLtMatrixTransform", "this type of scalars");
    const auto factor = [&](const void *of, const void *matrix) {
        return matrix ? blas::scalar<float>(handle, of, blas::stored(what.scale_type)) : blas::Scalar<float>::known(0);
    };
    Transform t = {int(c.rows), int(c.columns), c.batches};
    if (!term(t.a, a, layout_a, what.op_a, c, factor(alpha, a)) || !term(t.b, b, layout_b, what.op_b, c, factor(beta, b)) ||
        !term(t.c, first, layout_c, HIPBLAS_OP_N, c, {}) || (c.batches > 1 && c.stride == 0))
        return HIPBLAS_STATUS_INVALID_VALUE;
    if (!has_type(t.a) || !has_type(t.b) || !has_type(t.c)) return missing("hipblasLtMatrixTransform", "this type of elements");
    if (!blas::fits(c.rows) || !blas::fits(c.columns)) return missing("hipblasLtMatrixTransform", "sizes beyond 2^31 - 1");
    return t.m == 0 || t.n == 0 ? HIPBLAS_STATUS_SUCCESS : transform(handle, t);
}

}  // namespace blaslt

hipblasStatus_t hipblasLtMatrixTransform(hipblasLtHandle_t lightHandle, hipblasLtMatrixTransformDesc_t transformDesc, const void *alpha, const void *A,
                                         hipblasLtMatrixLayout_t Adesc, const void *beta, const void *B, hipblasLtMatrixLayout_t Bdesc, void *C,
                                         hipblasLtMatrixLayout_t Cdesc, hipStream_t stream) {
    if (!lightHandle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (!transformDesc) return HIPBLAS_STATUS_INVALID_VALUE;
    const auto &what = *reinterpret_cast<blaslt::TransformOf *>(transformDesc);
    blas::Handle handle = blaslt::context(lightHandle);
    handle.stream = stream;
    handle.pointers = what.pointers == HIPBLASLT_POINTER_MODE_DEVICE ? HIPBLAS_POINTER_MODE_DEVICE : HIPBLAS_POINTER_MODE_HOST;
    return blaslt::run(handle, what, alpha, A, Adesc, beta, B, Bdesc, C, Cdesc);
}
