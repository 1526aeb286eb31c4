// Every warp function of HIP, lane by lane against a model on the host: all lanes active, some lanes active, and a last warp that
// is not full. One RESULT line per function.
//
// A shuffle from a lane that is not active is left out of the comparison: HIP does not say what it gives. AMD says it of its DPP builtins.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

static const int threads = 150;
static const uint64_t unknown = 0x5a5a5a5a5a5a5a5aULL;

__host__ __device__ uint32_t mix(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ x >> 16;
}
__host__ __device__ bool is_active(int t, bool some) { return !some || (mix(t + 1000) >> 8) % 3 != 0; }
__host__ __device__ bool odd(int t) { return mix(t) & 1; }
__host__ __device__ int small(int t) { return (int)(mix(t + 77) % 5); }

// ---- device ----------------------------------------------------------------------------------------------------

__device__ uint64_t bits(uint64_t v) { return v; }
__device__ uint64_t bits(long long v) { return (uint64_t)v; }
__device__ uint64_t bits(unsigned long long v) { return v; }
__device__ uint64_t bits(int v) { return (uint32_t)v; }
__device__ uint64_t bits(unsigned v) { return v; }
__device__ uint64_t bits(float v) { return __float_as_uint(v); }
__device__ uint64_t bits(double v) { return (uint64_t)__double_as_longlong(v); }
__device__ uint64_t bits(__half v) { return __half_as_ushort(v); }
__device__ uint64_t bits(__half2 v) { return __half_as_ushort(v.x) | (uint64_t)__half_as_ushort(v.y) << 16; }

struct Sink {
    uint64_t *out;
    int row, thread;
    template <class T> __device__ void operator()(T v) { out[row++ * threads + thread] = bits(v); }
};

__device__ void rows(Sink put, int t) {
    const uint32_t u = mix(t);
    const int i = (int)u, lane = (int)__lane_id();
    const uint64_t w = (uint64_t)u << 32 | mix(t + 5), full = __activemask();
    // Forms with masks: each active lane must be in its own mask; here, those of one half or of the other.
    const uint64_t low = ((uint64_t)1 << (warpSize / 2)) - 1;
    const uint64_t part = full & (lane < warpSize / 2 ? low : ~low);
    int same = 0;
    put(lane);
    put(__ballot(odd(t)));
    put(__any(small(t) == 4));
    put(__all(small(t) < 5));
    put(__all(odd(t)));
    put(__activemask());
    put(__ballot_sync(part, odd(t)));
    put(__any_sync(part, small(t) == 4));
    put(__all_sync(part, small(t) < 4));
    put(__match_any(small(t)));
    put(__match_any_sync(part, (double)small(t)));
    put(__match_all(7LL, &same));
    put(same);
    put(__match_all(small(t), &same));
    put(same);
    put(__match_all_sync(part, lane < warpSize / 2 ? 1.5f : 2.5f, &same));
    put(same);
    put(__reduce_add_sync(part, i));
    put(__reduce_min_sync(part, i));
    put(__reduce_max_sync(full, u));
    put(__reduce_and_sync(full, u | 0xff));
    put(__reduce_or_sync(part, u & 0x11));
    put(__reduce_xor_sync(full, (unsigned long long)w));
    put(__shfl(i, 3));
    put(__shfl(u, t * 7 + 1));
    put(__shfl((unsigned long long)w, t * 7 + 1, 8));
    put(__shfl_up(__uint_as_float(u & 0x3fffffff), 3));
    put(__shfl_up((long long)w, 2, 16));
    put(__shfl_down(__longlong_as_double((long long)(w >> 3)), 5));
    put(__shfl_down(i, 1, 4));
    put(__shfl_down(i, 1 + t / warpSize, 8));
    put(__shfl_xor(i, 5));
    put(__shfl_xor(u, 3, 4));
    put(__shfl_xor(u, 9, 8));
    put(__shfl_sync(full, i, 9));
    put(__shfl_up_sync(full, u, 1u));
    put(__shfl_down_sync(part, (float)(u >> 8), 4u, 8));
    put(__shfl_xor_sync(full, (double)u, 1));
    put(__shfl_xor(__ushort_as_half((unsigned short)(u & 0x3fff)), 2));
    const __half2 pair = __halves2half2(__ushort_as_half((unsigned short)(u & 0x3fff)), __ushort_as_half((unsigned short)(u >> 18)));
    put(__shfl_down(pair, 2));
    // AMD's moves within rows of 16 lanes, of any type: a float's bits, not its whole part.
    put(__builtin_amdgcn_mov_dpp((float)u * 0.001f, 0x101, 15, 15, true));
    put(__builtin_amdgcn_update_dpp(-0.5, (double)w, 0x112, 15, 15, false));
    put(__builtin_amdgcn_update_dpp(-1, (short)u, 0x140, 15, 15, false));
    // The same as operands in assembly: lanes without a source, and masked ones, keep the register.
    uint32_t scan = u, crossed = 0;
    asm volatile("s_nop 4\nv_add_nc_u32 %0 %0 %0 row_shr:1\ns_nop 1\nv_add_nc_u32_dpp %0, %0, %0 row_shr:2 bank_mask:0xe\ns_nop 1\n"
                 "v_max_u32 %0 %0 %0 row_bcast:15 row_mask:0xa\ns_nop 1\n"
                 : "=v"(scan)
                 : "0"(scan));
    put(scan);
    asm volatile("v_xor_b32 %0, %1, %2 row_shr:3 bound_ctrl:0" : "=v"(crossed) : "v"(u), "v"(i));
    put(crossed);
    __syncwarp();
}

__global__ void kernel(uint64_t *out, bool some) {
    const int t = (int)threadIdx.x;
    if (is_active(t, some)) rows(Sink{out, 0, t}, t);
}

__global__ void block_votes(int *out) {
    const int t = (int)threadIdx.x;
    const int count = __syncthreads_count(small(t) == 2);
    const int all = __syncthreads_and(small(t) < 5) * 2 + __syncthreads_and(small(t) < 4);
    const int any = __syncthreads_or(small(t) == 9) * 2 + __syncthreads_or(small(t) == 3);
    out[t] = count * 16 + all * 4 + any;
}

// ---- host ------------------------------------------------------------------------------------------------------

struct Warp {
    int first, width;
    bool some;
    bool has(int lane) const {
        return lane >= 0 && lane < width && first + lane < threads && is_active(first + lane, some);
    }
    template <class F> uint64_t mask(F holds) const {
        uint64_t m = 0;
        for (int l = 0; l < width; l++)
            if (has(l) && holds(first + l)) m |= (uint64_t)1 << l;
        return m;
    }
    uint64_t half(int lane) const {
        const uint64_t low = ((uint64_t)1 << (width / 2)) - 1;
        return lane < width / 2 ? low : ~low;
    }
    template <class V> uint64_t from(int lane, int source, V value) const {
        (void)lane;
        return has(source) ? (uint64_t)value(first + source) : unknown;
    }
    // A move in a row of 16 lanes, which has another value where no lane is to read.
    template <class V> uint64_t in_row(int lane, int source, V value, uint64_t otherwise) const {
        return source / 16 == lane / 16 && has(source) ? (uint64_t)value(first + source) : otherwise;
    }
    // The lanes of a mask in turn.
    template <class T, class V, class F> T fold(uint64_t lanes, V value, F combine) const {
        bool started = false;
        T result = 0;
        for (int l = 0; l < width; l++) {
            if (!has(l) || !((lanes >> l) & 1)) continue;
            const T v = (T)value(first + l);
            result = started ? combine(result, v) : v;
            started = true;
        }
        return result;
    }
};

typedef std::function<uint64_t(const Warp &, int)> Expected;
struct Row {
    const char *name;
    Expected expected;
};

template <class T> uint64_t raw(T v) {
    uint64_t r = 0;
    memcpy(&r, &v, sizeof(v));
    return r;
}
static uint64_t wide(int t) { return (uint64_t)mix(t) << 32 | mix(t + 5); }
static int up(int lane, int delta, int width) { return (lane & (width - 1)) >= delta ? lane - delta : lane; }
static int down(int lane, int delta, int width) { return (lane & (width - 1)) + delta < width ? lane + delta : lane; }
static int across(int lane, int mask, int width) {
    const int source = lane ^ mask;
    return source >= ((lane + width) & ~(width - 1)) ? lane : source;
}

static std::vector<Row> model() {
    const auto u = [](int t) { return mix(t); };
    const uint64_t full = ~0ULL;
    std::vector<Row> r;
    const auto add = [&](const char *name, Expected e) { r.push_back({name, e}); };
#define ROW(name, expression) add(name, [=](const Warp &w, int lane) -> uint64_t { (void)w, (void)lane, (void)u, (void)full; return (expression); })
#define ALL (w.mask([](int) { return true; }))
    ROW("__lane_id", (uint64_t)lane);
    ROW("__ballot", w.mask(odd));
    ROW("__any", w.mask([](int t) { return small(t) == 4; }) != 0);
    ROW("__all true", 1);
    ROW("__all", w.mask(odd) == ALL);
    ROW("__activemask", ALL);
    ROW("__ballot_sync", w.mask(odd) & w.half(lane));
    ROW("__any_sync", (w.mask([](int t) { return small(t) == 4; }) & w.half(lane)) != 0);
    ROW("__all_sync", (w.mask([](int t) { return small(t) == 4; }) & w.half(lane)) == 0);
    ROW("__match_any", w.mask([&](int t) { return small(t) == small(w.first + lane); }));
    ROW("__match_any_sync", w.mask([&](int t) { return small(t) == small(w.first + lane); }) & w.half(lane));
    ROW("__match_all equal", ALL);
    ROW("__match_all equal, flag", 1);
    const auto equal = [](const Warp &w) {
        return w.fold<int>(~0ULL, small, [](int a, int b) { return a < b ? a : b; }) ==
               w.fold<int>(~0ULL, small, [](int a, int b) { return a < b ? b : a; });
    };
    ROW("__match_all", equal(w) ? ALL : 0);
    ROW("__match_all, flag", equal(w));
    ROW("__match_all_sync", ALL & w.half(lane));
    ROW("__match_all_sync, flag", 1);
    ROW("__reduce_add_sync", w.fold<uint32_t>(w.half(lane), u, [](uint32_t a, uint32_t b) { return a + b; }));
    ROW("__reduce_min_sync", (uint32_t)w.fold<int32_t>(w.half(lane), u, [](int32_t a, int32_t b) { return a < b ? a : b; }));
    ROW("__reduce_max_sync", w.fold<uint32_t>(full, u, [](uint32_t a, uint32_t b) { return a < b ? b : a; }));
    ROW("__reduce_and_sync", w.fold<uint32_t>(full, [](int t) { return mix(t) | 0xff; }, [](uint32_t a, uint32_t b) { return a & b; }));
    ROW("__reduce_or_sync", w.fold<uint32_t>(w.half(lane), [](int t) { return mix(t) & 0x11; }, [](uint32_t a, uint32_t b) { return a | b; }));
    ROW("__reduce_xor_sync", w.fold<uint64_t>(full, wide, [](uint64_t a, uint64_t b) { return a ^ b; }));
    ROW("__shfl of one lane", w.from(lane, 3, u));
    ROW("__shfl", w.from(lane, ((w.first + lane) * 7 + 1) & (w.width - 1), u));
    ROW("__shfl width 8", w.from(lane, (lane & ~7) + (((w.first + lane) * 7 + 1) & 7), wide));
    ROW("__shfl_up float", w.from(lane, up(lane, 3, w.width), [](int t) { return mix(t) & 0x3fffffff; }));
    ROW("__shfl_up width 16", w.from(lane, up(lane, 2, 16), wide));
    ROW("__shfl_down double", w.from(lane, down(lane, 5, w.width), [](int t) { return wide(t) >> 3; }));
    ROW("__shfl_down width 4", w.from(lane, down(lane, 1, 4), u));
    ROW("__shfl_down dynamic", w.from(lane, down(lane, 1 + (w.first + lane) / w.width, 8), u));
    ROW("__shfl_xor", w.from(lane, across(lane, 5, w.width), u));
    ROW("__shfl_xor width 4", w.from(lane, across(lane, 3, 4), u));
    ROW("__shfl_xor past its width", w.from(lane, across(lane, 9, 8), u));
    ROW("__shfl_sync", w.from(lane, 9, u));
    ROW("__shfl_up_sync", w.from(lane, up(lane, 1, w.width), u));
    ROW("__shfl_down_sync", w.from(lane, down(lane, 4, 8), [](int t) { return raw((float)(mix(t) >> 8)); }));
    ROW("__shfl_xor_sync", w.from(lane, across(lane, 1, w.width), [](int t) { return raw((double)mix(t)); }));
    ROW("__shfl_xor half", w.from(lane, across(lane, 2, w.width), [](int t) { return mix(t) & 0x3fff; }));
    ROW("__shfl_down half2", w.from(lane, down(lane, 2, w.width), [](int t) { return (mix(t) & 0x3fff) | (mix(t) >> 18) << 16; }));
    ROW("mov_dpp float", w.in_row(lane, lane + 1, [](int t) { return raw((float)mix(t) * 0.001f); }, 0));
    ROW("update_dpp double", w.in_row(lane, lane - 2, [](int t) { return raw((double)wide(t)); }, raw(-0.5)));
    ROW("update_dpp short", w.in_row(lane, lane ^ 15, [](int t) { return (uint32_t)(int)(short)mix(t); }, 0xffffffff));
    const auto above = [](const Warp &w, int l, int n) { return (l & 15) >= n && w.has(l - n); };
    const auto one = [=](const Warp &w, int l) { return u(w.first + l) + (above(w, l, 1) ? u(w.first + l - 1) : 0); };
    const auto two = [=](const Warp &w, int l) { return one(w, l) + (above(w, l, 2) && (l & 12) ? one(w, l - 2) : 0); };
    const auto three = [=](const Warp &w, int l) {
        const int last = (l & ~15) - 1;
        return (l & 16) && w.has(last) && two(w, last) > two(w, l) ? two(w, last) : two(w, l);
    };
    ROW("assembly of three steps", three(w, lane));
    ROW("assembly, bound_ctrl", (uint32_t)((above(w, lane, 3) ? u(w.first + lane - 3) : 0) ^ u(w.first + lane)));
#undef ROW
    return r;
}

static bool result(const std::string &name, bool ok, const std::string &detail) {
    std::string word = name;
    for (char &c : word) c = c == ' ' ? '_' : c;
    printf("RESULT name=warp:%s ok=%d\n", word.c_str(), ok ? 1 : 0);
    if (!ok) printf("%s\n", detail.c_str());
    return ok;
}

static bool lanes(int width, bool some, uint64_t *device) {
    const std::vector<Row> rows = model();
    std::vector<uint64_t> got(rows.size() * threads);
    if (hipMemset(device, 0xee, got.size() * 8) != hipSuccess) return false;
    kernel<<<1, threads>>>(device, some);
    if (hipMemcpy(got.data(), device, got.size() * 8, hipMemcpyDeviceToHost) != hipSuccess) return false;
    bool ok = true;
    for (size_t row = 0; row < rows.size(); row++) {
        std::string wrong;
        for (int t = 0; t < threads; t++) {
            if (!is_active(t, some)) continue;
            const Warp w = {t / width * width, width, some};
            const uint64_t want = rows[row].expected(w, t % width);
            if (want == unknown || got[row * threads + t] == want) continue;
            char text[128];
            snprintf(text, sizeof text, "thread %d: %llx, not %llx", t, (unsigned long long)got[row * threads + t],
                     (unsigned long long)want);
            wrong = text;
            break;
        }
        ok &= result(std::string(rows[row].name) + (some ? ", some lanes" : ""), wrong.empty(), wrong);
    }
    return ok;
}

static bool votes(int *device) {
    std::vector<int> got(threads);
    block_votes<<<1, threads>>>(device);
    if (hipMemcpy(got.data(), device, threads * 4, hipMemcpyDeviceToHost) != hipSuccess) return false;
    int count = 0, four = 0, three = 0;
    for (int t = 0; t < threads; t++) count += small(t) == 2, four += small(t) == 4, three += small(t) == 3;
    const int want = count * 16 + (2 + (four == 0)) * 4 + (three != 0);
    bool ok = true;
    for (int v : got) ok &= v == want;
    return result("__syncthreads_{count,and,or}", ok, "");
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
    uint64_t *device = nullptr;
    if (width == 0) return 1;
    if (hipMalloc(&device, 64 * threads * 8) != hipSuccess) return 1;
    bool ok = lanes(width, false, device);
    ok &= lanes(width, true, device);
    ok &= votes((int *)device);
    (void)hipFree(device);
    return ok ? 0 : 1;
}
