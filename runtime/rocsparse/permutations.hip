// permutations.hip: rocSPARSE's orders of rows or columns: the inverse of one, and the one that changes nothing, of indices of any width.
//
// Called by programs.
#include "device.h"

namespace rocsparse {
namespace {

__global__ void invert(int n, const int *p, int *q, int base) {
    const int64_t i = global_index();
    if (i < n) q[p[i] - base] = int(i) + base;
}
template <class Index> __global__ void number(int64_t n, Index *p) {
    const int64_t i = global_index();
    if (i < n) p[i] = Index(i);
}

}  // namespace
}  // namespace rocsparse

using namespace rocsparse;

extern "C" {

rocsparse_status rocsparse_inverse_permutation ROCSPARSE_inverse_permutation(void, void) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (n < 0) return rocsparse_status_invalid_size;
    if (!is_enum(base)) return rocsparse_status_invalid_value;
    if (n > 0 && (!p || !q)) return rocsparse_status_invalid_pointer;
    return Context(handle).each(invert, n, n, p, q, int(base));
}

rocsparse_status rocsparse_set_identity_permutation ROCSPARSE_set_identity_permutation(void, void) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (n < 0) return rocsparse_status_invalid_size;
    if (n > 0 && !p) return rocsparse_status_invalid_pointer;
    const Context context(handle);
    switch (indextype) {
        case rocsparse_indextype_u16: return context.each(number<uint16_t>, n, n, static_cast<uint16_t *>(p));
        case rocsparse_indextype_i32: return context.each(number<int32_t>, n, n, static_cast<int32_t *>(p));
        case rocsparse_indextype_i64: return context.each(number<int64_t>, n, n, static_cast<int64_t *>(p));
        default: return rocsparse_status_invalid_value;
    }
}

}  // extern "C"
