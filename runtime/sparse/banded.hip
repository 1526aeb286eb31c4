// banded.hip: systems whose matrix has three or five diagonals: gtsv2, its batches, and gpsv.
//
// Called by programs. A thread solves a system by elimination with partial pivoting, also where the function's name says that none is needed, and
// leaves the matrix alone. Rows that were chosen lie in scratch memory, neighbouring threads' side by side.
#include "handle.h"

namespace sparse {

// A diagonal, or the right sides: element `row` of system `system`.
template <class T> struct Lines {
    T *values;
    int64_t step, stride;

    __device__ T &at(int64_t row, int64_t system) const { return values[row * step + system * stride]; }
};

// L diagonals on either side of the main one, which is diagonals[L].
template <class T, int L> struct Band {
    static constexpr int width = 2 * L + 1;
    Lines<const T> diagonals[width];

    // The row from its column `first` on, which is not before row - L.
    __device__ void load(int64_t row, int64_t first, int64_t rows, int64_t system, T (&to)[width]) const {
        for (int offset = 0; offset < width; offset++) {
            const int64_t column = first + offset, diagonal = column - row + L;
            to[offset] = diagonal >= 0 && diagonal < width && column < rows ? diagonals[diagonal].at(row, system) : T(0);
        }
    }
};

template <class T, int L>
static __global__ void eliminate(Band<T, L> band, Lines<T> x, int64_t rows, int64_t systems, T *scratch) {
    constexpr int width = 2 * L + 1;
    const int64_t system = global_index();
    if (system >= systems) return;
    T window[L + 1][width], right[L + 1];
    for (int i = 0; i <= L; i++) {
        band.load(i, 0, i < rows ? rows : 0, system, window[i]);
        right[i] = i < rows ? x.at(i, system) : T(0);
    }
    for (int64_t row = 0; row < rows; row++) {
        // The row of the window with the largest first element comes next.
        for (int i = 1; i <= L; i++) {
            const bool larger = blas::size(window[i][0]) > blas::size(window[0][0]);
            for (int offset = 0; offset < width; offset++) {
                const T a = window[0][offset], b = window[i][offset];
                window[0][offset] = larger ? b : a;
                window[i][offset] = larger ? a : b;
            }
            const T a = right[0], b = right[i];
            right[0] = larger ? b : a;
            right[i] = larger ? a : b;
        }
        for (int offset = 0; offset < width; offset++) scratch[(row * width + offset) * systems + system] = window[0][offset];
        T chosen[width];
        for (int offset = 0; offset < width; offset++) chosen[offset] = window[0][offset];
        const T value = right[0];
        for (int i = 1; i <= L; i++) {
            const T factor = row + i < rows ? window[i][0] / chosen[0] : T(0);
            for (int offset = 1; offset < width; offset++) window[i - 1][offset - 1] = window[i][offset] - factor * chosen[offset];
            window[i - 1][width - 1] = T(0);
            right[i - 1] = right[i] - factor * value;
        }
        const int64_t next = row + L + 1;
        if (next < rows) {
            band.load(next, row + 1, rows, system, window[L]);
            right[L] = x.at(next, system);
        } else {
            for (int offset = 0; offset < width; offset++) window[L][offset] = T(0);
            right[L] = T(0);
        }
        x.at(row, system) = value;
    }
    for (int64_t row = rows; row-- > 0;) {
        T sum = x.at(row, system);
        for (int offset = 1; offset < width && row + offset < rows; offset++)
            sum = sum - scratch[(row * width + offset) * systems + system] * x.at(row + offset, system);
        x.at(row, system) = sum / scratch[row * width * systems + system];
    }
}

template <class T, int L> static Status solve(const Handle &handle, const Band<T, L> &band, const Lines<T> &x, int64_t rows, int64_t systems) {
    Memory memory(handle);
    T *scratch;
    SPARSE_TRY(memory.take(scratch, rows * systems * (2 * L + 1)));
    constexpr int few_threads = 64;  // systems take long, and each has registers full of rows
    return launch(handle, eliminate<T, L>, divide_up(systems, few_threads), few_threads, band, x, rows, systems, scratch);
}
template <class T>
static Status solve(const Handle &handle, const T *dl, const T *d, const T *du, T *x, int64_t step, int64_t matrix_stride, int64_t stride, int64_t rows,
                    int64_t systems) {
    const Band<T, 1> band = {{{dl, step, matrix_stride}, {d, step, matrix_stride}, {du, step, matrix_stride}}};
    return solve(handle, band, {x, step, stride}, rows, systems);
}

static Status give_buffer_size(hipsparseHandle_t handle, bool wrong, size_t *size) {
    SPARSE_CHECK(wrong || !size);
    *size = buffer_bytes;
    return HIPSPARSE_STATUS_SUCCESS;
}

}  // namespace sparse

using sparse::elements;
#define HANDLE *sparse::handle_of(handle)

// One matrix, n right sides.
#define GTSV_WRONG (m <= 1 || n < 0 || ldb < m || (n > 0 && (!dl || !d || !du || !B)))
#define GTSV                                     \
    SPARSE_CHECK(GTSV_WRONG);                    \
    return sparse::solve(HANDLE, elements(dl), elements(d), elements(du), elements(B), 1, 0, ldb, m, n);
#define SPARSE_BODY_gtsv2(T, R) GTSV
#define SPARSE_BODY_gtsv2_nopivot(T, R) GTSV
#define SPARSE_BODY_gtsv2_bufferSizeExt(T, R) return sparse::give_buffer_size(handle, GTSV_WRONG, pBufferSizeInBytes);
#define SPARSE_BODY_gtsv2_nopivot_bufferSizeExt(T, R) return sparse::give_buffer_size(handle, GTSV_WRONG, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, gtsv2)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gtsv2_bufferSizeExt)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gtsv2_nopivot)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gtsv2_nopivot_bufferSizeExt)

// A matrix for each right side; batchStride elements lie from one to the next.
#define STRIDED_WRONG (m <= 1 || batchCount < 0 || batchStride < m || (batchCount > 0 && (!dl || !d || !du || !x)))
#define SPARSE_BODY_gtsv2StridedBatch(T, R)      \
    SPARSE_CHECK(STRIDED_WRONG);                 \
    return sparse::solve(HANDLE, elements(dl), elements(d), elements(du), elements(x), 1, batchStride, batchStride, m, batchCount);
#define SPARSE_BODY_gtsv2StridedBatch_bufferSizeExt(T, R) return sparse::give_buffer_size(handle, STRIDED_WRONG, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, gtsv2StridedBatch)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gtsv2StridedBatch_bufferSizeExt)

// The same row of all systems lies side by side.
#define INTERLEAVED_WRONG (algo < 0 || algo > 2 || m <= 1 || batchCount < 0 || (batchCount > 0 && (!dl || !d || !du || !x)))
#define SPARSE_BODY_gtsvInterleavedBatch(T, R)   \
    SPARSE_CHECK(INTERLEAVED_WRONG);             \
    return sparse::solve<sparse::Element<T>>(HANDLE, elements(dl), elements(d), elements(du), elements(x), batchCount, 1, 1, m, batchCount);
#define SPARSE_BODY_gtsvInterleavedBatch_bufferSizeExt(T, R) return sparse::give_buffer_size(handle, INTERLEAVED_WRONG, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, gtsvInterleavedBatch)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gtsvInterleavedBatch_bufferSizeExt)

#define GPSV_WRONG (algo != 0 || m < 3 || batchCount < 0 || (batchCount > 0 && (!ds || !dl || !d || !du || !dw || !x)))
#define SPARSE_BODY_gpsvInterleavedBatch(T, R)                                                                         \
    SPARSE_CHECK(GPSV_WRONG);                                                                                           \
    using E = sparse::Element<T>;                                                                                       \
    const auto line = [&](const T *values) { return sparse::Lines<const E>{elements(values), batchCount, 1}; };         \
    const sparse::Band<E, 2> band = {{line(ds), line(dl), line(d), line(du), line(dw)}};                                \
    return sparse::solve<E, 2>(HANDLE, band, {elements(x), batchCount, 1}, m, batchCount);
#define SPARSE_BODY_gpsvInterleavedBatch_bufferSizeExt(T, R) return sparse::give_buffer_size(handle, GPSV_WRONG, pBufferSizeInBytes);
HIPSPARSE_SDCZ(SPARSE_DEFINE, gpsvInterleavedBatch)
HIPSPARSE_SDCZ(SPARSE_DEFINE, gpsvInterleavedBatch_bufferSizeExt)
