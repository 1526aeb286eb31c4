// float16_operators.h: operators shared by the 16-bit floats (__half, __hip_bfloat16) and
// their pairs. Included by half_type.h and bfloat16_type.h.
// T::wide() gives the value in the type that arithmetic is done in, T::from() rounds it back.
#ifndef HIPVK_HIP_DETAIL_FLOAT16_OPERATORS_H
#define HIPVK_HIP_DETAIL_FLOAT16_OPERATORS_H

#include <hip/host_defines.h>

#define HIPVK_FLOAT16_ARITHMETIC(T, symbol)                                                        \
    friend HIPVK_METHOD T operator symbol(const T &a, const T &b) {                                \
        return T::from(a.wide() symbol b.wide());                                                  \
    }
#define HIPVK_FLOAT16_COMPARISON(T, symbol)                                                        \
    friend HIPVK_METHOD bool operator symbol(const T &a, const T &b) {                             \
        return a.wide() symbol b.wide();                                                           \
    }
#define HIPVK_FLOAT16_BINARY(T)                                                                    \
    HIPVK_FLOAT16_ARITHMETIC(T, +)                                                                 \
    HIPVK_FLOAT16_ARITHMETIC(T, -)                                                                 \
    HIPVK_FLOAT16_ARITHMETIC(T, *)                                                                 \
    HIPVK_FLOAT16_ARITHMETIC(T, /)                                                                 \
    HIPVK_FLOAT16_COMPARISON(T, ==)                                                                \
    HIPVK_FLOAT16_COMPARISON(T, !=)                                                                \
    HIPVK_FLOAT16_COMPARISON(T, <)                                                                 \
    HIPVK_FLOAT16_COMPARISON(T, >)                                                                 \
    HIPVK_FLOAT16_COMPARISON(T, <=)                                                                \
    HIPVK_FLOAT16_COMPARISON(T, >=)                                                                \
    HIPVK_METHOD bool operator!() const { return wide() == 0; }

// What changes or takes one operand is HIP's members in __half, and free functions in both
// bfloat16 types: programs call them by name.
#define HIPVK_FLOAT16_MEMBERS(T)                                                                   \
    HIPVK_FLOAT16_BINARY(T)                                                                        \
    HIPVK_METHOD T &operator+=(const T &b) { return *this = T::from(wide() + b.wide()); }          \
    HIPVK_METHOD T &operator-=(const T &b) { return *this = T::from(wide() - b.wide()); }          \
    HIPVK_METHOD T &operator*=(const T &b) { return *this = T::from(wide() * b.wide()); }          \
    HIPVK_METHOD T &operator/=(const T &b) { return *this = T::from(wide() / b.wide()); }          \
    HIPVK_METHOD T operator+() const { return *this; }                                             \
    HIPVK_METHOD T operator-() const { return T::from(-wide()); }                                  \
    HIPVK_METHOD T &operator++() { return *this = T::from(wide() + 1); }                           \
    HIPVK_METHOD T &operator--() { return *this = T::from(wide() - 1); }                           \
    HIPVK_METHOD T operator++(int) {                                                               \
        T before = *this;                                                                          \
        ++*this;                                                                                   \
        return before;                                                                             \
    }                                                                                              \
    HIPVK_METHOD T operator--(int) {                                                               \
        T before = *this;                                                                          \
        --*this;                                                                                   \
        return before;                                                                             \
    }
#define HIPVK_FLOAT16_FUNCTIONS(T)                                                                 \
    HIPVK_FLOAT16_BINARY(T)                                                                        \
    friend HIPVK_METHOD T &operator+=(T &a, const T &b) { return a = a + b; }                      \
    friend HIPVK_METHOD T &operator-=(T &a, const T &b) { return a = a - b; }                      \
    friend HIPVK_METHOD T &operator*=(T &a, const T &b) { return a = a * b; }                      \
    friend HIPVK_METHOD T &operator/=(T &a, const T &b) { return a = a / b; }                      \
    friend HIPVK_METHOD T operator+(const T &a) { return a; }                                      \
    friend HIPVK_METHOD T operator-(const T &a) { return T::from(-a.wide()); }                     \
    friend HIPVK_METHOD T &operator++(T &a) { return a = T::from(a.wide() + 1); }                  \
    friend HIPVK_METHOD T &operator--(T &a) { return a = T::from(a.wide() - 1); }                  \
    friend HIPVK_METHOD T operator++(T &a, int) {                                                  \
        T before = a;                                                                              \
        ++a;                                                                                       \
        return before;                                                                             \
    }                                                                                              \
    friend HIPVK_METHOD T operator--(T &a, int) {                                                  \
        T before = a;                                                                              \
        --a;                                                                                       \
        return before;                                                                             \
    }

#define HIPVK_FLOAT16_PAIR_ARITHMETIC(T, symbol)                                                   \
    HIPVK_METHOD T &operator symbol##=(const T &b) {                                               \
        return *this = T(x symbol b.x, y symbol b.y);                                              \
    }                                                                                              \
    friend HIPVK_METHOD T operator symbol(const T &a, const T &b) {                                \
        return T(a.x symbol b.x, a.y symbol b.y);                                                  \
    }
// A comparison of pairs is true when it holds for both elements.
#define HIPVK_FLOAT16_PAIR_COMPARISON(T, symbol)                                                   \
    friend HIPVK_METHOD bool operator symbol(const T &a, const T &b) {                             \
        return a.x symbol b.x && a.y symbol b.y;                                                   \
    }
#define HIPVK_FLOAT16_PAIR_MEMBERS(T)                                                              \
    HIPVK_FLOAT16_PAIR_ARITHMETIC(T, +)                                                            \
    HIPVK_FLOAT16_PAIR_ARITHMETIC(T, -)                                                            \
    HIPVK_FLOAT16_PAIR_ARITHMETIC(T, *)                                                            \
    HIPVK_FLOAT16_PAIR_ARITHMETIC(T, /)                                                            \
    HIPVK_FLOAT16_PAIR_COMPARISON(T, ==)                                                           \
    HIPVK_FLOAT16_PAIR_COMPARISON(T, <)                                                            \
    HIPVK_FLOAT16_PAIR_COMPARISON(T, >)                                                            \
    HIPVK_FLOAT16_PAIR_COMPARISON(T, <=)                                                           \
    HIPVK_FLOAT16_PAIR_COMPARISON(T, >=)                                                           \
    friend HIPVK_METHOD bool operator!=(const T &a, const T &b) { return !(a == b); }              \
    HIPVK_METHOD T operator+() const { return *this; }                                             \
    HIPVK_METHOD T operator-() const { return T(-x, -y); }                                         \
    HIPVK_METHOD T &operator++() { return *this = T(++x, ++y); }                                   \
    HIPVK_METHOD T &operator--() { return *this = T(--x, --y); }                                   \
    HIPVK_METHOD T operator++(int) {                                                               \
        T before = *this;                                                                          \
        ++*this;                                                                                   \
        return before;                                                                             \
    }                                                                                              \
    HIPVK_METHOD T operator--(int) {                                                               \
        T before = *this;                                                                          \
        --*this;                                                                                   \
        return before;                                                                             \
    }

#endif // HIPVK_HIP_DETAIL_FLOAT16_OPERATORS_H
