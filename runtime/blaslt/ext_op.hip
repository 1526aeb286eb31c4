// ext_op.hip: softmax, layer normalisation and the largest size of an element: hipblaslt-ext-op.h.
//
// Called by programs. A block has a row; of the largest, as many elements as there are.
#include <hipblaslt/hipblaslt-ext-op.h>

#include "elements.h"
#include "problem.h"

namespace blaslt {

using blas::launch;

constexpr int threads = 256;

// What all threads of the block have, by `of`, in the same order each time.
template <class Of> __device__ static float reduced(float own, Of of) {
    __shared__ float values[threads];
    values[threadIdx.x] = own;
    for (int half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] = of(values[threadIdx.x], values[threadIdx.x + half]);
    }
    __syncthreads();
    const float result = values[0];
    __syncthreads();
    return result;
}
__device__ static float sum_of(float own) {
    return reduced(own, [](float a, float b) { return a + b; });
}

__global__ void softmax_rows(float *to, const float *from, uint32_t n) {
    const bool there = threadIdx.x < n;
    const int64_t place = int64_t(blockIdx.x) * n + threadIdx.x;
    const float x = there ? from[place] : -INFINITY, largest = reduced(x, [](float a, float b) { return fmaxf(a, b); });
    const float power = there ? expf(x - largest) : 0, sum = sum_of(power);
    if (there) to[place] = power / sum;
}

__global__ void normalise_rows(float *to, float *means, float *inverses, const float *from, uint32_t n, float eps, const float *gamma, const float *beta) {
    const float *const x = from + int64_t(blockIdx.x) * n;
    float own = 0;
    for (uint32_t i = threadIdx.x; i < n; i += threads) own += x[i];
    const float mean = sum_of(own) / n;
    own = 0;
    for (uint32_t i = threadIdx.x; i < n; i += threads) own += (x[i] - mean) * (x[i] - mean);
    const float inverse = 1 / sqrtf(sum_of(own) / n + eps);
    for (uint32_t i = threadIdx.x; i < n; i += threads) {
        float y = (x[i] - mean) * inverse;
        if (gamma) y *= gamma[i];
        if (beta) y += beta[i];
        to[int64_t(blockIdx.x) * n + i] = y;
    }
    if (threadIdx.x == 0) means[blockIdx.x] = mean, inverses[blockIdx.x] = inverse;
}

// Floats' bits are ordered as they are; a NaN is largest. `scaled` may have no memory.
__global__ void find_largest(uint32_t *largest, Matrix from, Matrix scaled, const float *scale, int64_t count) {
    uint32_t own = 0;
    for (int64_t i = blas::global_index(); i < count; i += int64_t(gridDim.x) * threads) {
        const float x = load<float>(from, i);
        own = max(own, __float_as_uint(fabsf(x)));
        if (scaled.first) store(scaled, i, x * *scale);
    }
    __shared__ uint32_t of[threads];
    of[threadIdx.x] = own;
    for (int half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) of[threadIdx.x] = max(of[threadIdx.x], of[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) atomicMax(largest, of[0]);
}
__global__ void store_largest(Matrix to, const uint32_t *largest) { store(to, 0, __uint_as_float(*largest)); }

static Handle on(hipStream_t stream) {
    Handle handle;
    handle.stream = stream;
    return handle;
}

static hipblasStatus_t largest(const Handle &handle, const Matrix &to, const Matrix &from, const Matrix &scaled, const float *scale, int64_t count) {
    blas::Temporary memory(handle);
    BLAS_TRY(memory.take(sizeof(uint32_t)));
    uint32_t *const bits = static_cast<uint32_t *>(memory.memory);
    BLAS_TRY(blas::status_of(hipMemsetAsync(bits, 0, sizeof *bits, handle.stream)));
    BLAS_TRY(launch(handle, find_largest, dim3(std::min<int64_t>(blas::divide_up(count, threads), 1024)), dim3(threads), bits, from, scaled, scale, count));
    return launch(handle, store_largest, dim3(1), dim3(1), to, bits);
}

static bool is_plain_float(hipDataType type) { return type == HIP_R_32F || type == HIP_R_16F; }

}  // namespace blaslt

using namespace blaslt;

hipblasStatus_t hipblasltExtSoftmax(hipDataType datatype, uint32_t m, uint32_t n, uint32_t dim, void *output, void *input, hipStream_t stream) {
    if (datatype != HIP_R_32F) return missing("hipblasltExtSoftmax", "this type");
    if (dim != 1) return missing("hipblasltExtSoftmax", "this dimension");
    if (n > threads) return HIPBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!output || !input) return HIPBLAS_STATUS_INVALID_VALUE;
    return launch(on(stream), softmax_rows, dim3(m), dim3(threads), static_cast<float *>(output), static_cast<const float *>(input), n);
}

hipblasStatus_t hipblasltExtLayerNorm(hipDataType datatype, void *output, void *mean, void *invvar, void *input, uint32_t m, uint32_t n, float eps, void *gamma, void *beta,
                                      hipStream_t stream) {
    if (datatype != HIP_R_32F) return missing("hipblasltExtLayerNorm", "this type");
    if (!output || !mean || !invvar || !input || m == 0 || n == 0) return HIPBLAS_STATUS_INVALID_VALUE;
    const auto floats = [](void *pointer) { return static_cast<float *>(pointer); };
    return launch(on(stream), normalise_rows, dim3(m), dim3(threads), floats(output), floats(mean), floats(invvar), floats(input), n, eps, floats(gamma),
                  floats(beta));
}

hipblasStatus_t hipblasltExtAMax(const hipDataType datatype, const hipDataType outDatatype, void *output, void *input, uint32_t m, uint32_t n,
                                 hipStream_t stream) {
    if (!is_plain_float(datatype) || !is_plain_float(outDatatype)) return missing("hipblasltExtAMax", "this type");
    if (!output || !input || m == 0 || n == 0) return HIPBLAS_STATUS_INVALID_VALUE;
    return largest(on(stream), {output, outDatatype, 0, 0}, {input, datatype, 0, 0}, {}, nullptr, int64_t(m) * n);
}

hipblasStatus_t hipblasltExtAMaxWithScale(const hipDataType datatype, const hipDataType outDatatype, const hipDataType scaleDatatype, void *output, void *outputD, void *input,
                                          void *inputScale, uint32_t m, uint32_t n, hipStream_t stream) {
    const bool is_scaled = scaleDatatype == HIP_R_8F_E4M3_FNUZ || scaleDatatype == HIP_R_8F_E5M2_FNUZ;
    if (datatype != HIP_R_32F || !is_plain_float(outDatatype) || !is_scaled) return missing("hipblasltExtAMaxWithScale", "this type");
    if (!output || !outputD || !input || !inputScale || m == 0 || n == 0) return HIPBLAS_STATUS_INVALID_VALUE;
    return largest(on(stream), {output, outDatatype, 0, 0}, {input, datatype, 0, 0}, {outputD, scaleDatatype, 0, 0}, static_cast<const float *>(inputScale),
                   int64_t(m) * n);
}
