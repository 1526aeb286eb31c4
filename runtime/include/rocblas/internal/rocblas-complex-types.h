/* rocblas-complex-types.h: rocblas_float_complex and rocblas_double_complex.
 *
 * Two numbers to C and host compilers; in HIP programs a class with arithmetic on host and device, or, with ROCM_MATHLIBS_API_USE_HIP_COMPLEX, HIP's own
 * types. All of them lie in memory alike.
 */
#ifndef HIPVK_ROCBLAS_COMPLEX_TYPES_H
#define HIPVK_ROCBLAS_COMPLEX_TYPES_H

#if defined(ROCM_MATHLIBS_API_USE_HIP_COMPLEX)
#include <hip/hip_complex.h>
typedef hipFloatComplex rocblas_float_complex;
typedef hipDoubleComplex rocblas_double_complex;

#elif !defined(__HIPCC__) || __cplusplus < 201402L
typedef struct {
  float x, y;
} rocblas_float_complex;
typedef struct {
  double x, y;
} rocblas_double_complex;

#else
#include <hip/hip_runtime.h>

#include <cmath>
#include <complex>
#include <ostream>
#include <type_traits>

#define ROCBLAS_BOTH __host__ __device__

template <class T> class rocblas_complex_num {
  T x, y;

  template <class U> using if_real = std::enable_if_t<std::is_convertible<U, T>::value, int>;

public:
  using value_type = T;

  rocblas_complex_num() = default; /* uninitialised: it may lie in shared memory, and C knows it */
  ROCBLAS_BOTH constexpr rocblas_complex_num(T re, T im) : x(re), y(im) {}
  ROCBLAS_BOTH constexpr rocblas_complex_num(T re) : x(re), y(0) {}
  ROCBLAS_BOTH constexpr rocblas_complex_num(const std::complex<T> &z) : x(z.real()), y(z.imag()) {}
  template <class U, std::enable_if_t<std::is_constructible<T, U>::value, int> = 0>
  ROCBLAS_BOTH explicit constexpr rocblas_complex_num(const rocblas_complex_num<U> &z) : x(z.real()), y(z.imag()) {}
  ROCBLAS_BOTH constexpr operator std::complex<T>() const { return {x, y}; }
  ROCBLAS_BOTH constexpr explicit operator bool() const { return x || y; }

  ROCBLAS_BOTH constexpr T real() const { return x; }
  ROCBLAS_BOTH constexpr T imag() const { return y; }
  ROCBLAS_BOTH constexpr void real(T re) { x = re; }
  ROCBLAS_BOTH constexpr void imag(T im) { y = im; }

  ROCBLAS_BOTH rocblas_complex_num operator-() const { return {-x, -y}; }
  ROCBLAS_BOTH rocblas_complex_num operator+() const { return *this; }
  ROCBLAS_BOTH rocblas_complex_num &operator++() { return ++x, *this; }
  ROCBLAS_BOTH rocblas_complex_num operator++(int) { return {x++, y}; }
  ROCBLAS_BOTH rocblas_complex_num &operator--() { return --x, *this; }
  ROCBLAS_BOTH rocblas_complex_num operator--(int) { return {x--, y}; }

  ROCBLAS_BOTH rocblas_complex_num &operator+=(const rocblas_complex_num &b) { return *this = {x + b.x, y + b.y}; }
  ROCBLAS_BOTH rocblas_complex_num &operator-=(const rocblas_complex_num &b) { return *this = {x - b.x, y - b.y}; }
  ROCBLAS_BOTH rocblas_complex_num &operator*=(const rocblas_complex_num &b) { return *this = {x * b.x - y * b.y, y * b.x + x * b.y}; }
  /* Smith's way, which neither overflows nor underflows where the quotient does not. */
  ROCBLAS_BOTH rocblas_complex_num &operator/=(const rocblas_complex_num &b) {
    if (size(b.x) > size(b.y)) {
      const T ratio = b.y / b.x, scale = 1 / (b.x + b.y * ratio);
      return *this = {(x + y * ratio) * scale, (y - x * ratio) * scale};
    }
    const T ratio = b.x / b.y, scale = 1 / (b.x * ratio + b.y);
    return *this = {(y + x * ratio) * scale, (y * ratio - x) * scale};
  }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH rocblas_complex_num &operator+=(const U &b) { return x += T(b), *this; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH rocblas_complex_num &operator-=(const U &b) { return x -= T(b), *this; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH rocblas_complex_num &operator*=(const U &b) { return x *= T(b), y *= T(b), *this; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH rocblas_complex_num &operator/=(const U &b) { return x /= T(b), y /= T(b), *this; }

  ROCBLAS_BOTH rocblas_complex_num operator+(const rocblas_complex_num &b) const { return rocblas_complex_num(*this) += b; }
  ROCBLAS_BOTH rocblas_complex_num operator-(const rocblas_complex_num &b) const { return rocblas_complex_num(*this) -= b; }
  ROCBLAS_BOTH rocblas_complex_num operator*(const rocblas_complex_num &b) const { return rocblas_complex_num(*this) *= b; }
  ROCBLAS_BOTH rocblas_complex_num operator/(const rocblas_complex_num &b) const { return rocblas_complex_num(*this) /= b; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH rocblas_complex_num operator+(const U &b) const { return rocblas_complex_num(*this) += b; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH rocblas_complex_num operator-(const U &b) const { return rocblas_complex_num(*this) -= b; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH rocblas_complex_num operator*(const U &b) const { return rocblas_complex_num(*this) *= b; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH rocblas_complex_num operator/(const U &b) const { return rocblas_complex_num(*this) /= b; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH friend rocblas_complex_num operator+(const U &a, const rocblas_complex_num &b) {
    return {T(a) + b.x, b.y};
  }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH friend rocblas_complex_num operator-(const U &a, const rocblas_complex_num &b) {
    return {T(a) - b.x, -b.y};
  }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH friend rocblas_complex_num operator*(const U &a, const rocblas_complex_num &b) {
    return {T(a) * b.x, T(a) * b.y};
  }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH friend rocblas_complex_num operator/(const U &a, const rocblas_complex_num &b) {
    return rocblas_complex_num(T(a)) /= b;
  }

  ROCBLAS_BOTH constexpr bool operator==(const rocblas_complex_num &b) const { return x == b.x && y == b.y; }
  ROCBLAS_BOTH constexpr bool operator!=(const rocblas_complex_num &b) const { return !(*this == b); }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH constexpr bool operator==(const U &b) const { return x == T(b) && y == 0; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH constexpr bool operator!=(const U &b) const { return !(*this == b); }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH friend constexpr bool operator==(const U &a, const rocblas_complex_num &b) { return b == a; }
  template <class U, if_real<U> = 0> ROCBLAS_BOTH friend constexpr bool operator!=(const U &a, const rocblas_complex_num &b) { return b != a; }

  /* BLAS' size of an element: |re| + |im|. */
  ROCBLAS_BOTH friend T asum(const rocblas_complex_num &z) { return size(z.x) + size(z.y); }
  friend std::ostream &operator<<(std::ostream &out, const rocblas_complex_num &z) { return out << '(' << z.x << ',' << z.y << ')'; }

private:
  ROCBLAS_BOTH static T size(T a) { return a < 0 ? -a : a; }
};

namespace std {
template <class T> ROCBLAS_BOTH constexpr T real(const rocblas_complex_num<T> &z) { return z.real(); }
template <class T> ROCBLAS_BOTH constexpr T imag(const rocblas_complex_num<T> &z) { return z.imag(); }
template <class T> ROCBLAS_BOTH constexpr rocblas_complex_num<T> conj(const rocblas_complex_num<T> &z) { return {z.real(), -z.imag()}; }
template <class T> ROCBLAS_BOTH inline T norm(const rocblas_complex_num<T> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T> ROCBLAS_BOTH inline T abs(const rocblas_complex_num<T> &z) { return ::hypot(z.real(), z.imag()); }
} // namespace std

using rocblas_float_complex = rocblas_complex_num<float>;
using rocblas_double_complex = rocblas_complex_num<double>;
static_assert(std::is_trivial<rocblas_float_complex>::value && sizeof(rocblas_float_complex) == 8, "C has two floats");
static_assert(std::is_trivial<rocblas_double_complex>::value && sizeof(rocblas_double_complex) == 16, "C has two doubles");

template <class T> static constexpr bool rocblas_is_complex = false;
template <class T> static constexpr bool rocblas_is_complex<rocblas_complex_num<T>> = true;

#undef ROCBLAS_BOTH
#endif

#endif
