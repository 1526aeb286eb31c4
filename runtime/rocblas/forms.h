// forms.h: definitions of rocBLAS' functions out of the lists of rocblas-functions.h, six forms each: checks.h' checks, then the hipBLAS function of the
// same name with 64-bit sizes. The form with rocblas_int calls the one with int64_t.
//
// Used by the files that define functions.
#pragma once

#include "checks.h"

// Arguments: what the parameters of rocblas-functions.h's ROCBLAS_PLAIN_, ROCBLAS_BATCHED_ and ROCBLAS_STRIDED_ become in a call of hipBLAS (H) or of
// the same function with larger sizes (R).
#define ROCBLAS_H_PLAIN_V(type, name) , as(name)
#define ROCBLAS_H_PLAIN_A(T, I, name, ld, stride) , as(name), ld
#define ROCBLAS_H_PLAIN_P(T, name, stride) , as(name)
#define ROCBLAS_H_PLAIN_B(I)
#define ROCBLAS_H_PLAIN_X(I, name, type, ld, stride) , name, as(type), ld
#define ROCBLAS_H_PLAIN_M(I, name, ld, stride) , const_cast<void *>(name), ld
#define ROCBLAS_H_PLAIN_S(stride)
#define ROCBLAS_H_PLAIN_W ROCBLAS_H_PLAIN_A
#define ROCBLAS_H_PLAIN_Q ROCBLAS_H_PLAIN_P
#define ROCBLAS_H_PLAIN_Y ROCBLAS_H_PLAIN_X
#define ROCBLAS_H_PLAIN_N ROCBLAS_H_PLAIN_M

#define ROCBLAS_H_BATCHED_V ROCBLAS_H_PLAIN_V
#define ROCBLAS_H_BATCHED_A ROCBLAS_H_PLAIN_A
#define ROCBLAS_H_BATCHED_P ROCBLAS_H_PLAIN_P
#define ROCBLAS_H_BATCHED_B(I) , batch_count
#define ROCBLAS_H_BATCHED_X ROCBLAS_H_PLAIN_X
#define ROCBLAS_H_BATCHED_M ROCBLAS_H_PLAIN_M
#define ROCBLAS_H_BATCHED_S(stride)
#define ROCBLAS_H_BATCHED_W ROCBLAS_H_PLAIN_A
#define ROCBLAS_H_BATCHED_Q ROCBLAS_H_PLAIN_P
#define ROCBLAS_H_BATCHED_Y ROCBLAS_H_PLAIN_X
#define ROCBLAS_H_BATCHED_N ROCBLAS_H_PLAIN_M

#define ROCBLAS_H_STRIDED_V ROCBLAS_H_PLAIN_V
#define ROCBLAS_H_STRIDED_A(T, I, name, ld, stride) , as(name), ld, stride
#define ROCBLAS_H_STRIDED_P(T, name, stride) , as(name), stride
#define ROCBLAS_H_STRIDED_B(I) , batch_count
#define ROCBLAS_H_STRIDED_X(I, name, type, ld, stride) , name, as(type), ld, stride
#define ROCBLAS_H_STRIDED_M(I, name, ld, stride) , const_cast<void *>(name), ld, stride
#define ROCBLAS_H_STRIDED_S(stride) , stride
#define ROCBLAS_H_STRIDED_W ROCBLAS_H_STRIDED_A
#define ROCBLAS_H_STRIDED_Q ROCBLAS_H_STRIDED_P
#define ROCBLAS_H_STRIDED_Y ROCBLAS_H_STRIDED_X
#define ROCBLAS_H_STRIDED_N ROCBLAS_H_STRIDED_M

#define ROCBLAS_R_PLAIN_V(type, name) , name
#define ROCBLAS_R_PLAIN_A(T, I, name, ld, stride) , name, ld
#define ROCBLAS_R_PLAIN_P(T, name, stride) , name
#define ROCBLAS_R_PLAIN_B(I)
#define ROCBLAS_R_PLAIN_X(I, name, type, ld, stride) , name, type, ld
#define ROCBLAS_R_PLAIN_W ROCBLAS_R_PLAIN_A
#define ROCBLAS_R_PLAIN_Q ROCBLAS_R_PLAIN_P
#define ROCBLAS_R_PLAIN_Y ROCBLAS_R_PLAIN_X

#define ROCBLAS_R_BATCHED_V ROCBLAS_R_PLAIN_V
#define ROCBLAS_R_BATCHED_A ROCBLAS_R_PLAIN_A
#define ROCBLAS_R_BATCHED_P ROCBLAS_R_PLAIN_P
#define ROCBLAS_R_BATCHED_B(I) , batch_count
#define ROCBLAS_R_BATCHED_X ROCBLAS_R_PLAIN_X
#define ROCBLAS_R_BATCHED_W ROCBLAS_R_PLAIN_A
#define ROCBLAS_R_BATCHED_Q ROCBLAS_R_PLAIN_P
#define ROCBLAS_R_BATCHED_Y ROCBLAS_R_PLAIN_X

#define ROCBLAS_R_STRIDED_V ROCBLAS_R_PLAIN_V
#define ROCBLAS_R_STRIDED_A(T, I, name, ld, stride) , name, ld, stride
#define ROCBLAS_R_STRIDED_P(T, name, stride) , name, stride
#define ROCBLAS_R_STRIDED_B(I) , batch_count
#define ROCBLAS_R_STRIDED_X(I, name, type, ld, stride) , name, type, ld, stride
#define ROCBLAS_R_STRIDED_W ROCBLAS_R_STRIDED_A
#define ROCBLAS_R_STRIDED_Q ROCBLAS_R_STRIDED_P
#define ROCBLAS_R_STRIDED_Y ROCBLAS_R_STRIDED_X

// The letters in front of hipBLAS' names.
#define ROCBLAS_UP_s S
#define ROCBLAS_UP_d D
#define ROCBLAS_UP_c C
#define ROCBLAS_UP_z Z
#define ROCBLAS_UP_h H
#define ROCBLAS_UP_bf Bf
#define ROCBLAS_UP_cs Cs
#define ROCBLAS_UP_zd Zd
#define ROCBLAS_UP_sc Sc
#define ROCBLAS_UP_dz Dz
#define ROCBLAS_UP_is Is
#define ROCBLAS_UP_id Id
#define ROCBLAS_UP_ic Ic
#define ROCBLAS_UP_iz Iz
#define ROCBLAS_UP_hsh Hsh
#define ROCBLAS_UP_hss Hss
#define ROCBLAS_UP_tst Tst
#define ROCBLAS_UP_tss Tss
#define ROCBLAS_PASTE3(a, b, c) a##b##c
#define ROCBLAS_PASTE(a, b, c) ROCBLAS_PASTE3(a, b, c)
#define ROCBLAS_HIPBLAS(p, name) ROCBLAS_PASTE(hipblas, ROCBLAS_UP_##p, name)
#define ROCBLAS_BEYOND(p, name) ROCBLAS_PASTE(hipvk, ROCBLAS_UP_##p, name)

// The plain form has one matrix, of which the checks are told nothing.
#define ROCBLAS_COUNT_PLAIN constexpr int batch_count = 1
#define ROCBLAS_COUNT_BATCHED
#define ROCBLAS_COUNT_STRIDED

// One function: R is rocBLAS' name without, H hipBLAS' with what says how large sizes are.
#define ROCBLAS_CALL(form, R, suffix, H, list, ...)                                                          \
    rocblas_status R##suffix(rocblas_handle handle ROCBLAS_##list(ROCBLAS_##form##_, __VA_ARGS__)) {         \
        using namespace ::rocblas;                                                                           \
        ROCBLAS_COUNT_##form;                                                                                \
        (void)batch_count;                                                                                   \
        ROCBLAS_CHECK_HANDLE;                                                                                \
        ROCBLAS_CHECK_##list;                                                                                \
        return status_of(H(handle ROCBLAS_##list(ROCBLAS_H_##form##_, __VA_ARGS__)));                        \
    }
#define ROCBLAS_WIDEN(form, R, list, ...)                                                                    \
    rocblas_status R(rocblas_handle handle ROCBLAS_##list(ROCBLAS_##form##_, __VA_ARGS__)) {                 \
        return R##_64(handle ROCBLAS_##list(ROCBLAS_R_##form##_, __VA_ARGS__));                              \
    }

#define ROCBLAS_CALL_BATCHES(R, E, suffix, H, X, list, ...)                                                           \
    ROCBLAS_CALL(BATCHED, R##_batched##E, suffix, ROCBLAS_PASTE(H, Batched, X), list, __VA_ARGS__)                     \
    ROCBLAS_CALL(STRIDED, R##_strided_batched##E, suffix, ROCBLAS_PASTE(H, StridedBatched, X), list, __VA_ARGS__)
#define ROCBLAS_CALL_FORMS(R, E, suffix, H, X, list, ...)                                                             \
    ROCBLAS_CALL(PLAIN, R##E, suffix, ROCBLAS_PASTE(H, , X), list, __VA_ARGS__)                                        \
    ROCBLAS_CALL_BATCHES(R, E, suffix, H, X, list, __VA_ARGS__)
#define ROCBLAS_WIDEN_BATCHES(R, E, list, ...)                                                                        \
    ROCBLAS_WIDEN(BATCHED, R##_batched##E, list, __VA_ARGS__)                                                          \
    ROCBLAS_WIDEN(STRIDED, R##_strided_batched##E, list, __VA_ARGS__)
#define ROCBLAS_WIDEN_FORMS(R, E, list, ...)                                                                          \
    ROCBLAS_WIDEN(PLAIN, R##E, list, __VA_ARGS__)                                                                      \
    ROCBLAS_WIDEN_BATCHES(R, E, list, __VA_ARGS__)

// What is done to each function of a list of rocblas-functions.h. OWN_WIDTH: results are of the sizes' type. BEYOND, BATCHED: of ../blas/beyond.h.
#define ROCBLAS_DEFINE(p, name, list, T, R)                                                                           \
    ROCBLAS_CALL_FORMS(rocblas_##p##name, , _64, ROCBLAS_HIPBLAS(p, name), _64, list, T, R, int64_t)                   \
    ROCBLAS_WIDEN_FORMS(rocblas_##p##name, , list, T, R, rocblas_int)
#define ROCBLAS_DEFINE_BEYOND(p, name, list, T, R)                                                                    \
    ROCBLAS_CALL_FORMS(rocblas_##p##name, , _64, ROCBLAS_BEYOND(p, name), _64, list, T, R, int64_t)                    \
    ROCBLAS_WIDEN_FORMS(rocblas_##p##name, , list, T, R, rocblas_int)
#define ROCBLAS_DEFINE_INT(p, name, list, T, R)                                                                       \
    ROCBLAS_CALL_FORMS(rocblas_##p##name, , , ROCBLAS_HIPBLAS(p, name), , list, T, R, rocblas_int)
#define ROCBLAS_DEFINE_OWN_WIDTH(p, name, list, T, R)                                                                 \
    ROCBLAS_CALL_FORMS(rocblas_##p##name, , _64, ROCBLAS_HIPBLAS(p, name), _64, list, T, R, int64_t)                   \
    ROCBLAS_DEFINE_INT(p, name, list, T, R)
#define ROCBLAS_DEFINE_BATCHED(p, name, list, T, R)                                                                   \
    ROCBLAS_CALL_BATCHES(rocblas_##p##name, , _64, ROCBLAS_BEYOND(p, name), _64, list, T, R, int64_t)                  \
    ROCBLAS_WIDEN_BATCHES(rocblas_##p##name, , list, T, R, rocblas_int)
#define ROCBLAS_DEFINE_MIXED(name, Name)                                                                              \
    ROCBLAS_CALL_FORMS(rocblas_##name, _ex, _64, hipblas##Name, Ex_64, name##_ex, int64_t)                             \
    ROCBLAS_WIDEN_FORMS(rocblas_##name, _ex, name##_ex, rocblas_int)
