// handle.h: the library context, what each function checks first, scalars of either pointer mode, and launches.
//
// Used by every file of this folder.
#pragma once

#include <algorithm>
#include <climits>

#include "element.h"

namespace blas {

// What rocBLAS' functions say of memory to work with, which is taken from the stream's pool here.
struct Memory {
    bool is_asked = false;  // how much would be needed
    size_t needed = 0;
    size_t size = 0;        // what the program has been told, or has said
    enum { ours, by_size, users } owner = ours;
};

struct Handle {
    hipStream_t stream = nullptr;
    hipblasPointerMode_t pointers = HIPBLAS_POINTER_MODE_HOST;
    hipblasMath_t math = HIPBLAS_DEFAULT_MATH;
    hipblasAtomicsMode_t atomics = HIPBLAS_ATOMICS_ALLOWED;
    // Only rocBLAS' (runtime/rocblas).
    Memory memory;
    int performance_metric = 0;

    int multiprocessors = 1;  // cores, on a CPU
    bool is_cpu = false;
    bool has_many_registers = false;  // its driver's compiler takes 255 a thread without spilling
    int matrix_side = 0, bfloat_side = 0, subgroup_lanes = 0;  // matrices.h: what the device multiplies
};

// What a scalar is in memory: what it is calculated in, or, where that is float, something shorter.
enum class Stored : uint8_t { plain, half, bfloat };
template <class T> constexpr Stored stored_as = std::is_same_v<T, Half> ? Stored::half : std::is_same_v<T, Bfloat16> ? Stored::bfloat : Stored::plain;

inline Stored stored(hipDataType type) { return type == HIP_R_16F ? Stored::half : type == HIP_R_16BF ? Stored::bfloat : Stored::plain; }

template <class T> BLAS_BOTH T read_scalar(const void *pointer, Stored stored) {
    if constexpr (std::is_same_v<T, float>) {
        if (stored == Stored::half) return float(*static_cast<const Half *>(pointer));
        if (stored == Stored::bfloat) return float(*static_cast<const Bfloat16 *>(pointer));
    }
    return element_at<T>(pointer);
}

// A scalar argument in a kernel: in host mode its value at the call, in device mode what is there when the kernel runs.
template <class T> struct Scalar {
    T value;
    const void *device;
    Stored stored;

    __device__ T get() const { return device ? read_scalar<T>(device, stored) : value; }
    static Scalar known(T value) { return {value, nullptr, Stored::plain}; }
    // Known to be this, before the kernel runs.
    bool is(T what) const { return !device && value == what; }
};

// The scalar behind `pointer`.
template <class T> Scalar<T> scalar(const Handle &handle, const void *pointer, Stored stored = Stored::plain) {
    if (!pointer || handle.pointers == HIPBLAS_POINTER_MODE_DEVICE) return {T(0), pointer, stored};
    return Scalar<T>::known(read_scalar<T>(pointer, stored));
}

hipblasStatus_t status_of(hipError_t error);

// Says once, on stderr, that `what` of a function is not there.
hipblasStatus_t missing(const char *function, const char *what);

// hipBLAS 3.0: an operation, fill mode, side or diagonal that is none is HIPBLAS_STATUS_INVALID_ENUM.
inline bool is_enum(hipblasOperation_t op) { return op == HIPBLAS_OP_N || op == HIPBLAS_OP_T || op == HIPBLAS_OP_C; }
inline bool is_enum(hipblasFillMode_t fill) { return fill == HIPBLAS_FILL_MODE_UPPER || fill == HIPBLAS_FILL_MODE_LOWER; }
inline bool is_enum(hipblasSideMode_t side) { return side == HIPBLAS_SIDE_LEFT || side == HIPBLAS_SIDE_RIGHT; }
inline bool is_enum(hipblasDiagType_t diag) { return diag == HIPBLAS_DIAG_NON_UNIT || diag == HIPBLAS_DIAG_UNIT; }

// Sizes within kernels are ints, and so are numbers of blocks.
inline bool fits(int64_t size) { return size <= INT_MAX; }

inline bool is_leading(int64_t ld, int64_t rows) { return ld >= rows && ld >= 1; }

// Blocks along z: batches beyond take turns in the kernels.
constexpr int64_t largest_z = 65535;
inline unsigned batch_blocks(int64_t batches) { return unsigned(batches < largest_z ? batches : largest_z); }
constexpr int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Kernels with a thread for each element of m by n matrices.
constexpr dim3 element_block(32, 8);
inline dim3 grid_of(int64_t m, int64_t n, int64_t batches) {
    return dim3(divide_up(m, element_block.x), divide_up(n, element_block.y), batch_blocks(batches));
}

template <class... Params, class... Args>
hipblasStatus_t launch(const Handle &handle, void (*kernel)(Params...), dim3 grid, dim3 block, Args... args) {
    return [&](Params... converted) {
        void *pointers[] = {&converted...};
        return status_of(hipLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, pointers, 0, handle.stream));
    }(args...);
}

// Memory from the stream's pool: there when the stream comes to what follows, gone behind it.
struct Temporary {
    const Handle &handle;
    void *memory = nullptr;

    explicit Temporary(const Handle &handle) : handle(handle) {}
    Temporary(const Temporary &) = delete;
    ~Temporary() {
        if (memory) (void)hipFreeAsync(memory, handle.stream);
    }
    hipblasStatus_t take(size_t bytes) { return status_of(hipMallocAsync(&memory, bytes, handle.stream)); }
};

// What a function checks first: handle, enumerators, and sizes, of which `wrong` says that one is.
#define BLAS_CHECK_SIZES(enumerators, wrong, large)                                                                                         \
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;                                                                                      \
    if (!(enumerators)) return HIPBLAS_STATUS_INVALID_ENUM;                                                                                  \
    if (wrong) return HIPBLAS_STATUS_INVALID_VALUE;                                                                                          \
    if (!fits(large)) return missing(__func__, "sizes beyond 2^31 - 1")

#define BLAS_TRY(call)                                                                              \
    do {                                                                                            \
        if (const hipblasStatus_t status = (call); status != HIPBLAS_STATUS_SUCCESS) return status; \
    } while (false)

// Returns the result of a way that needs memory for itself; where there is none, the way behind it is taken, which needs none.
#define BLAS_RETURN_IF_MEMORY(call)                                                                      \
    do {                                                                                                 \
        if (const hipblasStatus_t status = (call); status != HIPBLAS_STATUS_ALLOC_FAILED) return status; \
    } while (false)

}  // namespace blas
