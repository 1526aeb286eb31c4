// reduce.hip: many ranks' elements become one.
//
// One kernel a type, the operation is an argument. A thread takes 16 bytes of each rank where they are aligned, as much of it comes from the host's memory.
#include "reduce.h"

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>

#include <algorithm>
#include <type_traits>

#include "said.h"

namespace rccl {
namespace {

// An element as it is stored, and what is calculated in.
template <class T>
struct Plain {
    using Wide = T;
    T bits;
    __device__ T wide() const { return bits; }
    __device__ void put(T value) { bits = value; }
};
struct Half {
    using Wide = float;
    uint16_t bits;
    __device__ float wide() const { return __half2float(__ushort_as_half(bits)); }
    __device__ void put(float value) { bits = __half_as_ushort(__float2half(value)); }
};
struct Brain {
    using Wide = float;
    uint16_t bits;
    __device__ float wide() const { return __uint_as_float(uint32_t(bits) << 16); }
    __device__ void put(float value) { bits = __bfloat16_as_ushort(__float2bfloat16(value)); }
};
template <__hip_fp8_interpretation_t format>
struct Eight {
    using Wide = float;
    uint8_t bits;
    __device__ float wide() const { return hipvk::fp8_to_float(bits, format); }
    __device__ void put(float value) { bits = __hip_cvt_float_to_fp8(value, __HIP_SATFINITE, format); }
};

__device__ inline float larger(float a, float b) { return fmaxf(a, b); }
__device__ inline double larger(double a, double b) { return fmax(a, b); }
__device__ inline float smaller(float a, float b) { return fminf(a, b); }
__device__ inline double smaller(double a, double b) { return fmin(a, b); }

template <class W>
__device__ W combined(int op, W a, W b) {
    if constexpr (std::is_integral_v<W>) {
        using U = std::make_unsigned_t<W>;
        switch (op) {
            case ncclProd: return W(uint64_t(U(a)) * uint64_t(U(b)));
            case ncclMax: return a > b ? a : b;
            case ncclMin: return a < b ? a : b;
            default: return W(U(a) + U(b));
        }
    } else {
        switch (op) {
            case ncclProd: return a * b;
            case ncclMax: return larger(a, b);
            case ncclMin: return smaller(a, b);
            default: return a + b;
        }
    }
}
template <class W>
__device__ W divided(int op, W sum, int ranks) {
    if (op != ncclAvg) return sum;
    if constexpr (!std::is_integral_v<W>) return sum / W(ranks);
    return std::is_signed_v<W> ? W(int64_t(sum) / ranks) : W(uint64_t(sum) / unsigned(ranks));
}

template <class E>
struct alignas(16) Pack {
    static constexpr int SIZE = 16 / int(sizeof(E));
    E elements[SIZE];
};

template <class E>
__global__ void reduce_kernel(const char *const *table, uint64_t at, int ranks, E *out, uint64_t count, int op) {
    using Wide = typename E::Wide;
    constexpr int N = Pack<E>::SIZE;
    const uint64_t first = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x, step = uint64_t(gridDim.x) * blockDim.x;
    const uint64_t packs = (at | reinterpret_cast<uint64_t>(out)) % 16 == 0 ? count / N : 0;
    for (uint64_t i = first; i < packs; i += step) {
        Pack<E> pack = reinterpret_cast<const Pack<E> *>(table[0] + at)[i];
        Wide sums[N];
        for (int e = 0; e < N; e++) sums[e] = pack.elements[e].wide();
        for (int rank = 1; rank < ranks; rank++) {
            pack = reinterpret_cast<const Pack<E> *>(table[rank] + at)[i];
            for (int e = 0; e < N; e++) sums[e] = combined(op, sums[e], pack.elements[e].wide());
        }
        for (int e = 0; e < N; e++) pack.elements[e].put(divided(op, sums[e], ranks));
        reinterpret_cast<Pack<E> *>(out)[i] = pack;
    }
    for (uint64_t i = packs * N + first; i < count; i += step) {
        Wide sum = reinterpret_cast<const E *>(table[0] + at)[i].wide();
        for (int rank = 1; rank < ranks; rank++) sum = combined(op, sum, reinterpret_cast<const E *>(table[rank] + at)[i].wide());
        out[i].put(divided(op, sum, ranks));
    }
}

template <class E>
__global__ void scale_kernel(const E *in, E *out, uint64_t count, const E *on_device, uint64_t bits) {
    const uint64_t first = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x, step = uint64_t(gridDim.x) * blockDim.x;
    E scalar;
    if (on_device)
        scalar = *on_device;
    else
        __builtin_memcpy(&scalar, &bits, sizeof scalar);
    for (uint64_t i = first; i < count; i += step) out[i].put(combined(ncclProd, in[i].wide(), scalar.wide()));
}

template <class W>
__global__ void copy_kernel(W *to, const W *from, uint64_t count) {
    const uint64_t step = uint64_t(gridDim.x) * blockDim.x;
    for (uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) to[i] = from[i];
}

unsigned blocks_for(uint64_t threads) { return unsigned(std::clamp<uint64_t>((threads + 255) / 256, 1, 2048)); }

// Calls `body` with an element of the type.
template <class Body>
void with_type(ncclDataType_t type, Body body) {
    switch (type) {
        case ncclInt8: return body(Plain<int8_t>());
        case ncclUint8: return body(Plain<uint8_t>());
        case ncclInt32: return body(Plain<int32_t>());
        case ncclUint32: return body(Plain<uint32_t>());
        case ncclInt64: return body(Plain<int64_t>());
        case ncclUint64: return body(Plain<uint64_t>());
        case ncclFloat16: return body(Half());
        case ncclFloat32: return body(Plain<float>());
        case ncclFloat64: return body(Plain<double>());
        case ncclBfloat16: return body(Brain());
        case ncclFloat8e4m3: return body(Eight<__HIP_E4M3>());
        default: return body(Eight<__HIP_E5M2>());
    }
}

}  // namespace

ncclResult_t reduce_ranks(const Reducing &what, void *out, uint64_t count, hipStream_t stream) {
    with_type(what.type, [&](auto element) {
        using E = decltype(element);
        reduce_kernel<E><<<blocks_for(count / Pack<E>::SIZE), 256, 0, stream>>>(what.table, what.at, what.ranks, static_cast<E *>(out), count, what.op);
    });
    RCCL_HIP(hipGetLastError());
    return ncclSuccess;
}

ncclResult_t scale(const Reduction &reduction, ncclDataType_t type, const void *in, void *out, uint64_t count, hipStream_t stream) {
    with_type(type, [&](auto element) {
        using E = decltype(element);
        const auto *scalar = static_cast<const E *>(reduction.on_device);
        scale_kernel<E><<<blocks_for(count), 256, 0, stream>>>(static_cast<const E *>(in), static_cast<E *>(out), count, scalar, reduction.bits);
    });
    RCCL_HIP(hipGetLastError());
    return ncclSuccess;
}

ncclResult_t copy_by_kernel(void *to, const void *from, size_t bytes, hipStream_t stream) {
    const auto copy = [&](auto word) {
        using W = decltype(word);
        copy_kernel<W><<<blocks_for(bytes / sizeof(W)), 256, 0, stream>>>(static_cast<W *>(to), static_cast<const W *>(from), bytes / sizeof(W));
    };
    switch (const uint64_t together = reinterpret_cast<uint64_t>(to) | reinterpret_cast<uint64_t>(from) | bytes; together & -together) {
        case 1: copy(uint8_t()); break;
        case 2: copy(uint16_t()); break;
        case 4: copy(uint32_t()); break;
        case 8: copy(uint64_t()); break;
        default: copy(uint4()); break;
    }
    RCCL_HIP(hipGetLastError());
    return ncclSuccess;
}

ncclResult_t copy(const Operation &operation, void *to, const void *from, size_t bytes, hipStream_t stream) {
    if (operation.foreign) return copy_by_kernel(to, from, bytes, stream);
    RCCL_HIP(hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream));
    return ncclSuccess;
}

}  // namespace rccl
