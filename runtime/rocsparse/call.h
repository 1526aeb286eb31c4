// call.h: rocSPARSE's arguments in hipSPARSE's words, hipSPARSE's statuses in rocSPARSE's.
//
// hipSPARSE says that an argument is wrong, rocSPARSE which kind of argument: `call` asks each of them then. Used by every file of this folder.
#pragma once

#include <hipsparse/hipsparse.h>
#include <rocsparse/rocsparse.h>

#include <type_traits>

#include "info.h"

namespace rocsparse {

using Status = rocsparse_status;
constexpr Status OK = rocsparse_status_success;

#define ROC_TRY(call) \
    if (const Status status = (call); status != OK) return status

// Says once, on stderr, that `what` is not there. auxiliary.hip.
Status missing(const char *what);

// hipSPARSE's for it; of an enumerator that is none, one that is none there.
inline hipsparseHandle_t to(rocsparse_handle handle) { return reinterpret_cast<hipsparseHandle_t>(handle); }
inline hipsparseMatDescr_t to(rocsparse_mat_descr descr) { return descr ? descr->hip : nullptr; }
inline hipsparseOperation_t to(rocsparse_operation op) { return hipsparseOperation_t(int(op) - int(rocsparse_operation_none)); }
inline hipsparseIndexBase_t to(rocsparse_index_base base) { return hipsparseIndexBase_t(base); }
inline hipsparseDirection_t to(rocsparse_direction way) { return hipsparseDirection_t(way); }
inline hipsparseAction_t to(rocsparse_action action) { return hipsparseAction_t(action); }
inline hipsparseIndexType_t to(rocsparse_indextype type) { return hipsparseIndexType_t(type); }
inline hipsparseOrder_t to(rocsparse_order order) {
    return order == rocsparse_order_row ? HIPSPARSE_ORDER_ROW : order == rocsparse_order_column ? HIPSPARSE_ORDER_COL : hipsparseOrder_t(0);
}
inline hipsparseSolvePolicy_t to(rocsparse_solve_policy policy) {
    return policy == rocsparse_solve_policy_auto ? HIPSPARSE_SOLVE_POLICY_USE_LEVEL : hipsparseSolvePolicy_t(-1);
}
inline hipDataType to(rocsparse_datatype type) {
    switch (type) {
        case rocsparse_datatype_f32_r: return HIP_R_32F;
        case rocsparse_datatype_f64_r: return HIP_R_64F;
        case rocsparse_datatype_f32_c: return HIP_C_32F;
        case rocsparse_datatype_f64_c: return HIP_C_64F;
        case rocsparse_datatype_i8_r: return HIP_R_8I;
        case rocsparse_datatype_u8_r: return HIP_R_8U;
        case rocsparse_datatype_i32_r: return HIP_R_32I;
        default: return HIP_R_32U;
    }
}
// hipSPARSE numbers these algorithms: Thomas', LU and QR of three diagonals, QR of five.
inline int to(rocsparse_gtsv_interleaved_alg alg) {
    switch (alg) {
        case rocsparse_gtsv_interleaved_alg_thomas: return 0;
        case rocsparse_gtsv_interleaved_alg_lu: return 1;
        case rocsparse_gtsv_interleaved_alg_default:
        case rocsparse_gtsv_interleaved_alg_qr: return 2;
        default: return -1;
    }
}
inline int to(rocsparse_gpsv_interleaved_alg alg) { return alg == rocsparse_gpsv_interleaved_alg_default || alg == rocsparse_gpsv_interleaved_alg_qr ? 0 : -1; }
hipsparseSpVecDescr_t to(rocsparse_const_spvec_descr x);  // descriptors.h
hipsparseDnVecDescr_t to(rocsparse_const_dnvec_descr x);
hipsparseDnMatDescr_t to(rocsparse_const_dnmat_descr x);
inline hipsparseHybMat_t to(rocsparse_hyb_mat hyb) { return reinterpret_cast<hipsparseHybMat_t>(hyb); }
inline hipsparseHybPartition_t to(rocsparse_hyb_partition partition) { return hipsparseHybPartition_t(partition); }
template <class T> T to(T other) { return other; }  // pointers and numbers

inline bool is_enum(rocsparse_operation op) { return op >= rocsparse_operation_none && op <= rocsparse_operation_conjugate_transpose; }
inline bool is_enum(rocsparse_datatype type) {
    return (type >= rocsparse_datatype_f32_r && type <= rocsparse_datatype_f64_c && type != 153) ||
           (type >= rocsparse_datatype_i8_r && type <= rocsparse_datatype_u32_r);
}
inline bool is_enum(rocsparse_indextype type) { return type >= rocsparse_indextype_u16 && type <= rocsparse_indextype_i64; }
inline bool is_enum(rocsparse_gtsv_interleaved_alg alg) { return to(alg) >= 0; }
inline bool is_enum(rocsparse_hyb_partition partition) { return partition >= rocsparse_hyb_partition_auto && partition <= rocsparse_hyb_partition_max; }
inline bool is_enum(rocsparse_solve_policy policy) { return policy == rocsparse_solve_policy_auto; }
template <class T> bool is_enum(T value) { return int(value) == 0 || int(value) == 1; }  // the others have two

// What is wrong with an argument.
template <class T> Status wrong(T value) {
    if constexpr (std::is_pointer_v<T>) return value ? OK : rocsparse_status_invalid_pointer;
    else if constexpr (std::is_enum_v<T>) return is_enum(value) ? OK : rocsparse_status_invalid_value;
    else if constexpr (std::is_integral_v<T>) return value < 0 ? rocsparse_status_invalid_size : OK;
    else return OK;
}
// The first wrong one's.
template <class... A> Status first_wrong(A... arguments) {
    Status status = OK;
    (void)((status = wrong(arguments), status != OK) || ...);
    return status;
}

// Of a status that is not about arguments.
inline Status converted(hipsparseStatus_t status) {
    switch (status) {
        case HIPSPARSE_STATUS_SUCCESS: return OK;
        case HIPSPARSE_STATUS_NOT_INITIALIZED: return rocsparse_status_invalid_handle;
        case HIPSPARSE_STATUS_INVALID_VALUE: return rocsparse_status_invalid_value;
        case HIPSPARSE_STATUS_ALLOC_FAILED:
        case HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES: return rocsparse_status_memory_error;
        case HIPSPARSE_STATUS_ARCH_MISMATCH: return rocsparse_status_arch_mismatch;
        case HIPSPARSE_STATUS_ZERO_PIVOT: return rocsparse_status_zero_pivot;
        case HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
        case HIPSPARSE_STATUS_NOT_SUPPORTED: return rocsparse_status_not_implemented;
        default: return rocsparse_status_internal_error;
    }
}

// hipSPARSE takes memory that it only reads by pointers to what is not const, here and there.
template <class To, class From> To as(From value) {
    if constexpr (std::is_pointer_v<To> && std::is_pointer_v<From>) return const_cast<To>(value);
    else return value;
}

// A call of hipSPARSE. Where all arguments look right and are not, one of two things is said: no analysis was made, or sizes do not fit.
template <class... P, class... A> Status call(hipsparseStatus_t (*function)(hipsparseHandle_t, P...), rocsparse_handle handle, A... arguments) {
    if (!handle) return rocsparse_status_invalid_handle;
    const hipsparseStatus_t status = function(to(handle), as<P>(to(arguments))...);
    if (status != HIPSPARSE_STATUS_INVALID_VALUE) return converted(status);
    if (const Status found = first_wrong(arguments...); found != OK) return found;
    return (is_info<A> || ...) ? rocsparse_status_invalid_pointer : rocsparse_status_invalid_size;
}

}  // namespace rocsparse
