// forms.h: definitions of hipBLAS' functions out of the lists of hipblas-functions.h, six forms each.
//
// BLAS_DEFINE(name, list, T, R, function) defines hipblas' function `name` in all its forms; each calls `function(handle, arguments...)`, where sizes
// are int64_t, matrices and vectors are Views, and the number of matrices is 1 in the plain form.
#pragma once

#include "handle.h"
#include "view.h"

// Arguments: what the parameters of hipblas.h's HIPBLAS_PLAIN_, HIPBLAS_BATCHED_ and HIPBLAS_STRIDED_ become in a call.
#define BLAS_PLAIN_V(type, name) , name
#define BLAS_PLAIN_A(T, I, name, ld, stride) , ::blas::view(name, ld, 0)
#define BLAS_PLAIN_W(T, I, name, ld, stride) , ::blas::view(name, ld, 0)
#define BLAS_PLAIN_P(T, name, stride) , ::blas::view(name, 0, 0)
#define BLAS_PLAIN_Q(T, name, stride) , ::blas::view(name, 0, 0)
#define BLAS_PLAIN_B(I) , 1
#define BLAS_PLAIN_M(I, name, type, ld, stride) , type, ::blas::view(name, ld, 0)
#define BLAS_PLAIN_N(I, name, type, ld, stride) , type, ::blas::view(name, ld, 0)
#define BLAS_PLAIN_X(I, name, type, inc, stride) , type, ::blas::view(name, inc, 0)
#define BLAS_PLAIN_Y(I, name, type, inc, stride) , type, ::blas::view(name, inc, 0)
#define BLAS_PLAIN_T(I, name, ld, stride) , ::blas::view(name, ld, 0)
#define BLAS_PLAIN_S(stride) , 0

#define BLAS_BATCHED_V(type, name) , name
#define BLAS_BATCHED_A(T, I, name, ld, stride) , ::blas::view_of_each(name, ld)
#define BLAS_BATCHED_W(T, I, name, ld, stride) , ::blas::view_of_each(name, ld)
#define BLAS_BATCHED_P(T, name, stride) , ::blas::view_of_each(name, 0)
#define BLAS_BATCHED_Q(T, name, stride) , ::blas::view_of_each(name, 0)
#define BLAS_BATCHED_B(I) , batchCount
#define BLAS_BATCHED_M(I, name, type, ld, stride) , type, ::blas::view_of_each(name, ld)
#define BLAS_BATCHED_N(I, name, type, ld, stride) , type, ::blas::view_of_each(name, ld)
#define BLAS_BATCHED_X(I, name, type, inc, stride) , type, ::blas::view_of_each(static_cast<const void *const *>(name), inc)
#define BLAS_BATCHED_Y(I, name, type, inc, stride) , type, ::blas::view_of_each(static_cast<void *const *>(name), inc)
#define BLAS_BATCHED_T(I, name, ld, stride) , ::blas::view_of_each(static_cast<void *const *>(name), ld)
// What has no address of its own for each matrix of a batch has n elements for each.
#define BLAS_BATCHED_S(stride) , n

#define BLAS_STRIDED_V(type, name) , name
#define BLAS_STRIDED_A(T, I, name, ld, stride) , ::blas::view(name, ld, stride)
#define BLAS_STRIDED_W(T, I, name, ld, stride) , ::blas::view(name, ld, stride)
#define BLAS_STRIDED_P(T, name, stride) , ::blas::view(name, 0, stride)
#define BLAS_STRIDED_Q(T, name, stride) , ::blas::view(name, 0, stride)
#define BLAS_STRIDED_B(I) , batchCount
#define BLAS_STRIDED_M(I, name, type, ld, stride) , type, ::blas::view(name, ld, stride)
#define BLAS_STRIDED_N(I, name, type, ld, stride) , type, ::blas::view(name, ld, stride)
#define BLAS_STRIDED_X(I, name, type, inc, stride) , type, ::blas::view(name, inc, stride)
#define BLAS_STRIDED_Y(I, name, type, inc, stride) , type, ::blas::view(name, inc, stride)
#define BLAS_STRIDED_T(I, name, ld, stride) , ::blas::view(name, ld, stride)
#define BLAS_STRIDED_S(stride) , stride

#define HIPBLAS_STRIDE hipblasStride

// Body makes a function's body of a form, a list and its arguments.
#define BLAS_FORMS(N, E, suffix, Body, function, list, ...)                                                                                 \
    hipblasStatus_t N##E##suffix(hipblasHandle_t handle HIPBLAS_##list(HIPBLAS_PLAIN_, __VA_ARGS__))                                         \
        Body(PLAIN, function, list, __VA_ARGS__)                                                                                             \
    hipblasStatus_t N##Batched##E##suffix(hipblasHandle_t handle HIPBLAS_##list(HIPBLAS_BATCHED_, __VA_ARGS__))                              \
        Body(BATCHED, function, list, __VA_ARGS__)                                                                                           \
    hipblasStatus_t N##StridedBatched##E##suffix(hipblasHandle_t handle HIPBLAS_##list(HIPBLAS_STRIDED_, __VA_ARGS__))                       \
        Body(STRIDED, function, list, __VA_ARGS__)

#define BLAS_CALL(form, function, list, ...) { return function(handle HIPBLAS_##list(BLAS_##form##_, __VA_ARGS__)); }
#define BLAS_DEFINE_INT(N, list, T, R, function) BLAS_FORMS(N, , , BLAS_CALL, function, list, T, R, int)
#define BLAS_DEFINE(N, list, T, R, function)                                                                                                \
    BLAS_DEFINE_INT(N, list, T, R, function) BLAS_FORMS(N, , _64, BLAS_CALL, function, list, T, R, int64_t)
#define BLAS_DEFINE_MIXED_INT(N, E, list, function) BLAS_FORMS(N, E, , BLAS_CALL, function, list, int)
#define BLAS_DEFINE_MIXED(N, E, list, function)                                                                                             \
    BLAS_DEFINE_MIXED_INT(N, E, list, function) BLAS_FORMS(N, E, _64, BLAS_CALL, function, list, int64_t)
