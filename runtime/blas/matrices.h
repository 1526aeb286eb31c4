// matrices.h: products of matrices that a subgroup of the device calculates together (VK_KHR_cooperative_matrix), for kernels.
//
// C++ has no values for what the lanes of a subgroup hold together, so matrices have numbers, which must be constants once loops are unrolled: slots
// for each use, which the compiler (spirv-gen: passes/device/matrices.rs) makes registers of. All lanes of a subgroup come to each operation together.
// Used by gemm_matrix.h.
#pragma once

#include <hip/hip_runtime.h>

// Numbers are constants. A matrix lies in shared memory, begins at a multiple of 16 bytes, and so does each of its rows or, with `by_columns`, columns:
// `stride` bytes behind each other.
extern "C" __device__ void __hip_vk_matrix_zero(int shape, int slot);
extern "C" __device__ void __hip_vk_matrix_load(int shape, int use, int slot, const void *at, int stride, int by_columns);
extern "C" __device__ void __hip_vk_matrix_store(int shape, int slot, void *at, int stride, int by_columns);
extern "C" __device__ void __hip_vk_matrix_multiply(int shape, int sums, int a, int b);

namespace blas {

// Square matrices of half floats, or of bfloat16, with `side` rows, whose products are summed in floats by subgroups of `lanes`.
template <int Side, int Lanes, bool bfloat> struct Matrices {
    static constexpr int side = Side, lanes = Lanes;
    static constexpr int shape = side | lanes << 8 | bfloat << 16;

    __device__ static void zero(int sums) { __hip_vk_matrix_zero(shape, sums); }
    __device__ static void load_a(int slot, const void *at, int stride, bool by_columns) { __hip_vk_matrix_load(shape, 0, slot, at, stride, by_columns); }
    __device__ static void load_b(int slot, const void *at, int stride, bool by_columns) { __hip_vk_matrix_load(shape, 1, slot, at, stride, by_columns); }
    __device__ static void store(int sums, void *at, int stride, bool by_columns) { __hip_vk_matrix_store(shape, sums, at, stride, by_columns); }
    // sums += a * b
    __device__ static void multiply(int sums, int a, int b) { __hip_vk_matrix_multiply(shape, sums, a, b); }
};

// hipvk's own device attributes: rows of the matrices of half floats that a subgroup multiplies, 0 if none, the subgroup's lanes, and rows of
// matrices of bfloat16.
constexpr hipDeviceAttribute_t matrix_side_attribute = hipDeviceAttribute_t(20001), subgroup_lanes_attribute = hipDeviceAttribute_t(20002),
                               bfloat_side_attribute = hipDeviceAttribute_t(20003);

}  // namespace blas
