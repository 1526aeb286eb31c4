// operation.h: what a program asks of a communicator: one collective call or message, with its arguments checked.
//
// Made by calls.hip, kept by group until its end, done by proxy.
#pragma once

#include <memory>
#include <vector>

#include "layout.h"

namespace rccl {

// How elements become one. A scalar multiplies this rank's inputs first: a value, or what lies on the device.
struct Reduction {
    ncclRedOp_t op = ncclSum;   // of the five; a sum if there is a scalar
    int32_t named = ncclSum;    // as the program has it
    bool scaled = false;
    const void *on_device = nullptr;
    uint64_t bits = 0;
};

struct Operation {
    Kind kind;
    const void *send;
    void *receive;
    size_t count;  // elements, of the smaller buffer where they differ
    ncclDataType_t type;
    Reduction reduction;
    int root;  // or who a message goes to or comes from
    hipStream_t stream;
    bool overlapped = false;  // a send whose memory the group's receives may write
    bool foreign = false;     // pinned memory that was made for another device of the process: HIP's copies of it wait for that one's streams

    bool is_message() const { return kind == Kind::send || kind == Kind::receive; }
};

size_t size_of(ncclDataType_t type);
const char *name_of(Kind kind);
const char *name_of(ncclDataType_t type);

}  // namespace rccl
