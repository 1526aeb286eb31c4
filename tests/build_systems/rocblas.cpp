// C++ for any compiler that calls rocBLAS: [1 2; 3 4] times itself.
#include <hip/hip_runtime_api.h>
#include <rocblas/rocblas.h>

#include <cstdio>
#include <cstring>

int main() {
    const float matrix[] = {1, 3, 2, 4}, one = 1, zero = 0, want[] = {7, 15, 10, 22};
    const rocblas_operation none = rocblas_operation_none;
    float got[4] = {}, *a = nullptr, *c = nullptr;
    rocblas_handle handle;
    const bool right = hipMalloc(reinterpret_cast<void **>(&a), sizeof matrix) == hipSuccess &&
                       hipMalloc(reinterpret_cast<void **>(&c), sizeof matrix) == hipSuccess && rocblas_create_handle(&handle) == rocblas_status_success &&
                       rocblas_set_matrix(2, 2, sizeof one, matrix, 2, a, 2) == rocblas_status_success &&
                       rocblas_sgemm(handle, none, none, 2, 2, 2, &one, a, 2, a, 2, &zero, c, 2) == rocblas_status_success &&
                       rocblas_get_matrix(2, 2, sizeof one, c, 2, got, 2) == rocblas_status_success && !memcmp(got, want, sizeof got);
    std::printf("RESULT name=rocblas ok=%d\n", right);
    return right ? 0 : 1;
}
