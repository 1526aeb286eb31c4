// calls.h: what entry points share. Used by calls, checks, communicators and operators.
#pragma once

#include "comm.h"

namespace rccl {

// The communicator of a handle, if it can be used now.
ncclResult_t find_ready(const char *name, ncclComm_t handle, Comm &comm);

// A call's arguments, and which of its memory it needs.
struct Asked {
    const char *name;
    Operation operation;
    bool needs_send, needs_receive;
};
// Checks them and makes them a part of the thread's group.
ncclResult_t submit(ncclComm_t handle, Asked asked, int op = ncclSum);

}  // namespace rccl

// RCCL's functions have a second name each, for tools that stand in front of them.
#if defined(__HIP_DEVICE_COMPILE__)
#define RCCL_SECOND_NAME(name)
#else
#define RCCL_SECOND_NAME(name) extern "C" __attribute__((visibility("default"), alias(#name))) decltype(name) p##name;
#endif
