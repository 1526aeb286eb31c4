/* internal_traits.h: the type traits that AMD's headers have in `__hip_internal`, which device code for hipRTC (HIPRT's, MIOpen's) takes for the C++
   library's, as that is not there. Its integers are <stdint.h>'s, as they were in HIP 6: code for HIP 7 says `using __hip_internal::int64_t;`,
   which a `long long` beside a `long` does not allow.
   Included by hip_runtime.h for HIP sources. Without hipRTC they are the library's own. */
#ifndef HIPVK_HIP_DETAIL_INTERNAL_TRAITS_H
#define HIPVK_HIP_DETAIL_INTERNAL_TRAITS_H

#include <stdint.h>

#if !defined(__HIPCC_RTC__)
#include <type_traits>
#include <utility>
#endif

namespace __hip_internal {
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;

#if !defined(__HIPCC_RTC__)
using std::add_lvalue_reference;
using std::add_rvalue_reference;
using std::alignment_of;
using std::conditional;
using std::declval;
using std::enable_if;
using std::false_type;
using std::integral_constant;
using std::is_arithmetic;
using std::is_convertible;
using std::is_floating_point;
using std::is_integral;
using std::is_same;
using std::is_signed;
using std::is_standard_layout;
using std::is_trivial;
using std::is_void;
using std::remove_cv;
using std::true_type;
#else
template <class T, T constant> struct integral_constant {
    static constexpr T value = constant;
    typedef T value_type;
    typedef integral_constant type;
    constexpr operator T() const { return value; }
    constexpr T operator()() const { return value; }
};
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;

template <bool condition, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool condition, class Then, class Else> struct conditional { typedef Then type; };
template <class Then, class Else> struct conditional<false, Then, Else> { typedef Else type; };

template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
// Clang's own words for them.
template <class T> struct is_integral : integral_constant<bool, __is_integral(T)> {};
template <class T> struct is_floating_point : integral_constant<bool, __is_floating_point(T)> {};
template <class T> struct is_arithmetic : integral_constant<bool, __is_arithmetic(T)> {};
template <class T> struct is_signed : integral_constant<bool, __is_signed(T)> {};
template <class T> struct is_void : integral_constant<bool, __is_void(T)> {};
template <class T> struct is_standard_layout : integral_constant<bool, __is_standard_layout(T)> {};
template <class T> struct is_trivial : integral_constant<bool, __is_trivial(T)> {};
template <class From, class To> struct is_convertible : integral_constant<bool, __is_convertible_to(From, To)> {};
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};

template <class T> struct remove_cv { typedef __remove_cv(T) type; };
template <class T> struct add_lvalue_reference { typedef __add_lvalue_reference(T) type; };
template <class T> struct add_rvalue_reference { typedef __add_rvalue_reference(T) type; };
template <class T> typename add_rvalue_reference<T>::type declval() noexcept;
#endif
template <bool condition> using bool_constant = integral_constant<bool, condition>;

template <class T, T... numbers> struct integer_sequence {
    typedef T value_type;
    static constexpr size_t size() noexcept { return sizeof...(numbers); }
};
template <size_t... numbers> using index_sequence = integer_sequence<size_t, numbers...>;
template <size_t count> using make_index_sequence = __make_integer_seq<integer_sequence, size_t, count>;
} // namespace __hip_internal

typedef int8_t __hip_int8_t;
typedef int16_t __hip_int16_t;
typedef int32_t __hip_int32_t;
typedef int64_t __hip_int64_t;
typedef uint8_t __hip_uint8_t;
typedef uint16_t __hip_uint16_t;
typedef uint32_t __hip_uint32_t;
typedef uint64_t __hip_uint64_t;

#endif /* HIPVK_HIP_DETAIL_INTERNAL_TRAITS_H */
