// triangle_product.h: a product of level 3 as level3.hip's functions ask for it: of matrices of which a triangle is stored, or asked for.
//
// Used by level3.hip and whole_products.h.
#pragma once

#include "product.h"
#include "shaped.h"

namespace blas {

// SA and SB are T, or its real type where alpha or beta are real.
template <class T, class SA, class SB> struct Product {
    Shaped<T> a, b;
    View<T> c;
    int64_t batches;
    Part part;                           // what of C is calculated
    bool real_diagonal, conjugate_alpha; // of a Hermitian C; for the second product of her2k
    Scalar<SA> alpha;
    Scalar<SB> beta;
};

}  // namespace blas
