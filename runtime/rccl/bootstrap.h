// bootstrap.h: how ranks find each other: a unique id is the address of a thread that brings together what each of them says.
//
// Used by init, which makes communicators, and by ncclGetUniqueId.
#pragma once

#include <vector>

#include "sockets.h"

namespace rccl {

// Begins to listen (or takes NCCL_COMM_ID, whose rank 0 will).
ncclResult_t make_unique_id(ncclUniqueId &id);
// Rank 0 calls it: listens at NCCL_COMM_ID if the id is of that.
ncclResult_t serve_if_asked(const ncclUniqueId &id);

// A rank's connection to the thread.
class Gathering {
   public:
    // Returns when all ranks have come. ncclInvalidUsage if they do not agree on how many there are, or one comes twice.
    ncclResult_t join(const ncclUniqueId &id, int ranks, int rank, const Aborted &aborted);
    // Every rank's bytes, in the order of ranks. All ranks call it with the same size.
    ncclResult_t gather(const void *own, size_t size, char *all);
    template <class T>
    ncclResult_t gather(const T &own, std::vector<T> &all) {
        all.resize(size_t(ranks_));
        return gather(&own, sizeof own, reinterpret_cast<char *>(all.data()));
    }
    // The address by which others reach this machine.
    Address own_address() const;

   private:
    ncclResult_t lost() const;

    Socket socket_;
    int ranks_ = 0;
    const Aborted *aborted_ = nullptr;
};

}  // namespace rccl
