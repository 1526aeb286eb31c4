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

#include "warp_shapes.h"

// A warp's lanes, step by step.
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
