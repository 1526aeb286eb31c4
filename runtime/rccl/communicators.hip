// communicators.hip: RCCL's functions that make, split, end and describe communicators, and groups.
#include "../blas/say_once.h"
#include "calls.h"
#include "group.h"
#include "init.h"

using namespace rccl;

namespace rccl {
namespace {

ncclResult_t init_on(int device, ncclComm_t *handle, int ranks, const ncclUniqueId &id, int rank, const ncclConfig_t *config) {
    bool blocking = true;
    if (!handle) return failed(ncclInvalidArgument, "ncclCommInitRank: comm is NULL");
    if (ranks < 1 || rank < 0 || rank >= ranks) return failed(ncclInvalidArgument, text("ncclCommInitRank: invalid rank %d of %d", rank, ranks));
    RCCL_TRY(check_config(config, blocking));
    const Comm comm = begin(blocking, device);
    *handle = comm.get();
    return group_job([=] { return make(comm, {id, ranks, rank, device}, handle); });
}

ncclResult_t init_here(ncclComm_t *handle, int ranks, const ncclUniqueId &id, int rank, const ncclConfig_t *config) {
    int device = 0;
    RCCL_HIP(hipGetDevice(&device));
    return init_on(device, handle, ranks, id, rank, config);
}

ncclResult_t check_devices(int count, const int *devices) {
    int all = 0;
    RCCL_HIP(hipGetDeviceCount(&all));
    std::vector<bool> taken(size_t(all), false);
    for (int i = 0; i < count; i++) {
        const int device = devices ? devices[i] : i;
        if (device < 0 || device >= all) return failed(ncclUnhandledCudaError, text("ncclCommInitAll: there is no device %d", device));
        if (taken[size_t(device)]) return failed(ncclInvalidUsage, text("ncclCommInitAll: device %d is there twice", device));
        taken[size_t(device)] = true;
    }
    return ncclSuccess;
}

ncclResult_t init_all(ncclComm_t *comms, int count, const int *devices) {
    if (!comms) return failed(ncclInvalidArgument, "ncclCommInitAll: comms is NULL");
    if (count < 0) return failed(ncclInvalidArgument, text("ncclCommInitAll: %d devices", count));
    RCCL_TRY(check_devices(count, devices));
    ncclUniqueId id;
    RCCL_TRY(make_unique_id(id));
    RCCL_TRY(group_start());
    for (int i = 0; i < count; i++) (void)group_error(init_on(devices ? devices[i] : i, comms + i, count, id, i, nullptr));
    return group_end();
}

ncclResult_t init_split(ncclComm_t handle, int color, int key, ncclComm_t *newcomm, const ncclConfig_t *config) {
    Comm parent;
    bool blocking = true;
    if (!newcomm) return failed(ncclInvalidArgument, "ncclCommSplit: newcomm is NULL");
    *newcomm = nullptr;
    RCCL_TRY(find_ready("ncclCommSplit", handle, parent));
    if (color < 0 && color != NCCL_SPLIT_NOCOLOR) return failed(ncclInvalidArgument, text("ncclCommSplit: invalid color %d", color));
    RCCL_TRY(check_config(config, blocking));
    const Comm child = begin(config ? blocking : parent->blocking, parent->device);
    if (color != NCCL_SPLIT_NOCOLOR) *newcomm = child.get();
    return group_job([=] { return split(parent, color, key, child, newcomm); });
}

// A handle that may be in any state.
ncclResult_t find_any(const char *name, ncclComm_t handle, Comm &comm) {
    if (!handle) return failed(ncclInvalidArgument, text("%s: comm is NULL", name));
    comm = find(handle);
    return comm ? ncclSuccess : failed(ncclInvalidArgument, text("%s: comm is no communicator", name));
}

ncclResult_t tell(const char *name, ncclComm_t handle, int *to, int ncclComm::*what) {
    Comm comm;
    if (!to) return failed(ncclInvalidArgument, text("%s: nowhere to tell it", name));
    RCCL_TRY(find_any(name, handle, comm));
    if (comm->state == ncclInProgress) return failed(ncclInvalidArgument, text("%s: the communicator is still being made", name));
    *to = (*comm).*what;
    return ncclSuccess;
}

}  // namespace
}  // namespace rccl

ncclResult_t ncclGetUniqueId(ncclUniqueId *id) { return id ? make_unique_id(*id) : failed(ncclInvalidArgument, "ncclGetUniqueId: uniqueId is NULL"); }

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank) { return group_error(init_here(comm, ranks, id, rank, nullptr)); }
ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t *config) {
    return group_error(init_here(comm, ranks, id, rank, config));
}
// One of the ids is enough.
ncclResult_t ncclCommInitRankScalable(ncclComm_t *comm, int ranks, int rank, int ids, ncclUniqueId *id, ncclConfig_t *config) {
    if (!id || ids < 1 || ids > ranks) return group_error(failed(ncclInvalidArgument, text("ncclCommInitRankScalable: %d ids for %d ranks", ids, ranks)));
    return group_error(init_here(comm, ranks, id[0], rank, config));
}
ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices) { return group_error(init_all(comms, count, devices)); }
ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *newcomm, ncclConfig_t *config) {
    return group_error(init_split(comm, color, key, newcomm, config));
}

ncclResult_t ncclCommFinalize(ncclComm_t handle) {
    Comm comm;
    if (!handle) return ncclSuccess;
    RCCL_TRY(find_ready("ncclCommFinalize", handle, comm));
    comm->finalized = true;
    if (comm->blocking) finish(*comm);
    return comm->state == ncclSuccess ? ncclSuccess : ncclResult_t(comm->state.load());
}
ncclResult_t ncclCommDestroy(ncclComm_t handle) {
    Comm comm;
    if (!handle) return ncclSuccess;
    RCCL_TRY(find_any("ncclCommDestroy", handle, comm));
    return end(comm, false);
}
ncclResult_t ncclCommAbort(ncclComm_t handle) {
    Comm comm;
    if (!handle) return ncclSuccess;
    RCCL_TRY(find_any("ncclCommAbort", handle, comm));
    return end(comm, true);
}
ncclResult_t ncclCommGetAsyncError(ncclComm_t handle, ncclResult_t *error) {
    Comm comm;
    if (!error) return failed(ncclInvalidArgument, "ncclCommGetAsyncError: asyncError is NULL");
    RCCL_TRY(find_any("ncclCommGetAsyncError", handle, comm));
    *error = ncclResult_t(comm->state.load());
    return ncclSuccess;
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) { return tell("ncclCommCount", comm, count, &ncclComm::ranks); }
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) { return tell("ncclCommCuDevice", comm, device, &ncclComm::device); }
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) { return tell("ncclCommUserRank", comm, rank, &ncclComm::rank); }

ncclResult_t ncclGroupStart() { return group_start(); }
ncclResult_t ncclGroupEnd() { return group_end(); }
ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t *) {
    blas::say_missing("RCCL", "ncclGroupSimulateEnd", "an estimate of a group's time");
    RCCL_TRY(group_drop());
    return failed(ncclInvalidUsage, "ncclGroupSimulateEnd: an estimate of a group's time is not supported");
}

RCCL_SECOND_NAME(ncclGetUniqueId)
RCCL_SECOND_NAME(ncclCommInitRank)
RCCL_SECOND_NAME(ncclCommInitRankConfig)
RCCL_SECOND_NAME(ncclCommInitRankScalable)
RCCL_SECOND_NAME(ncclCommInitAll)
RCCL_SECOND_NAME(ncclCommSplit)
RCCL_SECOND_NAME(ncclCommFinalize)
RCCL_SECOND_NAME(ncclCommDestroy)
RCCL_SECOND_NAME(ncclCommAbort)
RCCL_SECOND_NAME(ncclCommGetAsyncError)
RCCL_SECOND_NAME(ncclCommCount)
RCCL_SECOND_NAME(ncclCommCuDevice)
RCCL_SECOND_NAME(ncclCommUserRank)
RCCL_SECOND_NAME(ncclGroupStart)
RCCL_SECOND_NAME(ncclGroupEnd)
RCCL_SECOND_NAME(ncclGroupSimulateEnd)
