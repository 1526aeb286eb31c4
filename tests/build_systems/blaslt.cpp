// C++ for any compiler that calls hipBLASLt: [1 2; 3 4] times itself, and what is negative is zero.
#include <hip/hip_runtime_api.h>
#include <hipblaslt/hipblaslt.h>

#include <cstdio>
#include <cstring>

int main() {
    const float matrix[] = {1, 3, -2, 4}, one = 1, zero = 0, want[] = {0, 15, 0, 10};
    float got[4] = {}, *a = nullptr, *d = nullptr;
    hipblasLtHandle_t handle;
    hipblasLtMatmulDesc_t product;
    hipblasLtMatrixLayout_t layout;
    const uint32_t relu = HIPBLASLT_EPILOGUE_RELU;
    const hipblasStatus_t good = HIPBLAS_STATUS_SUCCESS;
    const bool right = hipMalloc(reinterpret_cast<void **>(&a), sizeof matrix) == hipSuccess && hipMalloc(reinterpret_cast<void **>(&d), sizeof matrix) == hipSuccess &&
                       hipMemcpy(a, matrix, sizeof matrix, hipMemcpyHostToDevice) == hipSuccess && hipblasLtCreate(&handle) == good &&
                       hipblasLtMatmulDescCreate(&product, HIPBLAS_COMPUTE_32F, HIP_R_32F) == good &&
                       hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_EPILOGUE, &relu, sizeof relu) == good &&
                       hipblasLtMatrixLayoutCreate(&layout, HIP_R_32F, 2, 2, 2) == good &&
                       hipblasLtMatmul(handle, product, &one, a, layout, a, layout, &zero, nullptr, layout, d, layout, nullptr, nullptr, 0, nullptr) == good &&
                       hipMemcpy(got, d, sizeof got, hipMemcpyDeviceToHost) == hipSuccess && !memcmp(got, want, sizeof got);
    std::printf("RESULT name=blaslt ok=%d\n", right);
    return right ? 0 : 1;
}
