// collectives.hip: what each collective call's rounds do.
//
// AllReduce: each rank reduces a part of all ranks' elements and tells the others the result, so that all have the same bits; what is small all reduce by
// themselves, in one round, if their devices are of one kind. Reduce: the root reduces everything.
#include <algorithm>

#include "reduce.h"
#include "rounds.h"

namespace rccl {
namespace {

constexpr size_t SMALL_BYTES = 256 << 10;  // of all ranks together: what one round is better for than two

// Blocks of elements, one for each rank, `pitch` apart; the last ones may be short or empty.
struct Blocks {
    size_t pitch, total;
    size_t length(int rank) const { return std::min(pitch, total - std::min(total, size_t(rank) * pitch)); }
};

class Collective {
   public:
    Collective(ncclComm &comm, const Operation &operation)
        : comm_(comm), operation_(operation), size_(size_of(operation.type)),
          call_{operation.kind, operation.type, operation.reduction.named, operation.root, operation.count, comm.calls++} {}

    ncclResult_t run() {
        const Operation &o = operation_;
        switch (o.kind) {
            case Kind::all_reduce: return all_reduce();
            case Kind::reduce: return reduce_to(o.root, slot_bytes() / size_);
            case Kind::broadcast: return broadcast();
            case Kind::reduce_scatter: return reduce_blocks({o.count, o.count * size_t(comm_.ranks)}, o.receive);
            default:
                RCCL_TRY(keep_own(at(o.receive, size_t(comm_.rank) * o.count)));
                return gather_blocks({o.count, o.count * size_t(comm_.ranks)}, o.send);
        }
    }

   private:
    size_t slot_bytes() const { return comm_.peers.layout().slot; }
    char *at(const void *base, size_t elements) const { return static_cast<char *>(const_cast<void *>(base)) + elements * size_; }
    // Elements of round i where a round has `most`.
    static size_t share(size_t length, uint64_t i, size_t most) { return std::min(most, length - std::min(length, size_t(i) * most)); }
    static uint64_t rounds_for(size_t length, size_t most) { return (length + most - 1) / most; }

    // This rank's elements, multiplied if the operation says so, to where others see them.
    ncclResult_t put(const void *from, char *to, size_t count) {
        if (count == 0) return ncclSuccess;
        if (operation_.reduction.scaled) return scale(operation_.reduction, operation_.type, from, to, count, comm_.lanes.down);
        return copy(operation_, to, from, count * size_, comm_.lanes.down);
    }
    ncclResult_t reduce(size_t from, void *to, size_t count) {
        if (count == 0) return ncclSuccess;
        return reduce_ranks({comm_.peers.table(), from, comm_.ranks, operation_.reduction.op, operation_.type}, to, count, comm_.lanes.work);
    }
    ncclResult_t copy_from(int rank, size_t from, void *to, size_t count) {
        if (count == 0) return ncclSuccess;
        return comm_.peers.copy(operation_, to, rank, from, count * size_, comm_.lanes.work);
    }
    ncclResult_t keep_own(void *to) {
        return to == operation_.send ? ncclSuccess : copy(operation_, to, operation_.send, operation_.count * size_, comm_.lanes.work);
    }

    ncclResult_t all_reduce() {
        const size_t count = operation_.count, unit = 16 / size_;
        if (comm_.peers.alike() && count * size_ * size_t(comm_.ranks) <= SMALL_BYTES && count * size_ <= slot_bytes()) return reduce_to(-1, count);
        const size_t pitch = ((count + size_t(comm_.ranks) - 1) / size_t(comm_.ranks) + unit - 1) / unit * unit;
        const Blocks blocks{pitch, count};
        char *own = at(operation_.receive, std::min(count, size_t(comm_.rank) * pitch));
        RCCL_TRY(reduce_blocks(blocks, own));
        scaled_already();
        return gather_blocks(blocks, own);
    }
    void scaled_already() { operation_.reduction.scaled = false; }

    // To one rank, or (-1) to all.
    ncclResult_t reduce_to(int root, size_t most) {
        const size_t count = operation_.count;
        return run_rounds(comm_, call_, {
            rounds_for(count, most),
            [&](uint64_t i, char *slot) { return put(at(operation_.send, i * most), slot, share(count, i, most)); },
            [&](uint64_t i, int, int reader) { return root < 0 || reader == root ? Range{0, share(count, i, most) * size_} : Range{0, 0}; },
            [&](uint64_t i, size_t slot) { return root < 0 || comm_.rank == root ? reduce(slot, at(operation_.receive, i * most), share(count, i, most)) : ncclSuccess; },
        });
    }

    ncclResult_t broadcast() {
        const size_t count = operation_.count, most = slot_bytes() / size_;
        const int root = operation_.root;
        if (comm_.rank == root) RCCL_TRY(keep_own(operation_.receive));
        return run_rounds(comm_, call_, {
            rounds_for(count, most),
            [&](uint64_t i, char *slot) { return put(at(operation_.send, i * most), slot, share(count, i, most)); },
            [&](uint64_t i, int writer, int reader) { return writer == root && reader != root ? Range{0, share(count, i, most) * size_} : Range{0, 0}; },
            [&](uint64_t i, size_t slot) { return comm_.rank == root ? ncclSuccess : copy_from(root, slot, at(operation_.receive, i * most), share(count, i, most)); },
        });
    }

    // Each rank gets its block of the reduction. A round has as much of each block as `most`.
    ncclResult_t reduce_blocks(const Blocks &blocks, void *to) {
        const size_t unit = 16 / size_, ranks = size_t(comm_.ranks);
        const size_t room = slot_bytes() / ranks / 16 * unit, most = std::min(room, (blocks.pitch + unit - 1) / unit * unit);
        return run_rounds(comm_, call_, {
            rounds_for(blocks.length(0), most),
            [&](uint64_t i, char *slot) {
                for (int rank = 0; rank < comm_.ranks; rank++)
                    RCCL_TRY(put(at(operation_.send, size_t(rank) * blocks.pitch + i * most), slot + size_t(rank) * most * size_, share(blocks.length(rank), i, most)));
                return ncclSuccess;
            },
            [&](uint64_t i, int, int reader) { return Range{size_t(reader) * most * size_, share(blocks.length(reader), i, most) * size_}; },
            [&](uint64_t i, size_t slot) { return reduce(slot + size_t(comm_.rank) * most * size_, at(to, i * most), share(blocks.length(comm_.rank), i, most)); },
        });
    }

    // All ranks get every rank's block.
    ncclResult_t gather_blocks(const Blocks &blocks, const void *own) {
        const size_t most = std::min(blocks.length(0), slot_bytes() / size_);
        return run_rounds(comm_, call_, {
            rounds_for(blocks.length(0), most),
            [&](uint64_t i, char *slot) { return put(at(own, i * most), slot, share(blocks.length(comm_.rank), i, most)); },
            [&](uint64_t i, int writer, int reader) { return writer == reader ? Range{0, 0} : Range{0, share(blocks.length(writer), i, most) * size_}; },
            [&](uint64_t i, size_t slot) {
                for (int rank = 0; rank < comm_.ranks; rank++)
                    if (rank != comm_.rank) {
                        char *to = at(operation_.receive, size_t(rank) * blocks.pitch + i * most);
                        RCCL_TRY(copy_from(rank, slot, to, share(blocks.length(rank), i, most)));
                    }
                return ncclSuccess;
            },
        });
    }

    ncclComm &comm_;
    Operation operation_;
    size_t size_;
    Call call_;
};

}  // namespace

size_t size_of(ncclDataType_t type) {
    switch (type) {
        case ncclInt32: case ncclUint32: case ncclFloat32: return 4;
        case ncclInt64: case ncclUint64: case ncclFloat64: return 8;
        case ncclFloat16: case ncclBfloat16: return 2;
        default: return 1;
    }
}
const char *name_of(Kind kind) {
    static const char *names[] = {"ncclAllReduce", "ncclReduce", "ncclBroadcast", "ncclAllGather", "ncclReduceScatter", "ncclSend", "ncclRecv"};
    return unsigned(kind) < std::size(names) ? names[unsigned(kind)] : "?";
}
const char *name_of(ncclDataType_t type) {
    static const char *names[] = {"int8", "uint8", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64", "bfloat16", "float8e4m3", "float8e5m2"};
    return unsigned(type) < std::size(names) ? names[unsigned(type)] : "?";
}

ncclResult_t run_call(ncclComm &comm, const Operation &call) { return Collective(comm, call).run(); }

ncclResult_t run_alone(const Operation &call) {
    const size_t bytes = call.count * size_of(call.type);
    if (call.reduction.scaled) return scale(call.reduction, call.type, call.send, call.receive, call.count, call.stream);
    return call.send == call.receive ? ncclSuccess : copy(call, call.receive, call.send, bytes, call.stream);
}

}  // namespace rccl
