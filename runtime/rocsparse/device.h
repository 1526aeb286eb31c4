// device.h: what this folder's own kernels are written with: the handle's stream and pointer mode, scalars, launches.
//
// Used by ell.hip and csritsv.hip; everything else here is hipSPARSE's work.
#pragma once

#include "../blas/element.h"
#include "call.h"

namespace rocsparse {

using blas::add_to;
using blas::conj_if;
using blas::Element;
using blas::elements;
using blas::global_index;
using blas::Real;

inline Status status_of(hipError_t error) {
    return error == hipSuccess ? OK : error == hipErrorOutOfMemory ? rocsparse_status_memory_error : rocsparse_status_internal_error;
}

// A scalar argument in a kernel: in host mode its value at the call, in device mode what is there when the kernel runs.
template <class T> struct Scalar {
    T value;
    const void *device;
    __device__ T get() const { return device ? blas::element_at<T>(device) : value; }
};

// A handle's settings during a call.
struct Context {
    hipStream_t stream = nullptr;
    hipsparsePointerMode_t mode = HIPSPARSE_POINTER_MODE_HOST;

    explicit Context(rocsparse_handle handle) {
        (void)hipsparseGetStream(to(handle), &stream);
        (void)hipsparseGetPointerMode(to(handle), &mode);
    }
    bool on_device() const { return mode == HIPSPARSE_POINTER_MODE_DEVICE; }
    template <class T> Scalar<T> scalar(const void *pointer) const {
        return on_device() ? Scalar<T>{T(0), pointer} : Scalar<T>{blas::element_at<T>(pointer), nullptr};
    }
    // A thread for each of n things.
    template <class... P, class... A> Status each(void (*kernel)(P...), int64_t n, A... arguments) const {
        constexpr int threads = 256;
        if (n <= 0) return OK;
        kernel<<<dim3(unsigned((n + threads - 1) / threads)), dim3(threads), 0, stream>>>(P(arguments)...);
        return status_of(hipGetLastError());
    }
    // A number from the device to where the pointer mode says that it goes.
    Status give(int *to, const int *from) const {
        if (on_device()) return status_of(hipMemcpyAsync(to, from, sizeof *to, hipMemcpyDeviceToDevice, stream));
        return fetch(to, from);
    }
    template <class T> Status fetch(T *to, const T *from) const {
        ROC_TRY(status_of(hipMemcpyAsync(to, from, sizeof *to, hipMemcpyDeviceToHost, stream)));
        return status_of(hipStreamSynchronize(stream));
    }
};

inline int base_of(rocsparse_mat_descr descr) { return int(hipsparseGetMatIndexBase(descr->hip)); }

// What a function of matrices that must be sorted says of a descriptor, whose kinds are general, and triangular where a function solves.
inline Status check_descr(rocsparse_mat_descr descr, const char *function, bool solves = false) {
    if (!descr) return rocsparse_status_invalid_pointer;
    const hipsparseMatrixType_t kind = hipsparseGetMatType(descr->hip);
    if (kind != HIPSPARSE_MATRIX_TYPE_GENERAL && !(solves && kind == HIPSPARSE_MATRIX_TYPE_TRIANGULAR)) return missing(function);
    return descr->storage == rocsparse_storage_mode_sorted ? OK : rocsparse_status_requires_sorted_storage;
}

}  // namespace rocsparse
