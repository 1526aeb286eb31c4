/* rocblas-beta.h: functions that rocBLAS may yet change: which solutions there are for a product, of which solution_index chooses one. There is only the
 * library's own choice here, which is index 0, so the lists are empty.
 */
#ifndef HIPVK_ROCBLAS_BETA_H
#define HIPVK_ROCBLAS_BETA_H

#include "rocblas-functions.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROCBLAS_gemm_solutions(F, I) F##V(rocblas_operation, transA) F##V(rocblas_operation, transB) F##V(I, m) F##V(I, n) F##V(I, k) \
  F##V(const void *, alpha) F##X(I, a, a_type, lda, stride_a) F##X(I, b, b_type, ldb, stride_b) F##V(const void *, beta) \
  F##X(I, c, c_type, ldc, stride_c) F##Y(I, d, d_type, ldd, stride_d) F##B(I) F##V(rocblas_datatype, compute_type) F##V(rocblas_gemm_algo, algo) \
  F##V(uint32_t, flags) F##V(I *, list_array) F##V(I *, list_size)
ROCBLAS_DECLARE_FORMS(rocblas_gemm, _ex_get_solutions, , gemm_solutions, rocblas_int)

ROCBLAS_EXPORT rocblas_status rocblas_gemm_ex_get_solutions_by_type(rocblas_handle handle, rocblas_datatype input_type, rocblas_datatype output_type,
                                                                    rocblas_datatype compute_type, uint32_t flags, rocblas_int *list_array,
                                                                    rocblas_int *list_size);
ROCBLAS_EXPORT rocblas_status rocblas_gemm_batched_ex_get_solutions_by_type(rocblas_handle handle, rocblas_datatype input_type,
                                                                            rocblas_datatype output_type, rocblas_datatype compute_type,
                                                                            uint32_t flags, rocblas_int *list_array, rocblas_int *list_size);

#ifdef __cplusplus
}
#endif

#endif
