// triangle.hip: solving with a triangle of a sparse matrix, level by level. A thread has a row of one right side.
//
// Called by csrsv.hip and spsv.hip.
#include "triangle.h"

namespace sparse {

template <class T> struct SolveRow {
    Rows a;
    const T *values;
    bool upper, unit;
    Scalar<T> alpha;
    Dense<const T> b;
    Dense<T> x;
    Pivot pivot;

    __device__ void operator()(int64_t row, int64_t column) const {
        T sum = alpha.get() * b.get(row, column), diagonal = T(0);
        for (int64_t k = a.begin(row); k < a.end(row); k++) {
            const int64_t place = a.place(k), other = a.column[place];
            if (other == row) diagonal += a.value(values, place);
            else if ((other > row) == upper) sum = sum - a.value(values, place) * x.get(other, column);
        }
        if (!unit) {
            if (diagonal == T(0)) pivot.found_zero(row);
            else sum = sum / diagonal;
        }
        x.at(row, column) = conj_if(x.conjugate, sum);
    }
};

template <class T>
Status solve_triangle(const Handle &handle, const Levels &levels, const Rows &a, const T *values, bool upper, bool unit,
                      const Scalar<T> &alpha, const Dense<const T> &b, const Dense<T> &x, int64_t columns) {
    if (columns == 0) return HIPSPARSE_STATUS_SUCCESS;
    return each_level(handle, levels, columns, SolveRow<T>{a, values, upper, unit, alpha, b, x, pivot_of(levels)});
}

#define TRIANGLE(T)                                                                                                                      \
    template Status solve_triangle(const Handle &, const Levels &, const Rows &, const T *, bool, bool, const Scalar<T> &,           \
                                   const Dense<const T> &, const Dense<T> &, int64_t);
TRIANGLE(float)
TRIANGLE(double)
TRIANGLE(Complex<float>)
TRIANGLE(Complex<double>)

}  // namespace sparse
