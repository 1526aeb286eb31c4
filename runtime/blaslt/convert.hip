// convert.hip: kernels that give matrices elements of another type, and another order.
//
// Called by multiply.hip and transform.hip.
#include "convert.h"

namespace blaslt {

using blas::element_block, blas::grid_of, blas::launch;

__global__ void convert_elements(Conversion p) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.rows || j >= p.columns) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z) {
        float value = load<float>(p.from, p.from.place(batch, i, j));
        if (p.scale) value *= p.scale[p.scaled == Conversion::by_row ? i : p.scaled == Conversion::by_column ? j : 0];
        store(p.to, p.to.place(batch, i, j), rounded(p.between, value));
    }
}
hipblasStatus_t convert(const Handle &handle, const Conversion &what) {
    return launch(handle, convert_elements, grid_of(what.rows, what.columns, what.batches), element_block, what);
}

__device__ static float term(const Term &t, int64_t batch, int i, int j) {
    const float factor = t.factor.get();
    return t.matrix.first && factor != 0 ? factor * load<float>(t.matrix, batch * t.matrix.stride + i * t.row + j * t.column) : 0;
}
__global__ void transform_elements(Transform p) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= p.m || j >= p.n) return;
    for (int64_t batch = blockIdx.z; batch < p.batches; batch += gridDim.z)
        store(p.c.matrix, batch * p.c.matrix.stride + i * p.c.row + j * p.c.column, term(p.a, batch, i, j) + term(p.b, batch, i, j));
}
hipblasStatus_t transform(const Handle &handle, const Transform &what) {
    return launch(handle, transform_elements, grid_of(what.m, what.n, what.batches), element_block, what);
}

}  // namespace blaslt
