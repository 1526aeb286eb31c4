// said.hip: what the library says, and what ncclGetErrorString and ncclGetLastError return.
#include "said.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace rccl {
namespace {

std::atomic<int> level{-1};
std::mutex last_lock;
std::string *last_of_process = new std::string;  // never destroyed: exit handlers may call functions
thread_local std::string shown;

int level_now() {
    const char *asked = getenv("NCCL_DEBUG");
    if (!asked) return 0;
    return !strcasecmp(asked, "WARN") || !strcasecmp(asked, "INFO") || !strcasecmp(asked, "TRACE") ? 1 : 0;
}

}  // namespace

void read_debug_level() { level = level_now(); }

bool debugging() {
    if (level < 0) read_debug_level();
    return level > 0;
}

void say(const std::string &line) { fprintf(stderr, "RCCL (process %d): %s\n", int(getpid()), line.c_str()); }

std::string text(const char *format, ...) {
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

ncclResult_t failed(ncclResult_t result, const std::string &reason) {
    {
        const std::lock_guard<std::mutex> guard(last_lock);
        *last_of_process = reason;
    }
    if (debugging()) say(reason);
    return result;
}

const char *last_reason() {
    const std::lock_guard<std::mutex> guard(last_lock);
    shown = *last_of_process;
    return shown.c_str();
}

ncclResult_t hip_failed(hipError_t error, const char *what) { return failed(ncclUnhandledCudaError, text("%s: %s", what, hipGetErrorString(error))); }

ncclResult_t system_failed(const char *what) { return failed(ncclSystemError, text("%s: %s", what, strerror(errno))); }

}  // namespace rccl
