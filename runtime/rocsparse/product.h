// product.h: a COO matrix times a vector by element type, which hipSPARSE has for generic descriptors alone.
//
// Used by typed.hip.
#pragma once

#include "call.h"

namespace rocsparse {

constexpr hipDataType type_of(const float *) { return HIP_R_32F; }
constexpr hipDataType type_of(const double *) { return HIP_R_64F; }
constexpr hipDataType type_of(const rocsparse_float_complex *) { return HIP_C_32F; }
constexpr hipDataType type_of(const rocsparse_double_complex *) { return HIP_C_64F; }

template <class T>
Status coo_product(rocsparse_handle handle, rocsparse_operation trans, int m, int n, int nnz, const T *alpha, const rocsparse_mat_descr descr,
                   const T *values, const int *rows, const int *columns, const T *x, const T *beta, T *y) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (const Status status = first_wrong(trans, m, n, nnz, alpha, descr, beta); status != OK) return status;
    if (hipsparseGetMatType(descr->hip) != HIPSPARSE_MATRIX_TYPE_GENERAL) return missing("coomv of matrices that are not general");
    if (nnz > 0 && (!values || !rows || !columns)) return rocsparse_status_invalid_pointer;
    const bool turned = trans != rocsparse_operation_none;
    const int from = turned ? m : n, to_rows = turned ? n : m;
    if ((from > 0 && !x) || (to_rows > 0 && !y)) return rocsparse_status_invalid_pointer;
    const hipDataType type = type_of(alpha);
    hipsparseConstSpMatDescr_t a = nullptr;
    hipsparseConstDnVecDescr_t in = nullptr;
    hipsparseDnVecDescr_t out = nullptr;
    hipsparseStatus_t status = hipsparseCreateConstCoo(&a, m, n, nnz, rows, columns, values, HIPSPARSE_INDEX_32I, hipsparseGetMatIndexBase(descr->hip), type);
    if (status == HIPSPARSE_STATUS_SUCCESS) status = hipsparseCreateConstDnVec(&in, from, x, type);
    if (status == HIPSPARSE_STATUS_SUCCESS) status = hipsparseCreateDnVec(&out, to_rows, y, type);
    if (status == HIPSPARSE_STATUS_SUCCESS) status = hipsparseSpMV(to(handle), to(trans), alpha, a, in, beta, out, type, HIPSPARSE_SPMV_ALG_DEFAULT, nullptr);
    if (a) (void)hipsparseDestroySpMat(a);
    if (in) (void)hipsparseDestroyDnVec(in);
    if (out) (void)hipsparseDestroyDnVec(out);
    return status == HIPSPARSE_STATUS_INVALID_VALUE ? rocsparse_status_invalid_size : converted(status);
}

}  // namespace rocsparse
