// peers.hip: a rank's sight of all ranks, while calls run. meeting.hip makes it.
#include "peers.h"

#include <poll.h>

#include <cstring>

#include "bell.h"
#include "reduce.h"

namespace rccl {

void Peers::close() {
    for (Peer &peer : peers_) {
        peer.link.reset();
        if (peer.between) (void)hipHostFree(peer.between);
    }
    peers_.clear();
    if (table_) (void)hipFree(table_);
    table_ = nullptr;
}

void Peers::set(std::atomic<uint64_t> &word, uint64_t value, int only) {
    word.store(value, std::memory_order_release);
    const size_t place = size_t(reinterpret_cast<char *>(&word) - reinterpret_cast<char *>(&own()));
    for (int rank = 0; rank < ranks(); rank++) {
        if (only >= 0 && rank != only) continue;
        if (Link *link = peers_[size_t(rank)].link.get())
            link->send_word(place, value);
        else
            ring(of(rank).bell);
    }
}

void Peers::show(const void *bytes, size_t size, int to) {
    const size_t place = size_t(static_cast<const char *>(bytes) - reinterpret_cast<char *>(&own()));
    if (Link *link = peers_[size_t(to)].link.get()) link->send_bytes(place, bytes, size);
}

void Peers::written(size_t at, size_t size) {
    const Peer &own = peers_[size_t(rank_)];
    if (own.between) memcpy(own.segment->data() + at, own.between + at, size);
}

void Peers::send(size_t at, size_t size, int to) {
    if (Link *link = peers_[size_t(to)].link.get()) link->send_bytes(layout_.control_bytes() + at, peers_[size_t(rank_)].segment->data() + at, size);
}

void Peers::fetch(int from, size_t at, size_t size) {
    const Peer &peer = peers_[size_t(from)];
    if (peer.between && from != rank_) memcpy(peer.between + at, peer.segment->data() + at, size);
}

// HIP's copies name one device: of memory that belongs to another one of the process they wait for both, and so for streams that wait for this copy.
ncclResult_t Peers::copy(const Operation &operation, void *to, int from, size_t at, size_t size, hipStream_t stream) const {
    const Peer &peer = peers_[size_t(from)];
    if (peer.foreign) return copy_by_kernel(to, peer.device + at, size, stream);
    return rccl::copy(operation, to, peer.device + at, size, stream);
}

bool Peers::gone(int rank) const {
    const Peer &peer = peers_[size_t(rank)];
    if (peer.link) return peer.link->closed();
    pollfd asked{peer.process.descriptor(), POLLIN, 0};
    return peer.process && poll(&asked, 1, 0) > 0;
}

}  // namespace rccl
