/* rocblas.h: where ROCm 5 had rocblas/rocblas.h.
 */
#include "rocblas/rocblas.h"
