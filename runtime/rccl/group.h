// group.h: what a thread has called since ncclGroupStart, and what happens at ncclGroupEnd.
//
// Each call outside of a group is a group of its own. Used by calls and init.
#pragma once

#include <thread>

#include "comm.h"

namespace rccl {

ncclResult_t group_start();
ncclResult_t group_end();
// Ends the group and does nothing of it.
ncclResult_t group_drop();
bool in_group();
// The group's result, if nothing was wrong so far.
ncclResult_t group_error(ncclResult_t result);

// An operation whose arguments are checked.
ncclResult_t group_add(const Comm &comm, const Operation &operation);
// Something that needs other ranks, which this thread may be as well: done at the end of the group, each in a thread of its own.
ncclResult_t group_job(std::function<ncclResult_t()> job);

}  // namespace rccl
