// Groups inside a block, against a model on the host: tiles of fixed and of run-time size, coalesced lanes, partitions by predicate
// and by label, and what groups compute together. One RESULT line per row.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace cg = cooperative_groups;

static const int threads = 96;
static const dim3 shape(8, 6, 2);

__host__ __device__ int value(int t) { return (int)(((unsigned)t * 2654435761u) >> 20) - 2000; }
__host__ __device__ bool is_active(int t) { return value(t) % 3 != 0; }
__host__ __device__ int label(int t) { return (value(t) & 0xff) % 5; }

// Lanes pass on anything trivially copyable; nothing makes one of these without a value.
struct Range {
    int low, high;
    short count;
    __device__ explicit Range(int v) : low(v), high(v), count(1) {}
    __device__ int sum() const { return high - low + count; }
};
struct Join {
    __device__ Range operator()(Range a, Range b) const {
        a.low = a.low < b.low ? a.low : b.low;
        a.high = a.high < b.high ? b.high : a.high;
        a.count = (short)(a.count + b.count);
        return a;
    }
};

__global__ void kernel(int *out) {
    const cg::thread_block block = cg::this_thread_block();
    const int t = (int)block.thread_rank(), v = value(t);
    int row = 0;
    const auto put = [&](int x) { out[row++ * threads + t] = x; };
    const auto tile8 = cg::tiled_partition<8>(block);
    const auto tile4 = cg::tiled_partition<4>(tile8);
    const cg::thread_group dynamic = cg::tiled_partition(cg::thread_group(block), 16);
    put((int)tile8.thread_rank() * 100 + (int)tile8.meta_group_rank());
    put((int)tile4.thread_rank() * 100 + (int)tile4.meta_group_rank());
    put((int)dynamic.thread_rank() * 100 + (int)dynamic.size());
    put(cg::reduce(tile8, v, cg::plus<int>()));
    put(cg::reduce(tile4, v, cg::greater<int>()));
    put(cg::inclusive_scan(tile8, v));
    put(cg::exclusive_scan(tile8, v));
    put(tile8.shfl_xor(v, 3) + tile8.shfl_down(v, 2) * 3 + tile8.shfl(v, 1) * 5);
    put((int)tile8.ballot(v & 1) * 4 + tile8.any(v > 900) * 2 + tile8.all(v > -1500));
    put((int)tile8.match_any(label(t)));
    put(cg::reduce(tile8, Range(v), Join()).sum() + tile8.shfl(Range(v), 3).low);
    if (is_active(t)) {
        const cg::coalesced_group lanes = cg::coalesced_threads();
        put((int)lanes.thread_rank() * 100 + (int)lanes.size());
        put(cg::reduce(lanes, v, cg::plus<int>()));
        put(cg::inclusive_scan(lanes, v, cg::less<int>()));
        put(cg::exclusive_scan(lanes, v));
        put(lanes.shfl(v, 2));
        const cg::coalesced_group odd = cg::binary_partition(lanes, v & 1);
        put(cg::reduce(odd, v, cg::plus<int>()) * 2 + (int)odd.meta_group_rank());
        const cg::coalesced_group alike = cg::labeled_partition(lanes, label(t));
        put(cg::reduce(alike, v, cg::less<int>()));
        put((int)alike.meta_group_size());
        const cg::coalesced_group part = cg::tiled_partition(lanes, 4);
        put((int)part.thread_rank() * 100 + (int)part.meta_group_rank());
        put(cg::inclusive_scan(lanes, Range(v), Join()).sum() + lanes.shfl(Range(v), 2).high);
        const lane_mask active = __activemask(); // AMD's own names, which programs use, too
        put((int)cg::internal::coalesced_group::masked_bit_count(active, 7));
    }
}

// Tiles of run-time sizes in a block that they do not divide.
__global__ void tails(int *out) {
    const cg::thread_block block = cg::this_thread_block();
    for (int size = 1; size <= 32; size *= 2) {
        const cg::thread_group tile = cg::tiled_partition(block, size);
        out[block.thread_rank()] += (int)(tile.thread_rank() * 64 + tile.size()) * size;
        tile.sync();
    }
}

// ---- host ------------------------------------------------------------------------------------------------------

typedef std::vector<int> Members;
typedef std::function<int(int)> Expected;

static int sum(const Members &m) {
    int s = 0;
    for (int t : m) s += value(t);
    return s;
}
static int extreme(const Members &m, bool largest) {
    int best = value(m[0]);
    for (int t : m) best = (value(t) > best) == largest ? value(t) : best;
    return best;
}
static int rank_in(const Members &m, int t) {
    for (size_t i = 0; i < m.size(); i++)
        if (m[i] == t) return (int)i;
    return -1;
}
static Members until(const Members &m, int t, bool inclusive) {
    return Members(m.begin(), m.begin() + rank_in(m, t) + (inclusive ? 1 : 0));
}

static std::vector<std::pair<const char *, Expected>> model(int width) {
    const auto tile = [](int t, int size) {
        Members m;
        for (int i = t / size * size; i < t / size * size + size; i++) m.push_back(i);
        return m;
    };
    const auto lanes = [=](int t) {
        Members m;
        for (int i : tile(t, width))
            if (i < threads && is_active(i)) m.push_back(i);
        return m;
    };
    const auto keep = [](const Members &all, const std::function<bool(int)> &want) {
        Members m;
        for (int i : all)
            if (want(i)) m.push_back(i);
        return m;
    };
    return {
        {"tile_rank", [](int t) { return t % 8 * 100 + t / 8; }},
        {"tile_of_tile", [](int t) { return t % 4 * 100 + t % 8 / 4; }},
        {"dynamic_tile", [](int t) { return t % 16 * 100 + 16; }},
        {"tile_reduce_plus", [=](int t) { return sum(tile(t, 8)); }},
        {"tile_reduce_greater", [=](int t) { return extreme(tile(t, 4), true); }},
        {"tile_inclusive_scan", [=](int t) { return sum(until(tile(t, 8), t, true)); }},
        {"tile_exclusive_scan", [=](int t) { return sum(until(tile(t, 8), t, false)); }},
        {"tile_shuffles", [](int t) { return value(t ^ 3) + value(t % 8 < 6 ? t + 2 : t) * 3 + value(t / 8 * 8 + 1) * 5; }},
        {"tile_votes",
         [=](int t) {
             int votes = 0, any = 0, all = 1;
             for (int i : tile(t, 8)) votes |= (value(i) & 1) << i % 8, any |= value(i) > 900, all &= value(i) > -1500;
             return votes * 4 + any * 2 + all;
         }},
        {"tile_match_any",
         [=](int t) {
             int same = 0;
             for (int i : tile(t, 8)) same |= (label(i) == label(t)) << i % 8;
             return same;
         }},
        {"tile_reduce_struct",
         [=](int t) { return extreme(tile(t, 8), true) - extreme(tile(t, 8), false) + 8 + value(t / 8 * 8 + 3); }},
        {"coalesced_rank", [=](int t) { return rank_in(lanes(t), t) * 100 + (int)lanes(t).size(); }},
        {"coalesced_reduce", [=](int t) { return sum(lanes(t)); }},
        {"coalesced_inclusive_scan", [=](int t) { return extreme(until(lanes(t), t, true), false); }},
        {"coalesced_exclusive_scan", [=](int t) { return sum(until(lanes(t), t, false)); }},
        {"coalesced_shfl", [=](int t) { return value(lanes(t)[2]); }},
        {"binary_partition",
         [=](int t) {
             const Members m = keep(lanes(t), [=](int i) { return (value(i) & 1) == (value(t) & 1); });
             return sum(m) * 2 + ((value(t) & 1) ? 0 : 1);
         }},
        {"labeled_partition", [=](int t) { return extreme(keep(lanes(t), [=](int i) { return label(i) == label(t); }), false); }},
        {"labeled_partition_count",
         [=](int t) {
             int seen = 0;
             for (int i : lanes(t)) seen |= 1 << label(i);
             return __builtin_popcount((unsigned)seen);
         }},
        {"tiled_partition_of_lanes", [=](int t) { return rank_in(lanes(t), t) % 4 * 100 + rank_in(lanes(t), t) / 4; }},
        {"coalesced_scan_struct",
         [=](int t) {
             const Members m = until(lanes(t), t, true);
             return extreme(m, true) - extreme(m, false) + (int)m.size() + value(lanes(t)[2]);
         }},
        {"masked_bit_count", [=](int t) { return rank_in(lanes(t), t) + 7; }},
    };
}

__global__ void ask_width(int *width) { *width = warpSize; }

// As the kernels were compiled: 32, or 64 with --offload-arch=gfx9...
static int warp_width() {
    int width = 0, *device = nullptr;
    if (hipMalloc(&device, 4) != hipSuccess) return 0;
    ask_width<<<1, 1>>>(device);
    if (hipMemcpy(&width, device, 4, hipMemcpyDeviceToHost) != hipSuccess) width = 0;
    (void)hipFree(device);
    return width == 32 || width == 64 ? width : 0;
}

int main() {
    const int width = warp_width();
    if (width == 0) return 1;
    const auto rows = model(width);
    const size_t first_of_some = 11; // rows from here on are those of the active lanes
    std::vector<int> got(rows.size() * threads);
    int *device = nullptr;
    if (hipMalloc(&device, got.size() * 4) != hipSuccess || hipMemset(device, 0xee, got.size() * 4) != hipSuccess) return 1;
    kernel<<<1, shape>>>(device);
    if (hipMemcpy(got.data(), device, got.size() * 4, hipMemcpyDeviceToHost) != hipSuccess) return 1;
    bool ok = true;
    for (size_t row = 0; row < rows.size(); row++) {
        int wrong = -1;
        for (int t = 0; t < threads; t++) {
            if (row >= first_of_some && !is_active(t)) continue;
            if (got[row * threads + t] != rows[row].second(t)) wrong = t;
        }
        printf("RESULT name=groups:%s ok=%d\n", rows[row].first, wrong < 0);
        if (wrong >= 0) printf("thread %d: %d, not %d\n", wrong, got[row * threads + wrong], rows[row].second(wrong));
        ok &= wrong < 0;
    }
    const int uneven = 45;
    if (hipMemset(device, 0, uneven * 4) != hipSuccess) return 1;
    tails<<<1, uneven>>>(device);
    if (hipMemcpy(got.data(), device, uneven * 4, hipMemcpyDeviceToHost) != hipSuccess) return 1;
    int wrong = 0;
    for (int t = 0; t < uneven; t++) {
        int expected = 0;
        for (int size = 1; size <= 32; size *= 2)
            expected += (t % size * 64 + std::min(size, uneven - t / size * size)) * size;
        wrong += got[t] != expected;
    }
    printf("RESULT name=groups:dynamic_tile_tails ok=%d\n", wrong == 0);
    ok &= wrong == 0;
    (void)hipFree(device);
    return ok ? 0 : 1;
}
