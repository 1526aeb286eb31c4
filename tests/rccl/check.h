// check.h: what the programs of this folder share: elements of every type on the host, the devices of a process with a communicator each, and what a
// collective call is to give.
//
// Elements are decoded by the definition of their format, and rounded by looking for the nearest one. Sums go in the order of ranks, in float for small floats.
#pragma once

#include <rccl/rccl.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../judged.h"

#define NCCL(call)                                                                                                         \
    do {                                                                                                                   \
        if (const ncclResult_t result_ = (call); result_ != ncclSuccess)                                                   \
            (printf("%s:%d: %s: %s (%s)\n", __FILE__, __LINE__, #call, ncclGetErrorString(result_), ncclGetLastError(nullptr)), exit(1)); \
    } while (false)

struct Format {
    int exponent, mantissa;
    bool infinity;
    int bits() const { return 1 + exponent + mantissa; }
    int bias() const { return (1 << (exponent - 1)) - 1; }
    double decode(uint32_t code) const {
        const uint32_t fraction = code & ((1u << mantissa) - 1), power = code >> mantissa & ((1u << exponent) - 1), top = (1u << exponent) - 1;
        const double sign = code >> (exponent + mantissa) ? -1 : 1;
        if (infinity && power == top) return fraction ? NAN : sign * INFINITY;
        if (!infinity && power == top && fraction == (1u << mantissa) - 1) return NAN;
        return sign * (power ? std::ldexp(1.0 + std::ldexp(double(fraction), -mantissa), int(power) - bias()) : std::ldexp(double(fraction), 1 - bias() - mantissa));
    }
    // The code of the nearest number, of two the even one; the numbers here are far from the largest.
    uint32_t encode(double value) const {
        const uint32_t sign = std::signbit(value) ? 1u << (bits() - 1) : 0;
        uint32_t low = 0, high = ((1u << exponent) - 1) << mantissa;
        while (high - low > 1) (decode((low + high) / 2) <= std::fabs(value) ? low : high) = (low + high) / 2;
        const double below = std::fabs(value) - decode(low), above = decode(high) - std::fabs(value);
        return sign | (below < above || (below == above && low % 2 == 0) ? low : high);
    }
};
inline Format format_of(ncclDataType_t type) {
    return type == ncclFloat16 ? Format{5, 10, true} : type == ncclBfloat16 ? Format{8, 7, true} : type == ncclFloat8e4m3 ? Format{4, 3, false} : Format{5, 2, true};
}
inline bool is_short_float(ncclDataType_t type) { return type == ncclFloat16 || type == ncclBfloat16 || type == ncclFloat8e4m3 || type == ncclFloat8e5m2; }
inline bool is_float(ncclDataType_t type) { return is_short_float(type) || type == ncclFloat32 || type == ncclFloat64; }
inline size_t size_of(ncclDataType_t type) {
    static const size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
    return sizes[type];
}

template <class T>
T loaded(const void *from) {
    T value;
    memcpy(&value, from, sizeof value);
    return value;
}
// Whole numbers and floats alike; what the programs use fits.
inline double decoded(ncclDataType_t type, const void *from) {
    switch (type) {
        case ncclInt8: return loaded<int8_t>(from);
        case ncclUint8: return loaded<uint8_t>(from);
        case ncclInt32: return loaded<int32_t>(from);
        case ncclUint32: return loaded<uint32_t>(from);
        case ncclInt64: return double(loaded<int64_t>(from));
        case ncclUint64: return double(loaded<uint64_t>(from));
        case ncclFloat32: return loaded<float>(from);
        case ncclFloat64: return loaded<double>(from);
        default: return format_of(type).decode(size_of(type) == 2 ? loaded<uint16_t>(from) : loaded<uint8_t>(from));
    }
}
inline void encode(ncclDataType_t type, double value, void *to) {
    const auto put = [to](auto element) { memcpy(to, &element, sizeof element); };
    switch (type) {
        case ncclInt8: return put(int8_t(value));
        case ncclUint8: return put(uint8_t(value));
        case ncclInt32: return put(int32_t(value));
        case ncclUint32: return put(uint32_t(value));
        case ncclInt64: return put(int64_t(value));
        case ncclUint64: return put(uint64_t(value));
        case ncclFloat32: return put(float(value));
        case ncclFloat64: return put(value);
        default: return size_of(type) == 2 ? put(uint16_t(format_of(type).encode(value))) : put(uint8_t(format_of(type).encode(value)));
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
