/* hipsolver-sparse.h: systems of sparse equations by Cholesky's method and by orthogonal factors, with cuSOLVER's names but for the prefix hipsolverSp.
 */
#ifndef HIPVK_HIPSOLVER_SPARSE_H
#define HIPVK_HIPSOLVER_SPARSE_H

#include "hipsolver-export.h"
#include "hipsolver-types.h"

typedef void *hipsolverSpHandle_t;
typedef void *hipsparseMatDescr_t; /* hipSPARSE's */

#ifdef __cplusplus
extern "C" {
#endif

HIPSOLVER_EXPORT hipsolverStatus_t hipsolverSpCreate(hipsolverSpHandle_t *handle);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverSpDestroy(hipsolverSpHandle_t handle);
HIPSOLVER_EXPORT hipsolverStatus_t hipsolverSpSetStream(hipsolverSpHandle_t handle, hipStream_t streamId);

/* A x = b, of which the lower triangle is read, in the order of unknowns that `reorder` says: as they are (0), reverse Cuthill-McKee (1), least degree
 * first (2, 3). `singularity` is -1, or the first of the reordered unknowns of which there is no positive pivot larger than the tolerance; x is not
 * written then. The arrays are the device's, or the host's. */
#define HIPSOLVER_DECLARE_CHOLESKY(N, T)                                                                                                    \
  HIPSOLVER_EXPORT hipsolverStatus_t N(hipsolverSpHandle_t handle, int n, int nnzA, const hipsparseMatDescr_t descrA, const T *csrVal,      \
                                       const int *csrRowPtr, const int *csrColInd, const T *b, T tolerance, int reorder, T *x, int *singularity);
HIPSOLVER_DECLARE_CHOLESKY(hipsolverSpScsrlsvchol, float)
HIPSOLVER_DECLARE_CHOLESKY(hipsolverSpDcsrlsvchol, double)
HIPSOLVER_DECLARE_CHOLESKY(hipsolverSpScsrlsvcholHost, float)
HIPSOLVER_DECLARE_CHOLESKY(hipsolverSpDcsrlsvcholHost, double)

/* The same of any matrix, by orthogonal factors; columns are reordered, and the singular one is the first whose diagonal element is no larger than the
 * tolerance. */
#define HIPSOLVER_DECLARE_QR(N, T)                                                                                                          \
  HIPSOLVER_EXPORT hipsolverStatus_t N(hipsolverSpHandle_t handle, int n, int nnz, const hipsparseMatDescr_t descrA, const T *csrVal,       \
                                       const int *csrRowPtr, const int *csrColInd, const T *b, double tolerance, int reorder, T *x,         \
                                       int *singularity);
HIPSOLVER_DECLARE_QR(hipsolverSpScsrlsvqr, float)
HIPSOLVER_DECLARE_QR(hipsolverSpDcsrlsvqr, double)
HIPSOLVER_DECLARE_QR(hipsolverSpCcsrlsvqr, hipFloatComplex)
HIPSOLVER_DECLARE_QR(hipsolverSpZcsrlsvqr, hipDoubleComplex)

#ifdef __cplusplus
}
#endif

#endif
