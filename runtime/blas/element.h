// element.h: what the elements of vectors and matrices are in kernels, by the names that hipblas.h gives them, and what kernels do with them.
//
// Included by every file of this folder that has kernels.
#pragma once

#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>

#include <cmath>
#include <type_traits>

namespace blas {

#define BLAS_BOTH __host__ __device__ inline

// A complex number; hipComplex and hipDoubleComplex lie in memory like it.
template <class R> struct alignas(2 * sizeof(R)) Complex {
    R re, im;
    Complex() = default;
    BLAS_BOTH constexpr Complex(R re, R im = 0) : re(re), im(im) {}
    BLAS_BOTH Complex &operator+=(Complex b) { return *this = *this + b; }
    BLAS_BOTH friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
    BLAS_BOTH friend Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
    BLAS_BOTH friend Complex operator-(Complex a) { return {-a.re, -a.im}; }
    BLAS_BOTH friend Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
    BLAS_BOTH friend bool operator==(Complex a, Complex b) { return a.re == b.re && a.im == b.im; }
    BLAS_BOTH friend bool operator!=(Complex a, Complex b) { return !(a == b); }
    // Smith's way, which neither overflows nor underflows where the quotient does not.
    BLAS_BOTH friend Complex operator/(Complex a, Complex b) {
        if (fabs(b.re) >= fabs(b.im)) {
            const R ratio = b.im / b.re, scale = b.re + b.im * ratio;
            return {(a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale};
        }
        const R ratio = b.re / b.im, scale = b.re * ratio + b.im;
        return {(a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale};
    }
};

// A bfloat16: the upper half of a float.
struct Bfloat16 {
    uint16_t bits;
    Bfloat16() = default;
    BLAS_BOTH explicit Bfloat16(float value) {
        uint32_t word;
        __builtin_memcpy(&word, &value, sizeof word);
        if (value != value) word |= 0x400000;              // a NaN stays one when its lower half goes
        else word += 0x7fff + ((word >> 16) & 1);          // to nearest, ties to even
        bits = uint16_t(word >> 16);
    }
    BLAS_BOTH explicit operator float() const {
        const uint32_t word = uint32_t(bits) << 16;
        float value;
        __builtin_memcpy(&value, &word, sizeof value);
        return value;
    }
};

using Half = _Float16;

// hipblas.h's type of an element -> the kernels'.
template <class T> struct ElementOf { using Type = T; };
template <> struct ElementOf<hipComplex> { using Type = Complex<float>; };
template <> struct ElementOf<hipDoubleComplex> { using Type = Complex<double>; };
template <> struct ElementOf<hipblasHalf> { using Type = Half; };
template <> struct ElementOf<hipblasBfloat16> { using Type = Bfloat16; };
template <class T> using Element = typename ElementOf<std::remove_const_t<T>>::Type;

// What an element is calculated in: half floats in floats.
template <class T> struct WideOf { using Type = T; };
template <> struct WideOf<Half> { using Type = float; };
template <> struct WideOf<Bfloat16> { using Type = float; };
template <> struct WideOf<int8_t> { using Type = int32_t; };
template <class T> using Wide = typename WideOf<T>::Type;

template <class T> struct RealOf { using Type = T; };
template <class R> struct RealOf<Complex<R>> { using Type = R; };
template <class T> using Real = typename RealOf<T>::Type;
template <class T> constexpr bool is_complex = !std::is_same_v<T, Real<T>>;

// What `pointer` points to, and a value there. A complex number's address need only be its parts': programs pass std::complex, on the stack or in
// structures of their own.
template <class T> BLAS_BOTH T element_at(const void *pointer) {
    if constexpr (is_complex<T>) {
        const auto *const parts = static_cast<const Real<T> *>(pointer);
        return {parts[0], parts[1]};
    } else {
        return *static_cast<const T *>(pointer);
    }
}
template <class T> BLAS_BOTH void put_element(T *pointer, T value) {
    if constexpr (is_complex<T>) {
        auto *const parts = reinterpret_cast<Real<T> *>(pointer);
        parts[0] = value.re, parts[1] = value.im;
    } else {
        *pointer = value;
    }
}

template <class T> BLAS_BOTH T conj_if(bool conjugate, T a) {
    if constexpr (is_complex<T>) return {a.re, conjugate ? -a.im : a.im};
    return a;
}
template <class T> BLAS_BOTH Real<T> real(T a) {
    if constexpr (is_complex<T>) return a.re;
    else return a;
}
// BLAS' size of an element where sums and maxima are concerned: |re| + |im|.
template <class T> BLAS_BOTH Real<T> size(T a) {
    if constexpr (is_complex<T>) return fabs(a.re) + fabs(a.im);
    else return fabs(a);
}

// A pointer to elements as kernels have them: hipComplex * -> Complex<float> *.
template <class T> Element<T> *elements(T *pointer) { return reinterpret_cast<Element<T> *>(pointer); }
template <class T> const Element<T> *elements(const T *pointer) { return reinterpret_cast<const Element<T> *>(pointer); }

__device__ inline int64_t global_index() { return int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }

// Atomically; of a complex number each part by itself.
template <class R> __device__ void add_to(R &to, R value) { atomicAdd(&to, value); }
template <class R> __device__ void add_to(Complex<R> &to, Complex<R> value) {
    atomicAdd(&to.re, value.re);
    atomicAdd(&to.im, value.im);
}

}  // namespace blas
