// finish.hip: the kernels behind a product: scalars, C, bias, activation, scales, rounding; the largest element; the gradient of a bias.
//
// Called by multiply.hip.
#include "finish.h"

namespace blaslt {

using blas::element_block, blas::grid_of, blas::launch;

// Integers wrap.
__device__ static float times(float a, float b) { return a * b; }
__device__ static int32_t times(int32_t a, int32_t b) { return int32_t(uint32_t(a) * uint32_t(b)); }
__device__ static float plus(float a, float b) { return a + b; }
__device__ static int32_t plus(int32_t a, int32_t b) { return int32_t(uint32_t(a) + uint32_t(b)); }

constexpr float gelu_1 = 0.7978845608028654f, gelu_3 = 0.044715f;  // sqrt(2 / pi)

template <class F> __device__ static float activated(const F &p, float x) {
    switch (p.parts.activation) {
        case Activation::none: return x;
        case Activation::relu: return fmaxf(x, 0);
        case Activation::gelu: return 0.5f * x * (1 + tanhf(gelu_1 * x * (1 + gelu_3 * x * x)));
        case Activation::swish: return x / (1 + expf(-x));
        case Activation::clamp: return fmaxf(p.argument_0, fminf(x, p.argument_1));
    }
}
template <class F> __device__ static int32_t activated(const F &p, int32_t x) { return p.parts.activation == Activation::relu && x < 0 ? 0 : x; }

// Of ReLU and GELU, at x.
template <class F> __device__ static float derivative(const F &p, float x) {
    if (p.parts.activation == Activation::relu) return x > 0 ? 1 : 0;
    const float t = tanhf(gelu_1 * x * (1 + gelu_3 * x * x)), falls = 1 - t * t;
    // Far out the tangent is flat, and the polynomial may be infinite.
    return 0.5f * (1 + t) + (falls == 0 ? 0 : 0.5f * x * falls * gelu_1 * (1 + 3 * gelu_3 * x * x));
}

// Element (i, j): its size before D's scale.
template <class Sum, class Work> __device__ static float finish_element(const Finish<Sum, Work> &p, int64_t batch, int i, int j, Work alpha, Work beta) {
    const int row = p.across ? j : i, column = p.across ? i : j;
    Sum *const sum = p.product ? p.product + batch * p.stride + i + j * p.ld : nullptr;
    Work value = 0;
    if (sum) {
        value = times(Work(*sum), alpha);
        if (p.alphas) value = times(value, p.alphas[row]);
    }
    if constexpr (std::is_same_v<Work, float>) {
        if (p.scale_a) value *= p.scale_a[p.vector_a ? row : 0];
        if (p.scale_b) value *= p.scale_b[p.vector_b ? column : 0];
        if (p.scale_c && beta != 0) beta *= *p.scale_c;
    }
    // BLAS: where beta is zero, C is not read (there may be NaNs in it).
    if (beta != 0) value = plus(value, times(beta, load<Work>(p.c, p.c.place(batch, i, j))));
    if (p.parts.bias) value = plus(value, load<Work>(p.bias, batch * p.bias.stride + row));
    if constexpr (std::is_same_v<Work, float>) {
        const int64_t place = p.aux.place(batch, i, j);
        if (p.parts.writes_aux) store(p.aux, place, p.scale_aux ? value * *p.scale_aux : value);
        value = p.parts.reads_aux ? value * derivative(p, load<float>(p.aux, place)) : activated(p, value);
        if (p.keeps && sum) *sum = Sum(value);
        store(p.d, p.d.place(batch, i, j), p.scale_d ? value * *p.scale_d : value);
    } else {
        value = activated(p, value);
        store(p.d, p.d.place(batch, i, j), value);
    }
    return fabsf(float(value));
}

template <bool amax, class Sum, class Work> __global__ void finish_elements(Finish<Sum, Work> p) {
    constexpr int threads = element_block.x * element_block.y;
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    const Work alpha = p.alpha.get(), beta = p.beta.get();
    uint32_t largest = 0;  // a NaN is largest
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z)
        if (i < p.m && j < p.n) largest = max(largest, __float_as_uint(finish_element(p, batch, i, j, alpha, beta)));
    if constexpr (amax) {
        __shared__ uint32_t of[threads];
        const int own = threadIdx.x + threadIdx.y * element_block.x;
        of[own] = largest;
        for (int half = threads / 2; half > 0; half /= 2) {
            __syncthreads();
            if (own < half && of[own + half] > of[own]) of[own] = of[own + half];
        }
        if (own == 0) atomicMax(p.amax, of[0]);
    }
}

template <class Sum, class Work> static hipblasStatus_t launch_finish(const Handle &handle, const Finish<Sum, Work> &what) {
    const dim3 grid = grid_of(what.m, what.n, what.batches);
    if constexpr (std::is_same_v<Work, float>)
        if (what.amax) {
            BLAS_TRY(blas::status_of(hipMemsetAsync(what.amax, 0, sizeof *what.amax, handle.stream)));
            return launch(handle, finish_elements<true, Sum, Work>, grid, element_block, what);
        }
    return launch(handle, finish_elements<false, Sum, Work>, grid, element_block, what);
}
hipblasStatus_t finish(const Handle &handle, const Finish<float, float> &what) { return launch_finish(handle, what); }
hipblasStatus_t finish(const Handle &handle, const Finish<int32_t, float> &what) { return launch_finish(handle, what); }
hipblasStatus_t finish(const Handle &handle, const Finish<int32_t, int32_t> &what) { return launch_finish(handle, what); }

// A block has 32 rows, of which eight threads each sum every eighth element; those of one row are added in their order.
__global__ void add_rows(RowSums p) {
    __shared__ float part[element_block.y][element_block.x];
    const int row = blockIdx.x * element_block.x + threadIdx.x;
    float sum = 0;
    if (row < p.rows)
        for (int j = threadIdx.y; j < p.columns; j += element_block.y) sum += load<float>(p.from, row * p.row + j * p.column);
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y != 0 || row >= p.rows) return;
    for (int y = 1; y < element_block.y; y++) sum += part[y][threadIdx.x];
    store(p.to, row, sum);
}
hipblasStatus_t sum_rows(const Handle &handle, const RowSums &what) {
    return launch(handle, add_rows, dim3(blas::divide_up(what.rows, element_block.x)), element_block, what);
}

}  // namespace blaslt
