// reduce.h: many ranks' elements become one, on the device.
//
// Elements are taken in the order of ranks. Integers wrap as their type does; 16- and 8-bit floats are calculated in f32 and rounded once. Used by collectives.
#pragma once

#include "operation.h"

namespace rccl {

// out[i] = the reduction of all ranks' element i, which lies at table[rank] + at. `average`: divided by the number of ranks.
struct Reducing {
    const char *const *table;
    uint64_t at;
    int ranks;
    ncclRedOp_t op;
    ncclDataType_t type;
};
ncclResult_t reduce_ranks(const Reducing &what, void *out, uint64_t count, hipStream_t stream);

// out[i] = in[i] times the reduction's scalar, rounded.
ncclResult_t scale(const Reduction &reduction, ncclDataType_t type, const void *in, void *out, uint64_t count, hipStream_t stream);

// Copies by a kernel.
ncclResult_t copy_by_kernel(void *to, const void *from, size_t bytes, hipStream_t stream);
// Copies as HIP does, or, where an operation has pinned memory of another device, by a kernel.
ncclResult_t copy(const Operation &operation, void *to, const void *from, size_t bytes, hipStream_t stream);

}  // namespace rccl
