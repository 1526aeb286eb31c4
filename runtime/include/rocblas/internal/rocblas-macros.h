/* rocblas-macros.h: a name that ROCm's headers have: the warning of what a later rocBLAS will not have. Nothing here warns.
 */
#ifndef HIPVK_ROCBLAS_MACROS_H
#define HIPVK_ROCBLAS_MACROS_H

#ifndef ROCBLAS_DEPRECATED_MSG
#define ROCBLAS_DEPRECATED_MSG(message)
#endif

#endif
