// elementwise.hip: level 1's functions that change vectors element by element: axpy, copy, swap, scal, rot and rotm, in all forms, and those of
// types that are arguments, AxpyEx, ScalEx and RotEx.
//
// Called by programs. One kernel, which is told by an operation (elementwise.h) what to do with the elements of its threads.
#include "elementwise.h"
#include "forms.h"

namespace blas {

template <class Operation> __global__ void each_element(Operation operation, int64_t batches) {
    const int64_t first = blockIdx.x * int64_t(blockDim.x) + threadIdx.x, step = gridDim.x * int64_t(blockDim.x);
    for (int64_t batch = blockIdx.z; batch < batches; batch += gridDim.z) operation.run(batch, first, step);
}

template <class Operation> static hipblasStatus_t run(hipblasHandle_t handle, const Operation &operation, int64_t batches) {
    const dim3 grid(std::min<int64_t>(divide_up(operation.n, 256), 4096), 1, batch_blocks(batches));
    return launch(*static_cast<const Handle *>(handle), each_element<Operation>, grid, dim3(256), operation, batches);
}

// rocBLAS: "quick return if n <= 0 or batch_count <= 0"; then "invalid_pointer" for what is null.
#define BLAS_CHECK_VECTORS(nothing, null)                                                                                                   \
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;                                                                                      \
    if (n <= 0 || batches <= 0 || (nothing)) return HIPBLAS_STATUS_SUCCESS;                                                                  \
    if (null) return HIPBLAS_STATUS_INVALID_VALUE

template <class T>
static hipblasStatus_t axpy(hipblasHandle_t handle, int64_t n, const void *alpha, View<const T> x, View<T> y, int64_t batches,
                            Stored alpha_as = stored_as<T>) {
    BLAS_CHECK_VECTORS(false, !alpha);
    const auto factor = scalar<Wide<T>>(*static_cast<const Handle *>(handle), alpha, alpha_as);
    BLAS_CHECK_VECTORS(factor.is(Wide<T>(0)), x.is_null() || y.is_null());
    return run(handle, Axpy<T>{n, factor, x, y}, batches);
}
template <class T> static hipblasStatus_t copy(hipblasHandle_t handle, int64_t n, View<const T> x, View<T> y, int64_t batches) {
    BLAS_CHECK_VECTORS(false, x.is_null() || y.is_null());
    return run(handle, Copy<T>{n, x, y}, batches);
}
template <class T> static hipblasStatus_t swap(hipblasHandle_t handle, int64_t n, View<T> x, View<T> y, int64_t batches) {
    BLAS_CHECK_VECTORS(false, x.is_null() || y.is_null());
    return run(handle, Swap<T>{n, x, y}, batches);
}
// "quick return if n <= 0 or incx <= 0".
template <class S, class T>
static hipblasStatus_t scal(hipblasHandle_t handle, int64_t n, const void *alpha, View<T> x, int64_t batches, Stored alpha_as = Stored::plain) {
    BLAS_CHECK_VECTORS(x.ld <= 0, !alpha || x.is_null());
    return run(handle, Scal<T, S>{n, scalar<S>(*static_cast<const Handle *>(handle), alpha, alpha_as), x}, batches);
}
// c is real; of a complex one, which RotEx may get, that is the first half.
template <class S, class T>
static hipblasStatus_t rot(hipblasHandle_t handle, int64_t n, View<T> x, View<T> y, const void *c, const void *s, int64_t batches,
                           Stored cs_as = Stored::plain) {
    BLAS_CHECK_VECTORS(false, !c || !s || x.is_null() || y.is_null());
    const Handle &context = *static_cast<const Handle *>(handle);
    return run(handle, Rot<T, S>{n, x, y, scalar<Real<Wide<T>>>(context, c, cs_as), scalar<S>(context, s, cs_as)}, batches);
}
// In host mode numbers that are the same for all vectors lie in host memory, as rocBLAS has it; those of batches are in device memory.
template <class T> static hipblasStatus_t rotm(hipblasHandle_t handle, int64_t n, View<T> x, View<T> y, View<const T> param, int64_t batches) {
    BLAS_CHECK_VECTORS(false, x.is_null() || y.is_null() || param.is_null());
    Rotm<T> operation = {n, x, y, param, {}};
    if (param.first && param.stride == 0 && static_cast<const Handle *>(handle)->pointers == HIPBLAS_POINTER_MODE_HOST) {
        operation.known = {param.first[0], param.first[1], param.first[2], param.first[3], param.first[4]};
        operation.param = {};
    }
    return run(handle, operation, batches);
}

// The types that rocBLAS documents. Half floats are calculated in floats, under HIP_R_16F too.
static bool is_execution(hipDataType execution, hipDataType wanted, bool all_half) {
    return execution == wanted || (all_half && execution == HIP_R_16F);
}
static hipblasStatus_t axpy_ex(hipblasHandle_t handle, int64_t n, const void *alpha, hipDataType alpha_type, hipDataType x_type, View<const void> x,
                               hipDataType y_type, View<void> y, int64_t batches, hipDataType execution) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
#define TYPES(X, ALPHA, EXECUTION, T)                                                                                                       \
    if (x_type == X && y_type == X && alpha_type == ALPHA && is_execution(execution, EXECUTION, X == HIP_R_16F && ALPHA == HIP_R_16F))       \
        return axpy<T>(handle, n, alpha, cast<const T>(x), cast<T>(y), batches, stored(ALPHA));
    TYPES(HIP_R_16F, HIP_R_16F, HIP_R_32F, Half)
    TYPES(HIP_R_16F, HIP_R_32F, HIP_R_32F, Half)
    TYPES(HIP_R_16BF, HIP_R_16BF, HIP_R_32F, Bfloat16)
    TYPES(HIP_R_16BF, HIP_R_32F, HIP_R_32F, Bfloat16)
    TYPES(HIP_R_32F, HIP_R_32F, HIP_R_32F, float)
    TYPES(HIP_R_64F, HIP_R_64F, HIP_R_64F, double)
    TYPES(HIP_C_32F, HIP_C_32F, HIP_C_32F, Complex<float>)
    TYPES(HIP_C_64F, HIP_C_64F, HIP_C_64F, Complex<double>)
#undef TYPES
    return missing("hipblasAxpyEx", "this combination of types");
}
static hipblasStatus_t scal_ex(hipblasHandle_t handle, int64_t n, const void *alpha, hipDataType alpha_type, hipDataType x_type, View<void> x,
                               int64_t batches, hipDataType execution) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
#define TYPES(X, ALPHA, EXECUTION, T, S)                                                                                                    \
    if (x_type == X && alpha_type == ALPHA && is_execution(execution, EXECUTION, X == HIP_R_16F && ALPHA == HIP_R_16F))                      \
        return scal<S>(handle, n, alpha, cast<T>(x), batches, stored(ALPHA));
    TYPES(HIP_R_16F, HIP_R_16F, HIP_R_32F, Half, float)
    TYPES(HIP_R_16F, HIP_R_32F, HIP_R_32F, Half, float)
    TYPES(HIP_R_16BF, HIP_R_16BF, HIP_R_32F, Bfloat16, float)
    TYPES(HIP_R_16BF, HIP_R_32F, HIP_R_32F, Bfloat16, float)
    TYPES(HIP_R_32F, HIP_R_32F, HIP_R_32F, float, float)
    TYPES(HIP_R_64F, HIP_R_64F, HIP_R_64F, double, double)
    TYPES(HIP_C_32F, HIP_C_32F, HIP_C_32F, Complex<float>, Complex<float>)
    TYPES(HIP_C_64F, HIP_C_64F, HIP_C_64F, Complex<double>, Complex<double>)
    TYPES(HIP_C_32F, HIP_R_32F, HIP_C_32F, Complex<float>, float)
    TYPES(HIP_C_64F, HIP_R_64F, HIP_C_64F, Complex<double>, double)
#undef TYPES
    return missing("hipblasScalEx", "this combination of types");
}
static hipblasStatus_t rot_ex(hipblasHandle_t handle, int64_t n, hipDataType x_type, View<void> x, hipDataType y_type, View<void> y, const void *c,
                              const void *s, hipDataType cs_type, int64_t batches, hipDataType execution) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
#define TYPES(X, CS, EXECUTION, T, S)                                                                                                       \
    if (x_type == X && y_type == X && cs_type == CS && execution == EXECUTION)                                                               \
        return rot<S>(handle, n, cast<T>(x), cast<T>(y), c, s, batches, stored(CS));
    TYPES(HIP_R_16F, HIP_R_16F, HIP_R_32F, Half, float)
    TYPES(HIP_R_16BF, HIP_R_16BF, HIP_R_32F, Bfloat16, float)
    TYPES(HIP_R_32F, HIP_R_32F, HIP_R_32F, float, float)
    TYPES(HIP_R_64F, HIP_R_64F, HIP_R_64F, double, double)
    TYPES(HIP_C_32F, HIP_C_32F, HIP_C_32F, Complex<float>, Complex<float>)
    TYPES(HIP_C_64F, HIP_C_64F, HIP_C_64F, Complex<double>, Complex<double>)
    TYPES(HIP_C_32F, HIP_R_32F, HIP_C_32F, Complex<float>, float)
    TYPES(HIP_C_64F, HIP_R_64F, HIP_C_64F, Complex<double>, double)
#undef TYPES
    return missing("hipblasRotEx", "this combination of types");
}

}  // namespace blas

#define AXPY_EX(N, E, list) BLAS_DEFINE_MIXED(N, E, list, blas::axpy_ex)
HIPBLAS_AXPY_EX(AXPY_EX)
#define SCAL_EX(N, E, list) BLAS_DEFINE_MIXED(N, E, list, blas::scal_ex)
HIPBLAS_SCAL_EX(SCAL_EX)
#define ROT_EX(N, E, list) BLAS_DEFINE_MIXED(N, E, list, blas::rot_ex)
HIPBLAS_ROT_EX(ROT_EX)
#define AXPY(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::axpy<blas::Element<T>>)
HIPBLAS_AXPY(AXPY)
#define COPY(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::copy<blas::Element<T>>)
HIPBLAS_COPY(COPY)
#define SWAP(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::swap<blas::Element<T>>)
HIPBLAS_SWAP(SWAP)
#define SCAL(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::scal<blas::Element<T>>)
HIPBLAS_SCAL(SCAL)
#define CSSCAL(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::scal<R>)
HIPBLAS_CSSCAL(CSSCAL)
#define ROT(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::rot<blas::Element<T>>)
HIPBLAS_ROT(ROT)
#define CSROT(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::rot<R>)
HIPBLAS_CSROT(CSROT)
#define ROTM(N, list, T, R) BLAS_DEFINE(N, list, T, R, blas::rotm<T>)
HIPBLAS_ROTM(ROTM)
