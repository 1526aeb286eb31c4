// peers.h: a rank's sight of all ranks of its communicator, itself among them: their words, and their data where its device reads them.
//
// Made by init with a Gathering; used by comm, rounds and transfers.
#pragma once

#include <string>
#include <vector>

#include "bootstrap.h"
#include "links.h"
#include "operation.h"

namespace rccl {

struct Peer {
    std::shared_ptr<Segment> segment;  // its memory, or this rank's copy of it
    std::unique_ptr<Link> link;        // what keeps up the copy
    char *device = nullptr;            // its data, for this rank's device
    char *between = nullptr;           // pinned memory that data go through, if devices do not reach the segment's
    Socket process;                    // becomes readable when its process has ended
    bool foreign = false;              // its device is another one of this process, whose memory this rank's device reads where it is
    std::string name;                  // for a person
};

class Peers {
   public:
    ~Peers() { close(); }
    // Lets go of everybody's memory, some of which waits for what devices do. Not for a host function, then.
    void close();
    // Meets the others; all ranks do it together. The current device is the rank's. ncclInvalidUsage if another rank has the device.
    ncclResult_t meet(Gathering &gathering, int rank, int ranks, const Aborted &aborted);

    int rank() const { return rank_; }
    int ranks() const { return int(peers_.size()); }
    const Layout &layout() const { return layout_; }
    Control &own() const { return of(rank_); }
    Control &of(int rank) const { return peers_[size_t(rank)].segment->control(); }
    const std::string &name(int rank) const { return peers_[size_t(rank)].name; }
    // All ranks' devices are of one kind, so that they compute the same bits.
    bool alike() const { return alike_; }

    // Has all see a word of own() changed, or only one; and wakes them.
    void set(std::atomic<uint64_t> &word, uint64_t value, int only = -1);
    // Has a rank see bytes of own(), when it sees the next word.
    void show(const void *bytes, size_t size, int to);

    // Where this rank's device writes its own data, and what it has written there made data that others see: all of those on this machine, and `to`.
    char *own_data() const { return peers_[size_t(rank_)].device; }
    void written(size_t at, size_t size);
    void send(size_t at, size_t size, int to);
    // Makes another rank's data what this rank's device reads.
    void fetch(int from, size_t at, size_t size);
    // Enqueues on the stream a copy of another rank's data to an operation's memory.
    ncclResult_t copy(const Operation &operation, void *to, int from, size_t at, size_t size, hipStream_t stream) const;
    // All ranks' data, in this rank's device's memory: rank r's begins at table[r].
    const char *const *table() const { return table_; }

    // Whether a rank's process has ended or its connection broken.
    bool gone(int rank) const;

   private:
    struct About;
    ncclResult_t make_own(const std::vector<About> &all);
    ncclResult_t open_others(Gathering &gathering, const std::vector<About> &all);
    ncclResult_t link(const Socket &listener, const std::vector<About> &all, const Aborted &aborted);
    ncclResult_t pin();

    int rank_ = 0;
    Layout layout_{};
    bool alike_ = false;
    std::vector<Peer> peers_;
    const char **table_ = nullptr;
};

}  // namespace rccl
