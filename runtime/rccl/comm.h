// comm.h: a communicator, as one rank has it.
//
// The program's threads enqueue plans (a call, or what a group has for this communicator); a stream's host function says when a plan's turn has come and holds the
// stream until it is done; the communicator's own thread (proxy.hip) does plans one after the other, in the order in which they were enqueued on every rank.
// Host functions of different streams run on different threads, so a rank that waits holds up nobody else.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>

#include "operation.h"
#include "peers.h"
#include "said.h"

namespace rccl {

// What is done at one place of a stream: collective calls in their order, then messages all at once.
struct Plan {
    std::vector<Operation> calls, messages;
    bool due = false, done = false;
};

// Streams and events of the communicator's thread: `down` copies from the device, `work` runs kernels and copies to it.
struct Lanes {
    hipStream_t down = nullptr, work = nullptr;
    hipEvent_t staged[2] = {}, taken[2] = {};
    std::vector<hipEvent_t> spare;  // messages'
    ncclResult_t make();
    // An event that nobody uses, and where it goes back to.
    ncclResult_t take_event(hipEvent_t &event);
    void drop();
};

}  // namespace rccl

struct ncclComm : std::enable_shared_from_this<ncclComm> {
    // Waits until `ready`; ncclRemoteError if one of those who `lacks` says it waits for has ended, left or failed. Says on stderr whom it has waited for long.
    ncclResult_t wait_until(const char *what, const std::function<bool()> &ready, const std::function<bool(int)> &lacks);
    // Something went wrong while calls ran: the communicator is good for nothing any more, and others learn of it.
    ncclResult_t fail(ncclResult_t result, const std::string &reason);
    ncclResult_t check_ready() const;

    int rank = -1, ranks = 0, device = -1;
    bool blocking = true;
    std::atomic<int> state{ncclInProgress};  // what ncclCommGetAsyncError says
    rccl::Aborted aborted{false};
    bool finalized = false;
    std::thread maker;  // while it is being made, if nobody waits for that
    rccl::Peers peers;
    rccl::Lanes lanes;

    // Operations that the program made: the scalars, and whether they are still there.
    struct Scaled {
        rccl::Reduction reduction;
        ncclDataType_t type;
        bool alive;
    };
    std::vector<Scaled> scaled;

    // The thread and its plans. `captured` are a graph's, which have no place among the others.
    std::mutex lock;
    std::condition_variable changed;
    std::deque<std::shared_ptr<rccl::Plan>> plans, captured;
    bool closing = false;
    std::thread thread;
    uint64_t rounds = 0, calls = 0;  // the thread's: rounds so far, collective calls so far
    uint64_t news = 0;
};

namespace rccl {

using Comm = std::shared_ptr<ncclComm>;

// The communicator that a handle is of, or none.
Comm find(ncclComm_t handle);
void remember(const Comm &comm);
void forget(ncclComm_t handle);

// proxy.hip
ncclResult_t start(ncclComm &comm);
ncclResult_t enqueue(const Comm &comm, std::shared_ptr<Plan> plan);
// Waits until every plan is done.
void finish(ncclComm &comm);
void stop(ncclComm &comm);

// collectives.hip, messages.hip: on the communicator's thread
ncclResult_t run_call(ncclComm &comm, const Operation &call);
// A call of a communicator of one rank, right on its stream.
ncclResult_t run_alone(const Operation &call);
ncclResult_t run_messages(ncclComm &comm, std::vector<Operation> messages);

// comm.hip: each rank's text to all, on the program's threads. All ranks call it.
ncclResult_t exchange_news(ncclComm &comm, const void *own, size_t size, char *all);

// Makes the device the current one while it lives.
class OnDevice {
   public:
    explicit OnDevice(int device) {
        (void)hipGetDevice(&before_);
        if (before_ != device) (void)hipSetDevice(device);
    }
    ~OnDevice() { (void)hipSetDevice(before_); }

   private:
    int before_ = 0;
};

}  // namespace rccl
