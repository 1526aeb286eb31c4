// descriptors.h: the vectors and matrices of generic functions, in rocSPARSE's words, with hipSPARSE's descriptors of them.
//
// Made and asked by descriptors.hip; used by generic.hip.
#pragma once

#include "call.h"

struct _rocsparse_spvec_descr {
    int64_t size, count;
    void *indices, *values;
    rocsparse_indextype index_type;
    rocsparse_index_base base;
    rocsparse_datatype type;
    hipsparseSpVecDescr_t hip = nullptr;
};

struct _rocsparse_dnvec_descr {
    int64_t size;
    void *values;
    rocsparse_datatype type;
    hipsparseDnVecDescr_t hip = nullptr;
};

struct _rocsparse_dnmat_descr {
    int64_t rows, columns, ld;
    void *values;
    rocsparse_datatype type;
    rocsparse_order order;
    int batches = 1;
    int64_t stride = 0;
    hipsparseDnMatDescr_t hip = nullptr;
};

struct _rocsparse_spmat_descr {
    rocsparse_format format;
    int64_t rows, columns, count;
    void *major, *minor, *values;  // offsets or rows, columns or rows; of coo_aos both stand at major
    rocsparse_indextype major_type, minor_type;
    rocsparse_index_base base;
    rocsparse_datatype type;
    rocsparse_fill_mode fill = rocsparse_fill_mode_lower;
    rocsparse_diag_type diag = rocsparse_diag_type_non_unit;
    rocsparse_matrix_type kind = rocsparse_matrix_type_general;
    rocsparse_storage_mode storage = rocsparse_storage_mode_sorted;
    int batches = 1;
    int64_t offsets_stride = 0, entries_stride = 0;
    // hipSPARSE's, made when a function asks for it (`hip_of`), and made anew behind a change.
    mutable hipsparseSpMatDescr_t hip = nullptr;
    // What an analysis leaves for solves, and what a product leaves for its next stage: rocSPARSE keeps it in the matrix.
    mutable hipsparseSpSVDescr_t spsv[3] = {};  // of each operation
    mutable hipsparseSpSMDescr_t spsm[3] = {};
    csrgemm2Info_t product = nullptr;
};

namespace rocsparse {

inline hipsparseSpVecDescr_t to(rocsparse_const_spvec_descr x) { return x ? x->hip : nullptr; }
inline hipsparseDnVecDescr_t to(rocsparse_const_dnvec_descr x) { return x ? x->hip : nullptr; }
inline hipsparseDnMatDescr_t to(rocsparse_const_dnmat_descr x) { return x ? x->hip : nullptr; }

// What an analysis leaves, as call.h has it.
template <> inline constexpr bool is_info<hipsparseSpSVDescr_t> = true;
template <> inline constexpr bool is_info<hipsparseSpSMDescr_t> = true;

Status hip_of(rocsparse_const_spmat_descr mat, hipsparseSpMatDescr_t &hip);

}  // namespace rocsparse
