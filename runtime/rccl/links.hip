// links.hip: keeping up a rank's copy of another rank's segment.
#include "links.h"

#include <netinet/tcp.h>

#include "bell.h"

namespace rccl {
namespace {

// In front of `size` bytes; without any, a word.
struct Message {
    uint64_t place, value, size;
};

void keep_alive(const Socket &socket) {
    const auto set = [&](int level, int option, int value) { setsockopt(socket.descriptor(), level, option, &value, sizeof value); };
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, 20);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set(IPPROTO_TCP, TCP_KEEPCNT, 4);
}

}  // namespace

Link::Link(Socket socket, const Layout &layout, std::shared_ptr<Segment> copy, std::atomic<uint32_t> &bell)
    : socket_(std::move(socket)), layout_(layout), copy_(std::move(copy)), bell_(bell) {
    keep_alive(socket_);
    reader_ = std::thread([this] { read(); });
}

Link::~Link() {
    ended_ = true;
    reader_.join();
}

void Link::read() {
    const size_t control = layout_.control_bytes();
    Message message;
    while (receive_all(socket_, &message, sizeof message, ended_) == ncclSuccess) {
        char *base = message.place < control ? reinterpret_cast<char *>(&copy_->control()) : copy_->data() - control;
        if (message.size > 0) {
            if (receive_all(socket_, base + message.place, message.size, ended_) != ncclSuccess) break;
        } else {
            reinterpret_cast<std::atomic<uint64_t> *>(base + message.place)->store(message.value, std::memory_order_release);
            ring(bell_);
        }
    }
    closed_ = true;
    ring(bell_);
}

// What cannot be sent is for nobody: that the other side is closed is known soon enough, to who waits for it.
void Link::send(uint64_t place, uint64_t value, const void *bytes, size_t size) {
    const std::lock_guard<std::mutex> guard(sending_);
    const Message message{place, value, size};
    if (closed_ || send_all(socket_, &message, sizeof message, closed_) != ncclSuccess) return;
    if (size > 0) send_all(socket_, bytes, size, closed_);
}
void Link::send_word(size_t place, uint64_t value) { send(place, value, nullptr, 0); }
void Link::send_bytes(size_t place, const void *bytes, size_t size) { send(place, 0, bytes, size); }

}  // namespace rccl
