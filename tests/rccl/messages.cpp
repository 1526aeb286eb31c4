// messages.cpp: messages between the devices of one process, and the calls that are made of them, give what they are to give, whatever order a group has them in.
#include "check.h"

// What rank `from` sends to rank `to`; kernels put it there, so that nothing is right without them.
__global__ static void fill(int *memory, size_t count, int from, int to) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) memory[i] = int(i) * 16 + from * 4 + to;
}
static void fill_block(unsigned char *memory, size_t count, int from, int to, hipStream_t stream) {
    fill<<<4, 64, 0, stream>>>(reinterpret_cast<int *>(memory), count, from, to);
    HIP(hipGetLastError());
}
static bool holds(const Bytes &bytes, size_t at, size_t count, int from, int to) {
    if (bytes.size() < (at + count) * 4) return false;
    for (size_t i = 0; i < count; i++)
        if (element<int>(&bytes[(at + i) * 4]) != int(i) * 16 + from * 4 + to) return false;
    return true;
}

// Every rank sends to every rank, itself too, blocks of different lengths; rank r begins with its r-th, receives before sends where r is odd.
static bool exchange(Clique &clique, size_t length) {
    const int ranks = clique.ranks();
    const auto size = [&](int from, int to) { return length + size_t(from * 3 + to); };
    std::vector<std::vector<Memory>> out, in;
    for (int rank = 0; rank < ranks; rank++) {
        out.emplace_back();
        in.emplace_back();
        for (int peer = 0; peer < ranks; peer++) {
            out.back().emplace_back(rank, size(rank, peer) * 4);
            in.back().emplace_back(rank, size(peer, rank) * 4);
            fill_block(out.back().back().at(), size(rank, peer), rank, peer, clique.streams[size_t(rank)]);
        }
    }
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        for (int half = 0; half < 2; half++)
            for (int i = 0; i < ranks; i++) {
                const int peer = half == rank % 2 ? (rank + i) % ranks : (ranks + rank - i) % ranks;
                if (half == rank % 2)
                    NCCL(ncclSend(out[size_t(rank)][size_t(peer)].at(), size(rank, peer), ncclInt32, peer, comm, stream));
                else
                    NCCL(ncclRecv(in[size_t(rank)][size_t(peer)].at(), size(peer, rank), ncclInt32, peer, comm, stream));
            }
        return ncclSuccess;
    });
    bool right = true;
    for (int rank = 0; rank < ranks; rank++)
        for (int peer = 0; peer < ranks; peer++) right &= holds(in[size_t(rank)][size_t(peer)].read(), 0, size(peer, rank), peer, rank);
    return right;
}

// Several messages from one rank to another in one group come in their order, and in the group after it.
static bool in_order(Clique &clique) {
    const int last = clique.ranks() - 1;
    std::vector<Memory> out, in;
    for (int i = 0; i < 3; i++) {
        out.emplace_back(0, 4000);
        in.emplace_back(last, 4000);
        HIP(hipSetDevice(0));
        fill_block(out.back().at(), 1000, i, 1, clique.streams[0]);
    }
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        for (size_t i = 0; i < 2; i++) {
            if (rank == 0) NCCL(ncclSend(out[i].at(), 1000, ncclInt32, last, comm, stream));
            if (rank == last) NCCL(ncclRecv(in[i].at(), 4000, ncclUint8, 0, comm, stream));
        }
        return ncclSuccess;
    });
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) {
        if (rank == 0) NCCL(ncclSend(out[2].at(), 1000, ncclInt32, last, comm, stream));
        if (rank == last) NCCL(ncclRecv(in[2].at(), 1000, ncclInt32, 0, comm, stream));
        return ncclSuccess;
    });
    bool right = true;
    for (int i = 0; i < 3; i++) right &= holds(in[size_t(i)].read(), 0, 1000, i, 1);
    return right;
}

static bool gather_and_scatter(Clique &clique, size_t count, int root, bool in_place) {
    const int ranks = clique.ranks();
    std::vector<Memory> own;
    Memory all(root, size_t(ranks) * count * 4);
    for (int rank = 0; rank < ranks; rank++) {
        own.emplace_back(rank, count * 4);
        fill_block(in_place && rank == root ? all.at(size_t(rank) * count * 4) : own.back().at(), count, rank, root, clique.streams[size_t(rank)]);
    }
    const auto small = [&](int rank) { return in_place && rank == root ? all.at(size_t(rank) * count * 4) : own[size_t(rank)].at(); };
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) { return ncclGather(small(rank), rank == root ? all.at() : nullptr, count, ncclInt32, root, comm, stream); });
    bool right = true;
    for (int rank = 0; rank < ranks; rank++) right &= holds(all.read(), size_t(rank) * count, count, rank, root);
    for (int rank = 0; rank < ranks; rank++)
        if (!in_place || rank != root) own[size_t(rank)].write(0, Bytes(count * 4));
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) { return ncclScatter(rank == root ? all.at() : nullptr, small(rank), count, ncclInt32, root, comm, stream); });
    for (int rank = 0; rank < ranks; rank++)
        if (!in_place || rank != root) right &= holds(own[size_t(rank)].read(), 0, count, rank, root);
    return right;
}

static bool all_to_all(Clique &clique, size_t count) {
    const int ranks = clique.ranks();
    std::vector<Memory> out, in;
    for (int rank = 0; rank < ranks; rank++) {
        out.emplace_back(rank, size_t(ranks) * count * 4);
        in.emplace_back(rank, size_t(ranks) * count * 4);
        for (int peer = 0; peer < ranks; peer++) fill_block(out.back().at(size_t(peer) * count * 4), count, rank, peer, clique.streams[size_t(rank)]);
    }
    clique.grouped([&](int rank, ncclComm_t comm, hipStream_t stream) { return ncclAllToAll(out[size_t(rank)].at(), in[size_t(rank)].at(), count, ncclInt32, comm, stream); });
    bool right = true;
    for (int rank = 0; rank < ranks; rank++)
        for (int peer = 0; peer < ranks; peer++) right &= holds(in[size_t(rank)].read(), size_t(peer) * count, count, peer, rank);
    return right;
}

// Blocks lie with gaps, in another order where they are received; in place, each where it was sent from, which it must not lose before it is sent.
static bool all_to_all_v(Clique &clique, size_t length, bool in_place) {
    const size_t ranks = size_t(clique.ranks()), pitch = length + ranks + 3;
    const auto size = [&](size_t from, size_t to) { return in_place ? length : from == to ? 0 : length + from + to; };
    std::vector<Memory> out, in;
    for (size_t rank = 0; rank < ranks; rank++) {
        out.emplace_back(int(rank), ranks * pitch * 4);
        in.emplace_back(int(rank), ranks * pitch * 4);
        for (size_t peer = 0; peer < ranks; peer++) fill_block(out.back().at(peer * pitch * 4), size(rank, peer), int(rank), int(peer), clique.streams[rank]);
    }
    const auto place = [&](size_t peer) { return (in_place ? peer : ranks - 1 - peer) * pitch; };
    clique.grouped([&](int number, ncclComm_t comm, hipStream_t stream) {
        const auto rank = size_t(number);
        std::vector<size_t> sends, from, receives, to;
        for (size_t peer = 0; peer < ranks; peer++) {
            sends.push_back(size(rank, peer));
            from.push_back(peer * pitch);
            receives.push_back(size(peer, rank));
            to.push_back(place(peer));
        }
        return ncclAllToAllv(out[rank].at(), sends.data(), from.data(), in_place ? out[rank].at() : in[rank].at(), receives.data(), to.data(), ncclInt32, comm, stream);
    });
    bool right = true;
    for (size_t rank = 0; rank < ranks; rank++)
        for (size_t peer = 0; peer < ranks; peer++) right &= holds((in_place ? out : in)[rank].read(), place(peer), size(peer, rank), int(peer), int(rank));
    return right;
}

// Messages and a collective call in one group, a stream each: both are done, and what is behind them in either stream sees it.
static bool with_call(Clique &clique) {
    const int ranks = clique.ranks();
    std::vector<Memory> out, in, sums, copies;
    std::vector<hipStream_t> others;
    for (int rank = 0; rank < ranks; rank++) {
        out.emplace_back(rank, 4000);
        in.emplace_back(rank, 4000);
        copies.emplace_back(rank, 4000);
        sums.emplace_back(rank, inputs(ncclFloat32, rank, 0, 500));
        hipStream_t other;
        HIP(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
        others.push_back(other);
        fill_block(out.back().at(), 1000, rank, 0, other);
    }
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < ranks; rank++) {
        const auto r = size_t(rank);
        NCCL(ncclSend(out[r].at(), 1000, ncclInt32, (rank + 1) % ranks, clique.comms[r], others[r]));
        NCCL(ncclAllReduce(sums[r].at(), sums[r].at(), 500, ncclFloat32, ncclSum, clique.comms[r], clique.streams[r]));
        NCCL(ncclRecv(in[r].at(), 1000, ncclInt32, (rank + ranks - 1) % ranks, clique.comms[r], clique.streams[r]));
    }
    NCCL(ncclGroupEnd());
    bool right = true;
    for (int rank = 0; rank < ranks; rank++) {
        HIP(hipSetDevice(rank));
        HIP(hipMemcpyAsync(copies[size_t(rank)].at(), in[size_t(rank)].at(), 4000, hipMemcpyDeviceToDevice, others[size_t(rank)]));
        HIP(hipStreamSynchronize(others[size_t(rank)]));
        HIP(hipStreamDestroy(others[size_t(rank)]));
        right &= holds(copies[size_t(rank)].read(), 0, 1000, (rank + ranks - 1) % ranks, 0);
        right &= sums[size_t(rank)].read() == reductions(ncclFloat32, ncclSum, ranks, 0, 500);
    }
    return right;
}

int main() {
    Clique clique;
    result("exchange", exchange(clique, 5) && exchange(clique, 30001));
    result("order", in_order(clique));
    result("gather_and_scatter", gather_and_scatter(clique, 3, 0, true) && gather_and_scatter(clique, 20011, clique.ranks() - 1, false));
    result("all_to_all", all_to_all(clique, 1) && all_to_all(clique, 20011));
    result("all_to_all_v", all_to_all_v(clique, 2, false) && all_to_all_v(clique, 20011, false) && all_to_all_v(clique, 20011, true));
    result("with_call", with_call(clique));
    return failures ? 1 : 0;
}
