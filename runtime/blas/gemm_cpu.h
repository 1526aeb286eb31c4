// gemm_cpu.h: products of floats, of what floats hold, and of doubles, on lavapipe (gemm_cpu.hip).
//
// Called by gemm.h.
#pragma once

#include "product.h"

namespace blas {

// What is asked of gemm_cpu.hip's kernels: a CPU whose subgroups they are written for, and a product large enough to pay for its copies.
inline bool suits_panels(const Handle &handle, int m, int n, int k, int64_t batches) {
    constexpr int64_t rows = 40, columns = 24;
    const int64_t area = divide_up(m, rows) * rows * divide_up(n, columns) * columns;
    return handle.is_cpu && handle.subgroup_lanes == 8 && k >= 16 && int64_t(m) * n * k * batches >= 64 * 64 * 64 && 2 * area <= 3 * int64_t(m) * n;
}

hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<float, float, float> &p);
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<double, double, double> &p);
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Half, Half, float> &p);
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Half, float, float> &p);
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Bfloat16, Bfloat16, float> &p);
hipblasStatus_t launch_on_panels(const Handle &handle, const Gemm<Bfloat16, float, float> &p);

}  // namespace blas
