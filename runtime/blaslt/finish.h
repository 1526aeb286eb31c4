// finish.h: what is done to each element behind a product, as the kernel gets it, and sums of rows.
//
// Defined in finish.hip; called by multiply.hip.
#pragma once

#include "elements.h"
#include "problem.h"

namespace blaslt {

// D = scale_d f(alpha scale_a scale_b product + beta scale_c C + bias), with Sum's elements in the product and Work's in between. All matrices lie in columns;
// where D does not (`across`), its rows are columns here. Products of a call's matrices that lie in memory as D does may be D itself.
template <class Sum, class Work> struct Finish {
    int m, n;
    int64_t batches;
    Sum *product;  // null where alpha is known to be zero
    int64_t ld, stride;
    blas::Scalar<Work> alpha, beta;
    const Work *alphas;
    Matrix c, d, aux, bias;
    const float *scale_a, *scale_b, *scale_c, *scale_d, *scale_aux;
    bool vector_a, vector_b, across;
    Parts parts;
    bool keeps;  // the product becomes what D is, before it is scaled and rounded
    float argument_0, argument_1;
    uint32_t *amax;  // floats' bits, which are ordered as they are
};

hipblasStatus_t finish(const Handle &handle, const Finish<float, float> &what);
hipblasStatus_t finish(const Handle &handle, const Finish<int32_t, float> &what);
hipblasStatus_t finish(const Handle &handle, const Finish<int32_t, int32_t> &what);

// to[i] = the sum of row i, whose elements lie at i * row + j * column.
struct RowSums {
    Matrix from, to;
    int rows, columns;
    int64_t row, column;
};
hipblasStatus_t sum_rows(const Handle &handle, const RowSums &what);

}  // namespace blaslt
