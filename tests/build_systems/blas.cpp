// C++ for any compiler that calls hipBLAS: [1 2; 3 4] times itself.
#include <hipblas/hipblas.h>

#include <cstdio>
#include <cstring>

int main() {
    const float matrix[] = {1, 3, 2, 4}, one = 1, zero = 0, want[] = {7, 15, 10, 22};
    float got[4] = {}, *a = nullptr, *c = nullptr;
    hipblasHandle_t handle;
    const bool right = hipMalloc(reinterpret_cast<void **>(&a), sizeof matrix) == hipSuccess &&
                       hipMalloc(reinterpret_cast<void **>(&c), sizeof matrix) == hipSuccess && hipblasCreate(&handle) == HIPBLAS_STATUS_SUCCESS &&
                       hipblasSetMatrix(2, 2, sizeof one, matrix, 2, a, 2) == HIPBLAS_STATUS_SUCCESS &&
                       hipblasSgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 2, 2, 2, &one, a, 2, a, 2, &zero, c, 2) == HIPBLAS_STATUS_SUCCESS &&
                       hipblasGetMatrix(2, 2, sizeof one, c, 2, got, 2) == HIPBLAS_STATUS_SUCCESS && !memcmp(got, want, sizeof got);
    std::printf("RESULT name=blas ok=%d\n", right);
    return right ? 0 : 1;
}
