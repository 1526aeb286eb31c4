// links.h: keeping up a rank's copy of another rank's segment, over TCP, where they share no memory.
//
// The writer sends what it has written, in its order; a thread of the reader's puts it in the same place of the copy. So the rest of the library knows of no
// network. Who sends waits for the reader's thread only, which never waits for anybody: ranks write where the reader has said it is done reading.
#pragma once

#include <mutex>
#include <thread>

#include "segment.h"
#include "sockets.h"

namespace rccl {

class Link {
   public:
    // `copy` is kept up; `bell` is rung when a word of it has changed.
    Link(Socket socket, const Layout &layout, std::shared_ptr<Segment> copy, std::atomic<uint32_t> &bell);
    ~Link();
    // One of the sender's words, at `place` of its control block.
    void send_word(size_t place, uint64_t value);
    // Bytes of the sender's control block, or, behind its end, of its data.
    void send_bytes(size_t place, const void *bytes, size_t size);
    // The other side is no more.
    bool closed() const { return closed_; }

   private:
    void read();
    void send(uint64_t place, uint64_t value, const void *bytes, size_t size);

    Socket socket_;
    Layout layout_;
    std::shared_ptr<Segment> copy_;
    std::atomic<uint32_t> &bell_;
    std::mutex sending_;
    std::atomic<bool> closed_{false};
    Aborted ended_{false};
    std::thread reader_;
};

}  // namespace rccl
