// C++ for any compiler that calls HIP and has no kernels: what it copies there and back is what it was.
#include <hip/hip_runtime_api.h>

#include <cstdio>

#ifndef __HIP_PLATFORM_AMD__
#error "the package says which platform this is"
#endif

int main() {
    int sent = 42, got = 0;
    void *memory = nullptr;
    const bool right = hipMalloc(&memory, sizeof sent) == hipSuccess && hipMemcpy(memory, &sent, sizeof sent, hipMemcpyHostToDevice) == hipSuccess &&
                       hipMemcpy(&got, memory, sizeof got, hipMemcpyDeviceToHost) == hipSuccess && got == sent;
    std::printf("RESULT name=host ok=%d\n", right);
    return right ? 0 : 1;
}
