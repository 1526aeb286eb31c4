// compare.h: what all programs of tests/integers end with: kernels run, and what each function gives for each row of numbers is set beside the host's.
//
// Called by the `main` that functions.py prints.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define BOTH __host__ __device__ inline

// Set by the host's half of a function where C++, or what the device may do with small numbers, leaves the result open: the row is not compared.
inline bool open_result = false;

BOTH void leave_open([[maybe_unused]] bool open) {
#ifndef __HIP_DEVICE_COMPILE__
    open_result |= open;
#endif
}

// `kind`: 'h', 'f', 'd' for floats of 16, 32, 64 bits, 'H' and 'F' for vectors of the first two, whose NaNs are all one; others are numbers.
inline bool same(uint64_t got, uint64_t want, char kind) {
    if (got == want) return true;
    const int width = kind == 'h' || kind == 'H' ? 16 : kind == 'f' || kind == 'F' ? 32 : kind == 'd' ? 64 : 0;
    if (width == 0) return false;
    const uint64_t ones = ~0ull >> (64 - width), infinity = width == 16 ? 0x7c00 : width == 32 ? 0x7f800000 : 0x7ffull << 52;
    for (int at = 0; at < 64; at += width) {
        const uint64_t one = got >> at & ones, other = want >> at & ones;
        const auto nan = [&](uint64_t bits) { return (bits & ones >> 1) > infinity; };
        if (one != other && !(nan(one) && nan(other))) return false;
    }
    return true;
}

// `kinds` names the kind of each function's result; where it is empty all are numbers. `say` prints a row.
template <class In, class Say>
int compare(unsigned seed, const std::vector<In> &in, const std::vector<void (*)(const In *, uint64_t *, int)> &kernels, const std::vector<uint64_t (*)(In)> &functions,
            const std::string &kinds, Say say) {
    const int count = int(in.size());
    std::vector<uint64_t> out(functions.size() * count);
    In *device_in;
    uint64_t *device_out;
    if (hipMalloc(&device_in, count * sizeof(In)) != hipSuccess || hipMalloc(&device_out, out.size() * 8) != hipSuccess ||
        hipMemcpy(device_in, in.data(), count * sizeof(In), hipMemcpyHostToDevice) != hipSuccess)
        return 2;
    // ONLY=7 launches the eighth kernel alone, and prints nothing: which one ends a driver's compiler?
    const char *only = getenv("ONLY");
    for (size_t at = 0; at < kernels.size(); at++)
        if (!only || at == size_t(atoi(only))) kernels[at]<<<(count + 127) / 128, 128>>>(device_in, device_out, count);
    if (only) return hipDeviceSynchronize() != hipSuccess;
    if (hipMemcpy(out.data(), device_out, out.size() * 8, hipMemcpyDeviceToHost) != hipSuccess) return 2;
    int wrong = 0, unseen = 0;
    for (size_t f = 0; f < functions.size(); f++) {
        const char kind = kinds.empty() ? 'i' : kinds[f];
        int seen = 0, differ = 0;
        for (int i = 0; i < count; i++) {
            open_result = false;
            const uint64_t got = out[f * count + i], want = functions[f](in[i]);
            if (open_result) continue;
            seen++;
            if (same(got, want, kind) || differ++ != 0) continue;
            printf("seed %u: g%zu(", seed, f);
            say(in[i]);
            printf(") is %llx, not %llx\n", (unsigned long long)got, (unsigned long long)want);
        }
        if (differ > 1) printf("  and %d rows more of %d\n", differ - 1, seen);
        wrong += differ != 0;
        unseen += seen == 0;
    }
    printf("seed %u: %d of %zu wrong", seed, wrong, functions.size());
    if (unseen != 0) printf(", %d never compared", unseen);
    printf("\n");
    return wrong != 0;
}
