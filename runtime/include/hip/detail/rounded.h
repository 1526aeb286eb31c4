// rounded.h: + - * / sqrt and fma with a named rounding, for programs built with -DOCML_BASIC_ROUNDED_OPERATIONS.
// Included by math_functions.h. Under that macro clang's own header defines __fadd_rd and the rest over __ocml_add_rtn_f32
// and its kind (rte: to nearest, rtn: down, rtp: up, rtz: towards zero), which the device libraries' bitcode lacks.
//
// Vulkan has one rounding mode. So: compute to nearest, find on which side of the result the exact value lies, and step to the
// neighbour if the direction asks for it. The side is exact (error-free transformations; double stands behind float), also
// where results over- or underflow, on devices that keep denormals.
#ifndef HIPVK_HIP_DETAIL_ROUNDED_H
#define HIPVK_HIP_DETAIL_ROUNDED_H

#include <hip/detail/rounding.h>

#ifdef OCML_BASIC_ROUNDED_OPERATIONS

// Nothing here may be contracted or reassociated, whatever the program's flags.
#define HIPVK_EXACT _Pragma("clang fp contract(off) reassociate(off)")

namespace hipvk {
HIPVK_DEVICE float absolute(float x) { return __builtin_fabsf(x); }
HIPVK_DEVICE double absolute(double x) { return __builtin_fabs(x); }
HIPVK_DEVICE float fuse(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
HIPVK_DEVICE double fuse(double a, double b, double c) { return __builtin_fma(a, b, c); }
template <class T> HIPVK_DEVICE bool is_finite(T x) { return absolute(x) < (T)__builtin_inf(); }
HIPVK_DEVICE int sign_of(double x) { return (x > 0) - (x < 0); }

// An infinite result of finite operands: the exact value is on the inner side.
template <class T> HIPVK_DEVICE int inside(T infinite) { return infinite > 0 ? -1 : 1; }

// The sum's rounding error (Knuth).
template <class T> HIPVK_DEVICE T sum_error(T a, T b, T sum) {
    HIPVK_EXACT
    const T b_part = sum - a, a_part = sum - b_part;
    return (a - a_part) + (b - b_part);
}

template <class T> HIPVK_DEVICE T add(T a, T b, rounding mode) {
    HIPVK_EXACT
    const T sum = a + b;
    // Opposite numbers cancel to -0 when rounding down.
    if (sum == 0 && mode == downward && !(a == 0 && b == 0)) return -(T)0;
    if (sum == 0 && mode == downward) return __builtin_signbit(a) || __builtin_signbit(b) ? -(T)0 : sum;
    if (is_finite(sum)) return directed(sum, sign_of(sum_error(a, b, sum)), mode);
    return is_finite(a) && is_finite(b) ? directed(sum, inside(sum), mode) : sum;
}

HIPVK_DEVICE int product_side(float a, float b, float product) {
    const double exact = (double)a * b;
    return (exact > product) - (exact < product);
}
HIPVK_DEVICE int product_side(double a, double b, double product) {
    HIPVK_EXACT
    if (absolute(product) > 0x1p-900) return sign_of(fuse(a, b, -product));
    if (product == 0) return sign_of(a) * sign_of(b);
    // Lifted so far that the error cannot underflow.
    const bool first = absolute(a) < absolute(b);
    const double small = first ? a : b, large = first ? b : a;
    return sign_of(fuse(large, small * 0x1p200, -(product * 0x1p200)));
}
template <class T> HIPVK_DEVICE T multiply(T a, T b, rounding mode) {
    HIPVK_EXACT
    const T product = a * b;
    if (is_finite(product)) return directed(product, product_side(a, b, product), mode);
    return is_finite(a) && is_finite(b) ? directed(product, inside(product), mode) : product;
}

// The side of a/b is that of a on the product's, turned around where b is negative.
HIPVK_DEVICE int quotient_side(float a, float b, float quotient) {
    const double back = (double)quotient * b;
    return ((double)a > back) - ((double)a < back);
}
HIPVK_DEVICE int quotient_side(double a, double b, double quotient) {
    HIPVK_EXACT
    if (absolute(a) > 0x1p-800) return sign_of(fuse(-quotient, b, a));
    const bool first = absolute(quotient) < absolute(b);
    const double small = first ? quotient : b, large = first ? b : quotient;
    return sign_of(fuse(-(small * 0x1p200), large, a * 0x1p200));
}
template <class T> HIPVK_DEVICE T divide(T a, T b, rounding mode) {
    HIPVK_EXACT
    const T quotient = a / b;
    if (!is_finite(a) || !is_finite(b) || b == 0) return quotient;
    if (!is_finite(quotient)) return directed(quotient, inside(quotient), mode);
    const int side = quotient_side(a, b, quotient) * (b < 0 ? -1 : 1);
    // A quotient that underflowed to -0 lies below it.
    if (quotient == 0 && side != 0) {
        const bool negative = (a < 0) != (b < 0), outward = mode == (negative ? downward : upward);
        return outward ? neighbour(quotient, !negative) : quotient;
    }
    return directed(quotient, side, mode);
}

HIPVK_DEVICE float root(float x) { return __builtin_sqrtf(x); }
HIPVK_DEVICE double root(double x) { return __builtin_sqrt(x); }
template <class T> HIPVK_DEVICE T square_root(T x, rounding mode) {
    const T result = root(x);
    if (!is_finite(result) || result == 0) return result;
    // The side of the root is the side of x on the root's square.
    const bool small = absolute(x) < (T)0x1p-100;
    const T lift = small ? (T)0x1p100 : (T)1, lift_root = small ? (T)0x1p50 : (T)1;
    return directed(result, -product_side(result * lift_root, result * lift_root, x * lift), mode);
}

HIPVK_DEVICE int fused_side(float a, float b, float c, float result) {
    HIPVK_EXACT
    const double product = (double)a * b, sum = product + c;
    return sign_of((sum - result) + sum_error(product, (double)c, sum));
}
// Boldo and Muller's error of an fma, lifted out of the range where parts of it underflow.
HIPVK_DEVICE int fused_side(double a, double b, double c, double result) {
    HIPVK_EXACT
    if (absolute(a * b) < 0x1p-900 && absolute(c) > 0x1p-600) return result == c ? sign_of(a) * sign_of(b) : 0;
    if (absolute(result) < 0x1p-500 && absolute(c) < 0x1p-500) {
        const bool first = absolute(a) < absolute(b);
        const double small = (first ? a : b) * 0x1p400;
        a = first ? small : a, b = first ? b : small;
        c *= 0x1p400, result *= 0x1p400;
    }
    const double product = a * b, product_error = fuse(a, b, -product);
    // Even lifted no more than a trace beside c.
    if (absolute(product) < 0x1p-900) return sign_of(a) * sign_of(b);
    const double low = c + product_error, low_error = sum_error(c, product_error, low);
    const double high = product + low, high_error = sum_error(product, low, high);
    return sign_of(((high - result) + high_error) + low_error);
}
template <class T> HIPVK_DEVICE T multiply_add(T a, T b, T c, rounding mode) {
    HIPVK_EXACT
    const T result = fuse(a, b, c);
    if (!is_finite(a) || !is_finite(b) || !is_finite(c)) return result;
    if (!is_finite(result)) return directed(result, inside(result), mode);
    if (a == 0 || b == 0 || c == 0) return c == 0 && a != 0 && b != 0 ? multiply(a, b, mode) : add(a * b, c, mode);
    const int side = fused_side(a, b, c, result);
    if (result == 0 && side == 0 && mode == downward) return -(T)0;
    return directed(result, side, mode);
}
} // namespace hipvk

#define HIPVK_ROUNDED_1(suffix, T, name, mode)                                                                         \
    inline __device__ T __ocml_sqrt_##name##_##suffix(T x) { return hipvk::square_root(x, hipvk::mode); }
#define HIPVK_ROUNDED(suffix, T, name, mode)                                                                           \
    HIPVK_ROUNDED_1(suffix, T, name, mode)                                                                             \
    inline __device__ T __ocml_add_##name##_##suffix(T x, T y) { return hipvk::add(x, y, hipvk::mode); }              \
    inline __device__ T __ocml_sub_##name##_##suffix(T x, T y) { return hipvk::add(x, -y, hipvk::mode); }             \
    inline __device__ T __ocml_mul_##name##_##suffix(T x, T y) { return hipvk::multiply(x, y, hipvk::mode); }         \
    inline __device__ T __ocml_div_##name##_##suffix(T x, T y) { return hipvk::divide(x, y, hipvk::mode); }           \
    inline __device__ T __ocml_fma_##name##_##suffix(T x, T y, T z) {                                                  \
        return hipvk::multiply_add(x, y, z, hipvk::mode);                                                              \
    }
extern "C" {
HIPVK_ROUNDED(f32, float, rte, to_nearest)
HIPVK_ROUNDED(f32, float, rtn, downward)
HIPVK_ROUNDED(f32, float, rtp, upward)
HIPVK_ROUNDED(f32, float, rtz, toward_zero)
HIPVK_ROUNDED(f64, double, rte, to_nearest)
HIPVK_ROUNDED(f64, double, rtn, downward)
HIPVK_ROUNDED(f64, double, rtp, upward)
HIPVK_ROUNDED(f64, double, rtz, toward_zero)
}
#undef HIPVK_ROUNDED
#undef HIPVK_ROUNDED_1
#undef HIPVK_EXACT

#endif // OCML_BASIC_ROUNDED_OPERATIONS

#endif // HIPVK_HIP_DETAIL_ROUNDED_H
