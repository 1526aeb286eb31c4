// processes.cpp: two processes with two devices each call each other: through memory that they share, through memory that devices do not reach, and over TCP;
// and a rank whose process ends is told to who waits for it.
//
// The program calls itself: with a unique id, the number of the process and whether the second one is to end early.
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

constexpr int PROCESSES = 2, DEVICES = 2, RANKS = PROCESSES * DEVICES;

static std::string hexadecimal(const ncclUniqueId &id) {
    std::string text;
    char digits[3];
    for (const char byte : id.internal) {
        snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(byte));
        text += digits;
    }
    return text;
}
static ncclUniqueId id_of(const std::string &text) {
    ncclUniqueId id;
    for (size_t i = 0; i < sizeof id; i++) id.internal[i] = char(std::stoi(text.substr(2 * i, 2), nullptr, 16));
    return id;
}

// One process' ranks.
struct Ranks {
    int first;
    ncclComm_t comms[DEVICES];
    hipStream_t streams[DEVICES];

    Ranks(int process, const ncclUniqueId &id) : first(process * DEVICES) {
        NCCL(ncclGroupStart());
        for (int i = 0; i < DEVICES; i++) {
            HIP(hipSetDevice(i));
            HIP(hipStreamCreate(&streams[i]));
            NCCL(ncclCommInitRank(&comms[i], RANKS, id, first + i));
        }
        NCCL(ncclGroupEnd());
    }
    template <class Call>
    void grouped(Call call) {
        NCCL(ncclGroupStart());
        for (int i = 0; i < DEVICES; i++) NCCL(call(i));
        NCCL(ncclGroupEnd());
        for (int i = 0; i < DEVICES; i++) {
            HIP(hipSetDevice(i));
            HIP(hipStreamSynchronize(streams[i]));
        }
    }
    bool all_reduce(size_t count) {
        std::vector<Memory> memory;
        for (int i = 0; i < DEVICES; i++) memory.emplace_back(i, inputs(ncclFloat16, first + i, 0, count));
        grouped([&](int i) { return ncclAllReduce(memory[size_t(i)].at(), memory[size_t(i)].at(), count, ncclFloat16, ncclSum, comms[i], streams[i]); });
        bool right = true;
        for (const Memory &one : memory) right &= one.read() == reductions(ncclFloat16, ncclSum, RANKS, 0, count);
        return right;
    }
    bool broadcast(size_t count, int root) {
        std::vector<Memory> memory;
        for (int i = 0; i < DEVICES; i++) memory.emplace_back(i, inputs(ncclInt64, first + i, 0, count));
        grouped([&](int i) { return ncclBroadcast(memory[size_t(i)].at(), memory[size_t(i)].at(), count, ncclInt64, root, comms[i], streams[i]); });
        bool right = true;
        for (const Memory &one : memory) right &= one.read() == inputs(ncclInt64, root, 0, count);
        return right;
    }
    // Rank r's block for rank s is what rank r has from place s on.
    bool all_to_all(size_t count) {
        std::vector<Memory> from, to;
        for (int i = 0; i < DEVICES; i++) {
            from.emplace_back(i, size_t(RANKS) * count * 4);
            to.emplace_back(i, size_t(RANKS) * count * 4);
            for (size_t peer = 0; peer < RANKS; peer++) from.back().write(peer * count * 4, inputs(ncclFloat32, first + i, peer, count));
        }
        grouped([&](int i) { return ncclAllToAll(from[size_t(i)].at(), to[size_t(i)].at(), count, ncclFloat32, comms[i], streams[i]); });
        bool right = true;
        for (int i = 0; i < DEVICES; i++) {
            Bytes want;
            for (int peer = 0; peer < RANKS; peer++) {
                const Bytes block = inputs(ncclFloat32, peer, size_t(first + i), count);
                want.insert(want.end(), block.begin(), block.end());
            }
            right &= to[size_t(i)].read() == want;
        }
        return right;
    }
    // Both ranks of this process alone, then both first ones.
    bool split() {
        bool right = true;
        for (const bool across : {false, true}) {
            ncclComm_t parts[DEVICES];
            NCCL(ncclGroupStart());
            for (int i = 0; i < DEVICES; i++) NCCL(ncclCommSplit(comms[i], across ? i : first, first, &parts[i], nullptr));
            NCCL(ncclGroupEnd());
            std::vector<Memory> memory;
            for (int i = 0; i < DEVICES; i++) memory.emplace_back(i, inputs(ncclInt32, first + i, 0, 100));
            grouped([&](int i) { return ncclBroadcast(memory[size_t(i)].at(), memory[size_t(i)].at(), 100, ncclInt32, 0, parts[i], streams[i]); });
            for (int i = 0; i < DEVICES; i++) {
                right &= memory[size_t(i)].read() == inputs(ncclInt32, across ? i : first, 0, 100);
                NCCL(ncclCommDestroy(parts[i]));
            }
        }
        return right;
    }
};

// Whether this process sees the other one's memory.
static bool shares_memory() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (line.find("memfd:rccl") != std::string::npos) return true;
    return false;
}

static int child(int process, const ncclUniqueId &id, bool ends) {
    const char *name = getenv("RCCL_TEST_NAME");
    Ranks ranks(process, id);
    const auto judged = [&](const char *what, bool right) { result(std::string(name) + "_" + std::to_string(process) + "_" + what, right); };
    judged("memory", shares_memory() == !getenv("NCCL_SHM_DISABLE"));
    judged("all_reduce", ranks.all_reduce(3) && ranks.all_reduce(100003));
    if (!ends) {
        judged("broadcast", ranks.broadcast(5, 3) && ranks.broadcast(30011, 0));
        judged("all_to_all", ranks.all_to_all(1) && ranks.all_to_all(30011));
        judged("split", ranks.split());
        for (const ncclComm_t comm : ranks.comms) NCCL(ncclCommDestroy(comm));
        return failures;
    }
    if (process == 1) {
        fflush(stdout);
        _exit(failures);
    }
    const Memory memory(0, 4000);
    NCCL(ncclAllReduce(memory.at(), memory.at(), 10, ncclInt32, ncclSum, ranks.comms[0], ranks.streams[0]));
    HIP(hipStreamSynchronize(ranks.streams[0]));
    ncclResult_t state;
    NCCL(ncclCommGetAsyncError(ranks.comms[0], &state));
    judged("told", state == ncclRemoteError && strstr(ncclGetLastError(ranks.comms[0]), ": rank ") && strstr(ncclGetLastError(ranks.comms[0]), "has ended"));
    for (const ncclComm_t comm : ranks.comms) NCCL(ncclCommAbort(comm));
    return failures;
}

// Runs both processes; whether they were content.
static bool run(char *program, const char *name, const char *variable, bool ends) {
    ncclUniqueId id;
    NCCL(ncclGetUniqueId(&id));
    fflush(stdout);
    pid_t children[PROCESSES];
    for (int process = 0; process < PROCESSES; process++) {
        children[process] = fork();
        if (children[process] != 0) continue;
        setenv("RCCL_TEST_NAME", name, 1);
        if (variable) setenv(variable, "1", 1);
        execl(program, program, hexadecimal(id).c_str(), std::to_string(process).c_str(), ends ? "1" : "0", nullptr);
        _exit(127);
    }
    bool right = true;
    for (const pid_t one : children) {
        int status = 0;
        right &= waitpid(one, &status, 0) == one && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return right;
}

int main(int count, char **arguments) {
    if (count == 4) return child(atoi(arguments[2]), id_of(arguments[1]), *arguments[3] == '1');
    char program[] = "/proc/self/exe";
    result("shared", run(program, "shared", nullptr, false));
    result("unpinned", run(program, "unpinned", "HIPVK_RCCL_UNPINNED", false));
    result("tcp", run(program, "tcp", "NCCL_SHM_DISABLE", false));
    result("ended", run(program, "ended", nullptr, true));
    result("ended_tcp", run(program, "ended_tcp", "NCCL_SHM_DISABLE", true));
    return failures ? 1 : 0;
}
