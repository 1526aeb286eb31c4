// missing.hip: the functions of hipBLAS that are not there, so that programs that never call them are linked: each says so once and returns
// HIPBLAS_STATUS_NOT_SUPPORTED. README's table is made of this file's lists (tests/src/blas_table.rs).
//
// Called by programs.
#include "forms.h"

