// sockets.hip: TCP between ranks.
#include "sockets.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "said.h"

namespace rccl {
namespace {

socklen_t length_of(const Address &address) { return address.any.sa_family == AF_INET6 ? sizeof address.v6 : sizeof address.v4; }

// Whether NCCL_SOCKET_IFNAME takes an interface: names' beginnings, separated by commas; whole names behind `=`; none of those behind `^`.
bool allowed(const char *interface, const char *list) {
    const bool except = *list == '^', whole = list[except] == '=';
    std::string names = list + except + whole;
    bool found = false;
    for (char *rest = names.data(), *name; (name = strtok_r(rest, ",", &rest)) != nullptr;)
        found |= whole ? !strcmp(interface, name) : !strncmp(interface, name, strlen(name));
    return found != except;
}

// How good an interface's address is for others to come to; 0 if not at all.
int worth(const ifaddrs &interface, const char *list) {
    if (!interface.ifa_addr || !(interface.ifa_flags & IFF_UP)) return 0;
    const int family = interface.ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) return 0;
    if (family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<const sockaddr_in6 *>(interface.ifa_addr)->sin6_addr)) return 0;
    if (list && !allowed(interface.ifa_name, list)) return 0;
    const bool inside = !strncmp(interface.ifa_name, "docker", 6) || !strncmp(interface.ifa_name, "lo", 2);  // NCCL takes those last, too
    return (inside && !list ? 1 : 3) + (family == AF_INET);
}

ncclResult_t own_address(Address &address) {
    const char *list = getenv("NCCL_SOCKET_IFNAME");
    ifaddrs *all = nullptr;
    if (getifaddrs(&all) != 0) return system_failed("getifaddrs");
    int best = 0;
    for (const ifaddrs *interface = all; interface; interface = interface->ifa_next)
        if (const int value = worth(*interface, list); value > best) {
            best = value;
            memcpy(&address, interface->ifa_addr, interface->ifa_addr->sa_family == AF_INET6 ? sizeof address.v6 : sizeof address.v4);
        }
    freeifaddrs(all);
    return best ? ncclSuccess : failed(ncclInvalidUsage, text("no network interface%s%s", list ? " of NCCL_SOCKET_IFNAME=" : "", list ? list : ""));
}

}  // namespace

std::string named(const Address &address) {
    char host[INET6_ADDRSTRLEN] = "?";
    const bool six = address.any.sa_family == AF_INET6;
    inet_ntop(address.any.sa_family, six ? static_cast<const void *>(&address.v6.sin6_addr) : &address.v4.sin_addr, host, sizeof host);
    return text(six ? "[%s]:%d" : "%s:%d", host, ntohs(six ? address.v6.sin6_port : address.v4.sin_port));
}

ncclResult_t address_of(const char *name, Address &address) {
    std::string host = name;
    const size_t colon = host.rfind(':');
    if (colon == std::string::npos) return failed(ncclInvalidArgument, text("NCCL_COMM_ID: %s is not HOST:PORT", name));
    const std::string port = host.substr(colon + 1);
    host = host[0] == '[' ? host.substr(1, colon - 2) : host.substr(0, colon);
    addrinfo wanted{}, *found = nullptr;
    wanted.ai_socktype = SOCK_STREAM;
    if (const int error = getaddrinfo(host.c_str(), port.c_str(), &wanted, &found); error != 0)
        return failed(ncclInvalidArgument, text("NCCL_COMM_ID: %s: %s", name, gai_strerror(error)));
    memcpy(&address, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return ncclSuccess;
}

Socket &Socket::operator=(Socket &&other) noexcept {
    close();
    descriptor_ = other.descriptor_;
    other.descriptor_ = -1;
    return *this;
}

void Socket::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
}

bool readable(int descriptor) {
    pollfd asked{descriptor, POLLIN, 0};
    return poll(&asked, 1, 100) > 0;
}

ncclResult_t listen_at(Socket &listener, Address &address) {
    const bool given = address.any.sa_family != AF_UNSPEC;
    if (!given) RCCL_TRY(own_address(address));
    listener = Socket(socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!listener) return system_failed("socket");
    const int yes = 1;
    if (given) setsockopt(listener.descriptor(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener.descriptor(), &address.any, length_of(address)) != 0) return system_failed(("bind to " + named(address)).c_str());
    if (listen(listener.descriptor(), 16384) != 0) return system_failed("listen");
    socklen_t length = sizeof address;
    return getsockname(listener.descriptor(), &address.any, &length) == 0 ? ncclSuccess : system_failed("getsockname");
}

ncclResult_t accept_now(const Socket &listener, Socket &socket) {
    socket = Socket(accept4(listener.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return system_failed("accept");
    const int yes = 1;
    setsockopt(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return ncclSuccess;
}

// Who is to listen may not have begun yet (NCCL_COMM_ID): tries for a minute.
ncclResult_t connect_to(const Address &address, Socket &socket, const Aborted &aborted) {
    for (int tenths = 0; !aborted; tenths++) {
        socket = Socket(::socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (!socket) return system_failed("socket");
        if (connect(socket.descriptor(), &address.any, length_of(address)) == 0) {
            const int yes = 1;
            setsockopt(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            return ncclSuccess;
        }
        if ((errno != ECONNREFUSED && errno != ETIMEDOUT && errno != EINTR) || tenths == 600) break;
        poll(nullptr, 0, 100);
    }
    return aborted ? ncclRemoteError : system_failed(("connect to " + named(address)).c_str());
}

ncclResult_t send_all(const Socket &socket, const void *bytes, size_t size, const Aborted &aborted) {
    const char *from = static_cast<const char *>(bytes);
    while (size > 0) {
        pollfd asked{socket.descriptor(), POLLOUT, 0};
        if (aborted) return ncclRemoteError;
        if (poll(&asked, 1, 100) == 0) continue;
        const ssize_t sent = send(socket.descriptor(), from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (sent <= 0) return ncclRemoteError;
        from += sent;
        size -= size_t(sent);
    }
    return ncclSuccess;
}

ncclResult_t receive_all(const Socket &socket, void *bytes, size_t size, const Aborted &aborted) {
    char *to = static_cast<char *>(bytes);
    while (size > 0) {
        if (!readable(socket.descriptor())) {
            if (aborted) return ncclRemoteError;
            continue;
        }
        const ssize_t got = recv(socket.descriptor(), to, size, MSG_DONTWAIT);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return ncclRemoteError;
        to += got;
        size -= size_t(got);
    }
    return ncclSuccess;
}

}  // namespace rccl
