// transform.h: what a descriptor of C = alpha op(A) + beta op(B) says.
//
// Used by descriptors.hip and transform.hip.
#pragma once

#include "problem.h"

namespace blaslt {

struct TransformOf {
    hipDataType scale_type;
    int32_t pointers = HIPBLASLT_POINTER_MODE_HOST;
    int32_t op_a = HIPBLAS_OP_N, op_b = HIPBLAS_OP_N;
};

}  // namespace blaslt
