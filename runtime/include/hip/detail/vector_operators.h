// vector_operators.h: the operators of HIP_vector_type<T, rank>, by element.
// Included by vector_type.h. `v = s` for a scalar s is not there on purpose (HIP has none);
// `T4(s)` fills all elements; mixed forms `v + s`, `s + v` convert s to the element type.
// The operators are templates: a program's own ones on such vectors are preferred to those, and would be ambiguous otherwise.
#ifndef HIPVK_HIP_DETAIL_VECTOR_OPERATORS_H
#define HIPVK_HIP_DETAIL_VECTOR_OPERATORS_H

#include <hip/detail/type_traits.h>
#include <hip/host_defines.h>

template <typename T, unsigned int rank> struct HIP_vector_type;
// AMD's headers keep the elements in a base class of this name.
template <typename T, unsigned int rank> using HIP_vector_base = HIP_vector_type<T, rank>;

namespace hipvk {
// What vectors of every rank have: all but the elements and the constructors (vector_type.h).
template <typename T, unsigned int rank> struct vector_operators {
    typedef HIP_vector_type<T, rank> vector;
    typedef T value_type;

#if defined(__clang__) && defined(__HIP__)
    // The elements as one of clang's vectors, read or written whole; `v.data[i]` reads an element.
    typedef T Native_vec_ __attribute__((ext_vector_type(rank)));
    __declspec(property(get = native, put = set_native)) Native_vec_ data;
    HIPVK_METHOD Native_vec_ native() const {
        Native_vec_ v;
        for (unsigned int i = 0; i < rank; ++i) v[i] = (&self().x)[i];
        return v;
    }
    HIPVK_METHOD void set_native(Native_vec_ v) {
        for (unsigned int i = 0; i < rank; ++i) (&self().x)[i] = v[i];
    }
#endif

#define HIPVK_COMPOUND(op, symbol)                                                                 \
    struct op {                                                                                    \
        HIPVK_METHOD HIPVK_CONSTEXPR14 void operator()(T &a, const T &b) const {                   \
            a = static_cast<T>(a symbol b);                                                        \
        }                                                                                          \
    };                                                                                             \
    template <typename = T>                                                                        \
    HIPVK_METHOD HIPVK_CONSTEXPR14 vector &operator symbol##=(const vector &b) {                   \
        self().zip(b, op());                                                                       \
        return self();                                                                             \
    }                                                                                              \
    template <typename U,                                                                          \
              typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>        \
    HIPVK_METHOD HIPVK_CONSTEXPR14 vector &operator symbol##=(U s) {                               \
        self().zip(vector::fill(static_cast<T>(s)), op());                                         \
        return self();                                                                             \
    }
    HIPVK_COMPOUND(add, +)
    HIPVK_COMPOUND(subtract, -)
    HIPVK_COMPOUND(multiply, *)
    HIPVK_COMPOUND(divide, /)
    HIPVK_COMPOUND(remainder, %)
    HIPVK_COMPOUND(bit_and, &)
    HIPVK_COMPOUND(bit_or, |)
    HIPVK_COMPOUND(bit_xor, ^)
    HIPVK_COMPOUND(shift_left, <<)
    HIPVK_COMPOUND(shift_right, >>)
#undef HIPVK_COMPOUND
// A vector takes these for its own members. As a base's they would be worse at their first argument than a program's own operators, and
// where those are worse at the second (`double3 *= float` with an operator for double: OpenMM), neither would be chosen.
#define HIPVK_OWN_OPERATORS(rank)                                                                  \
    using hipvk::vector_operators<T, rank>::operator+=;                                            \
    using hipvk::vector_operators<T, rank>::operator-=;                                            \
    using hipvk::vector_operators<T, rank>::operator*=;                                            \
    using hipvk::vector_operators<T, rank>::operator/=;                                            \
    using hipvk::vector_operators<T, rank>::operator%=;                                            \
    using hipvk::vector_operators<T, rank>::operator&=;                                            \
    using hipvk::vector_operators<T, rank>::operator|=;                                            \
    using hipvk::vector_operators<T, rank>::operator^=;                                            \
    using hipvk::vector_operators<T, rank>::operator<<=;                                           \
    using hipvk::vector_operators<T, rank>::operator>>=

    HIPVK_METHOD HIPVK_CONSTEXPR14 vector &operator++() {
        return *this += vector::fill(T(1));
    }
    HIPVK_METHOD HIPVK_CONSTEXPR14 vector operator++(int) {
        vector before(self());
        ++*this;
        return before;
    }
    HIPVK_METHOD HIPVK_CONSTEXPR14 vector &operator--() {
        return *this -= vector::fill(T(1));
    }
    HIPVK_METHOD HIPVK_CONSTEXPR14 vector operator--(int) {
        vector before(self());
        --*this;
        return before;
    }
    template <typename = T>
    HIPVK_METHOD HIPVK_CONSTEXPR14 vector operator+() const { return self(); }
    template <typename = T> HIPVK_METHOD HIPVK_CONSTEXPR14 vector operator-() const {
        vector r(self());
        r.zip(self(), negate());
        return r;
    }
    template <typename = T> HIPVK_METHOD HIPVK_CONSTEXPR14 vector operator~() const {
        vector r(self());
        r.zip(self(), invert());
        return r;
    }

private:
    HIPVK_METHOD HIPVK_CONSTEXPR14 vector &self() { return static_cast<vector &>(*this); }
    HIPVK_METHOD constexpr const vector &self() const { return static_cast<const vector &>(*this); }
    struct negate {
        HIPVK_METHOD HIPVK_CONSTEXPR14 void operator()(T &a, const T &b) const {
            a = static_cast<T>(-b);
        }
    };
    struct invert {
        HIPVK_METHOD HIPVK_CONSTEXPR14 void operator()(T &a, const T &b) const {
            a = static_cast<T>(~b);
        }
    };
};
} // namespace hipvk

#define HIPVK_BINARY(symbol)                                                                       \
    template <typename T, unsigned int n>                                                          \
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type<T, n> operator symbol(                          \
        const HIP_vector_type<T, n> &a, const HIP_vector_type<T, n> &b) {                          \
        HIP_vector_type<T, n> r(a);                                                                \
        r symbol##= b;                                                                            \
        return r;                                                                                  \
    }                                                                                              \
    template <typename T, unsigned int n, typename U,                                              \
              typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>        \
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type<T, n> operator symbol(                          \
        const HIP_vector_type<T, n> &a, U s) {                                                     \
        HIP_vector_type<T, n> r(a);                                                                \
        r symbol##= s;                                                                            \
        return r;                                                                                  \
    }                                                                                              \
    template <typename T, unsigned int n, typename U,                                              \
              typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>        \
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type<T, n> operator symbol(                          \
        U s, const HIP_vector_type<T, n> &b) {                                                     \
        HIP_vector_type<T, n> r(HIP_vector_type<T, n>::fill(static_cast<T>(s)));                   \
        r symbol##= b;                                                                            \
        return r;                                                                                  \
    }
HIPVK_BINARY(+)
HIPVK_BINARY(-)
HIPVK_BINARY(*)
HIPVK_BINARY(/)
HIPVK_BINARY(%)
HIPVK_BINARY(&)
HIPVK_BINARY(|)
HIPVK_BINARY(^)
HIPVK_BINARY(<<)
HIPVK_BINARY(>>)
#undef HIPVK_BINARY

// Two vectors are equal when all elements are; a scalar stands for a vector full of it.
template <typename T, unsigned int n>
HIPVK_METHOD constexpr bool operator==(const HIP_vector_type<T, n> &a,
                                       const HIP_vector_type<T, n> &b) {
    return a.equals(b);
}
template <typename T, unsigned int n>
HIPVK_METHOD constexpr bool operator!=(const HIP_vector_type<T, n> &a,
                                       const HIP_vector_type<T, n> &b) {
    return !a.equals(b);
}
#define HIPVK_COMPARE(symbol)                                                                      \
    template <typename T, unsigned int n, typename U,                                              \
              typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>        \
    HIPVK_METHOD constexpr bool operator symbol(const HIP_vector_type<T, n> &a, U s) {             \
        return a symbol HIP_vector_type<T, n>::fill(static_cast<T>(s));                            \
    }                                                                                              \
    template <typename T, unsigned int n, typename U,                                              \
              typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>        \
    HIPVK_METHOD constexpr bool operator symbol(U s, const HIP_vector_type<T, n> &b) {             \
        return HIP_vector_type<T, n>::fill(static_cast<T>(s)) symbol b;                            \
    }
HIPVK_COMPARE(==)
HIPVK_COMPARE(!=)
#undef HIPVK_COMPARE

#endif // HIPVK_HIP_DETAIL_VECTOR_OPERATORS_H
