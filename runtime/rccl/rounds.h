// rounds.h: what collective calls are made of. In a round each rank writes into its part of the memory that all see, and reads what it wants of the others'.
//
// While the device copies for one round, the ranks exchange the one before and the device takes in the one before that. Used by collectives.
#pragma once

#include "comm.h"

namespace rccl {

struct Range {
    size_t at, size;
};

struct Rounds {
    uint64_t count;
    // Enqueues on comm.lanes.down what this rank writes in round i: to `slot`, for the device.
    std::function<ncclResult_t(uint64_t i, char *slot)> stage;
    // The bytes of a writer's slot that a reader wants in round i. All ranks know all of them.
    std::function<Range(uint64_t i, int writer, int reader)> part;
    // Enqueues on comm.lanes.work what this rank does with what it wants, which is at `slot` of each writer's data.
    std::function<ncclResult_t(uint64_t i, size_t slot)> take;
};

ncclResult_t run_rounds(ncclComm &comm, const Call &call, const Rounds &rounds);

}  // namespace rccl
