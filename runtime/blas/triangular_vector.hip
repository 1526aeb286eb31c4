// triangular_vector.hip: op(A) x = b for triangular A, x taking b's place: trsv, tbsv, tpsv, in all forms.
//
// Called by programs. One block solves one system, column by column; where a system has many rows, blocks have some each, and wait for those whose rows
// come before.
#include "forms.h"
#include "shaped.h"

namespace blas {

constexpr int threads = 256;

template <class T> __global__ __launch_bounds__(threads) void solve_vector(Shaped<T> m, View<T> vector, int64_t batches) {
    const int n = m.rows;
    const bool lower = m.upper == m.transposed;  // of op(A)
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const T *const a = m.matrix.at(batch);
        T *const x = start(vector.at(batch), n, vector.ld);
        for (int step = 0; step < n; step++) {
            const int column = lower ? step : n - 1 - step;
            if (threadIdx.x == 0 && !m.unit) x[column * vector.ld] = x[column * vector.ld] / m.at(a, column, column);
            __syncthreads();
            const T known = x[column * vector.ld];
            // What is left of the equations that follow (in a band, those that it reaches).
            for (int row = threadIdx.x + 1; row < n - step; row += threads) {
                const int at = lower ? column + row : column - row;
                x[at * vector.ld] = x[at * vector.ld] - m.at(a, at, column) * known;
            }
            __syncthreads();
        }
    }
}

// Rows of a block in a chain of them: as many as there is room for in shared memory.
template <class T> constexpr int panel = sizeof(T) > 8 ? 32 : 64;
// Fewer rows are one block's business. (On lavapipe a chain's kernel takes the driver's compiler seconds, one block's a tenth of one.)
constexpr int least_rows = 192, least_rows_on_cpu = 1024;

template <class T> __device__ T from_lane(T value, int lane) {
    if constexpr (is_complex<T>) return {__shfl(value.re, lane), __shfl(value.im, lane)};
    else return __shfl(value, lane);
}

// Solves a tile's rows with one warp, each lane having several of them: `rest` is b, then x. Where `inverted`, `divisor` has the
// divisors' inverses. Rows beyond the matrix' end come last, and change none before.
template <class T, bool inverted, int rows> __device__ void solve_rows(const T (*tile)[panel<T> + 1], T (&rest)[rows], const T (&divisor)[rows]) {
    const int lane = threadIdx.x;
#pragma unroll
    for (int of = 0; of < rows; of++)
#pragma unroll 8
        for (int other = 0; other < 32; other++) {
            const int column = of * 32 + other;
            if (lane == other) rest[of] = inverted ? rest[of] * divisor[of] : rest[of] / divisor[of];
            const T known = from_lane(rest[of], other);
#pragma unroll
            for (int i = of; i < rows; i++)
                if (lane + i * 32 > column) rest[i] = rest[i] - tile[column][lane + i * 32] * known;
        }
}

// A block's rows of op(A) x = b, counted from the end where op(A) is upper. `solved[batch]` says how many blocks' rows are known; blocks begin in the order
// of their numbers, so that none waits for one that never begins.
template <class T> __global__ __launch_bounds__(threads) void solve_chain(Shaped<T> m, View<T> vector, int *solved, int64_t batches) {
    constexpr int width = panel<T>, parts = threads / width, rows = width / 32;  // threads of a row; rows of a lane
    __shared__ T tile[width][width + 1], known[width], sums[parts][width];
    const int n = m.rows, mine = threadIdx.x % width, part = threadIdx.x / width, first = blockIdx.x * width, count = min(width, n - first);
    const bool lower = m.upper == m.transposed;  // of op(A)
    const auto place = [&](int row) { return lower ? row : n - 1 - row; };
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) {
        const T *const a = m.matrix.at(batch);
        T *const x = start(vector.at(batch), n, vector.ld);
        // The tile of this block's rows and the columns of another's, or its own: into registers first.
        constexpr int held = width / parts;
        const auto place_in_tile = [&](int i) {
            // Neighbouring threads have neighbours in memory.
            const int other = part + i * parts;
            return m.transposed ? int2{other, mine} : int2{mine, other};
        };
        const auto fetch = [&](T (&elements)[held], int first_column) {
#pragma unroll
            for (int i = 0; i < held; i++) {
                const int2 at = place_in_tile(i);
                const bool there = at.x < count && first_column + at.y < n;
                elements[i] = there ? m.at(a, place(first + at.x), place(first_column + at.y)) : T(0);
            }
        };
        const auto put = [&](const T (&elements)[held]) {
#pragma unroll
            for (int i = 0; i < held; i++) {
                const int2 at = place_in_tile(i);
                tile[at.y][at.x] = elements[i];
            }
        };
        // All that does not hang on other blocks comes before what does.
        T own[held], rest[rows], divisor[rows], inverse[rows], sum = T(0);
        bool invertible = true;
        fetch(own, first);
#pragma unroll
        for (int i = 0; i < rows; i++) {
            const int row = threadIdx.x % 32 + i * 32;
            rest[i] = row < count ? x[place(first + row) * vector.ld] : T(0);
            divisor[i] = row < count && !m.unit ? m.at(a, place(first + row), place(first + row)) : T(1);
            inverse[i] = T(1) / divisor[i];
            invertible = invertible && inverse[i] - inverse[i] == T(0);  // not infinite
        }
        for (int before = 0; before < first; before += width) {
            T elements[held];
            fetch(elements, before);
            put(elements);
            if (threadIdx.x == 0)
                while (__hip_atomic_load(solved + batch, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) * width <= before) {
                }
            __syncthreads();
            if (part == 0) known[mine] = x[place(before + mine) * vector.ld];
            __syncthreads();
#pragma unroll
            for (int i = 0; i < held; i++) sum += tile[part + i * parts][mine] * known[part + i * parts];
            __syncthreads();
        }
        put(own);
        sums[part][mine] = sum;
        __syncthreads();
        if (threadIdx.x < 32) {
#pragma unroll
            for (int i = 0; i < rows; i++)
#pragma unroll
                for (int of = 0; of < parts; of++) rest[i] = rest[i] - sums[of][threadIdx.x + i * 32];
            if (__all(invertible)) solve_rows<T, true>(tile, rest, inverse);
            else solve_rows<T, false>(tile, rest, divisor);
#pragma unroll
            for (int i = 0; i < rows; i++)
                if (threadIdx.x + i * 32 < count) x[place(first + threadIdx.x + i * 32) * vector.ld] = rest[i];
            __threadfence();
            __syncwarp();
            if (threadIdx.x == 0) __hip_atomic_store(solved + batch, int(blockIdx.x) + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
        }
        __syncthreads();
    }
}

template <class T> static hipblasStatus_t solve_in_chain(const Handle &handle, const Shaped<T> &a, View<T> x, int64_t batches) {
    Temporary solved(handle);
    BLAS_TRY(solved.take(batches * sizeof(int)));
    BLAS_TRY(status_of(hipMemsetAsync(solved.memory, 0, batches * sizeof(int), handle.stream)));
    const dim3 grid(divide_up(a.rows, panel<T>), 1, batch_blocks(batches));
    return launch(handle, solve_chain<T>, grid, dim3(threads), a, x, static_cast<int *>(solved.memory), batches);
}

template <class T> static hipblasStatus_t solve(hipblasHandle_t handle, const Shaped<T> &a, View<T> x, int64_t batches) {
    if (x.ld == 0 || batches < 0) return HIPBLAS_STATUS_INVALID_VALUE;
    if (a.rows == 0 || batches == 0) return HIPBLAS_STATUS_SUCCESS;
    if (a.matrix.is_null() || x.is_null()) return HIPBLAS_STATUS_INVALID_VALUE;
    const Handle &context = *static_cast<const Handle *>(handle);
    const bool is_long = a.rows >= (context.is_cpu ? least_rows_on_cpu : least_rows);
    if (a.storage != Storage::band && is_long) BLAS_RETURN_IF_MEMORY(solve_in_chain(context, a, x, batches));
    return launch(context, solve_vector<T>, dim3(1, 1, batch_blocks(batches)), dim3(threads), a, x, batches);
}

template <class T>
static hipblasStatus_t trsv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, View<const T> a,
                            View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0 || !is_leading(a.ld, n), n);
    return solve(handle, triangle(a, n, Storage::full, fill, diag).with(op), x, batches);
}
template <class T>
static hipblasStatus_t tbsv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, int64_t k,
                            View<const T> a, View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0 || k < 0 || a.ld < k + 1, std::max(n, k));
    return solve(handle, band(triangle(a, n, Storage::full, fill, diag), k).with(op), x, batches);
}
template <class T>
static hipblasStatus_t tpsv(hipblasHandle_t handle, hipblasFillMode_t fill, hipblasOperation_t op, hipblasDiagType_t diag, int64_t n, View<const T> a,
                            View<T> x, int64_t batches) {
    BLAS_CHECK_SIZES(is_enum(fill) && is_enum(op) && is_enum(diag), n < 0, n);
    return solve(handle, triangle(a, n, Storage::packed, fill, diag).with(op), x, batches);
}

}  // namespace blas

#define TRSV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::trsv<blas::Element<T>>)
HIPBLAS_TRSV(TRSV)
#define TBSV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::tbsv<blas::Element<T>>)
HIPBLAS_TBSV(TBSV)
#define TPSV(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::tpsv<blas::Element<T>>)
HIPBLAS_TPSV(TPSV)
