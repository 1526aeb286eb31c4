// init.hip: making communicators and ending them.
#include "init.h"

#include <algorithm>
#include <cstring>

#include "bell.h"

namespace rccl {
namespace {

constexpr unsigned CONFIG_MAGIC = 0xcafebeef;

ncclResult_t meet(ncclComm &comm, const Making &making) {
    (void)hipSetDevice(comm.device);
    Gathering gathering;
    if (making.rank == 0) RCCL_TRY(serve_if_asked(making.id));
    RCCL_TRY(gathering.join(making.id, making.ranks, making.rank, comm.aborted));
    RCCL_TRY(comm.peers.meet(gathering, making.rank, making.ranks, comm.aborted));
    comm.rank = making.rank;
    comm.ranks = making.ranks;
    return start(comm);
}

ncclResult_t met(const Comm &comm, const Making &making) {
    const OnDevice device(comm->device);
    const ncclResult_t result = meet(*comm, making);
    comm->state = result;
    return result;
}

// Does `work` here, or, where the program does not wait, elsewhere. A communicator that was not made is forgotten if the program waited for it.
ncclResult_t done(const Comm &comm, ncclComm_t *handle, std::function<ncclResult_t()> work) {
    if (!comm->blocking) {
        comm->maker = std::thread(std::move(work));
        if (!*handle) comm->maker.detach();  // a rank that is in no part: nobody asks
        return ncclInProgress;
    }
    const ncclResult_t result = work();
    if (result == ncclSuccess) return result;
    *handle = nullptr;
    forget(comm.get());
    return result;
}

struct Choice {
    int color, key, rank;
};

ncclResult_t split_here(const Comm &parent, int color, int key, const Comm &child) {
    std::vector<Choice> all(size_t(parent->ranks)), members;
    const Choice own{color, key, parent->rank};
    RCCL_TRY(exchange_news(*parent, &own, sizeof own, reinterpret_cast<char *>(all.data())));
    for (const Choice &choice : all)
        if (choice.color == color) members.push_back(choice);
    std::sort(members.begin(), members.end(), [](const Choice &a, const Choice &b) { return a.key != b.key ? a.key < b.key : a.rank < b.rank; });
    const bool in = color != NCCL_SPLIT_NOCOLOR;
    ncclUniqueId id{};
    if (in && members[0].rank == parent->rank) RCCL_TRY(make_unique_id(id));
    std::vector<ncclUniqueId> ids(size_t(parent->ranks));
    RCCL_TRY(exchange_news(*parent, &id, sizeof id, reinterpret_cast<char *>(ids.data())));
    if (!in) {
        forget(child.get());
        return ncclSuccess;
    }
    const auto rank = std::find_if(members.begin(), members.end(), [&](const Choice &choice) { return choice.rank == parent->rank; }) - members.begin();
    return met(child, {ids[size_t(members[0].rank)], int(members.size()), int(rank), parent->device});
}

}  // namespace

// As much of it as the program's version has.
ncclResult_t check_config(const ncclConfig_t *given, bool &blocking) {
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    blocking = true;
    if (!given) return ncclSuccess;
    if (given->magic != CONFIG_MAGIC) return failed(ncclInvalidArgument, "the configuration was not made by NCCL_CONFIG_INITIALIZER");
    memcpy(&config, given, std::min(given->size, sizeof config));
    const auto set = [](int value) { return value != NCCL_CONFIG_UNDEF_INT; };
    const auto is_bool = [&](int value) { return !set(value) || value == 0 || value == 1; };
    if (!is_bool(config.blocking) || !is_bool(config.splitShare)) return failed(ncclInvalidArgument, "the configuration's blocking or splitShare is neither 0 nor 1");
    if (set(config.cgaClusterSize) && config.cgaClusterSize < 0) return failed(ncclInvalidArgument, "the configuration's cgaClusterSize is negative");
    const bool wrong = (set(config.minCTAs) && config.minCTAs <= 0) || (set(config.maxCTAs) && config.maxCTAs <= 0) ||
                       (set(config.minCTAs) && set(config.maxCTAs) && config.minCTAs > config.maxCTAs);
    if (wrong) return failed(ncclInvalidArgument, text("the configuration's minCTAs %d and maxCTAs %d are wrong", config.minCTAs, config.maxCTAs));
    blocking = config.blocking != 0;
    return ncclSuccess;
}

Comm begin(bool blocking, int device) {
    const Comm comm = std::make_shared<ncclComm>();
    comm->blocking = blocking;
    comm->device = device;
    remember(comm);
    return comm;
}

ncclResult_t make(const Comm &comm, const Making &making, ncclComm_t *handle) {
    return done(comm, handle, [=] { return met(comm, making); });
}

ncclResult_t split(const Comm &parent, int color, int key, const Comm &child, ncclComm_t *handle) {
    return done(child, handle, [=] {
        const ncclResult_t result = split_here(parent, color, key, child);
        child->state = result;
        return result;
    });
}

ncclResult_t end(const Comm &comm, bool abort) {
    if (abort) {
        const std::lock_guard<std::mutex> guard(comm->lock);
        comm->aborted = true;
        comm->changed.notify_all();
    }
    if (abort && comm->ranks > 0) ring(comm->peers.own().bell);
    if (comm->maker.joinable()) comm->maker.join();
    if (comm->ranks > 0) {
        finish(*comm);
        stop(*comm);
        if (comm->state == ncclSuccess) comm->peers.set(comm->peers.own().state, uint64_t(abort ? State::failed : State::left));
    }
    forget(comm.get());
    // Memory is freed when the device has done what it was given. Of that other communicators' calls may be a part that are to be given up next.
    if (abort)
        std::thread([comm] { comm->peers.close(); }).detach();
    else
        comm->peers.close();
    return ncclSuccess;
}

}  // namespace rccl
