// view.h: a batch of vectors or matrices as a kernel gets it, whichever of hipBLAS' three forms it came in.
//
// Made by forms.h from the arguments of hipBLAS' functions.
#pragma once

#include "element.h"

namespace blas {

// Vector or matrix number `batch` begins at at(batch). Either all begin `stride` elements behind each other, or `each` (in device memory) has their
// addresses. `ld` is a matrix' leading dimension or a vector's increment; `offset` makes it a part of a larger one.
template <class T> struct View {
    T *first;
    T *const *each;
    int64_t ld, stride, offset = 0;

    BLAS_BOTH T *at(int64_t batch) const { return (each ? each[batch] : first + batch * stride) + offset; }
    BLAS_BOTH bool is_null() const { return !first && !each; }
    View from(int64_t elements) const { return {first, each, ld, stride, offset + elements}; }
    operator View<const T>() const { return {first, each, ld, stride, offset}; }
};

// BLAS' rule for vectors: with a negative increment, the first of n elements is the last in memory.
template <class T> BLAS_BOTH T *start(T *x, int64_t n, int64_t inc) { return inc < 0 ? x + (1 - n) * inc : x; }

template <class T> auto view(T *x, int64_t ld, int64_t stride) {
    using E = std::conditional_t<std::is_const_v<T>, const Element<T>, Element<T>>;
    return View<E>{reinterpret_cast<E *>(x), nullptr, ld, stride};
}
template <class T> auto view_of_each(T *const *x, int64_t ld) {
    using E = std::conditional_t<std::is_const_v<T>, const Element<T>, Element<T>>;
    return View<E>{nullptr, reinterpret_cast<E *const *>(x), ld, 0};
}

// A batch of elements whose type is an argument, once that is known.
template <class T, class V> View<T> cast(View<V> v) { return {static_cast<T *>(v.first), reinterpret_cast<T *const *>(v.each), v.ld, v.stride}; }

}  // namespace blas
