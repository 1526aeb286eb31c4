// vector_type.h: HIP_vector_type<T, rank> of rank 1 to 4: its elements and constructors, and one way to visit the elements.
// Included by hip_vector_types.h. The elements are plain members (x, y, z, w), so that a vector is trivially copyable, usable in constant
// expressions, and split into values by any optimiser. They are the vector's own, not a base's: of a volatile object, clang 19 and
// earlier read and write a base's members as if they were not volatile, and a loop that waits for one waits for ever.
// fill: the same value everywhere. zip: a op= b for each element.
#ifndef HIPVK_HIP_DETAIL_VECTOR_TYPE_H
#define HIPVK_HIP_DETAIL_VECTOR_TYPE_H

#include <hip/detail/vector_operators.h>

template <typename T> struct HIP_vector_type<T, 1> : public hipvk::vector_operators<T, 1> {
    T x;

    HIPVK_OWN_OPERATORS(1);
    HIP_vector_type() = default;
    template <typename U, typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>
    HIPVK_METHOD constexpr HIP_vector_type(U s) noexcept : x(static_cast<T>(s)) {}
    static HIPVK_METHOD constexpr HIP_vector_type fill(T v) noexcept { return HIP_vector_type(v); }
    template <class Op> HIPVK_METHOD HIPVK_CONSTEXPR14 void zip(const HIP_vector_type &b, Op op) {
        op(x, b.x);
    }
    HIPVK_METHOD constexpr bool equals(const HIP_vector_type &b) const {
        return x == b.x;
    }
};

template <typename T> struct alignas(2 * sizeof(T)) HIP_vector_type<T, 2> : public hipvk::vector_operators<T, 2> {
    T x, y;

    HIPVK_OWN_OPERATORS(2);
    HIP_vector_type() = default;
    template <typename U, typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>
    HIPVK_METHOD constexpr explicit HIP_vector_type(U s) noexcept
        : x(static_cast<T>(s)), y(static_cast<T>(s)) {}
    template <typename U0, typename U1>
    HIPVK_METHOD constexpr HIP_vector_type(U0 x_, U1 y_) noexcept
        : x(static_cast<T>(x_)), y(static_cast<T>(y_)) {}
    static HIPVK_METHOD constexpr HIP_vector_type fill(T v) noexcept { return HIP_vector_type(v); }
    template <class Op> HIPVK_METHOD HIPVK_CONSTEXPR14 void zip(const HIP_vector_type &b, Op op) {
        op(x, b.x);
        op(y, b.y);
    }
    HIPVK_METHOD constexpr bool equals(const HIP_vector_type &b) const {
        return x == b.x && y == b.y;
    }
};

template <typename T> struct HIP_vector_type<T, 3> : public hipvk::vector_operators<T, 3> {
    T x, y, z;

    HIPVK_OWN_OPERATORS(3);
    HIP_vector_type() = default;
    template <typename U, typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>
    HIPVK_METHOD constexpr explicit HIP_vector_type(U s) noexcept
        : x(static_cast<T>(s)), y(static_cast<T>(s)), z(static_cast<T>(s)) {}
    template <typename U0, typename U1, typename U2>
    HIPVK_METHOD constexpr HIP_vector_type(U0 x_, U1 y_, U2 z_) noexcept
        : x(static_cast<T>(x_)), y(static_cast<T>(y_)), z(static_cast<T>(z_)) {}
    static HIPVK_METHOD constexpr HIP_vector_type fill(T v) noexcept { return HIP_vector_type(v); }
    template <class Op> HIPVK_METHOD HIPVK_CONSTEXPR14 void zip(const HIP_vector_type &b, Op op) {
        op(x, b.x);
        op(y, b.y);
        op(z, b.z);
    }
    HIPVK_METHOD constexpr bool equals(const HIP_vector_type &b) const {
        return x == b.x && y == b.y && z == b.z;
    }
};

template <typename T> struct alignas(4 * sizeof(T)) HIP_vector_type<T, 4> : public hipvk::vector_operators<T, 4> {
    T x, y, z, w;

    HIPVK_OWN_OPERATORS(4);
    HIP_vector_type() = default;
    template <typename U, typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>
    HIPVK_METHOD constexpr explicit HIP_vector_type(U s) noexcept
        : x(static_cast<T>(s)), y(static_cast<T>(s)), z(static_cast<T>(s)), w(static_cast<T>(s)) {}
    template <typename U0, typename U1, typename U2, typename U3>
    HIPVK_METHOD constexpr HIP_vector_type(U0 x_, U1 y_, U2 z_, U3 w_) noexcept
        : x(static_cast<T>(x_)), y(static_cast<T>(y_)), z(static_cast<T>(z_)), w(static_cast<T>(w_)) {}
    static HIPVK_METHOD constexpr HIP_vector_type fill(T v) noexcept { return HIP_vector_type(v); }
    template <class Op> HIPVK_METHOD HIPVK_CONSTEXPR14 void zip(const HIP_vector_type &b, Op op) {
        op(x, b.x);
        op(y, b.y);
        op(z, b.z);
        op(w, b.w);
    }
    HIPVK_METHOD constexpr bool equals(const HIP_vector_type &b) const {
        return x == b.x && y == b.y && z == b.z && w == b.w;
    }
};

#undef HIPVK_OWN_OPERATORS

#endif // HIPVK_HIP_DETAIL_VECTOR_TYPE_H
