// Code of one warp without barriers, as it was written for hardware whose lanes run in step (AMD's, and NVIDIA's before Volta): what one lane
// leaves in memory by a volatile or atomic access, or in front of a fence, the others see in their next step. Each shape against the host.
//
// Where lanes may drift apart, the compiler must hold them together (`spirv_gen::passes::warp::lockstep`).
// also with: HIPVK_BUDGET=unlimited
#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

static const int threads = 256, blocks = 64, count = threads * blocks;

__host__ __device__ uint32_t mix(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ x >> 16;
}

// ---- device: `in` and `out` have a word for each thread ----------------------------------------------------------

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

// ---- host: a warp's lanes, step by step --------------------------------------------------------------------------

using Words = std::vector<uint32_t>;
using Lanes = std::function<void(int)>;

static void each(const Lanes &step, const std::function<bool(int)> &there = nullptr) {
    for (int l = 0; l < 32; ++l)
        if (!there || there(l)) step(l);
}

static uint32_t sum_of(const uint32_t *in, int n, uint32_t mask = ~0u) {
    uint32_t sum = 0;
    for (int i = 0; i < n; ++i) sum += in[i] & mask;
    return sum;
}

/// Fills a warp's words of `out` from its words of `in`.
using Model = std::function<void(const uint32_t *in, uint32_t *out)>;

static Model by_block(const std::function<uint32_t(const uint32_t *)> &value) {
    return [value](const uint32_t *in, uint32_t *out) {
        const uint32_t v = value(in);
        for (int t = 0; t < threads; ++t) out[t] = v;
    };
}

static Model by_warp(const Model &model) {
    return [model](const uint32_t *in, uint32_t *out) {
        for (int w = 0; w < threads; w += 32) model(in + w, out + w);
    };
}

static void model_members(const uint32_t *in, uint32_t *out) {
    uint32_t sum = 0;
    each([&](int l) { out[l] = sum = (l == 0 || in[l] % 5 == 0 ? 0 : sum) + (in[l] >> 8); });
}
static void model_both_arms(const uint32_t *in, uint32_t *out) {
    Words odd(32), even(32), v(in, in + 32), x(32);
    const auto is_odd = [&](int l) { return (in[l] & 1) != 0; };
    for (int round = 0; round < 3; ++round) {
        each([&](int l) { odd[(l * 5 + round) % 32] = v[l] + round; }, is_odd);
        each([&](int l) { x[l] = v[l] ^ odd[l]; }, is_odd);
        each([&](int l) { odd[l] = 0; }, is_odd);
        each([&](int l) { v[l] = x[l] | 1; }, is_odd);
    }
    each([&](int l) { even[l] = v[l]; }, [&](int l) { return !is_odd(l); });
    for (int d = 1; d < 32; d *= 2) {
        const auto there = [&](int l) { return !is_odd(l) && l >= d && !is_odd(l - d); };
        each([&](int l) { x[l] = v[l] + even[l - d]; }, there);
        each([&](int l) { even[l] = v[l] = x[l]; }, there);
    }
    each([&](int l) { out[l] = v[l]; });
}
static void model_fewer(const uint32_t *in, uint32_t *out) {
    Words s(in, in + 32), x(32);
    for (int round = 0; round < 16; ++round) {
        const auto there = [&](int l) { return round <= (int)(in[l] & 15); };
        each([&](int l) { x[l] = s[(l + 1) % 32] + s[l] * 5 + round; }, there);
        each([&](int l) { s[l] = x[l]; }, there);
    }
    each([&](int l) { out[l] = s[l]; });
}
static void model_nested(const uint32_t *in, uint32_t *out) {
    Words s(32), x(32);
    each([&](int l) { s[l] = in[l] & 0xffff; });
    for (int outer = 0; outer < 3; ++outer) {
        for (int n = 1; n < 32; n *= 2) {
            const auto there = [&](int l) { return (l & n) != 0; };
            each([&](int l) { x[l] = s[l] + s[l ^ n]; }, there);
            each([&](int l) { s[l] = x[l]; }, there);
        }
        const auto there = [&](int l) { return l % 4 == outer; };
        each([&](int l) { x[l] = s[31 - l] >> 1; }, there);
        each([&](int l) { s[l] = x[l]; }, there);
    }
    each([&](int l) { out[l] = s[l]; });
}
static void model_only_a_warp(const uint32_t *in, uint32_t *out) {
    std::copy(in, in + threads, out);
    Words x(32);
    for (int n = 1; n < 32; n *= 2) {
        each([&](int l) { x[l] = out[64 + l] + out[64 + (l ^ n)]; });
        each([&](int l) { out[64 + l] = x[l]; });
    }
    for (int n = 16; n > 0; n /= 2) {
        each([&](int l) { x[l] = out[l] * 3 + out[l ^ n]; });
        each([&](int l) { out[l] = x[l]; });
    }
}
/// `rounds` times, each lane's word becomes `next` of all words.
static Model in_rounds(int rounds, const std::function<uint32_t(const Words &, int lane, int round)> &next) {
    return by_warp([=](const uint32_t *in, uint32_t *out) {
        Words s(in, in + 32), x(32);
        for (int round = 0; round < rounds; ++round) {
            each([&](int l) { x[l] = next(s, l, round); });
            s = x;
        }
        each([&](int l) { out[l] = s[l]; });
    });
}

struct Shape {
    const char *name;
    void (*kernel)(const uint32_t *, uint32_t *, volatile uint32_t *);
    Model model;
};

static std::vector<Shape> shapes() {
    const Model warp_sum = by_warp([](const uint32_t *in, uint32_t *out) {
        each([&](int l) { out[l] = sum_of(in, 32); });
    });
    const Model low_sum = by_warp([](const uint32_t *in, uint32_t *out) {
        each([&](int l) { out[l] = sum_of(in, 32, 0xffff); });
    });
    const Model pair_sum = by_warp([](const uint32_t *in, uint32_t *out) {
        uint32_t high = 0;
        each([&](int l) { high += in[l] >> 16; });
        each([&](int l) { out[l] = sum_of(in, 32, 0xffff) + (high << 8); });
    });
    const Model scanned = by_warp([](const uint32_t *in, uint32_t *out) {
        each([&](int l) { out[l] = sum_of(in, l + 1); });
    });
    const Model in_four = by_warp([](const uint32_t *in, uint32_t *out) {
        Words v(in, in + 32), x(32);
        for (int round = 0; round < 4; ++round) {
            each([&](int l) { x[l] = v[l] >> round & 0xff; });
            each([&](int l) { v[l] = sum_of(x.data(), l + 1) + (v[l] << 8); });
        }
        each([&](int l) { out[l] = v[l]; });
    });
    const Model sorted = by_warp([](const uint32_t *in, uint32_t *out) {
        std::copy(in, in + 32, out);
        for (int a = 0; a < 32; ++a)
            for (int b = a + 1; b < 32; ++b)
                if (out[b] < out[a]) std::swap(out[a], out[b]);
    });
    const Model counted = by_warp([](const uint32_t *in, uint32_t *out) {
        each([&](int l) { out[l] = 7 + sum_of(in, 32, 0xff); });
    });
    const Model binned = by_warp([](const uint32_t *in, uint32_t *out) {
        Words sum(32);
        for (int round = 0; round < 3; ++round) {
            Words h(32, round);
            each([&](int l) { ++h[in[l] >> round * 5 & 31]; });
            each([&](int l) { sum[l] = sum[l] * 33 + h[l]; });
        }
        each([&](int l) { out[l] = sum[l]; });
    });
    const Model returned = by_warp([](const uint32_t *in, uint32_t *out) {
        Words s(in, in + 32), x(32);
        const auto there = [&](int l) { return in[l] % 3 != 0; };
        for (int round = 0; round < 5; ++round) {
            each([&](int l) { x[l] = s[(l + 3) % 32] + s[l]; }, there);
            each([&](int l) { s[l] = x[l]; }, there);
        }
        each([&](int l) { out[l] = there(l) ? s[l] : 0; });
    });
    const auto butterfly = [](const Words &s, int l, int round) { return s[l] + 3 * s[l ^ 16 >> round]; };
    return {
        {"scan", scan, scanned},
        {"scan_in_rounds", scan_in_rounds, in_four},
        {"reduce_uint", reduce_uint, by_block([](const uint32_t *in) { return sum_of(in, threads); })},
        {"reduce_float", reduce_float, by_block([](const uint32_t *in) { return sum_of(in, threads, 0xff); })},
        {"reduce_double", reduce_double, by_block([](const uint32_t *in) { return sum_of(in, threads, 0xffff); })},
        {"reduce_short", reduce_short, by_block([](const uint32_t *in) { return sum_of(in, threads) & 0xffff; })},
        {"reduce_long", reduce_long, by_block([](const uint32_t *in) { return sum_of(in, threads); })},
        {"reduce_plain_uint", reduce_plain_uint, warp_sum},
        {"reduce_plain_double", reduce_plain_double, low_sum},
        {"reduce_plain_pair", reduce_plain_pair, pair_sum},
        {"scan_plain", scan_plain, scanned},
        {"reduce_loop", reduce_loop, warp_sum},
        {"reduce_syncwarp", reduce_syncwarp, warp_sum},
        {"reduce_fence", reduce_fence, warp_sum},
        {"ping_pong", ping_pong, in_rounds(10, [](const Words &s, int l, int) { return s[(l + 1) % 32] * 3 + l; })},
        {"rotate_in_place", rotate_in_place,
         in_rounds(7, [](const Words &s, int l, int round) { return s[(l + 5) % 32] + round; })},
        {"members", members, by_warp(model_members)},
        {"compare_and_swap", compare_and_swap, sorted},
        {"count_then_read", count_then_read, counted},
        {"histogram", histogram, binned},
        {"leader", leader, by_block([](const uint32_t *) { return 1u; })},
        {"device_memory", device_memory, in_rounds(5, butterfly)},
        {"both_arms", both_arms, by_warp(model_both_arms)},
        {"fewer_and_fewer", fewer_and_fewer, by_warp(model_fewer)},
        {"some_return", some_return, returned},
        {"only_a_warp", only_a_warp, model_only_a_warp},
        {"nested_loops", nested_loops, by_warp(model_nested)},
    };
}

int main() {
    Words in(count), got(count), expected(count);
    for (int i = 0; i < count; ++i) in[i] = mix(i);
    uint32_t *from, *to, *room;
    if (hipMalloc(&from, count * 4) != hipSuccess || hipMalloc(&to, count * 4) != hipSuccess) return 1;
    if (hipMalloc(&room, count * 4) != hipSuccess) return 1;
    if (hipMemcpy(from, in.data(), count * 4, hipMemcpyHostToDevice) != hipSuccess) return 1;
    int failed = 0;
    for (const Shape &shape : shapes()) {
        int wrong = 0;
        // What drifts apart does so now and then.
        for (int again = 0; again < 3; ++again) {
            if (hipMemset(to, 0x5a, count * 4) != hipSuccess) return 1;
            shape.kernel<<<blocks, threads>>>(from, to, room);
            if (hipMemcpy(got.data(), to, count * 4, hipMemcpyDeviceToHost) != hipSuccess) return 1;
            for (int b = 0; b < blocks; ++b) shape.model(&in[b * threads], &expected[b * threads]);
            for (int i = 0; i < count; ++i) wrong += got[i] != expected[i];
        }
        std::printf("RESULT name=%s ok=%d wrong=%d\n", shape.name, wrong == 0, wrong);
        std::fflush(stdout);
        failed |= wrong != 0;
    }
    return failed;
}
