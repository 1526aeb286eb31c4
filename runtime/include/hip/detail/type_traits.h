// type_traits.h: the few type traits these headers need, without the C++ library (hipRTC has none).
// Included by vector_operators.h, warp and cooperative-group headers.
#ifndef HIPVK_HIP_DETAIL_TYPE_TRAITS_H
#define HIPVK_HIP_DETAIL_TYPE_TRAITS_H

namespace hipvk {
template <bool condition, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> {
    typedef T type;
};
template <class From, class To> struct is_convertible {
#ifdef __clang__
    static constexpr bool value = __is_convertible_to(From, To);
#else
    static char accepts(To);
    static long accepts(...);
    static constexpr bool value = sizeof(accepts(*static_cast<From *>(nullptr))) == 1;
#endif
};
template <class A, class B> struct is_same {
    static constexpr bool value = false;
};
template <class A> struct is_same<A, A> {
    static constexpr bool value = true;
};
// The arithmetic types of the language, bool included.
template <class T> struct is_number {
    static constexpr bool value = false;
};
#define HIPVK_IS_NUMBER(T)                                                                         \
    template <> struct is_number<T> {                                                              \
        static constexpr bool value = true;                                                        \
    };
HIPVK_IS_NUMBER(bool)
HIPVK_IS_NUMBER(char)
HIPVK_IS_NUMBER(signed char)
HIPVK_IS_NUMBER(unsigned char)
HIPVK_IS_NUMBER(short)
HIPVK_IS_NUMBER(unsigned short)
HIPVK_IS_NUMBER(int)
HIPVK_IS_NUMBER(unsigned int)
HIPVK_IS_NUMBER(long)
HIPVK_IS_NUMBER(unsigned long)
HIPVK_IS_NUMBER(long long)
HIPVK_IS_NUMBER(unsigned long long)
HIPVK_IS_NUMBER(float)
HIPVK_IS_NUMBER(double)
#undef HIPVK_IS_NUMBER
} // namespace hipvk

#endif // HIPVK_HIP_DETAIL_TYPE_TRAITS_H
