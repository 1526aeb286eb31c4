// gemm_cpu.hip: C = alpha op(A) op(B) + beta C on lavapipe, where the threads of a subgroup are the lanes of one vector.
//
// There a load is eight loads, each behind a test of its lane, whatever the addresses; so what counts is how much is calculated with what one has
// brought. A and B are copied first, as floats, into panels of eight rows: two neighbours along k are one load of 64 bits a lane. A subgroup then
// calculates 40 rows of 24 columns. Lanes are rows; an element of B, which one lane has loaded, reaches the others by a broadcast, an instruction
// (`__hip_vk_subgroup_broadcast`). The loop is as long as a processor's cache of decoded instructions takes it: with twice the code it is slower.
// Measured on a Zen 3: 31 GFLOP/s a core; OpenBLAS has 92, gemm.h's kernel 2.4.
// Called by gemm.h (gemm_cpu.h).
#include "gemm_cpu.h"

// What lane `lane` of a subgroup holds, where subgroups have `lanes` of them (both are constants): spirv-gen, passes/device/matrices.rs.
extern "C" __device__ unsigned __hip_vk_subgroup_broadcast(unsigned value, int lanes, int lane);

namespace blas {

namespace {

constexpr int lanes = 8;
// A subgroup's part of C, in panels, and how many pairs along k a turn of its loop takes.
constexpr int row_panels = 5, column_panels = 3, columns = column_panels * lanes, pairs_at_once = 2;

// Two floats that follow each other along k.
using Pair = uint64_t;
__device__ Pair pair(float first, float second) { return __builtin_bit_cast(unsigned, first) | Pair(__builtin_bit_cast(unsigned, second)) << 32; }
__device__ float element(Pair p, int which) { return __builtin_bit_cast(float, unsigned(p >> 32 * which)); }
__device__ float broadcast(float value, int lane) {
    return __builtin_bit_cast(float, __hip_vk_subgroup_broadcast(__builtin_bit_cast(unsigned, value), lanes, lane));
}

// The panels of a factor's matrices one after the other: for each pair along k its eight rows.
struct Panels {
    Pair *memory;
    int count, pairs;  // of a matrix; beyond it they are zero
    __device__ Pair *at(int64_t batch, int panel) const { return memory + (batch * count + panel) * pairs * lanes; }
    size_t bytes() const { return sizeof(Pair) * lanes * count * pairs; }
};

constexpr int copying_threads = 64, copied_pairs = 64;  // a thread copies so many

template <class T>
__global__ __launch_bounds__(copying_threads) void copy_to_panels(Operand<T> from, int rows, int depth, int64_t first_batch, Panels to, Scalar<float> alpha) {
    const int lane = threadIdx.x % lanes, panel = blockIdx.y * (copying_threads / lanes) + threadIdx.x / lanes, row = panel * lanes + lane;
    // BLAS: where alpha is zero, A and B are not read.
    if (panel >= to.count || alpha.get() == 0) return;
    const T *const line = from.matrix.at(first_batch + blockIdx.z) + row * from.row;
    Pair *const panel_of = to.at(blockIdx.z, panel) + lane;
    const int end = min(int(blockIdx.x + 1) * copied_pairs, to.pairs);
    for (int i = blockIdx.x * copied_pairs; i < end; i++) {
        float first = 0, second = 0;
        if (row < rows && 2 * i < depth) first = float(line[2 * i * from.column]);
        if (row < rows && 2 * i + 1 < depth) second = float(line[(2 * i + 1) * from.column]);
        panel_of[int64_t(i) * lanes] = pair(first, second);
    }
}

template <class TC> struct PanelProduct {
    int m, n;
    int64_t first_batch;
    Panels a, b;
    View<TC> c;
    Scalar<float> alpha, beta;
};

// A block is one subgroup.
template <class TC> __global__ __launch_bounds__(lanes) void multiply_panels(PanelProduct<TC> p) {
    const int lane = threadIdx.x, batch = blockIdx.z;
    const Pair *a[row_panels], *b[column_panels];
#pragma unroll
    for (int i = 0; i < row_panels; i++) a[i] = p.a.at(batch, blockIdx.y * row_panels + i) + lane;
#pragma unroll
    for (int j = 0; j < column_panels; j++) b[j] = p.b.at(batch, blockIdx.x * column_panels + j) + lane;
    float sum[row_panels][columns];
#pragma unroll
    for (int i = 0; i < row_panels; i++)
#pragma unroll
        for (int j = 0; j < columns; j++) sum[i][j] = 0;
    const float alpha = p.alpha.get(), beta = p.beta.get();
    const int pairs = alpha == 0 ? 0 : p.a.pairs;
    for (int k = 0; k < pairs; k += pairs_at_once) {
        Pair of_a[row_panels][pairs_at_once], of_b[column_panels][pairs_at_once];
#pragma unroll
        for (int l = 0; l < pairs_at_once; l++) {
#pragma unroll
            for (int i = 0; i < row_panels; i++) of_a[i][l] = a[i][(k + l) * lanes];
#pragma unroll
            for (int j = 0; j < column_panels; j++) of_b[j][l] = b[j][(k + l) * lanes];
        }
        // Column by column, so that one's sums are in registers meanwhile.
#pragma unroll
        for (int j = 0; j < columns; j++)
#pragma unroll
            for (int l = 0; l < 2 * pairs_at_once; l++) {
                const float factor = broadcast(element(of_b[j / lanes][l / 2], l % 2), j % lanes);
#pragma unroll
                for (int i = 0; i < row_panels; i++) sum[i][j] += element(of_a[i][l / 2], l % 2) * factor;
            }
    }
    TC *const c = p.c.at(p.first_batch + batch);
#pragma unroll
    for (int j = 0; j < columns; j++)
#pragma unroll
        for (int i = 0; i < row_panels; i++) {
            const int row = (blockIdx.y * row_panels + i) * lanes + lane, column = blockIdx.x * columns + j;
            if (row >= p.m || column >= p.n) continue;
            TC &at = c[row + column * p.c.ld];
            // BLAS: where beta is zero, C is not read (there may be NaNs in it).
            at = beta == 0 ? TC(alpha * sum[i][j]) : TC(alpha * sum[i][j] + beta * float(at));
        }
}

// Panels of a factor with so many rows, `at_once` of which are multiplied together.
Panels panels_of(int rows, int depth, int at_once) {
    const int count = int(divide_up(rows, lanes * at_once)) * at_once, pairs = int(divide_up(depth, 2 * pairs_at_once)) * pairs_at_once;
    return {nullptr, count, pairs};
}

template <class T, class TC> hipblasStatus_t copy_factor(const Handle &handle, const Gemm<T, TC, float> &p, const Operand<T> &from, int rows, int64_t first, int64_t batches, Panels to) {
    const dim3 grid(divide_up(to.pairs, copied_pairs), divide_up(to.count, copying_threads / lanes), batches);
    return launch(handle, copy_to_panels<T>, grid, dim3(copying_threads), from, rows, p.k, first, to, p.alpha);
}

template <class T, class TC> hipblasStatus_t launch_product(const Handle &handle, const Gemm<T, TC, float> &p) {
    constexpr int64_t most_bytes = 256 << 20;
    Panels a = panels_of(p.m, p.k, row_panels), b = panels_of(p.n, p.k, column_panels);
    const int64_t bytes = a.bytes() + b.bytes(), at_once = std::clamp<int64_t>(most_bytes / bytes, 1, std::min(p.batches, largest_z));
    Temporary copies(handle);
    BLAS_TRY(copies.take(bytes * at_once));
    a.memory = static_cast<Pair *>(copies.memory);
    b.memory = a.memory + a.bytes() / sizeof(Pair) * at_once;
    for (int64_t first = 0; first < p.batches; first += at_once) {
        const int64_t batches = std::min(at_once, p.batches - first);
        BLAS_TRY(copy_factor(handle, p, p.a, p.m, first, batches, a));
        BLAS_TRY(copy_factor(handle, p, p.b, p.n, first, batches, b));
        const PanelProduct<TC> product = {p.m, p.n, first, a, b, p.c, p.alpha, p.beta};
        BLAS_TRY(launch(handle, multiply_panels<TC>, dim3(b.count / column_panels, a.count / row_panels, batches), dim3(lanes), product));
    }
    return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace

hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<float, float, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Half, Half, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Half, float, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Bfloat16, Bfloat16, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Bfloat16, float, float> &p) { return launch_product(handle, p); }

}  // namespace blas
