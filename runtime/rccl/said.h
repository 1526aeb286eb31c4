// said.h: what the library says: on stderr what somebody has to know, and the text that ncclGetLastError returns.
//
// Used by every file of this folder. A failure's text is kept always; it is shown if NCCL_DEBUG is WARN, INFO or TRACE, as NCCL's are. What happens while calls
// run (a rank that ends, ranks that call different things, waiting that takes long) is shown in any case, since nobody may ever ask for it.
#pragma once

#include <rccl/rccl.h>

#include <string>

namespace rccl {

// Whether NCCL_DEBUG asks for warnings (also at NCCL_DEBUG=INFO and TRACE).
bool debugging();
// Reads NCCL_DEBUG again.
void read_debug_level();
// A line on stderr, with the process' number.
void say(const std::string &line);
// Text of printf's.
std::string text(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Keeps the reason of a failure and returns its code.
ncclResult_t failed(ncclResult_t result, const std::string &reason);
// The process' last reason; the text is the calling thread's until it asks again.
const char *last_reason();

// HIP's and the system's failures.
ncclResult_t hip_failed(hipError_t error, const char *what);
ncclResult_t system_failed(const char *what);

}  // namespace rccl

// Returns from the function if a HIP call fails; if a call of ours does.
#define RCCL_HIP(call)                                                                        \
    do {                                                                                      \
        if (const hipError_t error_ = (call); error_ != hipSuccess) return rccl::hip_failed(error_, #call); \
    } while (false)
#define RCCL_TRY(call)                                                                  \
    do {                                                                                \
        if (const ncclResult_t result_ = (call); result_ != ncclSuccess) return result_; \
    } while (false)
