// prim.hip [LOG2]: rocPRIM's algorithms over whole devices on 2^LOG2 elements, beside CUB's where nvcc compiles this. Prints RESULT lines.
//
// Each is checked against the host and timed, on a number of elements that fills no block, too. Built and run by tests/bench/prim.sh.
#include <hip/hip_runtime.h>
#ifdef __CUDACC__
#include <cub/cub.cuh>
#else
#include <rocprim/rocprim.hpp>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "../cases.h"

#define CHECK(call) \
    if (const hipError_t status = (call); status != hipSuccess) (fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipGetErrorString(status)), exit(1))

struct Odd {
    __host__ __device__ bool operator()(uint32_t x) const { return x & 1; }
};
// Called without memory, the two libraries' functions say how many bytes they want; these, too.
#ifdef __CUDACC__
template <class T> hipError_t sort_keys(void *memory, size_t &bytes, const T *from, T *to, size_t n) { return cub::DeviceRadixSort::SortKeys(memory, bytes, from, to, n); }
template <class T> hipError_t sort_pairs(void *memory, size_t &bytes, const T *from, T *to, const T *values, T *places, size_t n) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, from, to, values, places, n);
}
template <class T> hipError_t scan(void *memory, size_t &bytes, const T *from, T *to, size_t n) { return cub::DeviceScan::ExclusiveSum(memory, bytes, from, to, n); }
template <class T> hipError_t reduce(void *memory, size_t &bytes, const T *from, T *to, size_t n) { return cub::DeviceReduce::Sum(memory, bytes, from, to, n); }
hipError_t select(void *memory, size_t &bytes, const uint32_t *from, uint32_t *to, uint32_t *count, size_t n) {
    return cub::DeviceSelect::If(memory, bytes, from, to, count, n, Odd());
}
#else
template <class T> hipError_t sort_keys(void *memory, size_t &bytes, const T *from, T *to, size_t n) { return rocprim::radix_sort_keys(memory, bytes, from, to, n); }
template <class T> hipError_t sort_pairs(void *memory, size_t &bytes, const T *from, T *to, const T *values, T *places, size_t n) {
    return rocprim::radix_sort_pairs(memory, bytes, from, to, values, places, n);
}
template <class T> hipError_t scan(void *memory, size_t &bytes, const T *from, T *to, size_t n) {
    return rocprim::exclusive_scan(memory, bytes, from, to, T(0), n, rocprim::plus<T>());
}
template <class T> hipError_t reduce(void *memory, size_t &bytes, const T *from, T *to, size_t n) {
    return rocprim::reduce(memory, bytes, from, to, T(0), n, rocprim::plus<T>());
}
hipError_t select(void *memory, size_t &bytes, const uint32_t *from, uint32_t *to, uint32_t *count, size_t n) {
    return rocprim::select(memory, bytes, from, to, count, n, Odd());
}
#endif

template <class T> struct Device {
    T *memory;
    size_t count;
    explicit Device(size_t count) : count(count) { CHECK(hipMalloc(reinterpret_cast<void **>(&memory), count * sizeof(T))); }
    explicit Device(const std::vector<T> &host) : Device(host.size()) { CHECK(hipMemcpy(memory, host.data(), count * sizeof(T), hipMemcpyHostToDevice)); }
    ~Device() { CHECK(hipFree(memory)); }
    std::vector<T> read() const {
        std::vector<T> host(count);
        CHECK(hipMemcpy(host.data(), memory, count * sizeof(T), hipMemcpyDeviceToHost));
        return host;
    }
};

template <class T> std::vector<T> numbers(size_t n) {
    std::vector<T> of(n);
    uint64_t state = 88172645463325252u;
    for (T &x : of) state ^= state << 13, state ^= state >> 7, state ^= state << 17, x = T(state >> 11);
    return of;
}

using Call = std::function<hipError_t(void *memory, size_t &bytes)>;

struct Timed {
    const Call &call;
    Device<char> memory;
};
static void launch(void *data) {
    auto &timed = *static_cast<Timed *>(data);
    CHECK(timed.call(timed.memory.memory, timed.memory.count));
}
static void wait(void *) { CHECK(hipDeviceSynchronize()); }

template <class Right> void row(const char *name, size_t n, const Call &call, Right right) {
    size_t bytes = 0;
    CHECK(call(nullptr, bytes));
    Timed timed = {call, Device<char>(std::max<size_t>(bytes, 1))};
    const Timing timing = bench_time(launch, wait, &timed);
    const std::string named = std::string(name) + "_" + std::to_string(n);
    Case one_case = {};
    one_case.name = named.c_str();
    bench_result(&one_case, right(), timing);
}

// Sorting on the host takes longer than all else: of many elements we look whether they are in order and still the same.
template <class T> bool is_sorted_from(const std::vector<T> &got, const std::vector<T> &from) {
    const auto sums = [](const std::vector<T> &of) {
        T sum = 0, bits = 0;
        uint64_t squares = 0;
        for (T x : of) sum += x, bits ^= x, squares += uint64_t(x) * x;
        return std::make_tuple(sum, bits, squares);
    };
    return std::is_sorted(got.begin(), got.end()) && sums(got) == sums(from);
}

template <class T> void sorts(const char *keys, const char *pairs, size_t n) {
    const std::vector<T> from = numbers<T>(n);
    const Device<T> in(from), out(n);
    row(keys, n, [&](void *memory, size_t &bytes) { return sort_keys(memory, bytes, in.memory, out.memory, n); }, [&] { return is_sorted_from(out.read(), from); });
    std::vector<T> order(n);
    std::iota(order.begin(), order.end(), T(0));
    const Device<T> values(order), places(n);
    row(pairs, n, [&](void *memory, size_t &bytes) { return sort_pairs(memory, bytes, in.memory, out.memory, values.memory, places.memory, n); },
        [&] {
            const std::vector<T> sorted = out.read(), of = places.read();
            bool ok = is_sorted_from(sorted, from);
            // Equal keys keep their order.
            for (size_t i = 0; i < n && ok; i++) ok = of[i] < n && from[of[i]] == sorted[i] && (i == 0 || sorted[i - 1] != sorted[i] || of[i - 1] < of[i]);
            return ok;
        });
}

template <class T> void sums(const char *name, const char *total_name, size_t n) {
    const std::vector<T> from = numbers<T>(n);
    const Device<T> in(from), out(n), total(1);
    row(name, n, [&](void *memory, size_t &bytes) { return scan(memory, bytes, in.memory, out.memory, n); },
        [&] {
            const std::vector<T> got = out.read();
            T sum = 0;
            for (size_t i = 0; i < n; sum += from[i], i++)
                if (got[i] != sum) return false;
            return true;
        });
    row(total_name, n, [&](void *memory, size_t &bytes) { return reduce(memory, bytes, in.memory, total.memory, n); },
        [&] { return total.read()[0] == std::accumulate(from.begin(), from.end(), T(0)); });
}

void selects(size_t n) {
    const std::vector<uint32_t> from = numbers<uint32_t>(n);
    const Device<uint32_t> in(from), out(n), count(1);
    row("select", n, [&](void *memory, size_t &bytes) { return select(memory, bytes, in.memory, out.memory, count.memory, n); },
        [&] {
            const std::vector<uint32_t> got = out.read();
            size_t place = 0;
            for (uint32_t x : from)
                if (x & 1 && got[place++] != x) return false;
            return count.read()[0] == place;
        });
}

void run_all(size_t n) {
    sorts<uint32_t>("sort_keys_u32", "sort_pairs_u32", n);
    sorts<uint64_t>("sort_keys_u64", "sort_pairs_u64", n);
    sums<uint32_t>("scan_u32", "reduce_u32", n);
    sums<uint64_t>("scan_u64", "reduce_u64", n);
    selects(n);
}

int main(int argc, char **argv) {
    run_all(12347);
    run_all(size_t(1) << (argc > 1 ? atoi(argv[1]) : 20));
}
