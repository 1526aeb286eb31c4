// bell.h: sleeping until a word changes that threads and processes share.
//
// Who makes news for a rank rings its bell; the rank looks at the bell, at the news, and sleeps if the bell has not been rung since. Used by peers, links and comm.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <ctime>

namespace rccl {

inline void ring(std::atomic<uint32_t> &bell) {
    bell.fetch_add(1, std::memory_order_release);
    syscall(SYS_futex, &bell, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

// Returns when the bell is not `seen`, or after `milliseconds`, or for no reason.
inline void sleep_at(std::atomic<uint32_t> &bell, uint32_t seen, int milliseconds) {
    const timespec timeout{milliseconds / 1000, milliseconds % 1000 * 1000000L};
    syscall(SYS_futex, &bell, FUTEX_WAIT, seen, &timeout, nullptr, 0);
}

}  // namespace rccl
