// operators.hip: RCCL's functions for operations of a program's own, memory, versions and errors.
#include <cstring>

#include "calls.h"

using namespace rccl;

namespace rccl {
namespace {

ncclResult_t make_scaled(ncclRedOp_t *op, const void *scalar, ncclDataType_t type, ncclScalarResidence_t residence, ncclComm_t handle) {
    Comm comm;
    if (!op || !scalar) return failed(ncclInvalidArgument, "ncclRedOpCreatePreMulSum: op or scalar is NULL");
    if (int(type) < 0 || type >= ncclNumTypes) return failed(ncclInvalidArgument, text("ncclRedOpCreatePreMulSum: invalid type %d", int(type)));
    if (residence != ncclScalarDevice && residence != ncclScalarHostImmediate) return failed(ncclInvalidArgument, "ncclRedOpCreatePreMulSum: invalid residence");
    RCCL_TRY(find_ready("ncclRedOpCreatePreMulSum", handle, comm));
    ncclComm::Scaled scaled{{}, type, true};
    scaled.reduction.scaled = true;
    if (residence == ncclScalarDevice)
        scaled.reduction.on_device = scalar;
    else
        memcpy(&scaled.reduction.bits, scalar, size_of(type));
    const std::lock_guard<std::mutex> guard(comm->lock);
    size_t at = 0;
    while (at < comm->scaled.size() && comm->scaled[at].alive) at++;
    if (at == comm->scaled.size()) comm->scaled.emplace_back();
    comm->scaled[at] = scaled;
    *op = ncclRedOp_t(ncclNumOps + int(at));
    return ncclSuccess;
}

ncclResult_t drop_scaled(ncclRedOp_t op, ncclComm_t handle) {
    const int number = int(op);
    if (number >= 0 && number < ncclNumOps) return failed(ncclInvalidArgument, "ncclRedOpDestroy: the operation is NCCL's own");
    const Comm comm = find(handle);
    if (!comm) return failed(ncclInvalidArgument, "ncclRedOpDestroy: comm is no communicator");
    const std::lock_guard<std::mutex> guard(comm->lock);
    const size_t at = size_t(number - ncclNumOps);
    if (number < 0 || at >= comm->scaled.size() || !comm->scaled[at].alive)
        return failed(ncclInvalidArgument, text("ncclRedOpDestroy: operation %d is unknown to this communicator", number));
    comm->scaled[at].alive = false;
    return ncclSuccess;
}

}  // namespace
}  // namespace rccl

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t type, ncclScalarResidence_t residence, ncclComm_t comm) {
    return make_scaled(op, scalar, type, residence, comm);
}
ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm) { return drop_scaled(op, comm); }

ncclResult_t ncclMemAlloc(void **memory, size_t size) {
    if (!memory || size == 0) return failed(ncclInvalidArgument, "ncclMemAlloc: ptr is NULL or size is 0");
    RCCL_HIP(hipMalloc(memory, size));
    return ncclSuccess;
}
ncclResult_t ncclMemFree(void *memory) {
    RCCL_HIP(hipFree(memory));
    return ncclSuccess;
}

// Memory needs no registering: what others see is never the program's own. The handle is its address.
ncclResult_t ncclCommRegister(const ncclComm_t handle, void *memory, size_t size, void **registered) {
    Comm comm;
    RCCL_TRY(find_ready("ncclCommRegister", handle, comm));
    if (!registered || (size > 0 && !memory)) return failed(ncclInvalidArgument, "ncclCommRegister: buff or handle is NULL");
    *registered = memory;
    return ncclSuccess;
}
ncclResult_t ncclCommDeregister(const ncclComm_t handle, void *) {
    return find(handle) ? ncclSuccess : failed(ncclInvalidArgument, "ncclCommDeregister: comm is no communicator");
}

ncclResult_t ncclGetVersion(int *version) {
    if (!version) return failed(ncclInvalidArgument, "ncclGetVersion: version is NULL");
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}
const char *ncclGetErrorString(ncclResult_t result) {
    switch (result) {
        case ncclSuccess: return "no error";
        case ncclUnhandledCudaError: return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
        case ncclSystemError: return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
        case ncclInternalError: return "internal error - please report this issue to the NCCL developers";
        case ncclInvalidArgument: return "invalid argument (run with NCCL_DEBUG=WARN for details)";
        case ncclInvalidUsage: return "invalid usage (run with NCCL_DEBUG=WARN for details)";
        case ncclRemoteError: return "remote process exited or there was a network error";
        case ncclInProgress: return "NCCL operation in progress";
        default: return "unknown result code";
    }
}
const char *ncclGetLastError(ncclComm_t) { return last_reason(); }
void ncclResetDebugInit() { read_debug_level(); }

RCCL_SECOND_NAME(ncclRedOpCreatePreMulSum)
RCCL_SECOND_NAME(ncclRedOpDestroy)
RCCL_SECOND_NAME(ncclMemAlloc)
RCCL_SECOND_NAME(ncclMemFree)
RCCL_SECOND_NAME(ncclCommRegister)
RCCL_SECOND_NAME(ncclCommDeregister)
RCCL_SECOND_NAME(ncclGetVersion)
RCCL_SECOND_NAME(ncclGetErrorString)
RCCL_SECOND_NAME(ncclGetLastError)
RCCL_SECOND_NAME(ncclResetDebugInit)
