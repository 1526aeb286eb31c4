// meeting.hip: how the ranks of a communicator come to see each other's memory: that of their process, of their machine, or copies over TCP.
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "peers.h"
#include "said.h"

namespace rccl {

// What ranks tell each other first.
struct Peers::About {
    uint64_t machine;  // the same for processes that may open each other's files in memory
    uint64_t kind;     // of the device
    uint64_t nonce;    // who connects says it
    Layout layout;     // rank 0's is everybody's
    Address address;
    int32_t process, device;
    bool alone;  // NCCL_SHM_DISABLE=1: shares no memory with other processes
    char host[64];

    bool same_process(const About &other) const { return machine == other.machine && process == other.process; }
    bool shares_with(const About &other) const { return machine == other.machine && !alone && !other.alone; }
};

namespace {

// What they tell when they have their memory.
struct Memory {
    uint64_t number;
    int32_t descriptor;
};
struct Greeting {
    uint64_t nonce;
    int32_t rank;
};

uint64_t mixed(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) hash = (hash ^ static_cast<const unsigned char *>(bytes)[i]) * 0x100000001b3ull;
    return hash;
}

uint64_t this_machine() {
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    struct stat space {};
    (void)stat("/proc/self/ns/pid", &space);
    return mixed(mixed(0xcbf29ce484222325ull, boot.data(), boot.size()), &space.st_ino, sizeof space.st_ino);
}

bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && atoi(value) != 0;
}

}  // namespace

ncclResult_t Peers::meet(Gathering &gathering, int rank, int ranks, const Aborted &aborted) {
    rank_ = rank;
    peers_.resize(size_t(ranks));
    hipDeviceProp_t device;
    About own{};
    RCCL_HIP(hipGetDevice(&own.device));
    RCCL_HIP(hipGetDeviceProperties(&device, own.device));
    own.machine = this_machine();
    own.kind = mixed(0xcbf29ce484222325ull, device.name, strnlen(device.name, sizeof device.name));
    own.process = getpid();
    own.alone = is_set("NCCL_SHM_DISABLE");
    own.layout = Layout::of(unsigned(ranks));
    gethostname(own.host, sizeof own.host - 1);
    Socket listener;
    own.address = gathering.own_address();
    (own.address.any.sa_family == AF_INET6 ? own.address.v6.sin6_port : own.address.v4.sin_port) = 0;
    RCCL_TRY(listen_at(listener, own.address));
    own.nonce = mixed(mixed(own.machine, &own, sizeof own), &rank, sizeof rank);

    std::vector<About> all;
    RCCL_TRY(gathering.gather(own, all));
    layout_ = all[0].layout;
    alike_ = true;
    for (int other = 0; other < ranks; other++) {
        const About &about = all[size_t(other)];
        alike_ &= about.kind == own.kind;
        peers_[size_t(other)].name = text("rank %d (process %d on %s)", other, about.process, about.host);
    }
    for (size_t a = 0; a < all.size(); a++)
        for (size_t b = 0; b < a; b++)
            if (all[a].same_process(all[b]) && all[a].device == all[b].device)
                return failed(ncclInvalidUsage, text("ranks %zu and %zu are on the same device, %d", b, a, all[a].device));
    RCCL_TRY(make_own(all));
    RCCL_TRY(open_others(gathering, all));
    RCCL_TRY(link(listener, all, aborted));
    RCCL_TRY(pin());
    std::vector<char> ready;
    RCCL_TRY(gathering.gather(char(1), ready));
    peers_[size_t(rank)].segment->close_descriptor();
    return ncclSuccess;
}

// A file in memory where another process of the machine is to open it; pinned memory else, which every driver has.
ncclResult_t Peers::make_own(const std::vector<About> &all) {
    const About &own = all[size_t(rank_)];
    bool shared = false;
    for (const About &about : all) shared |= own.shares_with(about) && !own.same_process(about);
    return shared ? Segment::make_shared(layout_, peers_[size_t(rank_)].segment) : Segment::make(layout_, peers_[size_t(rank_)].segment);
}

// What both of two ranks can open they share; of what one of them cannot, both get copies.
ncclResult_t Peers::open_others(Gathering &gathering, const std::vector<About> &all) {
    const About &own = all[size_t(rank_)];
    std::vector<Memory> memory;
    RCCL_TRY(gathering.gather(Memory{peers_[size_t(rank_)].segment->number(), peers_[size_t(rank_)].segment->descriptor()}, memory));
    std::vector<char> open(peers_.size()), of_all(peers_.size() * peers_.size());
    for (size_t other = 0; other < peers_.size(); other++) {
        Peer &peer = peers_[other];
        const About &about = all[other];
        const bool here = own.same_process(about);
        if (int(other) == rank_) {
        } else if (here && memory[other].descriptor < 0) {
            peer.segment = Segment::numbered(memory[other].number);
            peer.foreign = true;
        } else if (here || own.shares_with(about)) {
            (void)Segment::open(layout_, about.process, memory[other].descriptor, peer.segment);
            if (!here) peer.process = Socket(int(syscall(SYS_pidfd_open, about.process, 0)));
        }
        open[other] = peer.segment != nullptr;
    }
    RCCL_TRY(gathering.gather(open.data(), open.size(), of_all.data()));
    for (size_t other = 0; other < peers_.size(); other++)
        if (!of_all[other * peers_.size() + size_t(rank_)]) peers_[other].segment.reset();
    return ncclSuccess;
}

// Connects to higher ranks and takes lower ones' connections.
ncclResult_t Peers::link(const Socket &listener, const std::vector<About> &all, const Aborted &aborted) {
    size_t lower = 0;
    const auto linked = [&](int other, Socket socket) {
        Peer &peer = peers_[size_t(other)];
        RCCL_TRY(Segment::make(layout_, peer.segment));
        peer.link = std::make_unique<Link>(std::move(socket), layout_, peer.segment, own().bell);
        return ncclSuccess;
    };
    for (int other = 0; other < ranks(); other++) {
        if (peers_[size_t(other)].segment) continue;
        if (other < rank_) {
            lower++;
            continue;
        }
        Socket socket;
        RCCL_TRY(connect_to(all[size_t(other)].address, socket, aborted));
        const Greeting greeting{all[size_t(other)].nonce, rank_};
        RCCL_TRY(send_all(socket, &greeting, sizeof greeting, aborted));
        RCCL_TRY(linked(other, std::move(socket)));
    }
    while (lower > 0) {
        Socket socket;
        Greeting greeting{};
        const auto waiting = [&](int seconds) { say(text("ncclCommInitRank: rank %d has waited %d s for %zu connections", rank_, seconds, lower)); };
        RCCL_TRY(accept_from(listener, socket, aborted, waiting));
        if (receive_all(socket, &greeting, sizeof greeting, aborted) != ncclSuccess || greeting.nonce != all[size_t(rank_)].nonce) continue;
        if (greeting.rank < 0 || greeting.rank >= rank_ || peers_[size_t(greeting.rank)].segment) continue;
        RCCL_TRY(linked(greeting.rank, std::move(socket)));
        lower--;
    }
    return ncclSuccess;
}

// Memory that this rank made or opened is registered on its device; that of another device of the process is for this one too where it has the host's address
// (lavapipe, NVIDIA's driver).
ncclResult_t Peers::pin() {
    std::vector<const char *> addresses;
    for (Peer &peer : peers_) {
        char *const data = peer.segment->data();
        bool reached = peer.segment->pinned() && hipHostGetDevicePointer(reinterpret_cast<void **>(&peer.device), data, 0) == hipSuccess;
        if (peer.foreign) reached &= peer.device == data;
        if (!reached) {
            RCCL_HIP(hipHostMalloc(reinterpret_cast<void **>(&peer.between), layout_.data_bytes(), hipHostMallocPortable | hipHostMallocMapped));
            RCCL_HIP(hipHostGetDevicePointer(reinterpret_cast<void **>(&peer.device), peer.between, 0));
        }
        peer.foreign &= reached;
        addresses.push_back(peer.device);
    }
    // Not in the default stream: that may wait for another communicator's calls.
    hipStream_t stream;
    RCCL_HIP(hipMalloc(reinterpret_cast<void **>(&table_), addresses.size() * sizeof addresses[0]));
    RCCL_HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    const hipError_t copied = hipMemcpyAsync(table_, addresses.data(), addresses.size() * sizeof addresses[0], hipMemcpyHostToDevice, stream);
    const hipError_t done = hipStreamSynchronize(stream);
    (void)hipStreamDestroy(stream);
    RCCL_HIP(copied);
    RCCL_HIP(done);
    return ncclSuccess;
}

}  // namespace rccl
