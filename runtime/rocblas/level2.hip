// level2.hip: rocBLAS' functions of a matrix and vectors.
//
// Called by programs.
#include "../blas/beyond.h"
#include "forms.h"

ROCBLAS_LEVEL_2(ROCBLAS_DEFINE)
ROCBLAS_GEMV_SHORT(ROCBLAS_DEFINE_BATCHED)
