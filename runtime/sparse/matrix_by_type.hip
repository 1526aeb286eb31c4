// matrix_by_type.hip: products of a sparse matrix by functions of an element type: csrmv, csrmm, csrmm2 and gemmi.
//
// Called by programs.
#include "product.h"

#define HANDLE *sparse::handle_of(handle)
#define SCALAR(T, pointer) sparse::scalar<sparse::Element<T>>(HANDLE, pointer)

#define SPARSE_BODY_csrmv(T, R)                                                                                                             \
    SPARSE_CHECK(m < 0 || n < 0 || nnz < 0 || !alpha || !beta || !descrA || !sparse::is_enum(transA) || (m > 0 && !csrSortedRowPtrA) ||      \
                 (nnz > 0 && (!csrSortedValA || !csrSortedColIndA)) || (m > 0 && n > 0 && (!x || !y)));                                      \
    SPARSE_TRY(sparse::check_general(__func__, {descrA}));                                                                                     \
    if (m == 0 || n == 0) return HIPSPARSE_STATUS_SUCCESS;                                                                                   \
    return sparse::multiply_stored(HANDLE, sparse::stored_csr(m, n, nnz, csrSortedRowPtrA, csrSortedColIndA, sparse::descr_of(descrA).base), \
                                   transA, sparse::Sums::AnyOrder, sparse::elements(csrSortedValA), sparse::dense(sparse::elements(x), 1, false), \
                                   sparse::dense(sparse::elements(y), 1, false), 1, SCALAR(T, alpha), SCALAR(T, beta));

// A has m rows and k columns as it lies; op(A) times op(B) is C, with n columns.
#define CSRMM(T, transB)                                                                                                                    \
    const bool turned = transA != HIPSPARSE_OPERATION_NON_TRANSPOSE;                                                                         \
    const int of_c = turned ? k : m, of_b = transB != HIPSPARSE_OPERATION_NON_TRANSPOSE ? n : turned ? m : k;                                \
    SPARSE_CHECK(m < 0 || n < 0 || k < 0 || nnz < 0 || !alpha || !beta || !descrA || !sparse::is_enum(transA) || !sparse::is_enum(transB) || \
                 ldb < of_b || ldc < of_c || ldb < 1 || ldc < 1 || (m > 0 && !csrSortedRowPtrA) ||                                           \
                 (nnz > 0 && (!csrSortedValA || !csrSortedColIndA)) || (of_c > 0 && n > 0 && !C) || (m > 0 && n > 0 && k > 0 && !B));        \
    SPARSE_TRY(sparse::check_general(__func__, {descrA}));                                                                                     \
    if (of_c == 0 || n == 0) return HIPSPARSE_STATUS_SUCCESS;                                                                                \
    return sparse::multiply_stored(HANDLE, sparse::stored_csr(m, k, nnz, csrSortedRowPtrA, csrSortedColIndA, sparse::descr_of(descrA).base), \
                                   transA, sparse::Sums::AnyOrder, sparse::elements(csrSortedValA), sparse::dense(sparse::elements(B), ldb, false, transB), \
                                   sparse::dense(sparse::elements(C), ldc, false), n, SCALAR(T, alpha), SCALAR(T, beta));
#define SPARSE_BODY_csrmm2(T, R) CSRMM(T, transB)
#define SPARSE_BODY_csrmm(T, R) CSRMM(T, HIPSPARSE_OPERATION_NON_TRANSPOSE)

// C = A B with a dense A and a sparse B, which lies by columns: C's columns are B's columns times A's transposed one.
#define SPARSE_BODY_gemmi(T, R)                                                                                                             \
    SPARSE_CHECK(m < 0 || n < 0 || k < 0 || nnz < 0 || !alpha || !beta || lda < m || ldc < m || lda < 1 || ldc < 1 ||                        \
                 (n > 0 && !cscColPtrB) || (nnz > 0 && (!cscValB || !cscRowIndB)) || (m > 0 && n > 0 && !C) || (m > 0 && k > 0 && !A));      \
    return sparse::multiply(HANDLE, sparse::csr_rows(n, k, nnz, cscColPtrB, cscRowIndB, 0), sparse::elements(cscValB),                       \
                            sparse::dense(sparse::elements(A), lda, true), sparse::dense(sparse::elements(C), ldc, true), m,                 \
                            SCALAR(T, alpha), SCALAR(T, beta));

HIPSPARSE_SDCZ(SPARSE_DEFINE, csrmv)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrmm)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrmm2)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gemmi)
