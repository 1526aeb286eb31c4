// messages.hip: sends and receives of one group, all at the same time.
//
// Messages from one rank to another go in the order of their calls, in pieces through memory of that pair. Whatever can go on does; only when nothing can, this
// rank waits: for its device, and if that has nothing to do, for the ranks whose pieces or room it lacks.
#include <deque>

#include "comm.h"
#include "reduce.h"

namespace rccl {
namespace {

// This rank's messages to one other, or from it.
class Queue {
   public:
    Queue(ncclComm &comm, int peer, bool sends) : comm_(comm), peers_(comm.peers), peer_(peer), sends_(sends) {
        started_ = (sends ? mine().sent : mine().taken).load(std::memory_order_relaxed);
    }
    ~Queue() {
        for (const Copy &copy : copies_) comm_.lanes.spare.push_back(copy.done);
    }

    void add(const Operation *message) { messages_.push_back({message, message->count * size_of(message->type), 0}); }
    bool finished() const { return messages_.empty() && copies_.empty(); }
    int peer() const { return peer_; }
    bool sends() const { return sends_; }
    // Lacks something of the other rank's.
    bool waits() const { return !messages_.empty() && !can_start(); }
    bool copies() const { return !copies_.empty(); }

    // Goes on as far as it can.
    ncclResult_t step(bool &progress) {
        RCCL_TRY(complete(progress, false));
        while (!messages_.empty() && can_start() && copies_.size() < CHUNKS) {
            RCCL_TRY(sends_ ? start_sending() : start_receiving());
            progress = true;
        }
        return ncclSuccess;
    }
    ncclResult_t wait_for_copy() {
        bool progress = false;
        return complete(progress, true);
    }

   private:
    struct Message {
        const Operation *operation;
        size_t bytes, begun;
    };
    struct Copy {
        hipEvent_t done;
        uint64_t number;
        size_t at, size;
    };

    Pair &mine() const { return peers_.own().pairs()[peer_]; }
    Pair &theirs() const { return peers_.of(peer_).pairs()[comm_.rank]; }
    bool can_start() const {
        return sends_ ? started_ - theirs().taken.load(std::memory_order_acquire) < CHUNKS : theirs().sent.load(std::memory_order_acquire) > started_;
    }

    ncclResult_t start_sending() {
        Message &message = messages_.front();
        const size_t at = peers_.layout().piece_at(unsigned(peer_), started_), size = std::min(peers_.layout().piece, message.bytes - message.begun);
        mine().pieces[started_ % CHUNKS] = {size, message.bytes};
        RCCL_TRY(copy(*message.operation, peers_.own_data() + at, static_cast<const char *>(message.operation->send) + message.begun, size, comm_.lanes.down));
        return begun(at, size, comm_.lanes.down);
    }
    ncclResult_t start_receiving() {
        Message &message = messages_.front();
        const Piece &piece = theirs().pieces[started_ % CHUNKS];
        if (piece.message != message.bytes || piece.bytes > message.bytes - message.begun)
            return comm_.fail(ncclInvalidUsage,
                              text("rank %d receives %zu bytes where %s sends %zu", comm_.rank, message.bytes, peers_.name(peer_).c_str(), size_t(piece.message)));
        const size_t at = peers_.layout().piece_at(unsigned(comm_.rank), started_);
        peers_.fetch(peer_, at, piece.bytes);
        RCCL_TRY(peers_.copy(*message.operation, static_cast<char *>(message.operation->receive) + message.begun, peer_, at, piece.bytes, comm_.lanes.work));
        return begun(at, piece.bytes, comm_.lanes.work);
    }
    // A copy of the first message's next bytes is enqueued.
    ncclResult_t begun(size_t at, size_t size, hipStream_t lane) {
        hipEvent_t done;
        RCCL_TRY(comm_.lanes.take_event(done));
        copies_.push_back({done, started_++, at, size});
        RCCL_HIP(hipEventRecord(done, lane));
        Message &message = messages_.front();
        message.begun += size;
        if (message.begun == message.bytes) messages_.pop_front();
        return ncclSuccess;
    }

    // Tells the other rank of copies that are done; waits for the first one if `wait`.
    ncclResult_t complete(bool &progress, bool wait) {
        for (; !copies_.empty(); wait = false) {
            const Copy copy = copies_.front();
            const hipError_t state = wait ? hipEventSynchronize(copy.done) : hipEventQuery(copy.done);
            if (state == hipErrorNotReady) break;
            RCCL_HIP(state);
            comm_.lanes.spare.push_back(copy.done);
            copies_.pop_front();
            progress = true;
            if (!sends_) {
                peers_.set(mine().taken, copy.number + 1, peer_);
                continue;
            }
            const Piece &piece = mine().pieces[copy.number % CHUNKS];
            peers_.written(copy.at, copy.size);
            peers_.show(&piece, sizeof piece, peer_);
            peers_.send(copy.at, copy.size, peer_);
            peers_.set(mine().sent, copy.number + 1, peer_);
        }
        return ncclSuccess;
    }

    ncclComm &comm_;
    Peers &peers_;
    int peer_;
    bool sends_;
    uint64_t started_ = 0;
    std::deque<Message> messages_;
    std::deque<Copy> copies_;
};

Queue &queue_of(ncclComm &comm, std::deque<Queue> &queues, const Operation &message) {
    const bool sends = message.kind == Kind::send;
    for (Queue &queue : queues)
        if (queue.peer() == message.root && queue.sends() == sends) return queue;
    return queues.emplace_back(comm, message.root, sends);
}

// Messages to oneself: the first send is the first receive's, and so on. Their numbers and sizes were checked.
ncclResult_t copy_own(ncclComm &comm, const std::vector<Operation> &messages) {
    std::deque<const Operation *> sends, receives;
    for (const Operation &message : messages)
        if (message.root == comm.rank) (message.kind == Kind::send ? sends : receives).push_back(&message);
    for (size_t i = 0; i < sends.size() && i < receives.size(); i++) {
        const Operation &from = *sends[i], &to = *receives[i];
        if (from.send != to.receive) RCCL_TRY(copy(from.foreign ? from : to, to.receive, from.send, from.count * size_of(from.type), comm.lanes.work));
    }
    return ncclSuccess;
}

// What is sent of memory that is received into, put aside.
class Aside {
   public:
    explicit Aside(ncclComm &comm) : comm_(comm) {}
    ~Aside() {
        for (void *copy : copies_) (void)hipFreeAsync(copy, comm_.lanes.work);
    }
    ncclResult_t put(std::vector<Operation> &messages) {
        for (Operation &message : messages) {
            if (!message.overlapped) continue;
            const size_t bytes = message.count * size_of(message.type);
            void *copy = nullptr;
            RCCL_HIP(hipMallocAsync(&copy, bytes, comm_.lanes.work));
            copies_.push_back(copy);
            RCCL_TRY(rccl::copy(message, copy, message.send, bytes, comm_.lanes.work));
            message.send = copy;
        }
        if (!copies_.empty()) RCCL_HIP(hipStreamSynchronize(comm_.lanes.work));
        return ncclSuccess;
    }

   private:
    ncclComm &comm_;
    std::vector<void *> copies_;
};

}  // namespace

ncclResult_t run_messages(ncclComm &comm, std::vector<Operation> messages) {
    std::deque<Queue> queues;
    Aside aside(comm);
    RCCL_TRY(aside.put(messages));
    RCCL_TRY(copy_own(comm, messages));
    for (const Operation &message : messages)
        if (message.root != comm.rank) queue_of(comm, queues, message).add(&message);
    for (;;) {
        bool progress = false, finished = true;
        Queue *copying = nullptr;
        for (Queue &queue : queues) {
            RCCL_TRY(queue.step(progress));
            finished &= queue.finished();
            if (queue.copies() && !copying) copying = &queue;
        }
        if (finished) break;
        if (progress) continue;
        if (copying) {
            RCCL_TRY(copying->wait_for_copy());
            continue;
        }
        const auto ready = [&] {
            for (Queue &queue : queues)
                if (!queue.finished() && !queue.waits()) return true;
            return false;
        };
        const auto lacks = [&](int rank) {
            for (Queue &queue : queues)
                if (queue.peer() == rank && queue.waits()) return true;
            return false;
        };
        RCCL_TRY(comm.wait_until("ncclSend and ncclRecv", ready, lacks));
    }
    RCCL_HIP(hipStreamSynchronize(comm.lanes.work));
    return ncclSuccess;
}

}  // namespace rccl
