// Warp functions whose operand only some lanes ever gave a value, as in a warp-aggregated atomic: `int v; if (leader)
// v = atomicAdd(...); v = __shfl(v, leader)`. Who did the atomic, and what the lanes read of those that did. One RESULT line
// per function.
#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <string>
#include <vector>

namespace cg = cooperative_groups;

static const int warp = 32, threads = 3 * warp, taken = 100000;

struct Pair {
    float first;
    short second;
    __host__ __device__ Pair(int of) : first(of * 2.0f), second((short)of) {}
    Pair() = default;
    __host__ __device__ operator long long() const { return (long long)first * 1000 + second; }
};

// ---- what the host expects of lanes first, first + 1 ... --------------------------------------------------------

static long long sum(const int *of, int first, int count) { return count ? of[first] + sum(of, first + 1, count - 1) : 0; }
static long long votes(const int *of, int first, int count) {
    long long bits = 0;
    for (int i = 0; i < count; i++) bits |= (long long)(of[first + i] % 2) << i;
    return bits;
}
// The lanes whose value is the same modulo 3.
static long long same_third(const int *of, int lane, int count) {
    long long bits = 0;
    for (int i = 0; i < count; i++) bits |= (long long)(of[i] % 3 == of[lane] % 3) << i;
    return bits;
}

// ---- device ----------------------------------------------------------------------------------------------------

__device__ long long only(bool where, long long value) { return where ? value : 0; }
__device__ auto block() { return cg::this_thread_block(); }
template <int size> __device__ auto tile() { return cg::tiled_partition<size>(block()); }
// A program's own functions, one of which is never inlined by clang, stand between the value and the shuffle.
__device__ __noinline__ int shuffled(int v) { return __shfl(v, 5); }
__device__ __noinline__ int ticket(bool leader, int *slot) {
    int v;
    if (leader) v = atomicAdd(slot, 0);
    return v;
}
// Goes round until its lane comes; only one lane's does.
__device__ void last_of(int lane, int *slot, int &v) {
    for (int i = 0; i <= lane % 8; i++)
        if (i == lane) v = lane == 3 ? atomicAdd(slot, 0) : v;
}
extern "C" __device__ int __ockl_readuplane_i32(int, int);
extern "C" __device__ unsigned __ockl_wfbcast_u32(unsigned, unsigned);

// A case: the type of `v`, the lanes that take it from their slot, what all active lanes do with it, and what that is on the
// host, where `of[i]` is what lane i found in its slot.
#define CASE_OF(id, T, active, takers, device, host)                                                        \
    struct id {                                                                                             \
        static const char *name() { return #id; }                                                           \
        __host__ __device__ static bool is_active(int lane) { return active; }                              \
        __host__ __device__ static bool takes(int lane) { return takers; }                                  \
        __device__ static long long run(int lane, int *slot) {                                              \
            T v;                                                                                            \
            if (takes(lane)) v = (T)atomicAdd(slot, taken);                                                 \
            return (long long)(device);                                                                     \
        }                                                                                                   \
        static long long expected(int lane, const int *of) { return (long long)(host); }                    \
    };
#define CASE(id, T, takers, device, host) CASE_OF(id, T, true, takers, device, host)

CASE(shfl, int, lane == 5, __shfl(v, 5), of[5])
CASE(shfl_width, unsigned, lane % 8 == 2, __shfl(v, 2, 8), of[lane / 8 * 8 + 2])
CASE(shfl_long_long, long long, lane == 31, __shfl(v, 31), of[31])
CASE(shfl_float, float, lane == 0, __shfl(v, 0), of[0])
CASE(shfl_double, double, lane == 9, __shfl(v, 9), of[9])
CASE(shfl_half, __half, lane == 3, __half2float(__shfl(v, 3)), of[3])
CASE(shfl_bool, bool, lane == 4, __shfl(v, 4), of[4] != 0)
CASE(shfl_up, int, lane % 2 == 0, only(lane % 2, __shfl_up(v, 1)), lane % 2 ? of[lane - 1] : 0)
CASE(shfl_down, double, lane % 2, only(lane % 2 == 0, __shfl_down(v, 1)), lane % 2 ? 0 : of[lane + 1])
CASE(shfl_xor, int, lane < 16, only(lane >= 16, __shfl_xor(v, 16)), lane < 16 ? 0 : of[lane - 16])
CASE(shfl_sync, int, lane == 7, __shfl_sync(0xffffffffull, v, 7), of[7])
CASE(shfl_up_sync, float, lane < 3, only(lane == 5, __shfl_up_sync(~0ull, v, 3)), lane == 5 ? of[2] : 0)
CASE(shfl_down_sync, int, lane > 28, only(lane == 27, __shfl_down_sync(~0ull, v, 4)), lane == 27 ? of[31] : 0)
CASE(shfl_xor_sync, long, lane % 4 == 0, only(lane % 4 == 3, __shfl_xor_sync(~0ull, v, 3)), lane % 4 == 3 ? of[lane - 3] : 0)
CASE(ballot, int, lane < 7, __ballot(v % 2) & 0x7f, votes(of, 0, 7))
CASE(ballot_bool, bool, lane < 7, __ballot(v) & 0x7f, 0x7f)
CASE(ballot_sync, int, lane < 7, __ballot_sync(~0ull, v % 2) & 0x7f, votes(of, 0, 7))
CASE(any, int, lane < 7, __any(lane < 7 && v % 2), votes(of, 0, 7) != 0)
CASE(all, int, lane < 7, __all(lane >= 7 || v % 2), votes(of, 0, 7) == 0x7f)
CASE(match_any, int, lane < 9, only(lane < 9, __match_any(v % 3) & 0x1ff), lane < 9 ? same_third(of, lane, 9) : 0)
CASE(match_any_sync, long long, lane < 9, only(lane < 9, __match_any_sync(~0ull, v % 3) & 0x1ff), lane < 9 ? same_third(of, lane, 9) : 0)
CASE(reduce_add_sync, int, lane < 7, only(lane < 7, __reduce_add_sync(lane < 7 ? 0x7full : ~0x7full, v)), lane < 7 ? sum(of, 0, 7) : 0)

CASE(tile_shfl, int, lane == 6, tile<32>().shfl(v, 6), of[6])
CASE(tile_shfl_struct, Pair, lane % 8 == 1, tile<8>().shfl(v, 1), (long long)Pair(of[lane / 8 * 8 + 1]))
CASE(tile_shfl_up, int, lane % 4 == 0, only(lane % 4 == 1, tile<4>().shfl_up(v, 1)), lane % 4 == 1 ? of[lane - 1] : 0)
CASE(tile_shfl_down, float, lane % 4 == 3, only(lane % 4 == 1, tile<4>().shfl_down(v, 2)), lane % 4 == 1 ? of[lane + 2] : 0)
CASE(tile_shfl_xor, int, lane % 8 < 4, only(lane % 8 > 3, tile<8>().shfl_xor(v, 4)), lane % 8 > 3 ? of[lane - 4] : 0)
CASE(tile_ballot, int, lane % 16 < 5, tile<16>().ballot(v % 2) & 0x1f, votes(of, lane / 16 * 16, 5))
CASE(tile_any, int, lane < 8, only(lane < 8, tile<8>().any(v % 2)), lane < 8 ? votes(of, 0, 8) != 0 : 0)
CASE(tile_all, int, lane < 8, only(lane < 8, tile<8>().all(v % 2)), lane < 8 ? votes(of, 0, 8) == 0xff : 0)
CASE(tile_match_any, int, lane < 8, only(lane < 8, tile<8>().match_any(v % 3)), lane < 8 ? same_third(of, lane, 8) : 0)
CASE(tile_reduce, int, lane < 8, only(lane < 8, cg::reduce(tile<8>(), v, cg::plus<int>())), lane < 8 ? sum(of, 0, 8) : 0)
CASE(tile_inclusive_scan, int, lane < 8, only(lane < 8, cg::inclusive_scan(tile<8>(), v)), lane < 8 ? sum(of, 0, lane + 1) : 0)
CASE(tile_exclusive_scan, int, lane < 8, only(lane < 8, cg::exclusive_scan(tile<8>(), v)), lane < 8 ? sum(of, 0, lane) : 0)

#define SOME(id, T, takers, device, host) CASE_OF(id, T, lane % 3 != 0, takers, device, host)
__device__ auto here() { return cg::coalesced_threads(); }
SOME(coalesced_leader, int, lane == 1, here().shfl(v, 0), of[1])
SOME(coalesced_struct, Pair, lane == 4, here().shfl(v, 2), (long long)Pair(of[4]))
SOME(coalesced_shfl_up, double, lane == 1, only(lane == 2, here().shfl_up(v, 1)), lane == 2 ? of[1] : 0)
SOME(coalesced_shfl_down, int, lane == 5, only(lane == 4, here().shfl_down(v, 1)), lane == 4 ? of[5] : 0)
SOME(coalesced_ballot, int, lane < 6, here().ballot(v % 2) & 0xf, (votes(of, 1, 2) | votes(of, 4, 2) << 2))
SOME(coalesced_match_any, int, lane < 3, only(lane < 3, here().match_any(v % 3) & 3), lane < 3 ? same_third(of + 1, lane - 1, 2) : 0)
SOME(partition_reduce, int, lane > 20, only(lane > 20, cg::reduce(cg::binary_partition(here(), lane > 20), v, cg::plus<int>())), lane > 20 ? of[22] + of[23] + of[25] + of[26] + of[28] + of[29] + of[31] : 0)
SOME(labels_scan, int, lane < 9, only(lane < 9, cg::inclusive_scan(cg::labeled_partition(here(), lane / 9), v)), lane < 9 ? of[1] + (lane > 1 ? of[2] : 0) + (lane > 2 ? of[4] : 0) + (lane > 4 ? of[5] : 0) + (lane > 5 ? of[7] : 0) + (lane > 7 ? of[8] : 0) : 0)

CASE(bpermute, int, lane == 5, __builtin_amdgcn_ds_bpermute(20, v), of[5])
CASE(permute, int, lane % 2 == 0, only(lane % 2, __builtin_amdgcn_ds_permute(4 * (31 - lane), v)), lane % 2 ? of[31 - lane] : 0)
CASE(swizzle, int, lane % 2, only(lane % 2 == 0, __builtin_amdgcn_ds_swizzle(v, 0x041f)), lane % 2 ? 0 : of[lane + 1])
CASE(readfirstlane, int, lane == 0, __builtin_amdgcn_readfirstlane(v), of[0])
SOME(readfirstlane_of_some, int, lane == 1, __builtin_amdgcn_readfirstlane(v), of[1])
CASE(readlane, int, lane == 30, __builtin_amdgcn_readlane(v, 30), of[30])
CASE(mov_dpp, int, lane % 4 == 0, __builtin_amdgcn_mov_dpp(v, 0, 15, 15, true), of[lane / 4 * 4])
CASE(mov_dpp8, float, lane % 8 == 0, __builtin_amdgcn_mov_dpp8(v, 0), of[lane / 8 * 8])
CASE(update_dpp, int, lane % 2, only(lane % 2 == 0, __builtin_amdgcn_update_dpp(0, v, 0xb1, 15, 15, false)), lane % 2 ? 0 : of[lane + 1])
CASE(permlane16, int, lane % 16 == 0, __builtin_amdgcn_permlane16(v, v, 0, 0, false, false), of[lane / 16 * 16])
CASE(permlanex16, int, lane % 16 == 0, __builtin_amdgcn_permlanex16(v, v, 0, 0, false, false), of[(lane / 16 ^ 1) * 16])
CASE(ballot_w32, int, lane < 7, __builtin_amdgcn_ballot_w32(v % 2) & 0x7f, votes(of, 0, 7))
CASE(hip_bpermute, unsigned, lane == 5, __hip_ds_bpermute(20, v), of[5])
CASE(hip_swizzle, float, lane % 2, only(lane % 2 == 0, __hip_ds_swizzlef(v, 0x041f)), lane % 2 ? 0 : of[lane + 1])
CASE(hip_move_dpp, int, lane % 4 == 0, (__hip_move_dpp_N<0, 15, 15, true>(v)), of[lane / 4 * 4])
CASE(ockl_readuplane, int, lane % 2, only(lane % 2 == 0, __ockl_readuplane_i32(v, 1)), lane % 2 ? 0 : of[lane + 1])
CASE(ockl_broadcast, unsigned, lane == 8, __ockl_wfbcast_u32(v, 8), of[8])
CASE(through_a_function, int, lane == 5, shuffled(v), of[5])
CASE(from_a_function, int, lane == 2, (v = ticket(lane == 2, slot), __shfl(v, 2)), of[2] + taken)
CASE(set_in_a_loop, int, lane == 3, (last_of(lane, slot, v), __shfl(v, 3)), of[3] + taken)

// Each case has slots and results of its own.
template <class Case> __device__ void run(int *slots, long long *results) {
    const int lane = threadIdx.x % warp;
    if (Case::is_active(lane)) results[threadIdx.x] = Case::run(lane, slots + threadIdx.x);
}
template <class... Cases> __global__ void kernel(int *slots, long long *results) {
    int n = 0;
    ((run<Cases>(slots + n * threads, results + n * threads), n++), ...);
}

// ---- host ------------------------------------------------------------------------------------------------------

static bool result(const char *name, const std::string &wrong) {
    printf("RESULT name=undefined_lanes:%s ok=%d\n%s", name, wrong.empty(), wrong.c_str());
    return wrong.empty();
}

// What one case's threads left behind.
template <class Case> static bool check(const int *before, const int *after, const long long *got) {
    std::string wrong;
    for (int t = 0; t < threads && wrong.empty(); t++) {
        const int lane = t % warp;
        if (!Case::is_active(lane)) continue;
        const long long want = Case::expected(lane, &before[t - lane]);
        if (after[t] != before[t] + (Case::takes(lane) ? taken : 0))
            wrong = "thread " + std::to_string(t) + "'s slot holds " + std::to_string(after[t]) + "\n";
        else if (got[t] != want)
            wrong = "thread " + std::to_string(t) + ": " + std::to_string(got[t]) + ", not " + std::to_string(want) + "\n";
    }
    return result(Case::name(), wrong);
}

template <class... Cases> static bool check_all() {
    const size_t count = sizeof...(Cases) * threads;
    std::vector<int> before(count), after(count);
    std::vector<long long> got(count);
    for (size_t i = 0; i < count; i++) before[i] = 1 + (int)(i * 37 + i / warp * 11) % 251;
    int *slots = nullptr;
    long long *results = nullptr;
    if (hipMalloc(&slots, count * 4) != hipSuccess || hipMalloc(&results, count * 8) != hipSuccess) return false;
    if (hipMemcpy(slots, before.data(), count * 4, hipMemcpyHostToDevice) != hipSuccess) return false;
    kernel<Cases...><<<1, threads>>>(slots, results);
    if (hipMemcpy(after.data(), slots, count * 4, hipMemcpyDeviceToHost) != hipSuccess) return false;
    if (hipMemcpy(got.data(), results, count * 8, hipMemcpyDeviceToHost) != hipSuccess) return false;
    (void)hipFree(slots);
    (void)hipFree(results);
    bool ok = true;
    size_t n = 0;
    ((ok &= check<Cases>(&before[n * threads], &after[n * threads], &got[n * threads]), n++), ...);
    return ok;
}

int main() {
    bool ok = check_all<shfl, shfl_width, shfl_long_long, shfl_float, shfl_double, shfl_half, shfl_bool, shfl_up, shfl_down,
                        shfl_xor, shfl_sync, shfl_up_sync, shfl_down_sync, shfl_xor_sync>();
    ok &= check_all<ballot, ballot_bool, ballot_sync, any, all, match_any, match_any_sync, reduce_add_sync>();
    ok &= check_all<tile_shfl, tile_shfl_struct, tile_shfl_up, tile_shfl_down, tile_shfl_xor, tile_ballot, tile_any, tile_all,
                    tile_match_any, tile_reduce, tile_inclusive_scan, tile_exclusive_scan>();
    ok &= check_all<coalesced_leader, coalesced_struct, coalesced_shfl_up, coalesced_shfl_down, coalesced_ballot,
                    coalesced_match_any, partition_reduce, labels_scan>();
    ok &= check_all<bpermute, permute, swizzle, readfirstlane, readfirstlane_of_some, readlane, mov_dpp, mov_dpp8,
                    update_dpp, permlane16, permlanex16, ballot_w32, hip_bpermute, hip_swizzle, hip_move_dpp>();
    ok &= check_all<ockl_readuplane, ockl_broadcast, through_a_function, from_a_function, set_in_a_loop>();
    return ok ? 0 : 1;
}
