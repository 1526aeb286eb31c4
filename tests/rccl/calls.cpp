// calls.cpp: communicators are made, split and ended as RCCL documents, wrong arguments are refused with its codes, groups and graphs hold their calls, and what goes
// wrong while calls run is told.
#include "check.h"

#include <chrono>
#include <thread>

static bool is(ncclResult_t got, ncclResult_t want, int line) {
    if (got != want) printf("line %d: %s, not %s (%s)\n", line, ncclGetErrorString(got), ncclGetErrorString(want), ncclGetLastError(nullptr));
    return got == want;
}
#define IS(call, want) is((call), (want), __LINE__)

static void arguments(Clique &clique) {
    const Memory memory(0, 4096), elsewhere(1, 4096);
    void *const m = memory.at(), *const e = elsewhere.at();
    const ncclComm_t comm = clique.comms[0];
    const hipStream_t stream = clique.streams[0];
    const auto invalid = ncclInvalidArgument;
    HIP(hipSetDevice(0));
    bool right = IS(ncclAllReduce(m, m, 1, ncclInt32, ncclSum, nullptr, stream), invalid);
    right &= IS(ncclAllReduce(m, m, 1, ncclInt32, ncclSum, reinterpret_cast<ncclComm_t>(m), stream), invalid);
    right &= IS(ncclAllReduce(m, m, 1, ncclNumTypes, ncclSum, comm, stream), invalid) && IS(ncclAllReduce(m, m, 1, ncclDataType_t(-1), ncclSum, comm, stream), invalid);
    right &= IS(ncclAllReduce(m, m, 1, ncclInt32, ncclNumOps, comm, stream), invalid) && IS(ncclAllReduce(m, m, 1, ncclInt32, ncclRedOp_t(-1), comm, stream), invalid);
    right &= IS(ncclAllReduce(nullptr, m, 1, ncclInt32, ncclSum, comm, stream), invalid) && IS(ncclAllReduce(m, nullptr, 1, ncclInt32, ncclSum, comm, stream), invalid);
    right &= IS(ncclAllReduce(e, m, 1, ncclInt32, ncclSum, comm, stream), invalid) && strstr(ncclGetLastError(nullptr), "device 1");
    right &= IS(ncclAllReduce(m, m, 1, ncclInt32, ncclSum, comm, clique.streams[1]), ncclUnhandledCudaError);
    right &= IS(ncclReduce(m, nullptr, 1, ncclInt32, ncclSum, 0, comm, stream), invalid) && IS(ncclReduce(m, m, 1, ncclInt32, ncclSum, clique.ranks(), comm, stream), invalid);
    right &= IS(ncclBroadcast(m, m, 1, ncclInt32, -1, comm, stream), invalid) && IS(ncclBroadcast(nullptr, m, 1, ncclInt32, 0, comm, stream), invalid);
    right &= IS(ncclSend(m, 1, ncclInt32, clique.ranks(), comm, stream), invalid) && IS(ncclRecv(m, 1, ncclInt32, -1, comm, stream), invalid);
    right &= IS(ncclGather(m, m, 1, ncclInt32, clique.ranks(), comm, stream), invalid) && IS(ncclScatter(m, m, 1, ncclInt32, -1, comm, stream), invalid);
    right &= IS(ncclAllToAllv(m, nullptr, nullptr, m, nullptr, nullptr, ncclInt32, comm, stream), invalid);
    result("arguments", right);

    // Nothing to do is done, whoever else does it; a group with something wrong in it fails and does nothing.
    right = IS(ncclAllReduce(nullptr, nullptr, 0, ncclInt32, ncclSum, comm, stream), ncclSuccess) && IS(ncclSend(nullptr, 0, ncclInt32, 1, comm, stream), ncclSuccess);
    right &= IS(ncclGroupEnd(), ncclInvalidUsage) && IS(ncclGroupStart(), ncclSuccess) && IS(ncclAllReduce(m, m, 1, ncclInt32, ncclSum, comm, stream), ncclSuccess);
    right &= IS(ncclAllReduce(m, m, 1, ncclNumTypes, ncclSum, comm, stream), invalid) && IS(ncclGroupEnd(), invalid);
    right &= IS(ncclSend(m, 1, ncclInt32, 0, comm, stream), ncclInvalidUsage) && IS(ncclRecv(m, 1, ncclInt32, 0, comm, stream), ncclInvalidUsage);
    HIP(hipStreamSynchronize(stream));
    result("groups", right);
}

static void operations(Clique &clique) {
    ncclRedOp_t op, other;
    float two = 2;
    const Memory memory(0, 4096);
    const ncclComm_t comm = clique.comms[0];
    bool right = IS(ncclRedOpCreatePreMulSum(&op, &two, ncclFloat32, ncclScalarHostImmediate, nullptr), ncclInvalidArgument);
    right &= IS(ncclRedOpCreatePreMulSum(nullptr, &two, ncclFloat32, ncclScalarHostImmediate, comm), ncclInvalidArgument);
    right &= IS(ncclRedOpCreatePreMulSum(&op, &two, ncclFloat32, ncclScalarHostImmediate, comm), ncclSuccess) && op >= ncclNumOps;
    right &= IS(ncclRedOpCreatePreMulSum(&other, &two, ncclFloat32, ncclScalarHostImmediate, comm), ncclSuccess) && op != other;
    right &= IS(ncclAllReduce(memory.at(), memory.at(), 1, ncclInt32, op, comm, clique.streams[0]), ncclInvalidArgument);  // of another type
    right &= IS(ncclRedOpDestroy(ncclSum, comm), ncclInvalidArgument) && IS(ncclRedOpDestroy(op, nullptr), ncclInvalidArgument);
    right &= IS(ncclRedOpDestroy(op, comm), ncclSuccess) && IS(ncclRedOpDestroy(op, comm), ncclInvalidArgument) && IS(ncclRedOpDestroy(other, comm), ncclSuccess);
    right &= IS(ncclAllReduce(memory.at(), memory.at(), 1, ncclFloat32, op, comm, clique.streams[0]), ncclInvalidArgument);
    result("operations", right);
}

static void making(Clique &clique) {
    ncclComm_t comm = nullptr, two[2] = {};
    ncclUniqueId id{};
    int version = 0, number = -1;
    const int twice[] = {0, 0}, beyond[] = {0, clique.ranks()};
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    ncclResult_t state = ncclInternalError;
    bool right = IS(ncclGetVersion(&version), ncclSuccess) && version == NCCL_VERSION_CODE && IS(ncclGetVersion(nullptr), ncclInvalidArgument);
    right &= IS(ncclGetUniqueId(nullptr), ncclInvalidArgument) && IS(ncclCommInitRank(&comm, 1, id, 0), ncclInvalidArgument) && !comm && IS(ncclGetUniqueId(&id), ncclSuccess);
    right &= IS(ncclCommInitRank(&comm, 0, id, 0), ncclInvalidArgument) && IS(ncclCommInitRank(&comm, 2, id, 2), ncclInvalidArgument) && IS(ncclCommInitRank(nullptr, 1, id, 0), ncclInvalidArgument);
    right &= IS(ncclCommInitAll(two, 2, twice), ncclInvalidUsage) && IS(ncclCommInitAll(two, 2, beyond), ncclUnhandledCudaError) && IS(ncclCommInitAll(nullptr, 1, nullptr), ncclInvalidArgument);
    config.blocking = 7;
    right &= IS(ncclCommInitRankConfig(&comm, 1, id, 0, &config), ncclInvalidArgument);
    config.magic = 0;
    right &= IS(ncclCommInitRankConfig(&comm, 1, id, 0, &config), ncclInvalidArgument);
    // Two ranks on one device of a process.
    HIP(hipSetDevice(0));
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < 2; rank++) right &= IS(ncclCommInitRank(&two[rank], 2, id, rank), ncclSuccess);
    right &= IS(ncclGroupEnd(), ncclInvalidUsage);
    right &= IS(ncclCommCount(clique.comms[1], &number), ncclSuccess) && number == clique.ranks() && IS(ncclCommUserRank(clique.comms[1], &number), ncclSuccess) && number == 1;
    right &= IS(ncclCommCuDevice(clique.comms[1], &number), ncclSuccess) && number == 1 && IS(ncclCommCount(nullptr, &number), ncclInvalidArgument);
    right &= IS(ncclCommGetAsyncError(clique.comms[0], &state), ncclSuccess) && state == ncclSuccess && IS(ncclCommGetAsyncError(clique.comms[0], nullptr), ncclInvalidArgument);
    right &= IS(ncclCommDestroy(nullptr), ncclSuccess);
    result("making", right);

    void *memory = nullptr, *handle = nullptr;
    HIP(hipSetDevice(0));
    right = IS(ncclMemAlloc(&memory, 1000), ncclSuccess) && IS(ncclCommRegister(clique.comms[0], memory, 1000, &handle), ncclSuccess);
    right &= IS(ncclCommDeregister(clique.comms[0], handle), ncclSuccess) && IS(ncclMemFree(memory), ncclSuccess) && !strcmp(ncclGetErrorString(ncclSuccess), "no error");
    result("memory", right);
}

// One rank alone: no other is asked, and the operation is done all the same.
static void alone() {
    ncclComm_t comm;
    ncclUniqueId id;
    ncclRedOp_t op;
    float three = 3;
    HIP(hipSetDevice(1));
    NCCL(ncclGetUniqueId(&id));
    NCCL(ncclCommInitRank(&comm, 1, id, 0));
    const Bytes numbers = inputs(ncclFloat32, 0, 0, 100);
    Memory from(1, numbers), to(1, 400), scaled(1, 400), sent(1, 400);
    NCCL(ncclAllReduce(from.at(), to.at(), 100, ncclFloat32, ncclAvg, comm, nullptr));
    NCCL(ncclRedOpCreatePreMulSum(&op, &three, ncclFloat32, ncclScalarHostImmediate, comm));
    NCCL(ncclReduceScatter(from.at(), scaled.at(), 100, ncclFloat32, op, comm, nullptr));
    NCCL(ncclGroupStart());
    NCCL(ncclRecv(sent.at(), 100, ncclFloat32, 0, comm, nullptr));
    NCCL(ncclSend(to.at(), 100, ncclFloat32, 0, comm, nullptr));
    NCCL(ncclGroupEnd());
    HIP(hipDeviceSynchronize());
    bool right = to.read() == numbers && sent.read() == numbers;
    const Bytes got = scaled.read();
    for (size_t i = 0; i < 100; i++) right &= element<float>(&got[i * 4]) == 3 * element<float>(&numbers[i * 4]);
    NCCL(ncclCommDestroy(comm));
    result("alone", right && IS(ncclCommDestroy(comm), ncclInvalidArgument));
}

// A thread for each device, several communicators on each, calls in a row.
static void threads(Clique &clique) {
    ncclUniqueId id;
    NCCL(ncclGetUniqueId(&id));
    const int ranks = clique.ranks();
    std::vector<char> right(static_cast<size_t>(ranks), 0);
    std::vector<std::thread> all;
    for (int rank = 0; rank < ranks; rank++)
        all.emplace_back([&, rank] {
            HIP(hipSetDevice(rank));
            ncclComm_t comm;
            hipStream_t other;
            NCCL(ncclCommInitRank(&comm, ranks, id, rank));
            HIP(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
            Memory sum(rank, inputs(ncclInt64, rank, 0, 3001)), product(rank, inputs(ncclInt64, rank, 0, 3001));
            // Each communicator's calls wait for other ranks, which make them in another order.
            for (int i = 0; i < 2; i++) {
                if (i == rank % 2) NCCL(ncclAllReduce(sum.at(), sum.at(), 3001, ncclInt64, ncclSum, comm, other));
                if (i != rank % 2) NCCL(ncclAllReduce(product.at(), product.at(), 3001, ncclInt64, ncclProd, clique.comms[size_t(rank)], clique.streams[size_t(rank)]));
            }
            NCCL(ncclBroadcast(sum.at(), sum.at(), 3001, ncclInt64, 0, comm, other));
            HIP(hipStreamSynchronize(other));
            HIP(hipStreamSynchronize(clique.streams[size_t(rank)]));
            right[size_t(rank)] = sum.read() == reductions(ncclInt64, ncclSum, ranks, 0, 3001) && product.read() == reductions(ncclInt64, ncclProd, ranks, 0, 3001);
            NCCL(ncclCommDestroy(comm));
            HIP(hipStreamDestroy(other));
        });
    for (std::thread &thread : all) thread.join();
    bool every = true;
    for (const char one : right) every &= one;
    result("threads", every);
}

// Without rank 0, the others in the opposite order; and a communicator of nobody.
static void split(Clique &clique) {
    const int ranks = clique.ranks();
    std::vector<ncclComm_t> parts(static_cast<size_t>(ranks));
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < ranks; rank++) NCCL(ncclCommSplit(clique.comms[size_t(rank)], rank == 0 ? NCCL_SPLIT_NOCOLOR : 5, -rank, &parts[size_t(rank)], nullptr));
    NCCL(ncclGroupEnd());
    bool right = parts[0] == nullptr && IS(ncclCommSplit(clique.comms[0], -5, 0, &parts[0], nullptr), ncclInvalidArgument);
    std::vector<Memory> memory;
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < ranks; rank++) {
        memory.emplace_back(rank, inputs(ncclFloat32, rank, 0, 100));
        if (rank > 0) NCCL(ncclBroadcast(memory.back().at(), memory.back().at(), 100, ncclFloat32, 0, parts[size_t(rank)], clique.streams[size_t(rank)]));
    }
    NCCL(ncclGroupEnd());
    clique.synchronize();
    for (int rank = 1; rank < ranks; rank++) {
        int number = -1;
        NCCL(ncclCommUserRank(parts[size_t(rank)], &number));
        right &= number == ranks - 1 - rank && memory[size_t(rank)].read() == inputs(ncclFloat32, ranks - 1, 0, 100);
        NCCL(ncclCommDestroy(parts[size_t(rank)]));
    }
    result("split", right && memory[0].read() == inputs(ncclFloat32, 0, 0, 100));
}

// Calls that are captured happen at each launch, in their place.
static void graphs(Clique &clique) {
    const int ranks = clique.ranks();
    std::vector<Memory> memory;
    std::vector<hipGraphExec_t> graphs;
    for (int rank = 0; rank < ranks; rank++) memory.emplace_back(rank, inputs(ncclFloat64, rank, 0, 50));
    for (int rank = 0; rank < ranks; rank++) {
        HIP(hipSetDevice(rank));
        HIP(hipStreamBeginCapture(clique.streams[size_t(rank)], hipStreamCaptureModeThreadLocal));
    }
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < ranks; rank++) NCCL(ncclAllReduce(memory[size_t(rank)].at(), memory[size_t(rank)].at(), 50, ncclFloat64, ncclSum, clique.comms[size_t(rank)], clique.streams[size_t(rank)]));
    NCCL(ncclGroupEnd());
    for (int rank = 0; rank < ranks; rank++) {
        hipGraph_t graph;
        hipGraphExec_t executable;
        HIP(hipSetDevice(rank));
        HIP(hipStreamEndCapture(clique.streams[size_t(rank)], &graph));
        HIP(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
        HIP(hipGraphDestroy(graph));
        graphs.push_back(executable);
    }
    bool right = memory[0].read() == inputs(ncclFloat64, 0, 0, 50);
    for (int launch = 0; launch < 3; launch++)
        for (int rank = 0; rank < ranks; rank++) {
            HIP(hipSetDevice(rank));
            HIP(hipGraphLaunch(graphs[size_t(rank)], clique.streams[size_t(rank)]));
        }
    clique.synchronize();
    for (const Memory &one : memory) {
        const Bytes got = one.read();
        for (size_t i = 0; i < 50; i++) right &= element<double>(&got[i * 8]) == reduced(ncclFloat64, ncclSum, ranks, i) * ranks * ranks;
    }
    for (const hipGraphExec_t graph : graphs) HIP(hipGraphExecDestroy(graph));
    result("graphs", right);
}

// Who does not wait asks until it is done.
static void without_waiting(Clique &clique) {
    const int ranks = clique.ranks();
    ncclUniqueId id;
    NCCL(ncclGetUniqueId(&id));
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    std::vector<ncclComm_t> comms(static_cast<size_t>(ranks));
    bool right = true;
    for (int rank = 0; rank < ranks; rank++) {
        HIP(hipSetDevice(rank));
        right &= IS(ncclCommInitRankConfig(&comms[size_t(rank)], ranks, id, rank, &config), ncclInProgress);
    }
    for (const ncclComm_t comm : comms)
        for (ncclResult_t state = ncclInProgress; state == ncclInProgress;) NCCL(ncclCommGetAsyncError(comm, &state));
    std::vector<Memory> memory;
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < ranks; rank++) {
        memory.emplace_back(rank, inputs(ncclUint8, rank, 0, 100));
        NCCL(ncclAllReduce(memory.back().at(), memory.back().at(), 100, ncclUint8, ncclMax, comms[size_t(rank)], clique.streams[size_t(rank)]));
    }
    NCCL(ncclGroupEnd());
    clique.synchronize();
    for (const Memory &one : memory) right &= one.read() == reductions(ncclUint8, ncclMax, ranks, 0, 100);
    for (const ncclComm_t comm : comms) right &= IS(ncclCommFinalize(comm), ncclSuccess) && IS(ncclCommDestroy(comm), ncclSuccess);
    result("without_waiting", right);
}

// Memory of the host that devices reach, whichever device it was made for.
static void pinned(Clique &clique) {
    constexpr size_t COUNT = 70001;
    const int ranks = clique.ranks();
    std::vector<unsigned char *> memory(static_cast<size_t>(ranks));
    bool right = true;
    HIP(hipSetDevice(0));
    for (int rank = 0; rank < ranks; rank++) {
        HIP(hipHostMalloc(reinterpret_cast<void **>(&memory[size_t(rank)]), COUNT * 8, hipHostMallocPortable));
        const Bytes numbers = inputs(ncclInt32, rank, 0, COUNT);
        memcpy(memory[size_t(rank)], numbers.data(), numbers.size());
    }
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        unsigned char *const own = memory[size_t(rank)];
        NCCL(ncclSend(own, COUNT, ncclInt32, (rank + 1) % ranks, comm, stream));
        return ncclRecv(own + COUNT * 4, COUNT, ncclInt32, (rank + ranks - 1) % ranks, comm, stream);
    });
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) { return ncclAllReduce(memory[size_t(rank)], memory[size_t(rank)], COUNT, ncclInt32, ncclSum, comm, stream); });
    const Bytes sums = reductions(ncclInt32, ncclSum, ranks, 0, COUNT);
    for (int rank = 0; rank < ranks; rank++) {
        const Bytes sent = inputs(ncclInt32, (rank + ranks - 1) % ranks, 0, COUNT);
        right &= !memcmp(memory[size_t(rank)], sums.data(), sums.size()) && !memcmp(memory[size_t(rank)] + COUNT * 4, sent.data(), sent.size());
        HIP(hipHostFree(memory[size_t(rank)]));
    }
    result("pinned", right);
}

static ncclResult_t state_of(ncclComm_t comm) {
    ncclResult_t state;
    NCCL(ncclCommGetAsyncError(comm, &state));
    return state;
}

// Ranks that call different things learn of it, and so does one that waits for a rank that gives up; streams go on.
static void failures_are_told() {
    bool right = true;
    {
        Clique clique;
        std::vector<Memory> memory;
        for (int rank = 0; rank < clique.ranks(); rank++) memory.emplace_back(rank, 4000);
        clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) { return ncclAllReduce(memory[size_t(rank)].at(), memory[size_t(rank)].at(), rank == 0 ? 10 : 20, ncclInt32, ncclSum, comm, stream); });
        right &= state_of(clique.comms[0]) == ncclInvalidUsage && state_of(clique.comms[1]) != ncclSuccess;
        right &= IS(ncclAllReduce(memory[0].at(), memory[0].at(), 1, ncclInt32, ncclSum, clique.comms[0], clique.streams[0]), ncclInvalidUsage);
    }
    result("different_calls", right);
    {
        Clique clique;
        Memory memory(0, 4000);
        NCCL(ncclRecv(memory.at(), 10, ncclInt32, 1, clique.comms[0], clique.streams[0]));
        NCCL(ncclCommAbort(clique.comms[1]));
        clique.comms[1] = nullptr;
        HIP(hipStreamSynchronize(clique.streams[0]));
        right = state_of(clique.comms[0]) == ncclRemoteError;
    }
    {
        Clique clique;
        Memory memory(0, 4000);
        NCCL(ncclAllReduce(memory.at(), memory.at(), 10, ncclInt32, ncclSum, clique.comms[0], clique.streams[0]));
        NCCL(ncclCommAbort(clique.comms[0]));  // its own call, which nobody else makes
        clique.comms[0] = nullptr;
        HIP(hipStreamSynchronize(clique.streams[0]));
    }
    result("giving_up", right);
}

int main() {
    {
        Clique clique;
        arguments(clique);
        operations(clique);
        making(clique);
        alone();
        threads(clique);
        split(clique);
        graphs(clique);
        without_waiting(clique);
        pinned(clique);
    }
    failures_are_told();
    return failures ? 1 : 0;
}
