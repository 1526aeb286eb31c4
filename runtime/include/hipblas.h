/* hipblas.h: where ROCm 5 had hipblas/hipblas.h.
 */
#include "hipblas/hipblas.h"
