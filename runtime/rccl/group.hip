// group.hip: groups of calls.
#include "group.h"

namespace rccl {
namespace {

struct Part {
    Comm comm;
    Plan plan;
};

struct Group {
    int depth = 0;
    ncclResult_t result = ncclSuccess;
    std::vector<Part> parts;  // by communicator, in the order of their first calls
    std::vector<std::function<ncclResult_t()>> jobs;
};
thread_local Group group;

ncclResult_t run_jobs(const std::vector<std::function<ncclResult_t()>> &jobs) {
    if (jobs.size() == 1) return jobs[0]();
    std::vector<ncclResult_t> results(jobs.size());
    std::vector<std::thread> threads;
    for (size_t i = 0; i < jobs.size(); i++) threads.emplace_back([&, i] { results[i] = jobs[i](); });
    for (std::thread &thread : threads) thread.join();
    for (const ncclResult_t result : results)
        if (result != ncclSuccess) return result;
    return ncclSuccess;
}

// Messages to oneself find each other in their group, or nowhere.
ncclResult_t check_own_messages(const Part &part) {
    std::vector<size_t> sends, receives;
    for (const Operation &message : part.plan.messages)
        if (message.root == part.comm->rank) (message.kind == Kind::send ? sends : receives).push_back(message.count * size_of(message.type));
    if (sends == receives) return ncclSuccess;
    const char *what = "rank %d sends %zu messages to itself and receives %zu, or their sizes differ";
    return failed(ncclInvalidUsage, text(what, part.comm->rank, sends.size(), receives.size()));
}

ncclResult_t launch(std::vector<Part> &parts) {
    for (const Part &part : parts) {
        RCCL_TRY(part.comm->check_ready());
        RCCL_TRY(check_own_messages(part));
    }
    for (Part &part : parts) RCCL_TRY(enqueue(part.comm, std::make_shared<Plan>(std::move(part.plan))));
    return ncclSuccess;
}

}  // namespace

bool in_group() { return group.depth > 0; }

ncclResult_t group_start() {
    group.depth++;
    return ncclSuccess;
}

ncclResult_t group_error(ncclResult_t result) {
    if (group.depth > 0 && group.result == ncclSuccess) group.result = result;
    return result;
}

ncclResult_t group_end() {
    if (group.depth == 0) return failed(ncclInvalidUsage, "ncclGroupEnd: no group was started");
    if (--group.depth > 0) return ncclSuccess;
    Group ended;
    std::swap(ended, group);
    if (ended.result != ncclSuccess) return ended.result;
    if (!ended.jobs.empty()) RCCL_TRY(run_jobs(ended.jobs));
    return launch(ended.parts);
}

ncclResult_t group_drop() {
    if (group.depth == 0) return failed(ncclInvalidUsage, "ncclGroupSimulateEnd: no group was started");
    if (--group.depth == 0) group = Group();
    return ncclSuccess;
}

ncclResult_t group_add(const Comm &comm, const Operation &operation) {
    group_start();
    Part *part = nullptr;
    for (Part &known : group.parts)
        if (known.comm == comm) part = &known;
    if (!part) part = &group.parts.emplace_back(Part{comm, {}});
    (operation.is_message() ? part->plan.messages : part->plan.calls).push_back(operation);
    return group_end();
}

ncclResult_t group_job(std::function<ncclResult_t()> job) {
    group_start();
    group.jobs.push_back(std::move(job));
    return group_end();
}

}  // namespace rccl
