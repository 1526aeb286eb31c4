// Device-wide algorithms of rocPRIM, its headers as AMD wrote them: reduce, scan, radix sort, select. One RESULT line for each.
// hipcc: -std=c++17
// made on each system: the C++ library
#include <hip/hip_runtime.h>
#include <rocprim/rocprim.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

static const size_t count = 10007;

template <class T> struct Buffer {
    T *data = nullptr;
    explicit Buffer(size_t n) {
        if (hipMalloc(&data, n * sizeof(T)) != hipSuccess) data = nullptr;
    }
    ~Buffer() { (void)hipFree(data); }
    std::vector<T> read(size_t n) const {
        std::vector<T> values(n);
        if (hipMemcpy(values.data(), data, n * sizeof(T), hipMemcpyDeviceToHost) != hipSuccess) values.assign(n, T());
        return values;
    }
};

// Runs an algorithm as rocPRIM wants it: once to ask for the size of its scratch memory, once to work.
template <class Algorithm> static bool run(Algorithm algorithm) {
    size_t bytes = 0;
    if (algorithm(nullptr, bytes) != hipSuccess) return false;
    Buffer<char> scratch(bytes);
    return algorithm(scratch.data, bytes) == hipSuccess && hipDeviceSynchronize() == hipSuccess;
}

static bool result(const char *name, bool ok) {
    printf("RESULT name=rocprim:%s ok=%d\n", name, ok ? 1 : 0);
    return ok;
}

int main() {
    std::vector<int> numbers(count);
    uint32_t state = 12345;
    for (int &x : numbers) {
        state = state * 1664525u + 1013904223u;
        x = (int)(state >> 12) - (1 << 19);
    }
    Buffer<int> in(count), out(count);
    Buffer<unsigned> selected(1);
    if (hipMemcpy(in.data, numbers.data(), count * 4, hipMemcpyHostToDevice) != hipSuccess) return 1;

    bool ok = run([&](void *scratch, size_t &bytes) {
        return rocprim::reduce(scratch, bytes, in.data, out.data, count, rocprim::plus<int>());
    });
    bool all = result("reduce", ok && out.read(1)[0] == std::accumulate(numbers.begin(), numbers.end(), 0));

    ok = run([&](void *scratch, size_t &bytes) {
        return rocprim::inclusive_scan(scratch, bytes, in.data, out.data, count, rocprim::plus<int>());
    });
    std::vector<int> expected(count);
    std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
    all &= result("inclusive_scan", ok && out.read(count) == expected);

    ok = run([&](void *scratch, size_t &bytes) {
        return rocprim::radix_sort_keys(scratch, bytes, in.data, out.data, count);
    });
    expected = numbers;
    std::sort(expected.begin(), expected.end());
    all &= result("radix_sort_keys", ok && out.read(count) == expected);

    const auto even = [] __device__(int x) { return x % 2 == 0; };
    ok = run([&](void *scratch, size_t &bytes) {
        return rocprim::select(scratch, bytes, in.data, out.data, selected.data, count, even);
    });
    expected.clear();
    for (int x : numbers)
        if (x % 2 == 0) expected.push_back(x);
    all &= result("select", ok && selected.read(1)[0] == expected.size() && out.read(expected.size()) == expected);
    return all ? 0 : 1;
}
