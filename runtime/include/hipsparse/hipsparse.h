/* hipsparse.h: sparse matrices on the device. Names, types, values and signatures are those of ROCm 7's hipSPARSE (4.0); the library is
 * runtime/sparse. README says which functions are there; what is not returns HIPSPARSE_STATUS_NOT_SUPPORTED and says so once.
 *
 * hipsparse-functions.h and hipsparse-conversions.h have each function's parameters once, for all element types: hipsparseSgthr is gthr of floats.
 */
#ifndef HIPVK_HIPSPARSE_H
#define HIPVK_HIPSPARSE_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime.h>
#include <hip/library_types.h>
#include <stddef.h>
#include <stdint.h>

#include "hipsparse-export.h"
#include "hipsparse-types.h"
#include "hipsparse-version.h"

#include "hipsparse-conversions.h"
#include "hipsparse-functions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions that return no status. */
HIPSPARSE_EXPORT const char *hipsparseGetErrorName(hipsparseStatus_t status);
HIPSPARSE_EXPORT const char *hipsparseGetErrorString(hipsparseStatus_t status);
HIPSPARSE_EXPORT hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t descrA);
HIPSPARSE_EXPORT hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t descrA);
HIPSPARSE_EXPORT hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t descrA);
HIPSPARSE_EXPORT hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t descrA);

#define HIPSPARSE_DECLARE(name, list, T, R) HIPSPARSE_EXPORT hipsparseStatus_t name HIPSPARSE_##list(T, R);
HIPSPARSE_AUXILIARY(HIPSPARSE_DECLARE)
HIPSPARSE_GENERIC_DESCRIPTORS(HIPSPARSE_DECLARE)
HIPSPARSE_GENERIC(HIPSPARSE_DECLARE)
HIPSPARSE_LEVEL_1(HIPSPARSE_DECLARE)
HIPSPARSE_LEVEL_2(HIPSPARSE_DECLARE)
HIPSPARSE_LEVEL_3(HIPSPARSE_DECLARE)
HIPSPARSE_EXTRA(HIPSPARSE_DECLARE)
HIPSPARSE_PRECOND(HIPSPARSE_DECLARE)
HIPSPARSE_CONVERSION(HIPSPARSE_DECLARE)
HIPSPARSE_REORDER(HIPSPARSE_DECLARE)
#undef HIPSPARSE_DECLARE

#ifdef __cplusplus
}
#endif

#endif
