// hipcc: -std=c++20 -D_GLIBCXX_ASSERTIONS
// libstdc++'s own assertions in kernels: they let right arguments pass, and end the threads that have wrong ones. One RESULT line per row.
// made on each system: the C++ library
#include <hip/hip_runtime.h>

#include <algorithm>
#include <array>
#include <cstdio>

static const int count = 64;

// clang 21 brings its own device function, which prints the message and aborts.
#if __has_include(<cuda_wrappers/bits/c++config.h>)
static const hipError_t failed = hipErrorLaunchFailure;
#else
static const hipError_t failed = hipErrorAssert;
#endif

__global__ void clamped(int *out, int low) { out[threadIdx.x] = std::clamp(int(threadIdx.x), low, 40); }
__global__ void element(int *out, int from) {
    const std::array<int, 8> eight = {3, 1, 4, 1, 5, 9, 2, 6};
    out[threadIdx.x] = eight[from + threadIdx.x % 8];
}

static constexpr int in_constants = std::clamp(7, 1, 5) + std::array<int, 2>{10, 20}[1];
__global__ void constant(int *out, int) { out[threadIdx.x] = in_constants; }

template <class Kernel, class Expected> void check(const char *name, Kernel kernel, int argument, hipError_t result, Expected expected) {
    int *device, host[count];
    bool ok = hipMalloc(&device, sizeof host) == hipSuccess && hipMemset(device, 0xff, sizeof host) == hipSuccess;
    kernel<<<1, count>>>(device, argument);
    const hipError_t got = hipDeviceSynchronize();
    ok = ok && got == result;
    // A failed assertion stays until the device is reset; what its kernel wrote is gone then.
    if (result == hipSuccess) {
        ok = ok && hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost) == hipSuccess;
        for (int i = 0; i < count; i++) ok = ok && host[i] == expected(i);
    }
    std::printf("RESULT name=library_assertions:%s ok=%d got=%s\n", name, ok, hipGetErrorName(got));
    (void)hipDeviceReset();
}

int main() {
    check("clamp", clamped, 10, hipSuccess, [](int i) { return i < 10 ? 10 : i > 40 ? 40 : i; });
    check("array", element, 0, hipSuccess, [](int i) { return "31415926"[i % 8] - '0'; });
    check("constant", constant, 0, hipSuccess, [](int) { return 25; });
    check("clamp_backwards", clamped, 50, failed, [](int) { return 0; });
    check("array_out_of_range", element, 4, failed, [](int) { return 0; });
    return 0;
}
