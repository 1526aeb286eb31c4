// C++ for any compiler that calls MIOpen: a rectified vector, which a kernel makes.
#include <hip/hip_runtime_api.h>
#include <miopen/miopen.h>
#include <miopen/version.h>

#include <cstdio>

int main() {
    float numbers[] = {1, -2, 3}, one = 1, zero = 0, *memory = nullptr;
    const int lens[] = {1, 1, 1, 3};
    miopenHandle_t handle;
    miopenTensorDescriptor_t tensor;
    miopenActivationDescriptor_t relu;
    const bool right = hipMalloc(reinterpret_cast<void **>(&memory), sizeof numbers) == hipSuccess &&
                       hipMemcpy(memory, numbers, sizeof numbers, hipMemcpyHostToDevice) == hipSuccess && miopenCreate(&handle) == miopenStatusSuccess &&
                       miopenCreateTensorDescriptor(&tensor) == miopenStatusSuccess && miopenCreateActivationDescriptor(&relu) == miopenStatusSuccess &&
                       miopenSetTensorDescriptor(tensor, miopenFloat, 4, lens, nullptr) == miopenStatusSuccess &&
                       miopenSetActivationDescriptor(relu, miopenActivationRELU, 0, 0, 0) == miopenStatusSuccess &&
                       miopenActivationForward(handle, relu, &one, tensor, memory, &zero, tensor, memory) == miopenStatusSuccess &&
                       hipMemcpy(numbers, memory, sizeof numbers, hipMemcpyDeviceToHost) == hipSuccess && miopenDestroy(handle) == miopenStatusSuccess &&
                       numbers[0] == 1 && numbers[1] == 0 && numbers[2] == 3 && MIOPEN_VERSION_MAJOR == 3;
    std::printf("RESULT name=miopen ok=%d\n", right);
    return right ? 0 : 1;
}
