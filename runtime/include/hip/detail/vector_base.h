// vector_base.h: the storage of a vector of rank 1 to 4, and one way to visit its elements.
// Included by vector_type.h. The elements are plain members (x, y, z, w), so that a vector is
// trivially copyable, usable in constant expressions, and split into values by any optimiser.
#ifndef HIPVK_HIP_DETAIL_VECTOR_BASE_H
#define HIPVK_HIP_DETAIL_VECTOR_BASE_H

#include <hip/host_defines.h>

template <typename T, unsigned int rank> struct HIP_vector_base;

template <typename T> struct HIP_vector_base<T, 1> {
    T x;
    typedef T value_type;
    HIP_vector_base() = default;
    HIPVK_METHOD constexpr explicit HIP_vector_base(T x_) noexcept : x(x_) {}
    // fill: the same value everywhere. zip: a op= b for each element. map: a = op(a).
    static HIPVK_METHOD constexpr HIP_vector_base fill(T v) noexcept { return HIP_vector_base(v); }
    template <class Op> HIPVK_METHOD HIPVK_CONSTEXPR14 void zip(const HIP_vector_base &b, Op op) {
        op(x, b.x);
    }
    HIPVK_METHOD constexpr bool equals(const HIP_vector_base &b) const { return x == b.x; }
};

template <typename T> struct alignas(2 * sizeof(T)) HIP_vector_base<T, 2> {
    T x, y;
    typedef T value_type;
    HIP_vector_base() = default;
    HIPVK_METHOD constexpr HIP_vector_base(T x_, T y_) noexcept : x(x_), y(y_) {}
    static HIPVK_METHOD constexpr HIP_vector_base fill(T v) noexcept {
        return HIP_vector_base(v, v);
    }
    template <class Op> HIPVK_METHOD HIPVK_CONSTEXPR14 void zip(const HIP_vector_base &b, Op op) {
        op(x, b.x);
        op(y, b.y);
    }
    HIPVK_METHOD constexpr bool equals(const HIP_vector_base &b) const {
        return x == b.x && y == b.y;
    }
};

template <typename T> struct HIP_vector_base<T, 3> {
    T x, y, z;
    typedef T value_type;
    HIP_vector_base() = default;
    HIPVK_METHOD constexpr HIP_vector_base(T x_, T y_, T z_) noexcept : x(x_), y(y_), z(z_) {}
    static HIPVK_METHOD constexpr HIP_vector_base fill(T v) noexcept {
        return HIP_vector_base(v, v, v);
    }
    template <class Op> HIPVK_METHOD HIPVK_CONSTEXPR14 void zip(const HIP_vector_base &b, Op op) {
        op(x, b.x);
        op(y, b.y);
        op(z, b.z);
    }
    HIPVK_METHOD constexpr bool equals(const HIP_vector_base &b) const {
        return x == b.x && y == b.y && z == b.z;
    }
};

template <typename T> struct alignas(4 * sizeof(T)) HIP_vector_base<T, 4> {
    T x, y, z, w;
    typedef T value_type;
    HIP_vector_base() = default;
    HIPVK_METHOD constexpr HIP_vector_base(T x_, T y_, T z_, T w_) noexcept
        : x(x_), y(y_), z(z_), w(w_) {}
    static HIPVK_METHOD constexpr HIP_vector_base fill(T v) noexcept {
        return HIP_vector_base(v, v, v, v);
    }
    template <class Op> HIPVK_METHOD HIPVK_CONSTEXPR14 void zip(const HIP_vector_base &b, Op op) {
        op(x, b.x);
        op(y, b.y);
        op(z, b.z);
        op(w, b.w);
    }
    HIPVK_METHOD constexpr bool equals(const HIP_vector_base &b) const {
        return x == b.x && y == b.y && z == b.z && w == b.w;
    }
};

#endif // HIPVK_HIP_DETAIL_VECTOR_BASE_H
