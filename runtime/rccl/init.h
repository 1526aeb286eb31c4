// init.h: making communicators and ending them. Used by communicators.hip, whose functions are RCCL's.
#pragma once

#include "comm.h"

namespace rccl {

// What a communicator is made of.
struct Making {
    ncclUniqueId id;
    int ranks, rank, device;
};

// A configuration's `blocking`, if all of it is right.
ncclResult_t check_config(const ncclConfig_t *config, bool &blocking);
// A communicator that is in progress, known by its handle.
Comm begin(bool blocking, int device);
// Meets the other ranks, on the calling thread, or, if nobody is to wait for it, on one of its own. `handle` becomes null if that fails.
ncclResult_t make(const Comm &comm, const Making &making, ncclComm_t *handle);
// Splits `parent`; all its ranks do. The new communicator's handle is null for a rank that is to be in none.
ncclResult_t split(const Comm &parent, int color, int key, const Comm &child, ncclComm_t *handle);
// Ends a communicator: waits for its calls, or gives them up.
ncclResult_t end(const Comm &comm, bool abort);

}  // namespace rccl
