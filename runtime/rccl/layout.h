// layout.h: what a rank shows the others of its communicator: a control block and memory for data, the same for every rank.
//
// One rank writes and all read, so that nothing needs a lock; only the bell is rung by everybody. Between processes of one machine both are one file in
// memory that all map; across machines each rank keeps a copy, which the writer's messages keep up (links.h). Used by segment, peers, rounds and transfers.
#pragma once

#include <rccl/rccl.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace rccl {

constexpr unsigned SLOTS = 8;    // rounds of collective calls that may be on their way
constexpr unsigned CHUNKS = 4;   // pieces of messages from one rank to another that may be
constexpr size_t NEWS_BYTES = 256;

enum class Kind : int32_t { all_reduce, reduce, broadcast, all_gather, reduce_scatter, send, receive };

// A collective call as its rank made it. Ranks compare theirs.
struct Call {
    Kind kind;
    int32_t type, op, root;
    uint64_t count, number;
    bool matches(const Call &other) const {
        return kind == other.kind && type == other.type && op == other.op && root == other.root && count == other.count && number == other.number;
    }
};

// A piece of a message: its bytes, and the whole message's.
struct Piece {
    uint64_t bytes, message;
};

// What a rank has sent to one other, in pieces, and how many of that one's it has taken.
struct Pair {
    std::atomic<uint64_t> sent, taken;
    Piece pieces[CHUNKS];
};

enum class State : uint64_t { alive, left, failed };

struct alignas(64) Control {
    std::atomic<uint32_t> bell;  // futex: changes with every piece of news for this rank
    std::atomic<uint64_t> state;
    std::atomic<uint64_t> published, consumed;  // rounds that this rank has written, and those of which it has read all it wants
    std::atomic<uint64_t> news;                 // how often it has told all the others something beside calls (peers.h)
    Call calls[SLOTS];
    char news_text[2][NEWS_BYTES];
    Pair *pairs() { return reinterpret_cast<Pair *>(this + 1); }
};

struct Layout {
    unsigned ranks;
    size_t slot, piece;  // bytes of a round's memory, and of a piece's

    static Layout of(unsigned ranks);
    size_t control_bytes() const { return (sizeof(Control) + ranks * sizeof(Pair) + 4095) / 4096 * 4096; }
    size_t data_bytes() const { return SLOTS * slot + size_t(ranks) * CHUNKS * piece; }
    size_t round_at(uint64_t round) const { return round % SLOTS * slot; }
    size_t piece_at(unsigned to, uint64_t number) const { return SLOTS * slot + (to * CHUNKS + number % CHUNKS) * piece; }
};

}  // namespace rccl
