// factors.hip: incomplete factorisations in a matrix' own pattern, LU and Cholesky's.
//
// Called by csrilu.hip and bsr_factors.hip. A thread has a row; rows that a row needs are of levels before.
#include "factors.h"

namespace sparse {

// The elements of a row before its diagonal become L's, the others U's.
template <class T> struct LuRow {
    Rows a;
    T *values;
    const int64_t *diagonal;
    Boost<T> boost;
    Pivot pivot;

    __device__ void operator()(int64_t row, int64_t) const {
        const int64_t end = a.end(row);
        for (int64_t k = a.begin(row); k < end; k++) {
            const int64_t column = a.column[a.place(k)];
            if (column >= row) break;
            const int64_t of_diagonal = diagonal[column];
            const T divisor = of_diagonal < 0 ? T(0) : values[a.place(of_diagonal)];
            if (divisor == T(0)) {
                pivot.found_zero(column);
                continue;
            }
            const T factor = values[a.place(k)] / divisor;
            values[a.place(k)] = factor;
            subtract(k + 1, end, of_diagonal + 1, a.end(column), factor);
        }
        finish(row);
    }

private:
    // What stands in both rows: both come by columns.
    __device__ void subtract(int64_t mine, int64_t end, int64_t other, int64_t other_end, T factor) const {
        while (mine < end && other < other_end) {
            const int64_t column = a.column[a.place(mine)], other_column = a.column[a.place(other)];
            if (column == other_column) values[a.place(mine)] = values[a.place(mine)] - factor * values[a.place(other)];
            mine += column <= other_column;
            other += other_column <= column;
        }
    }
    __device__ void finish(int64_t row) const {
        if (diagonal[row] < 0) return;
        T &element = values[a.place(diagonal[row])];
        if (boost.is_on && magnitude(element) <= boost.tolerance.get()) element = boost.value.get();
        if (element == T(0)) pivot.found_zero(row);
    }
    __device__ static double magnitude(T a) {
        if constexpr (is_complex<T>) return sqrt(double(a.re) * double(a.re) + double(a.im) * double(a.im));
        else return fabs(double(a));
    }
};

// The elements of a row up to its diagonal become L's; those behind it stay.
template <class T> struct CholeskyRow {
    Rows a;
    T *values;
    const int64_t *diagonal;
    Pivot pivot;

    __device__ void operator()(int64_t row, int64_t) const {
        const int64_t begin = a.begin(row), end = a.end(row);
        for (int64_t k = begin; k < end; k++) {
            const int64_t column = a.column[a.place(k)];
            if (column > row) break;
            T &element = values[a.place(k)];
            if (column == row) {
                element = root(row, element - common(begin, k, begin, k));
                continue;
            }
            const int64_t of_diagonal = diagonal[column];
            const T divisor = of_diagonal < 0 ? T(0) : values[a.place(of_diagonal)];
            if (divisor == T(0)) {
                pivot.found_zero(column);
                continue;
            }
            element = (element - common(begin, k, a.begin(column), of_diagonal)) / divisor;
        }
    }

private:
    // The product of two pieces of rows, the second one conjugated.
    __device__ T common(int64_t mine, int64_t end, int64_t other, int64_t other_end) const {
        T sum = T(0);
        while (mine < end && other < other_end) {
            const int64_t column = a.column[a.place(mine)], other_column = a.column[a.place(other)];
            if (column == other_column) sum += values[a.place(mine)] * conj_if(true, values[a.place(other)]);
            mine += column <= other_column;
            other += other_column <= column;
        }
        return sum;
    }
    // No matrix that is positive definite has another diagonal.
    __device__ T root(int64_t row, T square) const {
        const Real<T> real = blas::real(square);
        if (!(real > 0)) pivot.found_zero(row);
        return T(sqrt(fabs(real)));
    }
};

template <class T> Status factor_lu(const Handle &handle, const Levels &levels, const Rows &rows, T *values, const Boost<T> &boost) {
    SPARSE_TRY(reset_pivot(handle, levels));
    return each_level(handle, levels, 1, LuRow<T>{rows, values, levels.diagonal, boost, pivot_of(levels)});
}
template <class T> Status factor_cholesky(const Handle &handle, const Levels &levels, const Rows &rows, T *values) {
    SPARSE_TRY(reset_pivot(handle, levels));
    return each_level(handle, levels, 1, CholeskyRow<T>{rows, values, levels.diagonal, pivot_of(levels)});
}

#define FACTORS(T)                                                                                            \
    template Status factor_lu(const Handle &, const Levels &, const Rows &, T *, const Boost<T> &);           \
    template Status factor_cholesky(const Handle &, const Levels &, const Rows &, T *);
FACTORS(float)
FACTORS(double)
FACTORS(Complex<float>)
FACTORS(Complex<double>)

}  // namespace sparse
