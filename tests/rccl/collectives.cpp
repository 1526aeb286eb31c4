// collectives.cpp: collective calls between the devices of one process give what they are to give: every type, every operation, odd counts, in place and not.
#include "check.h"

static const ncclRedOp_t OPS[] = {ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg};
static const char *const OP_NAMES[] = {"sum", "prod", "max", "min", "avg"};

static std::vector<Memory> buffers(const Clique &clique, size_t bytes, size_t shift) {
    std::vector<Memory> all;
    for (int rank = 0; rank < clique.ranks(); rank++) all.emplace_back(rank, bytes, shift);
    return all;
}

static bool all_reduce(Clique &clique, ncclDataType_t type, ncclRedOp_t op, size_t count, bool in_place, size_t shift) {
    std::vector<Memory> from, to = buffers(clique, count * size_of(type), shift);
    for (int rank = 0; rank < clique.ranks(); rank++) {
        from.emplace_back(rank, inputs(type, rank, 0, count), shift);
        if (in_place) to[size_t(rank)].write(0, inputs(type, rank, 0, count));
    }
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        return ncclAllReduce(in_place ? to[size_t(rank)].at() : from[size_t(rank)].at(), to[size_t(rank)].at(), count, type, op, comm, stream);
    });
    bool right = true;
    const Bytes want = reductions(type, op, clique.ranks(), 0, count);
    for (int rank = 0; rank < clique.ranks(); rank++) right &= to[size_t(rank)].read() == want && from[size_t(rank)].read() == inputs(type, rank, 0, count);
    return right;
}

static bool reduce(Clique &clique, ncclDataType_t type, ncclRedOp_t op, size_t count, int root, bool in_place) {
    std::vector<Memory> from;
    for (int rank = 0; rank < clique.ranks(); rank++) from.emplace_back(rank, inputs(type, rank, 0, count), size_of(type));
    Memory to(root, count * size_of(type));
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        void *receive = rank != root ? nullptr : in_place ? from[size_t(rank)].at() : to.at();
        return ncclReduce(from[size_t(rank)].at(), receive, count, type, op, root, comm, stream);
    });
    return (in_place ? from[size_t(root)] : to).read() == reductions(type, op, clique.ranks(), 0, count);
}

static bool reduce_scatter(Clique &clique, ncclDataType_t type, ncclRedOp_t op, size_t count, bool in_place) {
    const size_t ranks = size_t(clique.ranks()), bytes = count * size_of(type);
    std::vector<Memory> from, to = buffers(clique, bytes, size_of(type));
    for (int rank = 0; rank < clique.ranks(); rank++) from.emplace_back(rank, inputs(type, rank, 0, ranks * count));
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        return ncclReduceScatter(from[size_t(rank)].at(), in_place ? from[size_t(rank)].at(size_t(rank) * bytes) : to[size_t(rank)].at(), count, type, op, comm, stream);
    });
    bool right = true;
    for (size_t rank = 0; rank < ranks; rank++) {
        Bytes got = in_place ? from[rank].read() : to[rank].read();
        if (in_place) got = Bytes(got.begin() + long(rank * bytes), got.begin() + long((rank + 1) * bytes));
        right &= got == reductions(type, op, clique.ranks(), rank * count, count);
    }
    return right;
}

static bool all_gather(Clique &clique, ncclDataType_t type, size_t count, bool in_place) {
    const size_t ranks = size_t(clique.ranks()), bytes = count * size_of(type);
    std::vector<Memory> from, to = buffers(clique, ranks * bytes, 0);
    Bytes want;
    for (int rank = 0; rank < clique.ranks(); rank++) {
        const Bytes own = inputs(type, rank, 0, count);
        from.emplace_back(rank, own, size_of(type));
        if (in_place) to[size_t(rank)].write(size_t(rank) * bytes, own);
        want.insert(want.end(), own.begin(), own.end());
    }
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        return ncclAllGather(in_place ? to[size_t(rank)].at(size_t(rank) * bytes) : from[size_t(rank)].at(), to[size_t(rank)].at(), count, type, comm, stream);
    });
    bool right = true;
    for (const Memory &memory : to) right &= memory.read() == want;
    return right;
}

static bool broadcast(Clique &clique, ncclDataType_t type, size_t count, int root, bool in_place) {
    std::vector<Memory> to = buffers(clique, count * size_of(type), 0);
    const Bytes want = inputs(type, root, 0, count);
    const Memory from(root, want);
    if (in_place) to[size_t(root)].write(0, want);
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        void *receive = to[size_t(rank)].at();
        if (in_place && rank % 2 == 0) return ncclBcast(receive, count, type, root, comm, stream);
        return ncclBroadcast(in_place ? receive : rank == root ? from.at() : nullptr, receive, count, type, root, comm, stream);
    });
    bool right = true;
    for (const Memory &memory : to) right &= memory.read() == want;
    return right;
}

// Sums whose inputs are multiplied first: rank r's by r + 2, by a number of the host's and by one of the device's.
static bool scaled(Clique &clique, ncclDataType_t type, size_t count, ncclScalarResidence_t residence) {
    std::vector<Memory> memory, scalars;
    std::vector<ncclRedOp_t> ops(size_t(clique.ranks()));
    Bytes want(count * size_of(type));
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (int rank = 0; rank < clique.ranks(); rank++) sum += input(type, rank, i) * (rank + 2);
        encode(type, sum, &want[i * size_of(type)]);
    }
    for (int rank = 0; rank < clique.ranks(); rank++) {
        Bytes scalar(size_of(type));
        encode(type, rank + 2, scalar.data());
        memory.emplace_back(rank, inputs(type, rank, 0, count));
        scalars.emplace_back(rank, scalar);
        NCCL(ncclRedOpCreatePreMulSum(&ops[size_t(rank)], residence == ncclScalarDevice ? scalars[size_t(rank)].at() : scalar.data(), type, residence, clique.comms[size_t(rank)]));
    }
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        void *place = memory[size_t(rank)].at();
        const ncclResult_t result = ncclAllReduce(place, place, count, type, ops[size_t(rank)], comm, stream);
        NCCL(ncclRedOpDestroy(ops[size_t(rank)], comm));
        return result;
    });
    bool right = true;
    for (const Memory &one : memory) right &= one.read() == want;
    return right;
}

int main() {
    Clique clique;
    static const size_t counts[] = {1, 1003, 40013};
    for (int type = 0; type < ncclNumTypes; type++) {
        const auto t = ncclDataType_t(type);
        for (int op = 0; op < ncclNumOps; op++) {
            bool right = true;
            for (const size_t count : counts) {
                right &= all_reduce(clique, t, OPS[op], count, false, size_of(t)) && all_reduce(clique, t, OPS[op], count, true, 0);
                right &= reduce(clique, t, OPS[op], count, clique.ranks() - 1, count % 2 == 0);
                right &= reduce_scatter(clique, t, OPS[op], count, false) && reduce_scatter(clique, t, OPS[op], count, true);
            }
            result(std::string("reductions_") + std::to_string(type) + "_" + OP_NAMES[op], right);
        }
        bool right = true;
        for (const size_t count : counts) {
            right &= all_gather(clique, t, count, false) && all_gather(clique, t, count, true);
            right &= broadcast(clique, t, count, clique.ranks() / 2, false) && broadcast(clique, t, count, 0, true);
        }
        result("copies_" + std::to_string(type), right);
        // Eight bits round each product.
        const bool small = t == ncclFloat8e4m3 || t == ncclFloat8e5m2 || t == ncclInt8 || t == ncclUint8;
        result("scaled_" + std::to_string(type), scaled(clique, t, small ? 3 : 40013, ncclScalarDevice) && scaled(clique, t, 5, ncclScalarHostImmediate));
    }
    return failures ? 1 : 0;
}
