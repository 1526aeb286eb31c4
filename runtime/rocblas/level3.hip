// level3.hip: rocBLAS' functions of matrices.
//
// Called by programs.
#include "../blas/beyond.h"
#include "forms.h"

ROCBLAS_LEVEL_3(ROCBLAS_DEFINE)
ROCBLAS_GEMMT(ROCBLAS_DEFINE_BEYOND)
ROCBLAS_TRTRI(ROCBLAS_DEFINE_INT)
