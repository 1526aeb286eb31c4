// checks.hip: the arguments of collective calls and messages are checked as RCCL does.
//
// Beyond RCCL's own checks: memory that is missing or on another device is an invalid argument; there it is a fault.
#include "calls.h"
#include "group.h"

namespace rccl {
namespace {

ncclResult_t check_memory(const char *name, const char *which, const void *memory, const ncclComm &comm, bool &foreign) {
    if (!memory) return failed(ncclInvalidArgument, text("%s: %s is NULL", name, which));
    hipPointerAttribute_t about;
    if (hipPointerGetAttributes(&about, memory) != hipSuccess) {
        (void)hipGetLastError();  // memory that HIP does not know is copied as it is
        return ncclSuccess;
    }
    if (about.type == hipMemoryTypeDevice && about.device != comm.device)
        return failed(ncclInvalidArgument, text("%s: %s %p is on device %d and the communicator on device %d", name, which, memory, about.device, comm.device));
    foreign |= about.type == hipMemoryTypeHost && about.device != comm.device;
    return ncclSuccess;
}

ncclResult_t check_stream(const char *name, hipStream_t stream, const ncclComm &comm) {
    hipDevice_t device;
    if (!stream || stream == hipStreamLegacy || stream == hipStreamPerThread) return ncclSuccess;
    RCCL_HIP(hipStreamGetDevice(stream, &device));
    if (device != comm.device) return failed(ncclUnhandledCudaError, text("%s: the stream is on device %d and the communicator on device %d", name, device, comm.device));
    return ncclSuccess;
}

// A reduction by its name: one of RCCL's, or one that the program made for this communicator and type.
ncclResult_t find_reduction(const char *name, ncclRedOp_t op, ncclDataType_t type, ncclComm &comm, Reduction &reduction) {
    const int number = int(op);
    if (number < 0 || number > int(ncclMaxRedOp)) return failed(ncclInvalidArgument, text("%s: invalid reduction operation %d", name, number));
    if (number < ncclNumOps) {
        reduction.op = op;
        reduction.named = number;
        return ncclSuccess;
    }
    const std::lock_guard<std::mutex> guard(comm.lock);
    const size_t at = size_t(number - ncclNumOps);
    if (at >= comm.scaled.size() || !comm.scaled[at].alive)
        return failed(ncclInvalidArgument, text("%s: reduction operation %d is unknown to this communicator", name, number));
    if (comm.scaled[at].type != type) return failed(ncclInvalidArgument, text("%s: reduction operation %d is for %s", name, number, name_of(comm.scaled[at].type)));
    reduction = comm.scaled[at].reduction;
    reduction.named = ncclNumOps;  // other ranks may know it by another number
    return ncclSuccess;
}

ncclResult_t check(Asked &asked, const ncclComm &comm) {
    Operation &o = asked.operation;
    if (o.root < 0 || o.root >= comm.ranks) return failed(ncclInvalidArgument, text("%s: invalid root %d of %d ranks", asked.name, o.root, comm.ranks));
    if (int(o.type) < 0 || o.type >= ncclNumTypes) return failed(ncclInvalidArgument, text("%s: invalid type %d", asked.name, int(o.type)));
    if (o.count == 0) return ncclSuccess;
    if (o.count > SIZE_MAX / 2 / size_of(o.type) / size_t(comm.ranks)) return failed(ncclInvalidArgument, text("%s: count %zu is out of range", asked.name, o.count));
    if (asked.needs_send) RCCL_TRY(check_memory(asked.name, "sendbuff", o.send, comm, o.foreign));
    if (asked.needs_receive) RCCL_TRY(check_memory(asked.name, "recvbuff", o.receive, comm, o.foreign));
    return check_stream(asked.name, o.stream, comm);
}

}  // namespace

ncclResult_t find_ready(const char *name, ncclComm_t handle, Comm &comm) {
    if (!handle) return failed(ncclInvalidArgument, text("%s: comm is NULL", name));
    comm = find(handle);
    if (!comm) return failed(ncclInvalidArgument, text("%s: comm is no communicator", name));
    return comm->check_ready();
}

ncclResult_t submit(ncclComm_t handle, Asked asked, int op) {
    Comm comm;
    RCCL_TRY(find_ready(asked.name, handle, comm));
    RCCL_TRY(check(asked, *comm));
    RCCL_TRY(find_reduction(asked.name, ncclRedOp_t(op), asked.operation.type, *comm, asked.operation.reduction));
    return asked.operation.count == 0 ? ncclSuccess : group_add(comm, asked.operation);
}

}  // namespace rccl
