// rounds.hip: how rounds are done.
//
// Rounds of a communicator are numbered, and number modulo SLOTS says where in everybody's memory a round lies. A rank writes there when all have consumed what
// lay there before: at that time every other rank is at most a few rounds behind, and needs nothing of this one to go on.
#include "rounds.h"

namespace rccl {
namespace {

class Runner {
   public:
    Runner(ncclComm &comm, const Call &call, const Rounds &rounds) : comm_(comm), call_(call), rounds_(rounds), peers_(comm.peers), first_(comm.rounds) {}

    ncclResult_t run() {
        for (uint64_t i = 0; i < rounds_.count + 2; i++) {
            if (i < rounds_.count) RCCL_TRY(write(i));
            if (i >= 1 && i <= rounds_.count) RCCL_TRY(exchange(i - 1));
            if (i >= 2) RCCL_TRY(consumed(i - 2));
        }
        comm_.rounds += rounds_.count;
        return ncclSuccess;
    }

   private:
    size_t slot(uint64_t i) const { return peers_.layout().round_at(first_ + i); }
    // What all readers together want of a writer.
    Range wanted(uint64_t i, int writer) const {
        size_t begin = SIZE_MAX, end = 0;
        for (int reader = 0; reader < comm_.ranks; reader++) {
            const Range part = rounds_.part(i, writer, reader);
            if (part.size == 0) continue;
            begin = std::min(begin, part.at);
            end = std::max(end, part.at + part.size);
        }
        return end ? Range{begin, end - begin} : Range{0, 0};
    }

    ncclResult_t write(uint64_t i) {
        const uint64_t round = first_ + i;
        const auto lacks = [&](int rank) { return round >= SLOTS && peers_.of(rank).consumed.load(std::memory_order_acquire) <= round - SLOTS; };
        RCCL_TRY(wait_for_all(lacks));
        if (wanted(i, comm_.rank).size == 0) return ncclSuccess;
        RCCL_TRY(rounds_.stage(i, peers_.own_data() + slot(i)));
        RCCL_HIP(hipEventRecord(comm_.lanes.staged[i % 2], comm_.lanes.down));
        return ncclSuccess;
    }

    ncclResult_t exchange(uint64_t i) {
        const uint64_t round = first_ + i;
        Call &own = peers_.own().calls[round % SLOTS];
        own = call_;
        if (const Range all = wanted(i, comm_.rank); all.size > 0) {
            RCCL_HIP(hipEventSynchronize(comm_.lanes.staged[i % 2]));
            peers_.written(slot(i) + all.at, all.size);
            for (int reader = 0; reader < comm_.ranks; reader++) {
                const Range part = rounds_.part(i, comm_.rank, reader);
                if (part.size == 0 || reader == comm_.rank) continue;
                peers_.show(&own, sizeof own, reader);
                peers_.send(slot(i) + part.at, part.size, reader);
            }
        }
        peers_.set(peers_.own().published, round + 1);
        const auto lacks = [&](int rank) {
            return rank != comm_.rank && rounds_.part(i, rank, comm_.rank).size > 0 && peers_.of(rank).published.load(std::memory_order_acquire) <= round;
        };
        RCCL_TRY(wait_for_all(lacks));
        RCCL_TRY(compare(i));
        for (int writer = 0; writer < comm_.ranks; writer++)
            if (const Range part = rounds_.part(i, writer, comm_.rank); part.size > 0) peers_.fetch(writer, slot(i) + part.at, part.size);
        RCCL_TRY(rounds_.take(i, slot(i)));
        RCCL_HIP(hipEventRecord(comm_.lanes.taken[i % 2], comm_.lanes.work));
        return ncclSuccess;
    }

    ncclResult_t consumed(uint64_t i) {
        RCCL_HIP(hipEventSynchronize(comm_.lanes.taken[i % 2]));
        peers_.set(peers_.own().consumed, first_ + i + 1);
        return ncclSuccess;
    }

    template <class Lacks>
    ncclResult_t wait_for_all(const Lacks &lacks) {
        const auto ready = [&] {
            for (int rank = 0; rank < comm_.ranks; rank++)
                if (lacks(rank)) return false;
            return true;
        };
        return comm_.wait_until(name_of(call_.kind), ready, lacks);
    }

    // Whether those that this rank reads from are in the same call.
    ncclResult_t compare(uint64_t i) {
        for (int writer = 0; writer < comm_.ranks; writer++) {
            if (writer == comm_.rank || rounds_.part(i, writer, comm_.rank).size == 0) continue;
            const Call other = peers_.of(writer).calls[(first_ + i) % SLOTS];
            if (other.matches(call_)) continue;
            const std::string own = text("ranks call different things: rank %d %s, ", comm_.rank, described(call_).c_str());
            return comm_.fail(ncclInvalidUsage, own + peers_.name(writer) + " " + described(other));
        }
        return ncclSuccess;
    }
    static std::string described(const Call &call) {
        const char *type = name_of(ncclDataType_t(call.type));
        return text("%s(%s, count %zu, operation %d, root %d) as call %zu", name_of(call.kind), type, size_t(call.count), call.op, call.root, size_t(call.number));
    }

    ncclComm &comm_;
    const Call &call_;
    const Rounds &rounds_;
    Peers &peers_;
    uint64_t first_;
};

}  // namespace

ncclResult_t run_rounds(ncclComm &comm, const Call &call, const Rounds &rounds) { return Runner(comm, call, rounds).run(); }

}  // namespace rccl
