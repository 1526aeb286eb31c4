// proxy.hip: a communicator's thread, and how a stream comes to wait for it.
//
// A plan stands in a stream as one host function: when it is called everything in front of it is complete, and what is behind it starts when it has returned. So
// a plan has the device's memory for itself, and may be part of a graph.
#include <algorithm>

#include "bell.h"
#include "comm.h"

namespace rccl {
namespace {

// A plan's host function's argument.
struct Turn {
    Comm comm;
    std::shared_ptr<Plan> plan;
};

void hold(const Comm &comm, const std::shared_ptr<Plan> &plan) {
    std::unique_lock<std::mutex> guard(comm->lock);
    plan->due = true;
    comm->changed.notify_all();
    comm->changed.wait(guard, [&] { return plan->done; });
}

void take_turn(void *argument) {
    const std::unique_ptr<Turn> turn(static_cast<Turn *>(argument));
    hold(turn->comm, turn->plan);
}

// A graph's: each launch has a plan of its own, which comes when it comes.
void take_captured_turn(void *argument) {
    const Turn &turn = *static_cast<Turn *>(argument);
    auto plan = std::make_shared<Plan>(*turn.plan);
    {
        const std::lock_guard<std::mutex> guard(turn.comm->lock);
        if (turn.comm->closing) {
            say("a graph calls a communicator that is destroyed: its memory stays as it is");
            return;
        }
        turn.comm->captured.push_back(plan);
    }
    hold(turn.comm, plan);
}

void drop_turn(void *argument) { delete static_cast<Turn *>(argument); }

ncclResult_t run(ncclComm &comm, const Plan &plan) {
    for (const Operation &call : plan.calls) RCCL_TRY(run_call(comm, call));
    return plan.messages.empty() ? ncclSuccess : run_messages(comm, plan.messages);
}

// Does plans until the communicator is closed and none is left. An aborted one's are done by leaving them.
void serve(ncclComm &comm) {
    (void)hipSetDevice(comm.device);
    std::unique_lock<std::mutex> guard(comm.lock);
    for (;;) {
        const auto due = [&] { return !comm.captured.empty() || (!comm.plans.empty() && (comm.plans.front()->due || comm.aborted)); };
        comm.changed.wait(guard, [&] { return due() || (comm.closing && comm.plans.empty()); });
        if (!due()) return;
        auto &queue = comm.captured.empty() ? comm.plans : comm.captured;
        const std::shared_ptr<Plan> plan = queue.front();
        guard.unlock();
        if (comm.state == ncclSuccess && !comm.aborted) {
            if (const ncclResult_t result = run(comm, *plan); result != ncclSuccess) {
                if (!comm.aborted) comm.fail(result, last_reason());
                (void)hipStreamSynchronize(comm.lanes.down);
                (void)hipStreamSynchronize(comm.lanes.work);
            }
        }
        guard.lock();
        plan->done = true;
        queue.pop_front();
        comm.changed.notify_all();
    }
}

std::vector<hipStream_t> streams_of(const Plan &plan) {
    std::vector<hipStream_t> streams;
    for (const auto *operations : {&plan.calls, &plan.messages})
        for (const Operation &operation : *operations)
            if (std::find(streams.begin(), streams.end(), operation.stream) == streams.end()) streams.push_back(operation.stream);
    return streams;
}

// `behind` waits for what is in `before` now.
ncclResult_t order(hipStream_t before, hipStream_t behind) {
    hipEvent_t event;
    RCCL_HIP(hipEventCreateWithFlags(&event, hipEventDisableTiming));
    hipError_t error = hipEventRecord(event, before);
    if (error == hipSuccess) error = hipStreamWaitEvent(behind, event, 0);
    (void)hipEventDestroy(event);
    RCCL_HIP(error);
    return ncclSuccess;
}

ncclResult_t launch(const Comm &comm, const std::shared_ptr<Plan> &plan, hipStream_t stream) {
    auto turn = std::make_unique<Turn>(Turn{comm, plan});
    hipGraph_t graph = nullptr;
    hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
    RCCL_HIP(hipStreamGetCaptureInfo_v2(stream, &status, nullptr, &graph, nullptr, nullptr));
    if (status == hipStreamCaptureStatusInvalidated) return failed(ncclUnhandledCudaError, "the stream's capture is invalidated");
    if (status == hipStreamCaptureStatusActive) {
        hipUserObject_t owner;
        RCCL_HIP(hipUserObjectCreate(&owner, turn.get(), drop_turn, 1, hipUserObjectNoDestructorSync));
        Turn *argument = turn.release();
        RCCL_HIP(hipGraphRetainUserObject(graph, owner, 1, hipGraphUserObjectMove));
        RCCL_HIP(hipLaunchHostFunc(stream, take_captured_turn, argument));
        return ncclSuccess;
    }
    const std::unique_lock<std::mutex> guard(comm->lock);
    // Under the lock, so that plans stand in the thread's list as they do in the streams.
    RCCL_HIP(hipLaunchHostFunc(stream, take_turn, turn.get()));
    (void)turn.release();
    comm->plans.push_back(plan);
    return ncclSuccess;
}

}  // namespace

ncclResult_t Lanes::make() {
    for (hipStream_t *lane : {&down, &work}) RCCL_HIP(hipStreamCreateWithFlags(lane, hipStreamNonBlocking));
    for (hipEvent_t *event : {&staged[0], &staged[1], &taken[0], &taken[1]}) RCCL_HIP(hipEventCreateWithFlags(event, hipEventDisableTiming));
    return ncclSuccess;
}

void Lanes::drop() {
    for (hipEvent_t event : {staged[0], staged[1], taken[0], taken[1]})
        if (event) (void)hipEventDestroy(event);
    for (hipEvent_t event : spare) (void)hipEventDestroy(event);
    for (hipStream_t lane : {down, work})
        if (lane) (void)hipStreamDestroy(lane);
    *this = Lanes();
}

ncclResult_t Lanes::take_event(hipEvent_t &event) {
    if (spare.empty()) {
        RCCL_HIP(hipEventCreateWithFlags(&event, hipEventDisableTiming));
        return ncclSuccess;
    }
    event = spare.back();
    spare.pop_back();
    return ncclSuccess;
}

ncclResult_t start(ncclComm &comm) {
    RCCL_TRY(comm.lanes.make());
    comm.thread = std::thread([&comm] { serve(comm); });
    return ncclSuccess;
}

// Where a plan has several streams the first one does it, behind all the others' work and in front of it.
ncclResult_t enqueue(const Comm &comm, std::shared_ptr<Plan> plan) {
    const OnDevice device(comm->device);
    const std::vector<hipStream_t> streams = streams_of(*plan);
    for (size_t i = 1; i < streams.size(); i++) RCCL_TRY(order(streams[i], streams[0]));
    if (comm->ranks == 1 && plan->messages.empty())
        for (Operation &call : plan->calls) {
            call.stream = streams[0];
            RCCL_TRY(run_alone(call));
        }
    else
        RCCL_TRY(launch(comm, plan, streams[0]));
    for (size_t i = 1; i < streams.size(); i++) RCCL_TRY(order(streams[0], streams[i]));
    return ncclSuccess;
}

void finish(ncclComm &comm) {
    std::unique_lock<std::mutex> guard(comm.lock);
    comm.changed.wait(guard, [&] { return (comm.plans.empty() && comm.captured.empty()) || comm.aborted; });
}

void stop(ncclComm &comm) {
    {
        const std::lock_guard<std::mutex> guard(comm.lock);
        comm.closing = true;
        comm.changed.notify_all();
    }
    if (comm.thread.joinable()) comm.thread.join();
    const OnDevice device(comm.device);
    comm.lanes.drop();
}

}  // namespace rccl
