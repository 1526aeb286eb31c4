// calls.hip: RCCL's collective calls and messages.
#include "calls.h"
#include "group.h"

namespace rccl {
namespace {

// The rank of a call's communicator, -1 for none; `submit` says what is wrong.
int rank_of(ncclComm_t handle) {
    const Comm comm = find(handle);
    return comm ? comm->rank : -1;
}

// A call that is messages: what it sends from and receives to.
struct Exchange {
    const char *name;
    const void *send;
    void *receive;
    ncclDataType_t type;
    ncclComm_t comm;
    hipStream_t stream;

    ncclResult_t to(int rank, size_t at, size_t count) const {
        return submit(comm, {name, {Kind::send, place(send, at), nullptr, count, type, {}, rank, stream, send == receive}, true, false});
    }
    ncclResult_t from(int rank, size_t at, size_t count) const {
        return submit(comm, {name, {Kind::receive, nullptr, place(receive, at), count, type, {}, rank, stream}, false, true});
    }

   private:
    char *place(const void *base, size_t elements) const { return base ? static_cast<char *>(const_cast<void *>(base)) + elements * size_of(type) : nullptr; }
};

// Calls `body(rank)` for all ranks of the communicator, as one group.
template <class Body>
ncclResult_t for_all_ranks(const char *name, ncclComm_t handle, Body body) {
    Comm comm;
    RCCL_TRY(find_ready(name, handle, comm));
    RCCL_TRY(group_start());
    ncclResult_t result = ncclSuccess;
    for (int rank = 0; rank < comm->ranks && result == ncclSuccess; rank++) result = group_error(body(rank, comm->rank));
    const ncclResult_t ended = group_end();
    return result != ncclSuccess ? result : ended;
}

// For one rank's sake: the others' root is checked too, where they do nothing else.
ncclResult_t check_root(const char *name, ncclComm_t handle, int root) {
    Comm comm;
    RCCL_TRY(find_ready(name, handle, comm));
    return root >= 0 && root < comm->ranks ? ncclSuccess : failed(ncclInvalidArgument, text("%s: invalid root %d of %d ranks", name, root, comm->ranks));
}

}  // namespace
}  // namespace rccl

using namespace rccl;

ncclResult_t ncclAllReduce(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, hipStream_t stream) {
    return group_error(submit(comm, {"ncclAllReduce", {Kind::all_reduce, send, receive, count, type, {}, 0, stream}, true, true}, op));
}
ncclResult_t ncclReduce(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, int root, ncclComm_t comm, hipStream_t stream) {
    return group_error(submit(comm, {"ncclReduce", {Kind::reduce, send, receive, count, type, {}, root, stream}, true, rank_of(comm) == root}, op));
}
ncclResult_t ncclBroadcast(const void *send, void *receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm, hipStream_t stream) {
    return group_error(submit(comm, {"ncclBroadcast", {Kind::broadcast, send, receive, count, type, {}, root, stream}, rank_of(comm) == root, true}));
}
ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm, hipStream_t stream) {
    return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}
ncclResult_t ncclReduceScatter(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, hipStream_t stream) {
    return group_error(submit(comm, {"ncclReduceScatter", {Kind::reduce_scatter, send, receive, count, type, {}, 0, stream}, true, true}, op));
}
ncclResult_t ncclAllGather(const void *send, void *receive, size_t count, ncclDataType_t type, ncclComm_t comm, hipStream_t stream) {
    return group_error(submit(comm, {"ncclAllGather", {Kind::all_gather, send, receive, count, type, {}, 0, stream}, true, true}));
}
ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, hipStream_t stream) {
    return group_error(submit(comm, {"ncclSend", {Kind::send, send, nullptr, count, type, {}, peer, stream}, true, false}));
}
ncclResult_t ncclRecv(void *receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, hipStream_t stream) {
    return group_error(submit(comm, {"ncclRecv", {Kind::receive, nullptr, receive, count, type, {}, peer, stream}, false, true}));
}

ncclResult_t ncclGather(const void *send, void *receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm, hipStream_t stream) {
    const Exchange exchange{"ncclGather", send, receive, type, comm, stream};
    RCCL_TRY(group_error(check_root("ncclGather", comm, root)));
    return group_error(for_all_ranks("ncclGather", comm, [&](int rank, int own) {
        if (rank == own) RCCL_TRY(exchange.to(root, 0, count));
        return own == root ? exchange.from(rank, size_t(rank) * count, count) : ncclSuccess;
    }));
}
ncclResult_t ncclScatter(const void *send, void *receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm, hipStream_t stream) {
    const Exchange exchange{"ncclScatter", send, receive, type, comm, stream};
    RCCL_TRY(group_error(check_root("ncclScatter", comm, root)));
    return group_error(for_all_ranks("ncclScatter", comm, [&](int rank, int own) {
        if (rank == own) RCCL_TRY(exchange.from(root, 0, count));
        return own == root ? exchange.to(rank, size_t(rank) * count, count) : ncclSuccess;
    }));
}
ncclResult_t ncclAllToAll(const void *send, void *receive, size_t count, ncclDataType_t type, ncclComm_t comm, hipStream_t stream) {
    const Exchange exchange{"ncclAllToAll", send, receive, type, comm, stream};
    return group_error(for_all_ranks("ncclAllToAll", comm, [&](int rank, int) {
        RCCL_TRY(exchange.to(rank, size_t(rank) * count, count));
        return exchange.from(rank, size_t(rank) * count, count);
    }));
}
ncclResult_t ncclAllToAllv(const void *send, const size_t send_counts[], const size_t send_places[], void *receive, const size_t receive_counts[],
                           const size_t receive_places[], ncclDataType_t type, ncclComm_t comm, hipStream_t stream) {
    const Exchange exchange{"ncclAllToAllv", send, receive, type, comm, stream};
    if (!send_counts || !send_places || !receive_counts || !receive_places) return group_error(failed(ncclInvalidArgument, "ncclAllToAllv: counts or places are NULL"));
    return group_error(for_all_ranks("ncclAllToAllv", comm, [&](int rank, int) {
        RCCL_TRY(exchange.to(rank, send_places[rank], send_counts[rank]));
        return exchange.from(rank, receive_places[rank], receive_counts[rank]);
    }));
}

RCCL_SECOND_NAME(ncclAllReduce)
RCCL_SECOND_NAME(ncclReduce)
RCCL_SECOND_NAME(ncclBroadcast)
RCCL_SECOND_NAME(ncclBcast)
RCCL_SECOND_NAME(ncclReduceScatter)
RCCL_SECOND_NAME(ncclAllGather)
RCCL_SECOND_NAME(ncclSend)
RCCL_SECOND_NAME(ncclRecv)
RCCL_SECOND_NAME(ncclGather)
RCCL_SECOND_NAME(ncclScatter)
RCCL_SECOND_NAME(ncclAllToAll)
RCCL_SECOND_NAME(ncclAllToAllv)
