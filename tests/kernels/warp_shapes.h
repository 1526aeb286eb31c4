// warp_shapes.h: the kernels of warp_synchronous.hip. `in` and `out` have a word for each thread.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>

static const int threads = 256, blocks = 64, count = threads * blocks;

__host__ __device__ uint32_t mix(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ x >> 16;
}

#define KERNEL(name) __global__ void name(const uint32_t *in, uint32_t *out, volatile uint32_t *room)
#define HERE const int t = threadIdx.x, lane = t & 31, i = blockIdx.x * threads + t

// The SDK's scan, zeros in front of each warp's words.
__device__ uint32_t scan_warp(uint32_t v, volatile uint32_t *s) {
    int at = 2 * threadIdx.x - (threadIdx.x & 31);
    s[at] = 0;
    at += 32;
    s[at] = v;
    for (int d = 1; d < 32; d *= 2) {
        uint32_t u = s[at - d];
        v += u;
        s[at] = v;
    }
    return v;
}
KERNEL(scan) {
    __shared__ uint32_t s[2 * threads];
    HERE;
    out[i] = scan_warp(in[i], s);
}
// Twice over the same words, as a radix sort does it digit after digit.
KERNEL(scan_in_rounds) {
    __shared__ uint32_t s[2 * threads];
    HERE;
    uint32_t v = in[i];
    for (int round = 0; round < 4; ++round) v = scan_warp(v >> round & 0xff, s) + (v << 8);
    out[i] = v;
}
// Barriers while more than one warp works, none at the end.
template <class T> __device__ void reduce_tail(volatile T *s, int t) {
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
}
template <class T> __device__ T reduce_block(T v) {
    __shared__ T s[threads];
    const int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int n = threads / 2; n > 32; n /= 2) {
        if (t < n) s[t] += s[t + n];
        __syncthreads();
    }
    reduce_tail<T>(s, t);
    __syncthreads();
    return s[0];
}
KERNEL(reduce_uint) {
    HERE;
    out[i] = reduce_block<uint32_t>(in[i]);
}
KERNEL(reduce_float) {
    HERE;
    out[i] = (uint32_t)reduce_block<float>((float)(in[i] & 0xff));
}
KERNEL(reduce_double) {
    HERE;
    out[i] = (uint32_t)reduce_block<double>((double)(in[i] & 0xffff));
}
KERNEL(reduce_short) {
    HERE;
    out[i] = reduce_block<unsigned short>(in[i]) & 0xffff;
}
KERNEL(reduce_long) {
    HERE;
    unsigned long long sum = reduce_block<unsigned long long>((unsigned long long)in[i] << 8);
    out[i] = (uint32_t)(sum >> 8);
}
// Plain words: each thread adds that of the one as far up as the round says and takes the first one's at the end, as Kokkos reduces.
template <class T> __device__ T reduce_plain(T v) {
    __shared__ T s[threads];
    const int t = threadIdx.x, lane = t % 32;
    T *mine = s + t;
    *mine = v;
    for (int delta = blockDim.y; delta < 32; delta *= 2)
        if (lane + delta < 32 && lane % (delta * 2) == 0) *mine += mine[delta];
    *mine = *(mine - lane);
    return *mine;
}
KERNEL(reduce_plain_uint) {
    HERE;
    out[i] = reduce_plain<uint32_t>(in[i]);
}
KERNEL(reduce_plain_double) {
    HERE;
    out[i] = (uint32_t)reduce_plain<double>((double)(in[i] & 0xffff));
}
struct LowCount {
    double low;
    uint32_t count;
    __device__ LowCount &operator+=(const LowCount &p) {
        low += p.low;
        count += p.count;
        return *this;
    }
};
KERNEL(reduce_plain_pair) {
    HERE;
    const LowCount sum = reduce_plain<LowCount>(LowCount{(double)(in[i] & 0xffff), in[i] >> 16});
    out[i] = (uint32_t)sum.low + (sum.count << 8);
}
// The sum up to each lane: what is read is about to be written.
KERNEL(scan_plain) {
    __shared__ uint32_t s[threads];
    HERE;
    s[t] = in[i];
    for (int d = 1; d < 32; d *= 2)
        if (lane >= d) s[t] += s[t - d];
    out[i] = s[t];
}
KERNEL(reduce_loop) {
    __shared__ volatile uint32_t s[threads + 32];
    HERE;
    s[t] = in[i];
    if (t < 32) s[threads + t] = 0;
    __syncthreads();
    if (lane < 16)
        for (int n = 16; n > 0; n /= 2) s[t] += s[t + n];
    out[i] = s[t & ~31];
}
KERNEL(reduce_syncwarp) {
    __shared__ uint32_t s[threads + 16];
    HERE;
    s[t] = in[i];
    __syncwarp();
    for (int n = 16; n > 0; n /= 2) {
        uint32_t other = s[t + n];
        __syncwarp();
        s[t] += other;
        __syncwarp();
    }
    out[i] = s[t & ~31];
}
KERNEL(reduce_fence) {
    __shared__ uint32_t s[threads];
    HERE;
    s[t] = in[i];
    for (int n = 16; n > 0; n /= 2) {
        __threadfence_block();
        uint32_t other = s[t ^ n];
        __threadfence_block();
        s[t] += other;
    }
    __threadfence_block();
    out[i] = s[t & ~31];
}
KERNEL(ping_pong) {
    __shared__ volatile uint32_t s[2][threads];
    HERE;
    s[0][t] = in[i];
    int now = 0;
    for (int round = 0; round < 10; ++round, now ^= 1) s[now ^ 1][t] = s[now][(t & ~31) + (lane + 1) % 32] * 3 + lane;
    out[i] = s[now][t];
}
KERNEL(rotate_in_place) {
    __shared__ volatile uint32_t s[threads];
    HERE;
    s[t] = in[i];
    for (int round = 0; round < 7; ++round) {
        uint32_t next = s[(t & ~31) + (lane + 5) % 32];
        s[t] = next + round;
    }
    out[i] = s[t];
}
struct Pair {
    uint32_t value;
    unsigned char head;
};
// A segmented scan over the members of a volatile structure.
KERNEL(members) {
    __shared__ volatile Pair s[threads];
    HERE;
    uint32_t value = in[i] >> 8;
    unsigned char head = lane == 0 || in[i] % 5 == 0;
    s[t].value = value;
    s[t].head = head;
    for (int d = 1; d < 32; d *= 2) {
        uint32_t before = 0;
        unsigned char cut = 1;
        if (lane >= d) {
            before = s[t - d].value;
            cut = s[t - d].head;
        }
        if (!head) {
            value += before;
            head = cut;
        }
        s[t].value = value;
        s[t].head = head;
    }
    out[i] = value;
}
KERNEL(compare_and_swap) {
    __shared__ volatile uint32_t s[threads];
    HERE;
    s[t] = in[i];
    for (int k = 2; k <= 32; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            const int other = t ^ j;
            const uint32_t a = s[t], b = s[other];
            const bool up = ((lane & k) == 0) == (t < other);
            s[t] = up == (a < b) ? a : b;
        }
    out[i] = s[t];
}
KERNEL(count_then_read) {
    __shared__ uint32_t total[threads / 32];
    HERE;
    if (lane == 0) total[t / 32] = 7;
    atomicAdd(&total[t / 32], in[i] & 0xff);
    out[i] = total[t / 32];
}
KERNEL(histogram) {
    __shared__ uint32_t h[threads];
    HERE;
    uint32_t sum = 0;
    for (int round = 0; round < 3; ++round) {
        h[t] = round;
        atomicAdd(&h[(t & ~31) + (in[i] >> round * 5 & 31)], 1u);
        sum = sum * 33 + h[t];
    }
    out[i] = sum;
}
// A leader takes room for its warp, and says where.
KERNEL(leader) {
    __shared__ volatile uint32_t first[threads / 32];
    __shared__ uint32_t next;
    HERE;
    if (t == 0) next = 0;
    __syncthreads();
    if (lane == 0) first[t / 32] = atomicAdd(&next, 32u);
    const uint32_t at = first[t / 32] + lane;
    // Which warp comes first is not told; that no room is given twice is.
    __shared__ uint32_t taken[threads];
    taken[t] = 0;
    __syncthreads();
    atomicAdd(&taken[at % threads], 1u);
    __syncthreads();
    out[i] = taken[t];
}
KERNEL(device_memory) {
    HERE;
    room[i] = in[i];
    for (int n = 16; n > 0; n /= 2) {
        const uint32_t other = room[i ^ n];
        room[i] = room[i] + other * 3;
    }
    out[i] = room[i];
}
// Both arms of a branch, each with words of its own.
KERNEL(both_arms) {
    __shared__ volatile uint32_t odd[threads], even[threads];
    HERE;
    uint32_t v = in[i];
    if (v & 1) {
        odd[t] = 0;
        for (int round = 0; round < 3; ++round) {
            odd[(t & ~31) + (lane * 5 + round) % 32] = v + round;
            v ^= odd[t];
            odd[t] = 0;
            v |= 1;
        }
    } else {
        even[t] = v;
        for (int d = 1; d < 32; d *= 2)
            if (lane >= d && !(in[i - d] & 1)) {
                v += even[t - d];
                even[t] = v;
            }
    }
    out[i] = v;
}
// Lanes leave the loop one by one; those that are left talk on.
KERNEL(fewer_and_fewer) {
    __shared__ volatile uint32_t s[threads];
    HERE;
    s[t] = in[i];
    for (int round = 0; round <= (int)(in[i] & 15); ++round) {
        const uint32_t next = s[(t & ~31) + (lane + 1) % 32];
        s[t] = next + s[t] * 5 + round;
    }
    out[i] = s[t];
}
KERNEL(some_return) {
    __shared__ volatile uint32_t s[threads];
    HERE;
    s[t] = in[i];
    out[i] = 0;
    if (in[i] % 3 == 0) return;
    for (int round = 0; round < 5; ++round) s[t] = s[(t & ~31) + (lane + 3) % 32] + s[t];
    out[i] = s[t];
}
KERNEL(only_a_warp) {
    __shared__ volatile uint32_t s[threads];
    HERE;
    s[t] = in[i];
    __syncthreads();
    if (t >= 64 && t < 96) {
        for (int n = 1; n < 32; n *= 2) s[t] = s[t] + s[t ^ n];
    } else if (t < 32) {
        for (int n = 16; n > 0; n /= 2) s[t] = s[t] * 3 + s[t ^ n];
    }
    __syncthreads();
    out[i] = s[t];
}
KERNEL(nested_loops) {
    __shared__ volatile uint32_t s[threads];
    HERE;
    s[t] = in[i] & 0xffff;
    for (int outer = 0; outer < 3; ++outer) {
        for (int n = 1; n < 32; n *= 2)
            if (lane & n) s[t] = s[t] + s[t ^ n];
        if (lane % 4 == outer) s[t] = s[(t & ~31) + 31 - lane] >> 1;
    }
    out[i] = s[t];
}
