// level1.hip: rocBLAS' functions of vectors.
//
// Called by programs.
#include "forms.h"

ROCBLAS_LEVEL_1(ROCBLAS_DEFINE)
ROCBLAS_INDICES(ROCBLAS_DEFINE_OWN_WIDTH)
