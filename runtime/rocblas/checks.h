// checks.h: what rocBLAS' functions say of wrong arguments, and where there is nothing to do, in its order: handle, enumerations, sizes, nothing to do,
// and then the pointers, which hipBLAS looks at.
//
// Used by forms.h: ROCBLAS_CHECK_list is done to the arguments of the functions of a list of rocblas-functions.h, under the names that they have there.
#pragma once

#include "hipblas.h"

namespace rocblas {

inline bool is_valid(rocblas_operation op) { return op >= rocblas_operation_none && op <= rocblas_operation_conjugate_transpose; }
inline bool is_valid(rocblas_fill uplo) { return uplo == rocblas_fill_upper || uplo == rocblas_fill_lower; }
inline bool is_valid(rocblas_diagonal diag) { return diag == rocblas_diagonal_non_unit || diag == rocblas_diagonal_unit; }
inline bool is_valid(rocblas_side side) { return side == rocblas_side_left || side == rocblas_side_right; }
template <class... E> bool are_valid(E... values) { return (is_valid(values) && ...); }

// syrk and its kin know one transposition of complex matrices, herk and its kin the other one.
template <class T> bool is_symmetric(rocblas_operation trans, const T *) {
    return is_valid(trans) && (!blas::is_complex<blas::Element<T>> || trans != rocblas_operation_conjugate_transpose);
}
inline bool is_hermitian(rocblas_operation trans) { return is_valid(trans) && trans != rocblas_operation_transpose; }

inline bool is_unconjugated(rocblas_operation trans) { return is_valid(trans) && trans != rocblas_operation_conjugate_transpose; }

inline bool is_normal(rocblas_operation trans) { return trans == rocblas_operation_none; }

}  // namespace rocblas

#define ROCBLAS_VALID(valid) if (!(valid)) return rocblas_status_invalid_value
#define ROCBLAS_SIZES(wrong) if (wrong) return rocblas_status_invalid_size
#define ROCBLAS_NOTHING(nothing) if (nothing) return rocblas_status_success
#define ROCBLAS_POINTERS(null) if (null) return rocblas_status_invalid_pointer

// Between the two calls of a size query functions only say what memory they need, which is none.
#define ROCBLAS_CHECK_HANDLE                                                              \
    if (!handle) return rocblas_status_invalid_handle;                                    \
    if (::rocblas::context(handle).memory.is_asked) return rocblas_status_size_unchanged

// Level 1: hipBLAS has the same rules, but for results, which must be there though there is nothing to do.
#define ROCBLAS_CHECK_axpy
#define ROCBLAS_CHECK_copy
#define ROCBLAS_CHECK_swap
#define ROCBLAS_CHECK_scal
#define ROCBLAS_CHECK_rscal
#define ROCBLAS_CHECK_dot
#define ROCBLAS_CHECK_nrm2 ROCBLAS_POINTERS(!result)
#define ROCBLAS_CHECK_asum ROCBLAS_POINTERS(!result)
#define ROCBLAS_CHECK_iamax ROCBLAS_POINTERS(!result)
#define ROCBLAS_CHECK_rot
#define ROCBLAS_CHECK_rrot
#define ROCBLAS_CHECK_rotg
#define ROCBLAS_CHECK_rotm
#define ROCBLAS_CHECK_rotmg
#define ROCBLAS_CHECK_axpy_ex
#define ROCBLAS_CHECK_dot_ex
#define ROCBLAS_CHECK_dotc_ex
#define ROCBLAS_CHECK_nrm2_ex ROCBLAS_POINTERS(!result)
#define ROCBLAS_CHECK_rot_ex
#define ROCBLAS_CHECK_scal_ex

#define ROCBLAS_CHECK_gemv                                                                                      \
    ROCBLAS_VALID(is_valid(trans));                                                                             \
    ROCBLAS_SIZES(m < 0 || n < 0 || lda < m || lda < 1 || !incx || !incy || batch_count < 0);                   \
    ROCBLAS_NOTHING(!m || !n || !batch_count)
#define ROCBLAS_CHECK_gemv_short ROCBLAS_CHECK_gemv
#define ROCBLAS_CHECK_gbmv                                                                                      \
    ROCBLAS_VALID(is_valid(trans));                                                                             \
    ROCBLAS_SIZES(m < 0 || n < 0 || lda < kl + ku + 1 || !incx || !incy || kl < 0 || ku < 0 || batch_count < 0); \
    ROCBLAS_NOTHING(!m || !n || !batch_count)
#define ROCBLAS_CHECK_ger                                                                                       \
    ROCBLAS_SIZES(m < 0 || n < 0 || !incx || !incy || lda < m || lda < 1 || batch_count < 0);                   \
    ROCBLAS_NOTHING(!m || !n || !batch_count)

// Square matrices: what is wrong besides n, the vectors and the number of matrices.
#define ROCBLAS_CHECK_SQUARE(valid, wrong)                              \
    ROCBLAS_VALID(valid);                                               \
    ROCBLAS_SIZES(n < 0 || (wrong) || !incx || batch_count < 0);        \
    ROCBLAS_NOTHING(!n || !batch_count)
#define ROCBLAS_CHECK_symv ROCBLAS_CHECK_SQUARE(is_valid(uplo), lda < n || lda < 1 || !incy)
#define ROCBLAS_CHECK_sbmv ROCBLAS_CHECK_SQUARE(is_valid(uplo), k < 0 || lda <= k || !incy)
#define ROCBLAS_CHECK_spmv ROCBLAS_CHECK_SQUARE(is_valid(uplo), !incy)
#define ROCBLAS_CHECK_her ROCBLAS_CHECK_SQUARE(is_valid(uplo), lda < n || lda < 1)
#define ROCBLAS_CHECK_syr ROCBLAS_CHECK_her
#define ROCBLAS_CHECK_syr2 ROCBLAS_CHECK_symv
#define ROCBLAS_CHECK_hpr ROCBLAS_CHECK_SQUARE(is_valid(uplo), false)
#define ROCBLAS_CHECK_spr ROCBLAS_CHECK_hpr
#define ROCBLAS_CHECK_spr2 ROCBLAS_CHECK_spmv
#define ROCBLAS_CHECK_trmv ROCBLAS_CHECK_SQUARE(are_valid(uplo, trans, diag), lda < n || lda < 1)
#define ROCBLAS_CHECK_tbmv ROCBLAS_CHECK_SQUARE(are_valid(uplo, trans, diag), k < 0 || lda <= k)
#define ROCBLAS_CHECK_tpmv ROCBLAS_CHECK_SQUARE(are_valid(uplo, trans, diag), false)

// Level 3: where a side is zero, so may be a leading dimension.
#define ROCBLAS_CHECK_GENERAL(valid, wrong)                             \
    ROCBLAS_VALID(valid);                                               \
    ROCBLAS_SIZES(m < 0 || n < 0 || (wrong) || batch_count < 0);        \
    ROCBLAS_NOTHING(!m || !n || !batch_count)
// hipBLAS wants 1 at least.
#define ROCBLAS_AT_LEAST_1(ld) ld = ld < 1 ? 1 : ld
#define ROCBLAS_CHECK_gemm                                                                                                                  \
    ROCBLAS_CHECK_GENERAL(are_valid(transA, transB),                                                                                         \
                          k < 0 || lda < (is_normal(transA) ? m : k) || ldb < (is_normal(transB) ? k : n) || ldc < m);                       \
    ROCBLAS_AT_LEAST_1(lda), ROCBLAS_AT_LEAST_1(ldb)
// C, which is added, and D, where the result goes, may be one: then they lie alike.
#define ROCBLAS_CHECK_gemm_ex                                                                                                               \
    ROCBLAS_CHECK_GENERAL(are_valid(transA, transB),                                                                                         \
                          k < 0 || lda < (is_normal(transA) ? m : k) || ldb < (is_normal(transB) ? k : n) || ldc < m || ldd < m);            \
    ROCBLAS_POINTERS(!beta || !d || (k && !alpha));                                                                                          \
    ROCBLAS_SIZES(c == d && ldc != ldd);                                                                                                     \
    ROCBLAS_VALID(c != d || c_type == d_type);                                                                                               \
    ROCBLAS_VALID(algo != rocblas_gemm_algo_solution_index || solution_index == 0);                                                          \
    ROCBLAS_NOTHING(flags & rocblas_gemm_flags_check_solution_index);                                                                        \
    ROCBLAS_AT_LEAST_1(lda), ROCBLAS_AT_LEAST_1(ldb)
// No conjugates: all types are real.
#define ROCBLAS_CHECK_geam_ex                                                                                                               \
    ROCBLAS_CHECK_GENERAL(is_unconjugated(transA) && is_unconjugated(transB) && operation <= rocblas_geam_ex_operation_plus_min,                 \
                          k < 0 || lda < (is_normal(transA) ? m : k) || ldb < (is_normal(transB) ? k : n) || ldc < m || ldd < m ||            \
                              (C == D && ldc != ldd));                                                                                       \
    ROCBLAS_POINTERS(!beta || !D || (k && !alpha))
#define ROCBLAS_CHECK_geam                                                                                                                  \
    ROCBLAS_CHECK_GENERAL(are_valid(transA, transB),                                                                                         \
                          lda < (is_normal(transA) ? m : n) || ldb < (is_normal(transB) ? m : n) || ldc < m ||                               \
                              (C == A && (lda != ldc || !is_normal(transA))) || (C == B && (ldb != ldc || !is_normal(transB))))
#define ROCBLAS_CHECK_symm ROCBLAS_CHECK_GENERAL(are_valid(side, uplo), lda < (side == rocblas_side_left ? m : n) || ldb < m || ldc < m)
#define ROCBLAS_CHECK_dgmm ROCBLAS_CHECK_GENERAL(is_valid(side), lda < m || ldc < m)
#define ROCBLAS_CHECK_trsm                                                                                                                  \
    ROCBLAS_CHECK_GENERAL(are_valid(side, uplo, trans, diag), lda < (side == rocblas_side_left ? m : n) || ldb < m)
#define ROCBLAS_CHECK_trsm_ex ROCBLAS_CHECK_trsm
// In place, where B is C, both lie alike. Pointers that are null come first.
#define ROCBLAS_CHECK_trmm                                                                                                                  \
    ROCBLAS_CHECK_GENERAL(are_valid(side, uplo, trans, diag), lda < (side == rocblas_side_left ? m : n) || ldb < m || ldc < m);              \
    if (B == C && ldb != ldc && C && alpha) return rocblas_status_invalid_value

#define ROCBLAS_CHECK_TRIANGLE(valid, wrong)                                        \
    ROCBLAS_VALID(valid);                                                           \
    ROCBLAS_SIZES(n < 0 || (wrong) || batch_count < 0);                             \
    ROCBLAS_NOTHING(!n || !batch_count);                                            \
    ROCBLAS_AT_LEAST_1(lda)
#define ROCBLAS_CHECK_herk ROCBLAS_CHECK_TRIANGLE(is_valid(uplo) && is_hermitian(trans), k < 0 || ldc < n || lda < (is_normal(trans) ? n : k))
#define ROCBLAS_CHECK_syrk ROCBLAS_CHECK_TRIANGLE(is_valid(uplo) && is_symmetric(trans, alpha), k < 0 || ldc < n || lda < (is_normal(trans) ? n : k))
#define ROCBLAS_WRONG_TWO (k < 0 || ldc < n || lda < (is_normal(trans) ? n : k) || ldb < (is_normal(trans) ? n : k))
#define ROCBLAS_CHECK_her2k ROCBLAS_CHECK_TRIANGLE(is_valid(uplo) && is_hermitian(trans), ROCBLAS_WRONG_TWO), ROCBLAS_AT_LEAST_1(ldb)
#define ROCBLAS_CHECK_syr2k ROCBLAS_CHECK_TRIANGLE(is_valid(uplo) && is_symmetric(trans, alpha), ROCBLAS_WRONG_TWO), ROCBLAS_AT_LEAST_1(ldb)
#define ROCBLAS_CHECK_gemmt                                                                                                                 \
    ROCBLAS_CHECK_TRIANGLE(are_valid(transA, transB, uplo),                                                                                  \
                           k < 0 || lda < (is_normal(transA) ? n : k) || ldb < (is_normal(transB) ? k : n) || ldc < n),                                 \
        ROCBLAS_AT_LEAST_1(ldb)
#define ROCBLAS_CHECK_trtri ROCBLAS_CHECK_TRIANGLE(are_valid(uplo, diag), lda < n || ldinvA < n)
