// fetch.h: hipSOLVER's context for sparse systems, and a system's arrays on the host, wherever they lie. Used by cholesky.hip and sparse_qr.hip.
#pragma once

#include <vector>

#include <hipsparse/hipsparse.h>

#include "calls.h"
#include "elimination_order.h"

namespace solver {

struct SparseHandle {
    hipStream_t stream = nullptr;
};

template <class T> Status fetch(std::vector<T> &to, const T *from, size_t count, hipStream_t stream) {
    to.resize(count);
    if (count == 0) return HIPSOLVER_STATUS_SUCCESS;
    HIPSOLVER_TRY(of(hipMemcpyAsync(to.data(), from, count * sizeof(T), hipMemcpyDefault, stream)));
    return of(hipStreamSynchronize(stream));
}

// The other way round.
template <class T> Status give(T *to, const std::vector<T> &from, hipStream_t stream) {
    HIPSOLVER_TRY(of(hipMemcpyAsync(to, from.data(), from.size() * sizeof(T), hipMemcpyDefault, stream)));
    return of(hipStreamSynchronize(stream));
}

// The matrix, from 0 on, and the right side.
template <class T>
Status fetch_system(Pattern &pattern, std::vector<T> &entries, std::vector<T> &side, int n, int count, hipsparseMatDescr_t descriptor, const T *values,
                    const int *rows, const int *columns, const T *b, hipStream_t stream) {
    HIPSOLVER_TRY(fetch(pattern.rows, rows, size_t(n) + 1, stream));
    HIPSOLVER_TRY(fetch(pattern.columns, columns, count, stream));
    HIPSOLVER_TRY(fetch(entries, values, count, stream));
    HIPSOLVER_TRY(fetch(side, b, n, stream));
    const int base = hipsparseGetMatIndexBase(descriptor) == HIPSPARSE_INDEX_BASE_ONE;
    for (int &row : pattern.rows) row -= base;
    for (int &column : pattern.columns) column -= base;
    return pattern.is_one(n, count) ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_INVALID_VALUE;
}

}  // namespace solver
