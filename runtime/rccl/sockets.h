// sockets.h: TCP between ranks: a listener at an address that others reach, connections to it, and whole messages.
//
// Everything gives up when the communicator it is for is aborted. Used by bootstrap and links.
#pragma once

#include <netinet/in.h>
#include <rccl/rccl.h>

#include <atomic>
#include <string>

namespace rccl {

union Address {
    sockaddr any;
    sockaddr_in v4;
    sockaddr_in6 v6;
};
std::string named(const Address &address);
// `host:port` or `[host]:port`, as NCCL_COMM_ID has it.
ncclResult_t address_of(const char *name, Address &address);

// A file descriptor that closes itself.
class Socket {
   public:
    Socket() = default;
    explicit Socket(int descriptor) : descriptor_(descriptor) {}
    Socket(Socket &&other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
    Socket &operator=(Socket &&other) noexcept;
    ~Socket() { close(); }
    void close();
    int descriptor() const { return descriptor_; }
    explicit operator bool() const { return descriptor_ >= 0; }

   private:
    int descriptor_ = -1;
};

using Aborted = std::atomic<bool>;

// Listens at an address of this machine that NCCL_SOCKET_IFNAME allows; `address` becomes it. With a port in `address` already: there.
ncclResult_t listen_at(Socket &listener, Address &address);
// Waits for somebody to come. `waiting` is called every few seconds of it.
template <class Waiting>
ncclResult_t accept_from(const Socket &listener, Socket &socket, const Aborted &aborted, Waiting waiting);
ncclResult_t connect_to(const Address &address, Socket &socket, const Aborted &aborted);
// All of the bytes, or ncclRemoteError, without a word: that the other side ends may be as it should.
ncclResult_t send_all(const Socket &socket, const void *bytes, size_t size, const Aborted &aborted);
ncclResult_t receive_all(const Socket &socket, void *bytes, size_t size, const Aborted &aborted);

// Whether the descriptor can be read, within 100 ms.
bool readable(int descriptor);
ncclResult_t accept_now(const Socket &listener, Socket &socket);

constexpr int PATIENCE = 100;  // tenths of a second until somebody is told of waiting

template <class Waiting>
ncclResult_t accept_from(const Socket &listener, Socket &socket, const Aborted &aborted, Waiting waiting) {
    for (int tenths = 1; !readable(listener.descriptor()); tenths++) {
        if (aborted) return ncclRemoteError;
        if (tenths % PATIENCE == 0) waiting(tenths / 10);
    }
    return accept_now(listener, socket);
}

}  // namespace rccl
