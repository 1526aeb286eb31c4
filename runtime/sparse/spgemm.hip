// spgemm.hip: generic functions that multiply two sparse matrices: SpGEMM, and SpGEMMreuse, which keeps the pattern for other values.
//
// Called by programs. The first step that has a buffer finds the pattern and how many entries C gets; what the pattern is made of lies in the
// descriptor until it goes.
#include <memory>
#include <new>

#include "descriptors.h"
#include "pattern.h"

struct hipsparseSpGEMMDescr {
    sparse::Kept kept;
    sparse::Products products;
    sparse::Pattern pattern;
    bool is_found = false;
};

namespace sparse {

static Status check(const char *function, hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b,
                    hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, hipsparseConstSpMatDescr_t c, hipsparseSpGEMMAlg_t alg,
                    hipsparseSpGEMMDescr_t descr) {
    SPARSE_CHECK(!is_enum(op_a) || !is_enum(op_b) || !a || !b || !c || !descr || alg < HIPSPARSE_SPGEMM_DEFAULT || alg > HIPSPARSE_SPGEMM_ALG3);
    const SpMat &left = sp_mat(a), &right = sp_mat(b), &to = sp_mat(c);
    if (!left.is_readable() || !right.is_readable() || to.format != HIPSPARSE_FORMAT_CSR || !to.is_readable())
        return missing(function, "this format of matrix");
    if (left.type != right.type || left.type != to.type) return missing(function, "mixed types of elements");
    const bool turned_a = op_a != HIPSPARSE_OPERATION_NON_TRANSPOSE, turned_b = op_b != HIPSPARSE_OPERATION_NON_TRANSPOSE;
    if ((turned_a ? left.rows : left.columns) != (turned_b ? right.columns : right.rows) || to.rows != (turned_a ? left.columns : left.rows) ||
        to.columns != (turned_b ? right.rows : right.columns))
        return HIPSPARSE_STATUS_INVALID_VALUE;
    return by_type(function, to.type, [](auto) { return HIPSPARSE_STATUS_SUCCESS; });
}

static Status find(const Handle &handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const SpMat &a, const SpMat &b, SpMat &c,
                   hipsparseSpGEMMDescr &descr) {
    Memory memory(handle), passing(handle);
    Rows of_a, of_b;
    Terms terms;
    descr.is_found = false;
    SPARSE_TRY(rows_of(handle, a.stored(), op_a, memory, of_a));
    SPARSE_TRY(rows_of(handle, b.stored(), op_b, memory, of_b));
    SPARSE_TRY(find_products(handle, of_a, of_b, memory, descr.products));
    SPARSE_TRY(make_terms(descr.products.count, passing, terms));
    SPARSE_TRY(place_products(handle, descr.products, terms, 0));
    SPARSE_TRY(make_pattern(handle, c.rows, c.columns, terms, memory, descr.pattern));
    descr.kept.adopt(memory);
    descr.is_found = true;
    c.count = descr.pattern.count;
    return HIPSPARSE_STATUS_SUCCESS;
}

// Values alone; the matrices have the pattern that was found, but may lie elsewhere by now.
template <class T>
static Status calculate(const Handle &handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha, const SpMat &a, const SpMat &b,
                        const void *beta, const SpMat &c, const hipsparseSpGEMMDescr &descr) {
    Memory memory(handle);
    Products products = descr.products;
    T *terms;
    if (op_a == HIPSPARSE_OPERATION_NON_TRANSPOSE && a.format == HIPSPARSE_FORMAT_CSR) SPARSE_TRY(rows_of(handle, a.stored(), op_a, memory, products.a));
    if (op_b == HIPSPARSE_OPERATION_NON_TRANSPOSE && b.format == HIPSPARSE_FORMAT_CSR) SPARSE_TRY(rows_of(handle, b.stored(), op_b, memory, products.b));
    SPARSE_TRY(memory.take(terms, products.count));
    SPARSE_TRY(product_values(handle, products, scalar<T>(handle, alpha), static_cast<const T *>(a.values), static_cast<const T *>(b.values), terms));
    return sum_terms(handle, descr.pattern, terms, scalar<T>(handle, beta), static_cast<T *>(c.values));
}

static Status write_pattern(const Handle &handle, const SpMat &c, const hipsparseSpGEMMDescr &descr) {
    if (!c.major || (descr.pattern.count > 0 && (!c.minor || !c.values))) return HIPSPARSE_STATUS_INVALID_VALUE;
    if (c.major_type == HIPSPARSE_INDEX_32I && descr.pattern.count > INT_MAX - int(c.base)) return missing("hipsparseSpGEMM", "offsets of 32 bits here");
    SPARSE_TRY(write_offsets(handle, descr.pattern, c.major_out()));
    return write_columns(handle, descr.pattern, c.minor_out());
}

// Buffers that are asked for, when none is passed.
static Status ask(size_t *size) {
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

using sparse::handle_of;
using sparse::sp_mat;

hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t *descr) {
    if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
    *descr = new (std::nothrow) hipsparseSpGEMMDescr;
    return *descr ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr) {
    delete descr;
    return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseSpGEMM_workEstimation(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                                 hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, const void *beta,
                                                 hipsparseSpMatDescr_t c, hipDataType type, hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t descr,
                                                 size_t *size, void *buffer) {
    SPARSE_CHECK(!alpha || !beta || !size);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, a, b, c, alg, descr));
    if (type != sp_mat(c).type) return sparse::missing(__func__, "mixed types of elements");
    return buffer ? sparse::find(*handle_of(handle), op_a, op_b, sp_mat(a), sp_mat(b), sp_mat(c), *descr) : sparse::ask(size);
}
// C's values are calculated where they go, by the next step.
hipsparseStatus_t hipsparseSpGEMM_compute(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                          hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, const void *beta, hipsparseSpMatDescr_t c,
                                          hipDataType type, hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t descr, size_t *size, void *buffer) {
    SPARSE_CHECK(!alpha || !beta || !size);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, a, b, c, alg, descr));
    if (type != sp_mat(c).type) return sparse::missing(__func__, "mixed types of elements");
    if (!buffer) return sparse::ask(size);
    if (!descr->is_found) return sparse::find(*handle_of(handle), op_a, op_b, sp_mat(a), sp_mat(b), sp_mat(c), *descr);
    sp_mat(c).count = descr->pattern.count;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpGEMM_copy(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                       hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, const void *beta, hipsparseSpMatDescr_t c,
                                       hipDataType type, hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t descr) {
    SPARSE_CHECK(!alpha || !beta);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, a, b, c, alg, descr));
    if (type != sp_mat(c).type) return sparse::missing(__func__, "mixed types of elements");
    if (!descr->is_found) return HIPSPARSE_STATUS_INVALID_VALUE;
    SPARSE_TRY(sparse::write_pattern(*handle_of(handle), sp_mat(c), *descr));
    return sparse::by_type(__func__, type, [&](auto t) {
        return sparse::calculate<decltype(t)>(*handle_of(handle), op_a, op_b, alpha, sp_mat(a), sp_mat(b), beta, sp_mat(c), *descr);
    });
}

hipsparseStatus_t hipsparseSpGEMMreuse_workEstimation(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b,
                                                      hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, hipsparseSpMatDescr_t c,
                                                      hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t descr, size_t *size, void *buffer) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, a, b, c, alg, descr));
    return buffer ? HIPSPARSE_STATUS_SUCCESS : sparse::ask(size);
}
hipsparseStatus_t hipsparseSpGEMMreuse_nnz(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b,
                                           hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, hipsparseSpMatDescr_t c,
                                           hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t descr, size_t *size2, void *buffer2, size_t *size3,
                                           void *buffer3, size_t *size4, void *buffer4) {
    SPARSE_CHECK(!size2 || !size3 || !size4);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, a, b, c, alg, descr));
    if (!buffer2 && !buffer3 && !buffer4) {
        *size3 = *size4 = sparse::buffer_bytes;
        return sparse::ask(size2);
    }
    return sparse::find(*handle_of(handle), op_a, op_b, sp_mat(a), sp_mat(b), sp_mat(c), *descr);
}
hipsparseStatus_t hipsparseSpGEMMreuse_copy(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b,
                                            hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, hipsparseSpMatDescr_t c,
                                            hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t descr, size_t *size, void *buffer) {
    SPARSE_CHECK(!size);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, a, b, c, alg, descr));
    if (!buffer) return sparse::ask(size);
    return descr->is_found ? sparse::write_pattern(*handle_of(handle), sp_mat(c), *descr) : HIPSPARSE_STATUS_INVALID_VALUE;
}
hipsparseStatus_t hipsparseSpGEMMreuse_compute(hipsparseHandle_t handle, hipsparseOperation_t op_a, hipsparseOperation_t op_b, const void *alpha,
                                               hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, const void *beta, hipsparseSpMatDescr_t c,
                                               hipDataType type, hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t descr) {
    SPARSE_CHECK(!alpha || !beta);
    SPARSE_TRY(sparse::check(__func__, handle, op_a, op_b, a, b, c, alg, descr));
    if (type != sp_mat(c).type) return sparse::missing(__func__, "mixed types of elements");
    if (!descr->is_found) return HIPSPARSE_STATUS_INVALID_VALUE;
    return sparse::by_type(__func__, type, [&](auto t) {
        return sparse::calculate<decltype(t)>(*handle_of(handle), op_a, op_b, alpha, sp_mat(a), sp_mat(b), beta, sp_mat(c), *descr);
    });
}
