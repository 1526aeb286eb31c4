// gemm_cpu.hip: C = alpha op(A) op(B) + beta C on lavapipe, where the threads of a subgroup are the lanes of one vector.
//
// There a load is eight loads, each behind a test of its lane, whatever the addresses; so what counts is how much is calculated with what one has
// brought. A and B are copied first, as floats or doubles, into panels of eight rows: two floats that are neighbours along k are one load of 64 bits
// a lane. A subgroup then calculates 40 rows of 24 columns. Lanes are rows; an element of B, which one lane has loaded, reaches the others by a
// broadcast, an instruction (`__hip_vk_subgroup_broadcast`). The loop is as long as a processor's cache of decoded instructions takes it: with twice
// the code it is slower.
// Measured on a Zen 3: 31 GFLOP/s a core; OpenBLAS has 92, gemm.h's kernel 2.4.
// Called by gemm.h (gemm_cpu.h).
#include "gemm_cpu.h"

// What lane `lane` of a subgroup holds, where subgroups have `lanes` of them (both are constants): spirv-gen, passes/device/matrices.rs.
extern "C" __device__ unsigned __hip_vk_subgroup_broadcast(unsigned value, int lanes, int lane);
extern "C" __device__ uint64_t __hip_vk_subgroup_broadcast64(uint64_t value, int lanes, int lane);

namespace blas {

namespace {

constexpr int lanes = 8;
// A subgroup's part of C, in panels, and how many words along k a turn of its loop takes.
constexpr int row_panels = 5, column_panels = 3, columns = column_panels * lanes, words_at_once = 2;

// What one load brings: elements that follow each other along k.
using Word = uint64_t;
template <class Acc> constexpr int of_a_word = sizeof(Word) / sizeof(Acc);
__device__ Word word(const float (&elements)[2]) {
    return __builtin_bit_cast(unsigned, elements[0]) | Word(__builtin_bit_cast(unsigned, elements[1])) << 32;
}
__device__ Word word(const double (&elements)[1]) { return __builtin_bit_cast(Word, elements[0]); }
template <class Acc> __device__ Acc element(Word w, int which) {
    if constexpr (sizeof(Acc) == sizeof(Word)) return __builtin_bit_cast(Acc, w);
    else return __builtin_bit_cast(Acc, unsigned(w >> 32 * which));
}
__device__ float broadcast(float value, int lane) {
    return __builtin_bit_cast(float, __hip_vk_subgroup_broadcast(__builtin_bit_cast(unsigned, value), lanes, lane));
}
__device__ double broadcast(double value, int lane) {
    return __builtin_bit_cast(double, __hip_vk_subgroup_broadcast64(__builtin_bit_cast(Word, value), lanes, lane));
}

// The panels of a factor's matrices one after the other: for each word along k its eight rows.
struct Panels {
    Word *memory;
    int count, words;  // of a matrix; beyond it they are zero
    __device__ Word *at(int64_t batch, int panel) const { return memory + (batch * count + panel) * words * lanes; }
    size_t bytes() const { return sizeof(Word) * lanes * count * words; }
};

constexpr int copying_threads = 64, copied_words = 64;  // a thread copies so many

template <class T, class Acc>
__global__ __launch_bounds__(copying_threads) void copy_to_panels(Operand<T> from, int rows, int depth, int64_t first_batch, Panels to, Scalar<Acc> alpha) {
    const int lane = threadIdx.x % lanes, panel = blockIdx.y * (copying_threads / lanes) + threadIdx.x / lanes, row = panel * lanes + lane;
    // BLAS: where alpha is zero, A and B are not read.
    if (panel >= to.count || alpha.get() == 0) return;
    const T *const line = from.matrix.at(first_batch + blockIdx.z) + row * from.row;
    Word *const panel_of = to.at(blockIdx.z, panel) + lane;
    const int end = min(int(blockIdx.x + 1) * copied_words, to.words);
    constexpr int each = of_a_word<Acc>;
    for (int i = blockIdx.x * copied_words; i < end; i++) {
        Acc elements[each];
#pragma unroll
        for (int e = 0; e < each; e++) elements[e] = row < rows && each * i + e < depth ? Acc(line[(each * i + e) * from.column]) : Acc(0);
        panel_of[int64_t(i) * lanes] = word(elements);
    }
}

template <class TC, class Acc> struct PanelProduct {
    int m, n;
    int64_t first_batch;
    Panels a, b;
    View<TC> c;
    Scalar<Acc> alpha, beta;
};

// A block is one subgroup.
template <class TC, class Acc> __global__ __launch_bounds__(lanes) void multiply_panels(PanelProduct<TC, Acc> p) {
    const int lane = threadIdx.x, batch = blockIdx.z;
    const Word *a[row_panels], *b[column_panels];
#pragma unroll
    for (int i = 0; i < row_panels; i++) a[i] = p.a.at(batch, blockIdx.y * row_panels + i) + lane;
#pragma unroll
    for (int j = 0; j < column_panels; j++) b[j] = p.b.at(batch, blockIdx.x * column_panels + j) + lane;
    Acc sum[row_panels][columns];
#pragma unroll
    for (int i = 0; i < row_panels; i++)
#pragma unroll
        for (int j = 0; j < columns; j++) sum[i][j] = 0;
    const Acc alpha = p.alpha.get(), beta = p.beta.get();
    const int words = alpha == 0 ? 0 : p.a.words;
    constexpr int each = of_a_word<Acc>;
    for (int k = 0; k < words; k += words_at_once) {
        Word of_a[row_panels][words_at_once], of_b[column_panels][words_at_once];
#pragma unroll
        for (int l = 0; l < words_at_once; l++) {
#pragma unroll
            for (int i = 0; i < row_panels; i++) of_a[i][l] = a[i][(k + l) * lanes];
#pragma unroll
            for (int j = 0; j < column_panels; j++) of_b[j][l] = b[j][(k + l) * lanes];
        }
        // Column by column, so that one's sums are in registers meanwhile.
#pragma unroll
        for (int j = 0; j < columns; j++)
#pragma unroll
            for (int l = 0; l < each * words_at_once; l++) {
                const Acc factor = broadcast(element<Acc>(of_b[j / lanes][l / each], l % each), j % lanes);
#pragma unroll
                for (int i = 0; i < row_panels; i++) sum[i][j] += element<Acc>(of_a[i][l / each], l % each) * factor;
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
            at = beta == 0 ? TC(alpha * sum[i][j]) : TC(alpha * sum[i][j] + beta * Acc(at));
        }
}

// Panels of a factor with so many rows, `at_once` of which are multiplied together.
template <class Acc> Panels panels_of(int rows, int depth, int at_once) {
    const int count = int(divide_up(rows, lanes * at_once)) * at_once, words = int(divide_up(depth, of_a_word<Acc> * words_at_once)) * words_at_once;
    return {nullptr, count, words};
}

template <class T, class TC, class Acc>
hipblasStatus_t copy_factor(const Handle &handle, const Gemm<T, TC, Acc> &p, const Operand<T> &from, int rows, int64_t first, int64_t batches, Panels to) {
    const dim3 grid(divide_up(to.words, copied_words), divide_up(to.count, copying_threads / lanes), batches);
    return launch(handle, copy_to_panels<T, Acc>, grid, dim3(copying_threads), from, rows, p.k, first, to, p.alpha);
}

template <class T, class TC, class Acc> hipblasStatus_t launch_product(const Handle &handle, const Gemm<T, TC, Acc> &p) {
    constexpr int64_t most_bytes = 256 << 20;
    Panels a = panels_of<Acc>(p.m, p.k, row_panels), b = panels_of<Acc>(p.n, p.k, column_panels);
    const int64_t bytes = a.bytes() + b.bytes(), at_once = std::clamp<int64_t>(most_bytes / bytes, 1, std::min(p.batches, largest_z));
    Temporary copies(handle);
    BLAS_TRY(copies.take(bytes * at_once));
    a.memory = static_cast<Word *>(copies.memory);
    b.memory = a.memory + a.bytes() / sizeof(Word) * at_once;
    for (int64_t first = 0; first < p.batches; first += at_once) {
        const int64_t batches = std::min(at_once, p.batches - first);
        BLAS_TRY(copy_factor(handle, p, p.a, p.m, first, batches, a));
        BLAS_TRY(copy_factor(handle, p, p.b, p.n, first, batches, b));
        const PanelProduct<TC, Acc> product = {p.m, p.n, first, a, b, p.c, p.alpha, p.beta};
        BLAS_TRY(launch(handle, multiply_panels<TC, Acc>, dim3(b.count / column_panels, a.count / row_panels, batches), dim3(lanes), product));
    }
    return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace

hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<float, float, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<double, double, double> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Half, Half, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Half, float, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Bfloat16, Bfloat16, float> &p) { return launch_product(handle, p); }
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Bfloat16, float, float> &p) { return launch_product(handle, p); }

}  // namespace blas
