// vector_type.h: HIP_vector_type<T, rank>: construction and operators by element.
// Included by hip_vector_types.h. `v = s` for a scalar s is not there on purpose (HIP has none);
// `T4(s)` fills all elements; mixed forms `v + s`, `s + v` convert s to the element type.
// The operators are templates: a program's own ones on such vectors are preferred to those, and would be ambiguous otherwise.
#ifndef HIPVK_HIP_DETAIL_VECTOR_TYPE_H
#define HIPVK_HIP_DETAIL_VECTOR_TYPE_H

#include <hip/detail/type_traits.h>
#include <hip/detail/vector_base.h>

template <typename T, unsigned int rank> struct HIP_vector_type : public HIP_vector_base<T, rank> {
    typedef HIP_vector_base<T, rank> base;

#if defined(__clang__) && defined(__HIP__)
    // The elements as one of clang's vectors, read or written whole; `v.data[i]` reads an element.
    typedef T Native_vec_ __attribute__((ext_vector_type(rank)));
    __declspec(property(get = native, put = set_native)) Native_vec_ data;
    HIPVK_METHOD Native_vec_ native() const {
        Native_vec_ v;
        for (unsigned int i = 0; i < rank; ++i) v[i] = (&this->x)[i];
        return v;
    }
    HIPVK_METHOD void set_native(Native_vec_ v) {
        for (unsigned int i = 0; i < rank; ++i) (&this->x)[i] = v[i];
    }
#endif

    HIP_vector_type() = default;
    HIPVK_METHOD constexpr HIP_vector_type(const base &b) noexcept : base(b) {}
    // One scalar fills a longer vector, only if asked for by name.
    template <typename U, typename hipvk::enable_if<(rank > 1) && hipvk::is_convertible<U, T>::value,
                                                    int>::type = 0>
    HIPVK_METHOD constexpr explicit HIP_vector_type(U s) noexcept
        : base(base::fill(static_cast<T>(s))) {}
    template <typename U, typename hipvk::enable_if<(rank == 1) && hipvk::is_convertible<U, T>::value,
                                                    int>::type = 0>
    HIPVK_METHOD constexpr HIP_vector_type(U s) noexcept : base(static_cast<T>(s)) {}
    template <typename... U, typename hipvk::enable_if<(rank > 1) && sizeof...(U) == rank, int>::type = 0>
    HIPVK_METHOD constexpr HIP_vector_type(U... elements) noexcept
        : base{static_cast<T>(elements)...} {}

#define HIPVK_COMPOUND(op, symbol)                                                                 \
    struct op {                                                                                    \
        HIPVK_METHOD HIPVK_CONSTEXPR14 void operator()(T &a, const T &b) const {                   \
            a = static_cast<T>(a symbol b);                                                        \
        }                                                                                          \
    };                                                                                             \
    template <typename = T>                                                                        \
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type &operator symbol##=(const HIP_vector_type &b) { \
        this->zip(b, op());                                                                        \
        return *this;                                                                              \
    }                                                                                              \
    template <typename U,                                                                          \
              typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>        \
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type &operator symbol##=(U s) {                      \
        this->zip(base::fill(static_cast<T>(s)), op());                                            \
        return *this;                                                                              \
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

    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type &operator++() {
        return *this += HIP_vector_type(base::fill(T(1)));
    }
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type operator++(int) {
        HIP_vector_type before(*this);
        ++*this;
        return before;
    }
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type &operator--() {
        return *this -= HIP_vector_type(base::fill(T(1)));
    }
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type operator--(int) {
        HIP_vector_type before(*this);
        --*this;
        return before;
    }
    template <typename = T>
    HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type operator+() const { return *this; }
    template <typename = T> HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type operator-() const {
        HIP_vector_type r(*this);
        r.zip(*this, negate());
        return r;
    }
    template <typename = T> HIPVK_METHOD HIPVK_CONSTEXPR14 HIP_vector_type operator~() const {
        HIP_vector_type r(*this);
        r.zip(*this, invert());
        return r;
    }

private:
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
        HIP_vector_type<T, n> r(HIP_vector_base<T, n>::fill(static_cast<T>(s)));                   \
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
        return a symbol HIP_vector_type<T, n>(HIP_vector_base<T, n>::fill(static_cast<T>(s)));     \
    }                                                                                              \
    template <typename T, unsigned int n, typename U,                                              \
              typename hipvk::enable_if<hipvk::is_convertible<U, T>::value, int>::type = 0>        \
    HIPVK_METHOD constexpr bool operator symbol(U s, const HIP_vector_type<T, n> &b) {             \
        return HIP_vector_type<T, n>(HIP_vector_base<T, n>::fill(static_cast<T>(s))) symbol b;     \
    }
HIPVK_COMPARE(==)
HIPVK_COMPARE(!=)
#undef HIPVK_COMPARE

#endif // HIPVK_HIP_DETAIL_VECTOR_TYPE_H
