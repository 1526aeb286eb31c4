// C++ for any compiler that calls hipSPARSE: a matrix of two rows by a vector.
#include <hipsparse/hipsparse.h>

#include <cstdio>

template <class T> static T *on_device(const T *from, size_t n) {
    T *memory = nullptr;
    if (hipMalloc(reinterpret_cast<void **>(&memory), n * sizeof(T)) != hipSuccess) return nullptr;
    return hipMemcpy(memory, from, n * sizeof(T), hipMemcpyHostToDevice) == hipSuccess ? memory : nullptr;
}

int main() {
    const int offsets[] = {0, 2, 3}, columns[] = {0, 2, 1};
    const float values[] = {1, 2, 3}, x[] = {4, 5, 6}, one = 1, zero = 0;
    float y[2] = {};
    float *const on_y = on_device(y, 2);
    hipsparseHandle_t handle;
    hipsparseMatDescr_t descr;
    const bool right = hipsparseCreate(&handle) == HIPSPARSE_STATUS_SUCCESS && hipsparseCreateMatDescr(&descr) == HIPSPARSE_STATUS_SUCCESS &&
                       hipsparseScsrmv(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, 2, 3, 3, &one, descr, on_device(values, 3), on_device(offsets, 3),
                                       on_device(columns, 3), on_device(x, 3), &zero, on_y) == HIPSPARSE_STATUS_SUCCESS &&
                       hipMemcpy(y, on_y, sizeof y, hipMemcpyDeviceToHost) == hipSuccess && y[0] == 16 && y[1] == 15;
    std::printf("RESULT name=sparse ok=%d\n", right);
    return right ? 0 : 1;
}
