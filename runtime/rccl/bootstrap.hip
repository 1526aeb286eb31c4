// bootstrap.hip: how ranks find each other.
#include "bootstrap.h"

#include <sys/random.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

#include "said.h"

namespace rccl {
namespace {

constexpr uint64_t MAGIC = 0x6b7669706863636eull;

struct Id {
    uint64_t magic, secret;
    Address address;
};
static_assert(sizeof(Id) <= NCCL_UNIQUE_ID_BYTES);

// What a rank says first, and what it is answered when all are there.
struct Hello {
    uint64_t secret;
    int32_t ranks, rank;
};
enum class Answer : int32_t { welcome, disagree, twice };

Id id_of(const ncclUniqueId &bytes) {
    Id id;
    memcpy(&id, &bytes, sizeof id);
    return id;
}

// The thread's: takes in ranks until all are there.
class Host {
   public:
    Host(Socket listener, uint64_t secret) : listener_(std::move(listener)), secret_(secret) {}

    void run() {
        const Answer answer = meet();
        listener_.close();
        for (Socket &rank : ranks_)
            if (rank) send_all(rank, &answer, sizeof answer, never_);
        while (answer == Answer::welcome && bring_together()) continue;
    }

   private:
    Answer meet() {
        for (size_t come = 0; come == 0 || come < ranks_.size();) {
            Socket socket;
            Hello hello{};
            const ncclResult_t accepted = accept_from(listener_, socket, never_, [&](int seconds) { complain(seconds, come); });
            // Whoever does not know the secret is none of ours.
            if (accepted != ncclSuccess || receive_all(socket, &hello, sizeof hello, never_) != ncclSuccess || !plausible(hello)) continue;
            if (come == 0) ranks_.resize(size_t(hello.ranks));
            if (size_t(hello.ranks) != ranks_.size()) return refuse(std::move(socket), Answer::disagree);
            if (ranks_[size_t(hello.rank)]) return refuse(std::move(socket), Answer::twice);
            ranks_[size_t(hello.rank)] = std::move(socket);
            come++;
        }
        return Answer::welcome;
    }
    bool plausible(const Hello &hello) const { return hello.secret == secret_ && hello.rank >= 0 && hello.rank < hello.ranks && hello.ranks <= 1 << 16; }
    Answer refuse(Socket socket, Answer answer) {
        send_all(socket, &answer, sizeof answer, never_);
        return answer;
    }
    void complain(int seconds, size_t come) const {
        if (come == 0) return;
        std::string missing;
        for (size_t rank = 0; rank < ranks_.size(); rank++)
            if (!ranks_[rank] && missing.size() < 60) missing += " " + std::to_string(rank);
        say(text("ncclCommInitRank: %zu of %zu ranks have come; for %d seconds nobody did. Missing:%s", come, ranks_.size(), seconds, missing.c_str()));
    }
    // Everybody's bytes to everybody; false when they need no more of that.
    bool bring_together() {
        std::vector<char> all;
        uint64_t size = 0;
        for (size_t rank = 0; rank < ranks_.size(); rank++) {
            uint64_t bytes = 0;
            if (receive_all(ranks_[rank], &bytes, sizeof bytes, never_) != ncclSuccess) return false;
            if (rank == 0) {
                size = bytes;
                all.resize(size * ranks_.size());
            }
            if (bytes != size || receive_all(ranks_[rank], all.data() + rank * size, size, never_) != ncclSuccess) return false;
        }
        for (const Socket &rank : ranks_)
            if (send_all(rank, all.data(), all.size(), never_) != ncclSuccess) return false;
        return true;
    }

    Socket listener_;
    uint64_t secret_;
    std::vector<Socket> ranks_;
    const Aborted never_{false};
};

ncclResult_t serve(Address &address, uint64_t secret) {
    Socket listener;
    RCCL_TRY(listen_at(listener, address));
    auto host = std::make_shared<Host>(std::move(listener), secret);
    std::thread([host] { host->run(); }).detach();
    return ncclSuccess;
}

}  // namespace

ncclResult_t make_unique_id(ncclUniqueId &bytes) {
    Id id{MAGIC, 0, {}};
    if (const char *name = getenv("NCCL_COMM_ID")) {
        RCCL_TRY(address_of(name, id.address));
    } else {
        if (getrandom(&id.secret, sizeof id.secret, 0) != sizeof id.secret) return system_failed("getrandom");
        id.secret |= 1;  // 0 is NCCL_COMM_ID's
        RCCL_TRY(serve(id.address, id.secret));
    }
    memset(&bytes, 0, sizeof bytes);
    memcpy(&bytes, &id, sizeof id);
    return ncclSuccess;
}

ncclResult_t serve_if_asked(const ncclUniqueId &bytes) {
    Id id = id_of(bytes);
    return id.secret == 0 && id.magic == MAGIC ? serve(id.address, 0) : ncclSuccess;
}

ncclResult_t Gathering::join(const ncclUniqueId &bytes, int ranks, int rank, const Aborted &aborted) {
    const Id id = id_of(bytes);
    if (id.magic != MAGIC) return failed(ncclInvalidArgument, "the unique id is none of ncclGetUniqueId's");
    ranks_ = ranks;
    aborted_ = &aborted;
    RCCL_TRY(connect_to(id.address, socket_, aborted));
    const Hello hello{id.secret, ranks, rank};
    Answer answer{};
    if (send_all(socket_, &hello, sizeof hello, aborted) != ncclSuccess || receive_all(socket_, &answer, sizeof answer, aborted) != ncclSuccess) return lost();
    if (answer == Answer::twice) return failed(ncclInvalidUsage, "ncclCommInitRank: two ranks of one unique id have the same number");
    if (answer == Answer::disagree) return failed(ncclInvalidUsage, "ncclCommInitRank: ranks of one unique id do not agree on how many they are");
    return ncclSuccess;
}

ncclResult_t Gathering::lost() const {
    if (*aborted_) return failed(ncclRemoteError, "the communicator was aborted while it was made");
    return failed(ncclRemoteError, "the communicator is not made: another rank, or the one that made the unique id, has failed or ended");
}

ncclResult_t Gathering::gather(const void *own, size_t size, char *all) {
    const uint64_t bytes = size;
    const bool sent = send_all(socket_, &bytes, sizeof bytes, *aborted_) == ncclSuccess && send_all(socket_, own, size, *aborted_) == ncclSuccess;
    return sent && receive_all(socket_, all, size * size_t(ranks_), *aborted_) == ncclSuccess ? ncclSuccess : lost();
}

Address Gathering::own_address() const {
    Address address{};
    socklen_t length = sizeof address;
    getsockname(socket_.descriptor(), &address.any, &length);
    return address;
}

}  // namespace rccl
