// csrgemm.hip: products and sums of CSR matrices by functions of an element type: csrgemm, csrgemm2, csrgeam and csrgeam2.
//
// Called by programs. A function that fills a matrix finds its pattern anew, as nothing is kept between calls.
#include "pattern.h"

namespace sparse {

// A CSR matrix of a call; without offsets, it is not there.
struct Csr {
    int64_t rows, columns, count;
    const int *offsets, *column;
    int base;
    hipsparseOperation_t op;

    bool is_wrong() const { return count < 0 || !offsets || (count > 0 && !column); }
    Stored stored() const { return stored_csr(rows, columns, count, offsets, column, base); }
};
static Csr csr(const hipsparseMatDescr_t descr, int64_t rows, int64_t columns, int64_t count, const int *offsets, const int *column,
               hipsparseOperation_t op = HIPSPARSE_OPERATION_NON_TRANSPOSE) {
    return {rows, columns, count, offsets, column, descr ? int(descr_of(descr).base) : 0, op};
}

// alpha * A * B + beta * D, or alpha * A + beta * D: which terms there are, and what they make.
struct Combination {
    Products products;
    Rows single, added;  // the A without a B, and D
    Terms terms;
    Pattern pattern;
    int64_t added_at = 0;

    Status find(const Handle &handle, const Csr &a, const Csr *b, const Csr *d, int64_t rows, int64_t columns, Memory &memory) {
        Rows of_a, of_b;
        if (a.offsets) SPARSE_TRY(rows_of(handle, a.stored(), a.op, memory, of_a));
        if (a.offsets && b) {
            SPARSE_TRY(rows_of(handle, b->stored(), b->op, memory, of_b));
            SPARSE_TRY(find_products(handle, of_a, of_b, memory, products));
            added_at = products.count;
        } else {
            single = of_a;
            added_at = single.count;
        }
        if (d) added = csr_rows(d->rows, d->columns, d->count, d->offsets, d->column, d->base);
        SPARSE_TRY(make_terms(added_at + added.count, memory, terms));
        SPARSE_TRY(place_products(handle, products, terms, 0));
        SPARSE_TRY(place_entries(handle, single, terms, 0));
        SPARSE_TRY(place_entries(handle, added, terms, added_at));
        return make_pattern(handle, rows, columns, terms, memory, pattern);
    }
};

// Writes offsets and the number of entries.
static Status count_entries(const Handle &handle, const Csr &a, const Csr *b, const Csr *d, int64_t rows, int64_t columns, const IndicesOut &offsets,
                            int *total) {
    Memory memory(handle);
    Combination sum;
    SPARSE_TRY(sum.find(handle, a, b, d, rows, columns, memory));
    SPARSE_TRY(write_offsets(handle, sum.pattern, offsets));
    return total ? give_number(handle, total, int(sum.pattern.count)) : HIPSPARSE_STATUS_SUCCESS;
}

template <class T>
static Status fill(const Handle &handle, const Scalar<T> &alpha, const Csr &a, const T *of_a, const Csr *b, const T *of_b, const Scalar<T> &beta,
                   const Csr *d, const T *of_d, int64_t rows, int64_t columns, const IndicesOut &offsets, const IndicesOut &column, T *values) {
    Memory memory(handle);
    Combination sum;
    T *terms;
    SPARSE_TRY(sum.find(handle, a, b, d, rows, columns, memory));
    SPARSE_TRY(memory.take(terms, sum.terms.count));
    SPARSE_TRY(product_values(handle, sum.products, alpha, of_a, of_b, terms));
    SPARSE_TRY(entry_values(handle, sum.single, alpha, of_a, terms));
    SPARSE_TRY(entry_values(handle, sum.added, beta, of_d, terms + sum.added_at));
    if (offsets.memory) SPARSE_TRY(write_offsets(handle, sum.pattern, offsets));
    SPARSE_TRY(write_columns(handle, sum.pattern, column));
    return sum_terms(handle, sum.pattern, terms, Scalar<T>::known(T(0)), values);
}

static Status give_buffer_size(hipsparseHandle_t handle, bool wrong, size_t *size) {
    SPARSE_CHECK(wrong || !size);
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

static Status count_geam(const char *function, hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descr_a, const Csr &a,
                         const hipsparseMatDescr_t descr_b, const Csr &b, const hipsparseMatDescr_t descr_c, int *offsets, int *total) {
    SPARSE_CHECK(m < 0 || n < 0 || !descr_a || !descr_b || !descr_c || a.is_wrong() || b.is_wrong() || !offsets || !total);
    SPARSE_TRY(check_general(function, {descr_a, descr_b, descr_c}));
    return count_entries(*handle_of(handle), a, nullptr, &b, m, n, indices_out(offsets, descr_of(descr_c).base), total);
}

template <class T>
static Status geam(const char *function, hipsparseHandle_t handle, int m, int n, const T *alpha, const hipsparseMatDescr_t descr_a, const Csr &a,
                   const T *of_a, const T *beta, const hipsparseMatDescr_t descr_b, const Csr &b, const T *of_b, const hipsparseMatDescr_t descr_c,
                   T *values, const int *offsets, int *column) {
    SPARSE_CHECK(m < 0 || n < 0 || !alpha || !beta || !descr_a || !descr_b || !descr_c || a.is_wrong() || b.is_wrong() || (a.count > 0 && !of_a) ||
                 (b.count > 0 && !of_b) || !offsets || (a.count + b.count > 0 && (!column || !values)));
    SPARSE_TRY(check_general(function, {descr_a, descr_b, descr_c}));
    const Handle &context = *handle_of(handle);
    return fill<T>(context, scalar<T>(context, alpha), a, of_a, nullptr, nullptr, scalar<T>(context, beta), &b, of_b, m, n, {},
                   indices_out(column, descr_of(descr_c).base), values);
}

// What csrgemm's steps check: op(A) is (m, k), op(B) is (k, n).
static Status check_gemm(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, int m, int n, int k,
                         const hipsparseMatDescr_t descr_a, const Csr &a, const hipsparseMatDescr_t descr_b, const Csr &b,
                         const hipsparseMatDescr_t descr_c) {
    SPARSE_CHECK(!is_enum(op_a) || !is_enum(op_b) || m < 0 || n < 0 || k < 0 || !descr_a || !descr_b || !descr_c || a.is_wrong() || b.is_wrong());
    return check_general(function, {descr_a, descr_b, descr_c});
}
static Csr csr_op(const hipsparseMatDescr_t descr, int rows, int columns, int count, const int *offsets, const int *column, hipsparseOperation_t op) {
    return op == HIPSPARSE_OPERATION_NON_TRANSPOSE ? csr(descr, rows, columns, count, offsets, column, op)
                                                   : csr(descr, columns, rows, count, offsets, column, op);
}

// csrgemm2: without alpha there is no A and no B, and without beta no D.
struct Gemm2 {
    Csr a, b, d;
    bool has_product, has_added;
    bool is_wrong() const {
        return (!has_product && !has_added) || (has_product && (a.is_wrong() || b.is_wrong())) || (has_added && d.is_wrong());
    }
    Csr left() const { return has_product ? a : Csr{}; }
    const Csr *right() const { return has_product ? &b : nullptr; }
    const Csr *third() const { return has_added ? &d : nullptr; }
};

}  // namespace sparse

// csrgemm2 says what its parts are when it asks for a buffer, and its other half has to know.
struct csrgemm2Info {
    bool has_product = true, has_added = true;
};
hipsparseStatus_t hipsparseCreateCsrgemm2Info(csrgemm2Info_t *info) {
    if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
    *info = new (std::nothrow) csrgemm2Info;
    return *info ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseDestroyCsrgemm2Info(csrgemm2Info_t info) {
    delete info;
    return HIPSPARSE_STATUS_SUCCESS;
}

using sparse::csr;
using sparse::elements;
#define HANDLE *sparse::handle_of(handle)

hipsparseStatus_t hipsparseXcsrgeamNnz(hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA, int nnzA, const int *csrRowPtrA,
                                       const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB, const int *csrRowPtrB,
                                       const int *csrColIndB, const hipsparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr) {
    return sparse::count_geam(__func__, handle, m, n, descrA, csr(descrA, m, n, nnzA, csrRowPtrA, csrColIndA), descrB,
                              csr(descrB, m, n, nnzB, csrRowPtrB, csrColIndB), descrC, csrRowPtrC, nnzTotalDevHostPtr);
}
hipsparseStatus_t hipsparseXcsrgeam2Nnz(hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA, int nnzA, const int *csrRowPtrA,
                                        const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB, const int *csrRowPtrB,
                                        const int *csrColIndB, const hipsparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr, void *) {
    return sparse::count_geam(__func__, handle, m, n, descrA, csr(descrA, m, n, nnzA, csrRowPtrA, csrColIndA), descrB,
                              csr(descrB, m, n, nnzB, csrRowPtrB, csrColIndB), descrC, csrRowPtrC, nnzTotalDevHostPtr);
}
#define SPARSE_BODY_csrgeam(T, R)                                                                                                           \
    return sparse::geam(__func__, handle, m, n, elements(alpha), descrA, csr(descrA, m, n, nnzA, csrRowPtrA, csrColIndA), elements(csrValA), \
                        elements(beta), descrB, csr(descrB, m, n, nnzB, csrRowPtrB, csrColIndB), elements(csrValB), descrC,                  \
                        elements(csrValC), csrRowPtrC, csrColIndC);
#define SPARSE_BODY_csrgeam2(T, R)                                                                                                          \
    return sparse::geam(__func__, handle, m, n, elements(alpha), descrA, csr(descrA, m, n, nnzA, csrSortedRowPtrA, csrSortedColIndA),        \
                        elements(csrSortedValA), elements(beta), descrB, csr(descrB, m, n, nnzB, csrSortedRowPtrB, csrSortedColIndB),        \
                        elements(csrSortedValB), descrC, elements(csrSortedValC), csrSortedRowPtrC, csrSortedColIndC);
#define SPARSE_BODY_csrgeam2_bufferSizeExt(T, R) \
    return sparse::give_buffer_size(handle, m < 0 || n < 0 || nnzA < 0 || nnzB < 0 || !descrA || !descrB || !descrC, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrgeam)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrgeam2)
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrgeam2_bufferSizeExt)

#define GEMM_PARTS                                                                                                  \
    const sparse::Csr a = sparse::csr_op(descrA, m, k, nnzA, csrRowPtrA, csrColIndA, transA);                        \
    const sparse::Csr b = sparse::csr_op(descrB, k, n, nnzB, csrRowPtrB, csrColIndB, transB);                        \
    SPARSE_TRY(sparse::check_gemm(__func__, handle, transA, transB, m, n, k, descrA, a, descrB, b, descrC));         \
    const int base = sparse::descr_of(descrC).base;
hipsparseStatus_t hipsparseXcsrgemmNnz(hipsparseHandle_t handle, hipsparseOperation_t transA, hipsparseOperation_t transB, int m, int n, int k,
                                       const hipsparseMatDescr_t descrA, int nnzA, const int *csrRowPtrA, const int *csrColIndA,
                                       const hipsparseMatDescr_t descrB, int nnzB, const int *csrRowPtrB, const int *csrColIndB,
                                       const hipsparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr) {
    GEMM_PARTS
    if (!csrRowPtrC || !nnzTotalDevHostPtr) return HIPSPARSE_STATUS_INVALID_VALUE;
    return sparse::count_entries(HANDLE, a, &b, nullptr, m, n, sparse::indices_out(csrRowPtrC, base), nnzTotalDevHostPtr);
}
#define SPARSE_BODY_csrgemm(T, R)                                                                                                           \
    GEMM_PARTS                                                                                                                               \
    if (!csrRowPtrC || (nnzA > 0 && !csrValA) || (nnzB > 0 && !csrValB)) return HIPSPARSE_STATUS_INVALID_VALUE;                              \
    using E = sparse::Element<T>;                                                                                                            \
    return sparse::fill<E>(HANDLE, sparse::Scalar<E>::known(E(1)), a, elements(csrValA), &b, elements(csrValB), sparse::Scalar<E>::known(E(0)), \
                           nullptr, nullptr, m, n, {}, sparse::indices_out(csrColIndC, base), elements(csrValC));
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrgemm)

#define GEMM2_PARTS(with_product, with_added)                                                                                                \
    const sparse::Gemm2 parts = {csr(descrA, m, k, nnzA, csrRowPtrA, csrColIndA), csr(descrB, k, n, nnzB, csrRowPtrB, csrColIndB),           \
                                 csr(descrD, m, n, nnzD, csrRowPtrD, csrColIndD), with_product, with_added};                                 \
    SPARSE_CHECK(m < 0 || n < 0 || k < 0 || !info || parts.is_wrong() || (parts.has_product && (!descrA || !descrB)) ||                      \
                 (parts.has_added && !descrD));                                                                                              \
    SPARSE_TRY(sparse::check_general(__func__, {descrA, descrB, descrD}));
#define SPARSE_BODY_csrgemm2_bufferSizeExt(T, R)                                                                                            \
    GEMM2_PARTS(alpha != nullptr, beta != nullptr)                                                                                           \
    info->has_product = alpha != nullptr;                                                                                                    \
    info->has_added = beta != nullptr;                                                                                                       \
    return sparse::give_buffer_size(handle, false, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrgemm2_bufferSizeExt)

hipsparseStatus_t hipsparseXcsrgemm2Nnz(hipsparseHandle_t handle, int m, int n, int k, const hipsparseMatDescr_t descrA, int nnzA,
                                        const int *csrRowPtrA, const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB,
                                        const int *csrRowPtrB, const int *csrColIndB, const hipsparseMatDescr_t descrD, int nnzD,
                                        const int *csrRowPtrD, const int *csrColIndD, const hipsparseMatDescr_t descrC, int *csrRowPtrC,
                                        int *nnzTotalDevHostPtr, const csrgemm2Info_t info, void *) {
    GEMM2_PARTS(info && info->has_product, info && info->has_added)
    if (!descrC || !csrRowPtrC || !nnzTotalDevHostPtr) return HIPSPARSE_STATUS_INVALID_VALUE;
    return sparse::count_entries(HANDLE, parts.left(), parts.right(), parts.third(), m, n,
                                 sparse::indices_out(csrRowPtrC, sparse::descr_of(descrC).base), nnzTotalDevHostPtr);
}
#define SPARSE_BODY_csrgemm2(T, R)                                                                                                          \
    GEMM2_PARTS(alpha != nullptr, beta != nullptr)                                                                                           \
    if (!descrC || !csrRowPtrC || (alpha && ((nnzA > 0 && !csrValA) || (nnzB > 0 && !csrValB))) || (beta && nnzD > 0 && !csrValD))           \
        return HIPSPARSE_STATUS_INVALID_VALUE;                                                                                               \
    using E = sparse::Element<T>;                                                                                                            \
    const auto of = [&](const T *pointer) { return pointer ? sparse::scalar<E>(HANDLE, pointer) : sparse::Scalar<E>::known(E(0)); };         \
    return sparse::fill<E>(HANDLE, of(alpha), parts.left(), elements(csrValA), parts.right(), elements(csrValB), of(beta), parts.third(),    \
                           elements(csrValD), m, n, {}, sparse::indices_out(csrColIndC, sparse::descr_of(descrC).base), elements(csrValC));
HIPSPARSE_SDCZ(SPARSE_DEFINE, csrgemm2)
