// comm.hip: handles, waiting for other ranks, and what happens when one of them is no more.
#include "comm.h"

#include <chrono>
#include <cstring>
#include <map>

#include "bell.h"

namespace rccl {
namespace {

constexpr int LOOK_MILLISECONDS = 100;  // how often a rank that waits looks whether the others live

struct Handles {
    std::mutex lock;
    std::map<ncclComm_t, Comm> comms;
};
Handles &handles() {
    static Handles *all = new Handles;
    return *all;
}

}  // namespace

Comm find(ncclComm_t handle) {
    Handles &all = handles();
    const std::lock_guard<std::mutex> guard(all.lock);
    const auto found = all.comms.find(handle);
    return found == all.comms.end() ? nullptr : found->second;
}
void remember(const Comm &comm) {
    const std::lock_guard<std::mutex> guard(handles().lock);
    handles().comms[comm.get()] = comm;
}
void forget(ncclComm_t handle) {
    Comm last;  // dropped behind the lock
    const std::lock_guard<std::mutex> guard(handles().lock);
    const auto found = handles().comms.find(handle);
    if (found == handles().comms.end()) return;
    last = std::move(found->second);
    handles().comms.erase(found);
}

// Two texts suffice: who tells the next one has everybody's last one, so everybody has told that, having read all those before.
ncclResult_t exchange_news(ncclComm &comm, const void *own, size_t size, char *all) {
    Peers &peers = comm.peers;
    if (size > NEWS_BYTES) return failed(ncclInternalError, "news are too long");
    const uint64_t number = comm.news++;
    char *text = peers.own().news_text[number % 2];
    memcpy(text, own, size);
    for (int rank = 0; rank < comm.ranks; rank++) peers.show(text, size, rank);
    peers.set(peers.own().news, number + 1);
    const auto lacks = [&](int rank) { return peers.of(rank).news.load(std::memory_order_acquire) <= number; };
    const auto ready = [&] {
        for (int rank = 0; rank < comm.ranks; rank++)
            if (lacks(rank)) return false;
        return true;
    };
    RCCL_TRY(comm.wait_until("ncclCommSplit", ready, lacks));
    for (int rank = 0; rank < comm.ranks; rank++) memcpy(all + size_t(rank) * size, peers.of(rank).news_text[number % 2], size);
    return ncclSuccess;
}

}  // namespace rccl

using rccl::State;
using rccl::text;

ncclResult_t ncclComm::wait_until(const char *what, const std::function<bool()> &ready, const std::function<bool(int)> &lacks) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    int64_t patience = 10000;
    for (;;) {
        const uint32_t bell = peers.own().bell.load(std::memory_order_acquire);
        if (ready()) return ncclSuccess;
        if (aborted) return rccl::failed(ncclRemoteError, text("rank %d: the communicator is aborted", rank));
        const int64_t waited = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
        std::string missing;
        for (int other = 0; other < ranks; other++) {
            if (other == rank) continue;
            // Looked at before what it lacks: a rank may have done all that was asked of it and left.
            const auto other_state = State(peers.of(other).state.load(std::memory_order_acquire));
            const bool gone = other_state != State::alive || (waited >= rccl::LOOK_MILLISECONDS && peers.gone(other));
            if (!lacks(other)) continue;
            if (gone) {
                const char *how = other_state == State::failed ? "has failed or aborted"
                                  : other_state == State::left ? "has destroyed its communicator"
                                                               : "has ended or is out of reach";
                return fail(ncclRemoteError, text("rank %d of %d, in %s: %s %s", rank, ranks, what, peers.name(other).c_str(), how));
            }
            if (missing.size() < 400) missing += ", " + peers.name(other);
        }
        if (waited >= patience) {
            rccl::say(text("rank %d of %d has waited %d s in %s for ", rank, ranks, int(waited / 1000), what) + (missing.empty() ? "itself" : missing.substr(2)));
            patience *= 3;
        }
        rccl::sleep_at(peers.own().bell, bell, rccl::LOOK_MILLISECONDS);
    }
}

ncclResult_t ncclComm::fail(ncclResult_t result, const std::string &reason) {
    int good = ncclSuccess;
    if (state.compare_exchange_strong(good, result)) {
        rccl::failed(result, reason);
        if (!rccl::debugging()) rccl::say(reason);
        peers.set(peers.own().state, uint64_t(State::failed));
    }
    return result;
}

ncclResult_t ncclComm::check_ready() const {
    switch (const ncclResult_t now = ncclResult_t(state.load())) {
        case ncclSuccess:
            if (aborted) return rccl::failed(ncclInvalidArgument, "the communicator is aborted");
            return finalized ? rccl::failed(ncclInvalidArgument, "the communicator is finalized") : ncclSuccess;
        case ncclInProgress: return rccl::failed(ncclInvalidArgument, "the communicator's last function is still in progress");
        default: return now;
    }
}
