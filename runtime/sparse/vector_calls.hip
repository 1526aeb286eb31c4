// vector_calls.hip: functions of a sparse and a dense vector: the generic ones, and level 1's by element type.
//
// Called by programs.
#include "descriptors.h"
#include "vectors.h"

namespace sparse {

// Both vectors have elements of one type that there are kernels for.
static Status check_types(const char *function, const SpVec &x, const DnVec &y) {
    if (x.size != y.size) return HIPSPARSE_STATUS_INVALID_VALUE;
    if (x.type != y.type) return missing(function, "mixed types of elements");
    return by_type(function, x.type, [](auto) { return HIPSPARSE_STATUS_SUCCESS; });
}
template <class T> static T *values_of(const SpVec &x) { return static_cast<T *>(x.values); }
template <class T> static T *values_of(const DnVec &y) { return static_cast<T *>(y.values); }

}  // namespace sparse

using sparse::dn_vec;
using sparse::handle_of;
using sparse::scalar;
using sparse::sp_vec;
using sparse::values_of;

hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t handle, const void *alpha, hipsparseConstSpVecDescr_t x, const void *beta,
                                 hipsparseDnVecDescr_t y) {
    SPARSE_CHECK(!alpha || !x || !beta || !y);
    SPARSE_TRY(sparse::check_types(__func__, sp_vec(x), dn_vec(y)));
    return sparse::by_type(__func__, sp_vec(x).type, [&](auto t) -> sparse::Status {
        using T = decltype(t);
        const auto &h = *handle_of(handle);
        SPARSE_TRY(sparse::scale(h, scalar<T>(h, beta), values_of<T>(dn_vec(y)), dn_vec(y).size));
        return sparse::axpy<T>(h, sp_vec(x).count, scalar<T>(h, alpha), values_of<T>(sp_vec(x)), sp_vec(x).index(), values_of<T>(dn_vec(y)));
    });
}
hipsparseStatus_t hipsparseGather(hipsparseHandle_t handle, hipsparseConstDnVecDescr_t y, hipsparseSpVecDescr_t x) {
    SPARSE_CHECK(!x || !y);
    SPARSE_TRY(sparse::check_types(__func__, sp_vec(x), dn_vec(y)));
    return sparse::by_type(__func__, sp_vec(x).type, [&](auto t) {
        using T = decltype(t);
        return sparse::gather<T>(*handle_of(handle), sp_vec(x).count, values_of<T>(dn_vec(y)), values_of<T>(sp_vec(x)), sp_vec(x).index(), false);
    });
}
hipsparseStatus_t hipsparseScatter(hipsparseHandle_t handle, hipsparseConstSpVecDescr_t x, hipsparseDnVecDescr_t y) {
    SPARSE_CHECK(!x || !y);
    SPARSE_TRY(sparse::check_types(__func__, sp_vec(x), dn_vec(y)));
    return sparse::by_type(__func__, sp_vec(x).type, [&](auto t) {
        using T = decltype(t);
        return sparse::scatter<T>(*handle_of(handle), sp_vec(x).count, values_of<T>(sp_vec(x)), sp_vec(x).index(), values_of<T>(dn_vec(y)));
    });
}
hipsparseStatus_t hipsparseRot(hipsparseHandle_t handle, const void *c, const void *s, hipsparseSpVecDescr_t x, hipsparseDnVecDescr_t y) {
    SPARSE_CHECK(!c || !s || !x || !y);
    SPARSE_TRY(sparse::check_types(__func__, sp_vec(x), dn_vec(y)));
    return sparse::by_type(__func__, sp_vec(x).type, [&](auto t) {
        using T = decltype(t);
        const auto &h = *handle_of(handle);
        return sparse::rotate<T>(h, sp_vec(x).count, values_of<T>(sp_vec(x)), sp_vec(x).index(), values_of<T>(dn_vec(y)), scalar<T>(h, c),
                                 scalar<T>(h, s));
    });
}

hipsparseStatus_t hipsparseSpVV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t op, hipsparseConstSpVecDescr_t x,
                                           hipsparseConstDnVecDescr_t y, void *result, hipDataType type, size_t *size) {
    SPARSE_CHECK(!x || !y || !result || !size || !sparse::is_enum(op));
    SPARSE_TRY(sparse::check_types(__func__, sp_vec(x), dn_vec(y)));
    if (type != sp_vec(x).type) return sparse::missing(__func__, "mixed types of elements");
    *size = sparse::buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t handle, hipsparseOperation_t op, hipsparseConstSpVecDescr_t x, hipsparseConstDnVecDescr_t y,
                                void *result, hipDataType type, void *) {
    SPARSE_CHECK(!x || !y || !result || !sparse::is_enum(op));
    SPARSE_TRY(sparse::check_types(__func__, sp_vec(x), dn_vec(y)));
    if (type != sp_vec(x).type) return sparse::missing(__func__, "mixed types of elements");
    return sparse::by_type(__func__, type, [&](auto t) {
        using T = decltype(t);
        return sparse::dot<T>(*handle_of(handle), sp_vec(x).count, values_of<T>(sp_vec(x)), sp_vec(x).index(), values_of<T>(dn_vec(y)),
                              static_cast<T *>(result), op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
    });
}

// Level 1. xVal and xInd have nnz entries; whatever has none may be null.
#define CHECK_VECTORS(more) SPARSE_CHECK(nnz < 0 || !sparse::is_enum(idxBase) || (more) || (nnz > 0 && (!xVal || !xInd || !y)))
#define HANDLE *handle_of(handle)

#define SPARSE_BODY_axpyi(T, R)                                                                                      \
    CHECK_VECTORS(!alpha);                                                                                            \
    return sparse::axpy(HANDLE, nnz, scalar<sparse::Element<T>>(HANDLE, alpha), sparse::elements(xVal), sparse::indices(xInd, idxBase), \
                        sparse::elements(y));
#define SPARSE_BODY_doti(T, R)                                                                                       \
    CHECK_VECTORS(!result);                                                                                           \
    return sparse::dot(HANDLE, nnz, sparse::elements(xVal), sparse::indices(xInd, idxBase), sparse::elements(y), sparse::elements(result), false);
#define SPARSE_BODY_dotci(T, R)                                                                                      \
    CHECK_VECTORS(!result);                                                                                           \
    return sparse::dot(HANDLE, nnz, sparse::elements(xVal), sparse::indices(xInd, idxBase), sparse::elements(y), sparse::elements(result), true);
#define SPARSE_BODY_gthr(T, R)                                                                                       \
    CHECK_VECTORS(false);                                                                                             \
    return sparse::gather(HANDLE, nnz, sparse::elements(const_cast<T *>(y)), sparse::elements(xVal), sparse::indices(xInd, idxBase), false);
#define SPARSE_BODY_gthrz(T, R)                                                                                      \
    CHECK_VECTORS(false);                                                                                             \
    return sparse::gather(HANDLE, nnz, sparse::elements(y), sparse::elements(xVal), sparse::indices(xInd, idxBase), true);
#define SPARSE_BODY_sctr(T, R)                                                                                       \
    CHECK_VECTORS(false);                                                                                             \
    return sparse::scatter(HANDLE, nnz, sparse::elements(xVal), sparse::indices(xInd, idxBase), sparse::elements(y));
#define SPARSE_BODY_roti(T, R)                                                                                       \
    CHECK_VECTORS(!c || !s);                                                                                          \
    return sparse::rotate(HANDLE, nnz, xVal, sparse::indices(xInd, idxBase), y, scalar<T>(HANDLE, c), scalar<T>(HANDLE, s));

HIPSPARSE_SDCZ(SPARSE_DEFINE, axpyi)
HIPSPARSE_SDCZ(SPARSE_DEFINE, doti)
HIPSPARSE_CZ(SPARSE_DEFINE, dotci)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gthr)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gthrz)
HIPSPARSE_SDCZ(SPARSE_DEFINE, sctr)
HIPSPARSE_SD(SPARSE_DEFINE, roti)
