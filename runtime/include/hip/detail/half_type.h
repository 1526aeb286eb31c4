// half_type.h: the types __half and __half2, their constructors and operators.
// Included by hip_fp16.h. Arithmetic rounds to nearest even after each operation: in _Float16 on the device; in float on the host, which has
// more than twice a half's bits, so that a sum, product or quotient that is rounded again is the same.
#ifndef HIPVK_HIP_DETAIL_HALF_TYPE_H
#define HIPVK_HIP_DETAIL_HALF_TYPE_H

#include <hip/detail/type_traits.h>
#include <hip/detail/float16_operators.h>
#include <hip/detail/half_bits.h>
#include <hip/hip_vector_types.h>

typedef _Float16 _Float16_2 __attribute__((ext_vector_type(2)));

namespace hipvk {
// Any number as a half, rounded once.
template <class T> HIPVK_BOTH constexpr _Float16 to_half(T v) { return static_cast<_Float16>(v); }
HIPVK_BOTH constexpr _Float16 to_half(float v) { return float_to_half(v); }
} // namespace hipvk

struct __half_raw {
    union {
        _Float16 data;
        unsigned short x;
    };
};

struct __half {
    union {
        _Float16 data;
        unsigned short __x;
    };
    // The type that arithmetic is done in; see float16_operators.h.
#if defined(__HIP_DEVICE_COMPILE__)
    typedef _Float16 wide_type;
    HIPVK_METHOD constexpr _Float16 wide() const { return data; }
    static HIPVK_METHOD constexpr __half from(_Float16 v) { return __half(v); }
#else
    typedef float wide_type;
    HIPVK_METHOD constexpr float wide() const { return hipvk::half_to_float(data); }
    static HIPVK_METHOD constexpr __half from(float v) { return __half(hipvk::float_to_half(v)); }
#endif

    __half() = default;
    HIPVK_METHOD constexpr __half(const __half_raw &raw) : data(raw.data) {}
    HIPVK_METHOD constexpr __half(_Float16 v) : data(v) {}
#if !defined(__HIP_NO_HALF_CONVERSIONS__)
    template <typename T, typename hipvk::enable_if<hipvk::is_number<T>::value, int>::type = 0>
    HIPVK_METHOD constexpr __half(T v) : data(hipvk::to_half(v)) {}
    HIPVK_METHOD constexpr operator float() const { return hipvk::half_to_float(data); }
    // To _Float16 without the way through float, which braces refuse as narrowing: vectors of
    // _Float16 are written so. A template, as then it is for that type alone.
    template <typename T, typename hipvk::enable_if<hipvk::is_same<T, _Float16>::value, int>::type = 0>
    HIPVK_METHOD constexpr operator T() const { return data; }
    template <typename T, typename hipvk::enable_if<hipvk::is_number<T>::value, int>::type = 0>
    HIPVK_METHOD __half &operator=(T v) {
        data = hipvk::to_half(v);
        return *this;
    }
#endif
    HIPVK_METHOD constexpr operator __half_raw() const { return __half_raw{{data}}; }
    HIPVK_METHOD __half &operator=(const __half_raw &raw) {
        data = raw.data;
        return *this;
    }
    HIPVK_METHOD __half &operator=(const volatile __half_raw &raw) {
        data = raw.data;
        return *this;
    }
    HIPVK_METHOD __half &operator=(const volatile __half_raw &&raw) {
        data = raw.data;
        return *this;
    }
#if !defined(__HIP_NO_HALF_OPERATORS__)
    HIPVK_FLOAT16_MEMBERS(__half)
#endif
};

#if defined(__HIP__) && !defined(__HIP_NO_HALF_CONVERSIONS__)
// What clang's functions of two numbers of different types (fmod) ask of each before they say that they take none that are classes. Otherwise they try
// which of all numbers a half converts to, an error even where a program only asks whether it may call one (MIGraphX).
namespace __hip {
template <class T> struct __numeric_type;
template <> struct __numeric_type<__half> {
    typedef _Float16 type;
    static const bool value = true;
};
} // namespace __hip
#endif

struct __half2_raw {
    union {
        _Float16_2 data;
        struct {
            unsigned short x, y;
        };
    };
};

struct alignas(4) __half2 {
    union {
        struct {
            __half x, y;
        };
        _Float16_2 data;
    };
    typedef __half element_type;

    __half2() = default;
    HIPVK_METHOD constexpr __half2(const __half &x_, const __half &y_) : x(x_), y(y_) {}
    HIPVK_METHOD constexpr explicit __half2(const __half &v) : x(v), y(v) {}
    HIPVK_METHOD __half2(const __half2_raw &raw) : x(raw.data.x), y(raw.data.y) {}
    HIPVK_METHOD __half2(_Float16_2 v) : x(v.x), y(v.y) {}
    HIPVK_METHOD operator __half2_raw() const { return __half2_raw{{_Float16_2{x.data, y.data}}}; }
    HIPVK_METHOD operator _Float16_2() const { return _Float16_2{x.data, y.data}; }
#if !defined(__HIP_NO_HALF_OPERATORS__)
    HIPVK_FLOAT16_PAIR_MEMBERS(__half2)
#endif
};

typedef __half half;
typedef __half2 half2;

#endif // HIPVK_HIP_DETAIL_HALF_TYPE_H
