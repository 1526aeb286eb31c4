// info.h: what rocSPARSE keeps in one object and hipSPARSE in one for each kind of function.
//
// Used by call.h, csritsv.hip, typed.hip and forms.hip.
#pragma once

#include <hipsparse/hipsparse.h>
#include <rocsparse/rocsparse.h>

#include <type_traits>

struct _rocsparse_mat_descr {
    hipsparseMatDescr_t hip = nullptr;
    rocsparse_storage_mode storage = rocsparse_storage_mode_sorted;
};

namespace rocsparse {

// The kinds: X(type, name), of hipSPARSE's create and destroy functions.
#define ROCSPARSE_INFOS(X)                                                                                                                  \
    X(csrsv2Info_t, Csrsv2Info) X(csrsm2Info_t, Csrsm2Info) X(csrilu02Info_t, Csrilu02Info) X(csric02Info_t, Csric02Info)                    \
    X(bsrsv2Info_t, Bsrsv2Info) X(bsrsm2Info_t, Bsrsm2Info) X(bsrilu02Info_t, Bsrilu02Info) X(bsric02Info_t, Bsric02Info)                    \
    X(csrgemm2Info_t, Csrgemm2Info) X(pruneInfo_t, PruneInfo)

#define ROCSPARSE_SLOT(type, name) type name = nullptr;
struct Infos {
    ROCSPARSE_INFOS(ROCSPARSE_SLOT)
    bool has_jacobi = false;  // csritsv.hip's: whether an analysis was made, and the row that it or a solve stumbled over
    int jacobi_pivot = 0;
};
#undef ROCSPARSE_SLOT

// Whether an argument is one of these.
template <class T> constexpr bool is_info = false;
#define ROCSPARSE_IS(type, name) template <> inline constexpr bool is_info<type> = true;
ROCSPARSE_INFOS(ROCSPARSE_IS)
#undef ROCSPARSE_IS

}  // namespace rocsparse

struct _rocsparse_mat_info {
    rocsparse::Infos of;
    // hipSPARSE's function that tells of the last pivot: rocSPARSE has one for all kinds.
    hipsparseStatus_t (*pivot)(const rocsparse::Infos &, hipsparseHandle_t, int *position) = nullptr;
};

namespace rocsparse {

// An info of a kind, which begins when somebody asks for it.
template <class T> T of(rocsparse_mat_info info);
#define ROCSPARSE_OF(type, name)                                                 \
    template <> inline type of<type>(rocsparse_mat_info info) {                  \
        if (info && !info->of.name) (void)hipsparseCreate##name(&info->of.name); \
        return info ? info->of.name : nullptr;                                   \
    }
ROCSPARSE_INFOS(ROCSPARSE_OF)
#undef ROCSPARSE_OF

}  // namespace rocsparse
