// auxiliary.hip: contexts, which are hipSPARSE's, matrix descriptors, infos, and what statuses are called.
//
// Called by programs; `missing` by other files of this folder.
#include <cstring>
#include <new>
#include <string>

#include "../blas/say_once.h"
#include "call.h"

namespace rocsparse {

Status missing(const char *what) {
    blas::say_once(std::string("rocsparse: not implemented: ") + what);
    return rocsparse_status_not_implemented;
}

}  // namespace rocsparse

using rocsparse::converted;
using rocsparse::OK;
using rocsparse::to;

#define POINTER(p) \
    if (!(p)) return rocsparse_status_invalid_pointer
#define HANDLE \
    if (!handle) return rocsparse_status_invalid_handle

extern "C" {

rocsparse_status rocsparse_create_handle(rocsparse_handle *handle) {
    if (!handle) return rocsparse_status_invalid_handle;
    return converted(hipsparseCreate(reinterpret_cast<hipsparseHandle_t *>(handle)));
}
rocsparse_status rocsparse_destroy_handle(rocsparse_handle handle) { return converted(hipsparseDestroy(to(handle))); }
rocsparse_status rocsparse_set_stream(rocsparse_handle handle, hipStream_t stream) { return converted(hipsparseSetStream(to(handle), stream)); }
rocsparse_status rocsparse_get_stream(rocsparse_handle handle, hipStream_t *stream) {
    HANDLE;
    POINTER(stream);
    return converted(hipsparseGetStream(to(handle), stream));
}
rocsparse_status rocsparse_set_pointer_mode(rocsparse_handle handle, rocsparse_pointer_mode mode) {
    return converted(hipsparseSetPointerMode(to(handle), hipsparsePointerMode_t(mode)));
}
rocsparse_status rocsparse_get_pointer_mode(rocsparse_handle handle, rocsparse_pointer_mode *mode) {
    HANDLE;
    POINTER(mode);
    hipsparsePointerMode_t found;
    const rocsparse_status status = converted(hipsparseGetPointerMode(to(handle), &found));
    if (status == OK) *mode = rocsparse_pointer_mode(found);
    return status;
}

rocsparse_status rocsparse_get_version(rocsparse_handle handle, int *version) {
    HANDLE;
    POINTER(version);
    *version = ROCSPARSE_VERSION_MAJOR * 100000 + ROCSPARSE_VERSION_MINOR * 100 + ROCSPARSE_VERSION_PATCH;
    return OK;
}
rocsparse_status rocsparse_get_git_rev(rocsparse_handle handle, char *rev) {
    HANDLE;
    POINTER(rev);
    strcpy(rev, "hipvk");
    return OK;
}

rocsparse_status rocsparse_create_mat_descr(rocsparse_mat_descr *descr) {
    POINTER(descr);
    *descr = new (std::nothrow) _rocsparse_mat_descr;
    if (!*descr) return rocsparse_status_memory_error;
    return converted(hipsparseCreateMatDescr(&(*descr)->hip));
}
rocsparse_status rocsparse_copy_mat_descr(rocsparse_mat_descr dest, const rocsparse_mat_descr src) {
    POINTER(dest);
    POINTER(src);
    dest->storage = src->storage;
    return converted(hipsparseCopyMatDescr(dest->hip, src->hip));
}
rocsparse_status rocsparse_destroy_mat_descr(rocsparse_mat_descr descr) {
    if (descr) (void)hipsparseDestroyMatDescr(descr->hip);
    delete descr;
    return OK;
}

// A setting of a matrix descriptor, with rocSPARSE's and hipSPARSE's names, which have the same values.
#define SETTING(name, Type, Name, HipType)                                                                                     \
    rocsparse_status rocsparse_set_##name(rocsparse_mat_descr descr, Type value) {                                              \
        POINTER(descr);                                                                                                         \
        return converted(hipsparseSet##Name(descr->hip, HipType(value)));                                                       \
    }                                                                                                                           \
    Type rocsparse_get_##name(const rocsparse_mat_descr descr) { return Type(hipsparseGet##Name(descr ? descr->hip : nullptr)); }
SETTING(mat_type, rocsparse_matrix_type, MatType, hipsparseMatrixType_t)
SETTING(mat_fill_mode, rocsparse_fill_mode, MatFillMode, hipsparseFillMode_t)
SETTING(mat_diag_type, rocsparse_diag_type, MatDiagType, hipsparseDiagType_t)
SETTING(mat_index_base, rocsparse_index_base, MatIndexBase, hipsparseIndexBase_t)

rocsparse_status rocsparse_set_mat_storage_mode(rocsparse_mat_descr descr, rocsparse_storage_mode mode) {
    POINTER(descr);
    if (!rocsparse::is_enum(mode)) return rocsparse_status_invalid_value;
    descr->storage = mode;
    return OK;
}
rocsparse_storage_mode rocsparse_get_mat_storage_mode(const rocsparse_mat_descr descr) {
    return descr ? descr->storage : rocsparse_storage_mode_sorted;
}

rocsparse_status rocsparse_create_mat_info(rocsparse_mat_info *info) {
    POINTER(info);
    *info = new (std::nothrow) _rocsparse_mat_info;
    return *info ? OK : rocsparse_status_memory_error;
}
rocsparse_status rocsparse_destroy_mat_info(rocsparse_mat_info info) {
    if (!info) return OK;
#define DESTROY(type, name) \
    if (info->of.name) (void)hipsparseDestroy##name(info->of.name);
    ROCSPARSE_INFOS(DESTROY)
    delete info;
    return OK;
}

// (name, what it is)
#define STATUSES(X)                                                                                                                         \
    X(success, "no error") X(invalid_handle, "no library handle") X(not_implemented, "not implemented") X(invalid_pointer, "a null pointer") \
    X(invalid_size, "a size that cannot be") X(memory_error, "no memory left") X(internal_error, "an internal error")                        \
    X(invalid_value, "an enumerator that is none") X(arch_mismatch, "the device lacks a feature") X(zero_pivot, "a zero on the diagonal")    \
    X(not_initialized, "a descriptor that was not made") X(type_mismatch, "types that do not fit")                                          \
    X(requires_sorted_storage, "only for sorted matrices") X(thrown_exception, "an exception") X(continue, "nothing in the way")
const char *rocsparse_get_status_name(rocsparse_status status) {
#define NAME(name, text) case rocsparse_status_##name: return "rocsparse_status_" #name;
    switch (status) { STATUSES(NAME) }
    return "Unrecognized status code";
}
const char *rocsparse_get_status_description(rocsparse_status status) {
#define DESCRIPTION(name, text) case rocsparse_status_##name: return text;
    switch (status) { STATUSES(DESCRIPTION) }
    return "Unrecognized status code";
}

}  // extern "C"
