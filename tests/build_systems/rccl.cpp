// C++ for any compiler that calls RCCL: one rank's sum, multiplied by two, which a kernel does.
#include <hip/hip_runtime_api.h>
#include <rccl/rccl.h>

#include <cstdio>

int main() {
    float numbers[] = {1, 2, 3}, two = 2, *memory = nullptr;
    ncclComm_t comm;
    ncclRedOp_t twice;
    const int device = 0;
    const bool right = hipMalloc(reinterpret_cast<void **>(&memory), sizeof numbers) == hipSuccess &&
                       hipMemcpy(memory, numbers, sizeof numbers, hipMemcpyHostToDevice) == hipSuccess && ncclCommInitAll(&comm, 1, &device) == ncclSuccess &&
                       ncclRedOpCreatePreMulSum(&twice, &two, ncclFloat, ncclScalarHostImmediate, comm) == ncclSuccess &&
                       ncclAllReduce(memory, memory, 3, ncclFloat, twice, comm, nullptr) == ncclSuccess &&
                       hipMemcpy(numbers, memory, sizeof numbers, hipMemcpyDeviceToHost) == hipSuccess && ncclCommDestroy(comm) == ncclSuccess &&
                       numbers[0] == 2 && numbers[1] == 4 && numbers[2] == 6;
    std::printf("RESULT name=rccl ok=%d\n", right);
    return right ? 0 : 1;
}
