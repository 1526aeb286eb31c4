// forms.h: definitions of rocSOLVER's functions out of the lists of rocsolver-functions.h, in their forms.
//
// SOLVER_DEFINE(name, list, T, R, function) defines function `name` in its three forms, SOLVER_DEFINE_PLAIN in the first one only; each calls
// `function(handle, arguments...)`, where sizes are int64_t, matrices and vectors are Views, and the number of matrices is 1 in the plain form.
#pragma once

#include "context.h"

#define SOLVER_PLAIN_V(type, name) , name
#define SOLVER_PLAIN_W(T, name, ld, stride) , ::blas::view(name, ld, 0)
#define SOLVER_PLAIN_U(T, name, ld, stride) , ::blas::view(name, ld, 0)
#define SOLVER_PLAIN_P(T, name, stride) , ::blas::view(name, 1, 0)
#define SOLVER_PLAIN_Q(T, name) , ::blas::view(name, 1, 0)
#define SOLVER_PLAIN_B , 1

#define SOLVER_BATCHED_V(type, name) , name
#define SOLVER_BATCHED_W(T, name, ld, stride) , ::blas::view_of_each(name, ld)
#define SOLVER_BATCHED_U(T, name, ld, stride) , ::blas::view(name, ld, stride)
#define SOLVER_BATCHED_P(T, name, stride) , ::blas::view(name, 1, stride)
#define SOLVER_BATCHED_B , batch_count

#define SOLVER_STRIDED_V(type, name) , name
#define SOLVER_STRIDED_W(T, name, ld, stride) , ::blas::view(name, ld, stride)
#define SOLVER_STRIDED_U(T, name, ld, stride) , ::blas::view(name, ld, stride)
#define SOLVER_STRIDED_P(T, name, stride) , ::blas::view(name, 1, stride)
#define SOLVER_STRIDED_B , batch_count

#define SOLVER_DEFINE_PLAIN(N, list, T, R, function)                                                                                        \
    rocblas_status N(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_PLAIN_, T, R)) {                                                      \
        return function(handle ROCSOLVER_##list(SOLVER_PLAIN_, T, R));                                                                      \
    }
#define SOLVER_DEFINE(N, list, T, R, function)                                                                                              \
    SOLVER_DEFINE_PLAIN(N, list, T, R, function)                                                                                            \
    rocblas_status N##_batched(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_BATCHED_, T, R)) {                                          \
        return function(handle ROCSOLVER_##list(SOLVER_BATCHED_, T, R));                                                                    \
    }                                                                                                                                       \
    rocblas_status N##_strided_batched(rocblas_handle handle ROCSOLVER_##list(ROCSOLVER_STRIDED_, T, R)) {                                  \
        return function(handle ROCSOLVER_##list(SOLVER_STRIDED_, T, R));                                                                    \
    }
