// product.hip: products of matrices by hipBLAS.
//
// Called by convolution_products.hip and rnn_*.hip. Sums are float, of doubles double and of bytes int, whatever the result is.
#include "product.h"

namespace dnn {

miopenStatus_t multiply(const Handle &handle, int64_t m, int64_t n, int64_t k, const Matrix &a, const Matrix &b, const Matrix &c, int64_t count, double alpha,
                        double beta) {
    if (m == 0 || n == 0 || count == 0) return miopenStatusSuccess;
    const float float_alpha = float(alpha), float_beta = float(beta);
    const int32_t int_alpha = int32_t(alpha), int_beta = int32_t(beta);
    const bool is_double = a.type == miopenDouble, is_bytes = a.type == miopenInt8;
    const hipblasComputeType_t compute = is_double ? HIPBLAS_COMPUTE_64F : is_bytes ? HIPBLAS_COMPUTE_32I : HIPBLAS_COMPUTE_32F;
    const void *const by = is_double ? static_cast<const void *>(&alpha) : is_bytes ? static_cast<const void *>(&int_alpha) : &float_alpha;
    const void *const old = is_double ? static_cast<const void *>(&beta) : is_bytes ? static_cast<const void *>(&int_beta) : &float_beta;
    const auto op = [](const Matrix &of) { return of.is_transposed ? HIPBLAS_OP_T : HIPBLAS_OP_N; };
    return status_of(hipblasGemmStridedBatchedEx(handle.blas, op(a), op(b), int(m), int(n), int(k), by, a.first, blas_type(a.type), int(a.ld), a.stride, b.first,
                                                 blas_type(b.type), int(b.ld), b.stride, old, const_cast<void *>(c.first), blas_type(c.type), int(c.ld), c.stride,
                                                 int(count), compute, HIPBLAS_GEMM_DEFAULT));
}

}  // namespace dnn
