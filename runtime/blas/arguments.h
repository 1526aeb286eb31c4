// arguments.h: what LAPACK's functions say of wrong arguments: info = -j for the first one, which is at position j behind the handle.
//
// Used by getrs.hip, geqrf.hip and gels.hip. Strides stand between other arguments, so positions hang on the form.
#pragma once

#include "forms.h"

#include <initializer_list>

namespace blas {

struct Argument {
    bool wrong;
    int position, strided_position;  // in the plain and the batched form, and in the strided one
};

// hipBLAS: "info: pointer to an int on the host". Sets it, and returns the status.
inline hipblasStatus_t check_arguments(hipblasHandle_t handle, int *info, bool is_strided, std::initializer_list<Argument> arguments) {
    if (!info) return HIPBLAS_STATUS_INVALID_VALUE;
    *info = 0;
    for (const Argument &argument : arguments)
        if (argument.wrong && *info == 0) *info = -(is_strided ? argument.strided_position : argument.position);
    return !handle ? HIPBLAS_STATUS_NOT_INITIALIZED : *info ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_SUCCESS;
}

}  // namespace blas

#define BLAS_IS_STRIDED_PLAIN false
#define BLAS_IS_STRIDED_BATCHED false
#define BLAS_IS_STRIDED_STRIDED true
#define BLAS_CALL_WITH_FORM(form, function, list, ...) { return function(BLAS_IS_STRIDED_##form, handle HIPBLAS_##list(BLAS_##form##_, __VA_ARGS__)); }
#define BLAS_DEFINE_WITH_FORM(N, list, T, R, function) BLAS_FORMS(N, , , BLAS_CALL_WITH_FORM, function, list, T, R, int)
