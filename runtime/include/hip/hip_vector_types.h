/* hip_vector_types.h: char1 ... double4 and make_char1 ... make_double4.
   Included by hip_runtime.h; programs may include it alone, in C too.
   In C++ a vector is HIP_vector_type<T, rank> (that name is part of mangled kernel names), with
   operators by element; in C it is a plain struct. Layout: ranks 2 and 4 are aligned to their
   size, ranks 1 and 3 to their element. */
#ifndef HIPVK_HIP_HIP_VECTOR_TYPES_H
#define HIPVK_HIP_HIP_VECTOR_TYPES_H

#include <hip/host_defines.h>

#ifdef __cplusplus
#if !defined(__HIPCC_RTC__)
#include <array> // as in AMD's header, on which programs rely
#endif
#include <hip/detail/vector_type.h>

#define HIPVK_VECTOR(T, name)                                                                      \
    typedef HIP_vector_type<T, 1> name##1;                                                         \
    typedef HIP_vector_type<T, 2> name##2;                                                         \
    typedef HIP_vector_type<T, 3> name##3;                                                         \
    typedef HIP_vector_type<T, 4> name##4;                                                         \
    static HIPVK_METHOD constexpr name##1 make_##name##1(T x) { return name##1{x}; }               \
    static HIPVK_METHOD constexpr name##2 make_##name##2(T x, T y) { return name##2{x, y}; }       \
    static HIPVK_METHOD constexpr name##3 make_##name##3(T x, T y, T z) {                          \
        return name##3{x, y, z};                                                                   \
    }                                                                                              \
    static HIPVK_METHOD constexpr name##4 make_##name##4(T x, T y, T z, T w) {                     \
        return name##4{x, y, z, w};                                                                \
    }
#else
#define HIPVK_VECTOR(T, name)                                                                      \
    typedef struct name##1 {                                                                       \
        T x;                                                                                       \
    } name##1;                                                                                     \
    typedef struct __attribute__((aligned(2 * sizeof(T)))) name##2 {                               \
        T x, y;                                                                                    \
    } name##2;                                                                                     \
    typedef struct name##3 {                                                                       \
        T x, y, z;                                                                                 \
    } name##3;                                                                                     \
    typedef struct __attribute__((aligned(4 * sizeof(T)))) name##4 {                               \
        T x, y, z, w;                                                                              \
    } name##4;                                                                                     \
    static inline name##1 make_##name##1(T x) {                                                    \
        name##1 r = {x};                                                                           \
        return r;                                                                                  \
    }                                                                                              \
    static inline name##2 make_##name##2(T x, T y) {                                               \
        name##2 r = {x, y};                                                                        \
        return r;                                                                                  \
    }                                                                                              \
    static inline name##3 make_##name##3(T x, T y, T z) {                                          \
        name##3 r = {x, y, z};                                                                     \
        return r;                                                                                  \
    }                                                                                              \
    static inline name##4 make_##name##4(T x, T y, T z, T w) {                                     \
        name##4 r = {x, y, z, w};                                                                  \
        return r;                                                                                  \
    }
#endif

HIPVK_VECTOR(char, char)
HIPVK_VECTOR(unsigned char, uchar)
HIPVK_VECTOR(short, short)
HIPVK_VECTOR(unsigned short, ushort)
HIPVK_VECTOR(int, int)
HIPVK_VECTOR(unsigned int, uint)
HIPVK_VECTOR(long, long)
HIPVK_VECTOR(unsigned long, ulong)
HIPVK_VECTOR(long long, longlong)
HIPVK_VECTOR(unsigned long long, ulonglong)
HIPVK_VECTOR(float, float)
HIPVK_VECTOR(double, double)

#undef HIPVK_VECTOR

#endif /* HIPVK_HIP_HIP_VECTOR_TYPES_H */
