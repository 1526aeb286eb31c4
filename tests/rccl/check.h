// check.h: what the programs of this folder share: elements of every type on the host, the devices of a process with a communicator each, and what a
// collective call is to give.
//
// Sums go in the order of ranks, in float for small floats.
#pragma once

#include <rccl/rccl.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../judged.h"
#include "../short_floats.h"

#define NCCL(call)                                                                                                         \
    do {                                                                                                                   \
        if (const ncclResult_t result_ = (call); result_ != ncclSuccess)                                                   \
            (printf("%s:%d: %s: %s (%s)\n", __FILE__, __LINE__, #call, ncclGetErrorString(result_), ncclGetLastError(nullptr)), exit(1)); \
    } while (false)

inline const ShortFloat &format_of(ncclDataType_t type) {
    return type == ncclFloat16 ? HALF : type == ncclBfloat16 ? BFLOAT16 : type == ncclFloat8e4m3 ? E4M3 : E5M2;
}
inline bool is_short_float(ncclDataType_t type) { return type == ncclFloat16 || type == ncclBfloat16 || type == ncclFloat8e4m3 || type == ncclFloat8e5m2; }
inline bool is_float(ncclDataType_t type) { return is_short_float(type) || type == ncclFloat32 || type == ncclFloat64; }
inline size_t size_of(ncclDataType_t type) {
    static const size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
    return sizes[type];
}

// Whole numbers and floats alike; what the programs use fits.
inline double decoded(ncclDataType_t type, const void *from) {
    switch (type) {
        case ncclInt8: return element<int8_t>(from);
        case ncclUint8: return element<uint8_t>(from);
        case ncclInt32: return element<int32_t>(from);
        case ncclUint32: return element<uint32_t>(from);
        case ncclInt64: return double(element<int64_t>(from));
        case ncclUint64: return double(element<uint64_t>(from));
        case ncclFloat32: return element<float>(from);
        case ncclFloat64: return element<double>(from);
        default: return decoded(format_of(type), from);
    }
}
inline void encode(ncclDataType_t type, double value, void *to) {
    switch (type) {
        case ncclInt8: return put_element(int8_t(value), to);
        case ncclUint8: return put_element(uint8_t(value), to);
        case ncclInt32: return put_element(int32_t(value), to);
        case ncclUint32: return put_element(uint32_t(value), to);
        case ncclInt64: return put_element(int64_t(value), to);
        case ncclUint64: return put_element(uint64_t(value), to);
        case ncclFloat32: return put_element(float(value), to);
        case ncclFloat64: return put_element(value, to);
        default: return encode(format_of(type), value, to);
    }
}

using Bytes = std::vector<unsigned char>;

// What rank `rank` has at place `i`: small numbers, whole but for floats, of both signs where the type has them.
inline double input(ncclDataType_t type, int rank, size_t i) {
    const int number = int((i * 7 + size_t(rank) * 5 + i / 11) % 7) - 3;
    const bool negative = is_float(type) || type == ncclInt8 || type == ncclInt32 || type == ncclInt64;
    return (negative ? number : number + 3) * (is_float(type) ? 0.5 : 1);
}
inline Bytes inputs(ncclDataType_t type, int rank, size_t from, size_t count) {
    Bytes bytes(count * size_of(type));
    for (size_t i = 0; i < count; i++) encode(type, input(type, rank, from + i), &bytes[i * size_of(type)]);
    return bytes;
}
// What place `i` is reduced to.
inline double reduced(ncclDataType_t type, ncclRedOp_t op, int ranks, size_t i) {
    double sum = input(type, 0, i);
    for (int rank = 1; rank < ranks; rank++) {
        const double next = input(type, rank, i);
        sum = op == ncclProd ? sum * next : op == ncclMax ? std::fmax(sum, next) : op == ncclMin ? std::fmin(sum, next) : sum + next;
    }
    if (op != ncclAvg) return sum;
    if (type == ncclFloat64) return sum / ranks;
    return is_float(type) ? double(float(sum) / float(ranks)) : std::trunc(sum / ranks);
}
inline Bytes reductions(ncclDataType_t type, ncclRedOp_t op, int ranks, size_t from, size_t count) {
    Bytes bytes(count * size_of(type));
    for (size_t i = 0; i < count; i++) encode(type, reduced(type, op, ranks, from + i), &bytes[i * size_of(type)]);
    return bytes;
}

// Memory of one device, with a margin that nobody is to write.
class Memory {
   public:
    Memory(int device, size_t bytes, size_t shift = 0) : device_(device), size_(bytes), shift_(shift) {
        HIP(hipSetDevice(device));
        HIP(hipMalloc(reinterpret_cast<void **>(&memory_), bytes + 2 * MARGIN));
        HIP(hipMemset(memory_, 0xa5, bytes + 2 * MARGIN));
    }
    Memory(int device, const Bytes &bytes, size_t shift = 0) : Memory(device, bytes.size(), shift) { write(0, bytes); }
    Memory(Memory &&other) noexcept : memory_(other.memory_), device_(other.device_), size_(other.size_), shift_(other.shift_) { other.memory_ = nullptr; }
    ~Memory() { (void)hipFree(memory_); }
    unsigned char *at(size_t byte = 0) const { return memory_ + 64 + shift_ + byte; }
    void write(size_t at_byte, const Bytes &bytes) { HIP(hipMemcpy(at(at_byte), bytes.data(), bytes.size(), hipMemcpyHostToDevice)); }
    // What it holds; a margin that was written is in no expectation.
    Bytes read() const {
        Bytes all(size_ + 2 * MARGIN);
        HIP(hipSetDevice(device_));
        HIP(hipMemcpy(all.data(), memory_, all.size(), hipMemcpyDeviceToHost));
        for (size_t i = 0; i < all.size(); i++)
            if ((i < 64 + shift_ || i >= 64 + shift_ + size_) && all[i] != 0xa5) return {};
        return Bytes(all.begin() + 64 + long(shift_), all.begin() + 64 + long(shift_ + size_));
    }

   private:
    static constexpr size_t MARGIN = 128;
    unsigned char *memory_ = nullptr;
    int device_;
    size_t size_, shift_;
};

// All devices of the process, each with a communicator and a stream.
struct Clique {
    std::vector<ncclComm_t> comms;
    std::vector<hipStream_t> streams;
    Clique() {
        int count = 0;
        HIP(hipGetDeviceCount(&count));
        comms.resize(size_t(count));
        NCCL(ncclCommInitAll(comms.data(), count, nullptr));
        make_streams();
    }
    ~Clique() {
        for (ncclComm_t comm : comms) NCCL(ncclCommDestroy(comm));
        for (int rank = 0; rank < ranks(); rank++) HIP(hipStreamDestroy(streams[size_t(rank)]));
    }
    int ranks() const { return int(comms.size()); }
    void make_streams() {
        streams.resize(comms.size());
        for (int rank = 0; rank < ranks(); rank++) {
            HIP(hipSetDevice(rank));
            HIP(hipStreamCreate(&streams[size_t(rank)]));
        }
    }
    void synchronize() {
        for (int rank = 0; rank < ranks(); rank++) {
            HIP(hipSetDevice(rank));
            HIP(hipStreamSynchronize(streams[size_t(rank)]));
        }
    }
    // Calls `call(rank, comm, stream)` for every rank, as one group, and waits for all of it.
    template <class Call>
    void grouped(Call call) {
        NCCL(ncclGroupStart());
        for (int rank = 0; rank < ranks(); rank++) NCCL(call(rank, comms[size_t(rank)], streams[size_t(rank)]));
        NCCL(ncclGroupEnd());
        synchronize();
    }
};
