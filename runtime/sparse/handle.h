// handle.h: the context, scalars of either pointer mode, launches, memory of a call, and what functions check first.
//
// Used by every file of this folder.
#pragma once

#include <hipsparse/hipsparse.h>

#include <climits>
#include <initializer_list>
#include <vector>

#include "../blas/element.h"

namespace sparse {

using blas::Complex;
using blas::conj_if;
using blas::Element;
using blas::elements;
using blas::element_at;
using blas::global_index;
using blas::is_complex;
using blas::Real;
using Status = hipsparseStatus_t;

struct Handle {
    hipStream_t stream = nullptr;
    hipsparsePointerMode_t pointers = HIPSPARSE_POINTER_MODE_HOST;
    bool is_cpu = false;  // threads are loops there: a row is best one thread's
};
inline Handle *handle_of(hipsparseHandle_t handle) { return static_cast<Handle *>(handle); }

#define SPARSE_BOTH __host__ __device__ inline

// A scalar argument in a kernel: in host mode its value at the call, in device mode what is there when the kernel runs.
template <class T> struct Scalar {
    T value;
    const T *device;

    __device__ T get() const { return device ? element_at<T>(device) : value; }
    static Scalar known(T value) { return {value, nullptr}; }
    // Known to be this, before the kernel runs.
    bool is(T what) const { return !device && value == what; }
};
template <class T> Scalar<T> scalar(const Handle &handle, const void *pointer) {
    if (handle.pointers == HIPSPARSE_POINTER_MODE_DEVICE) return {T(0), static_cast<const T *>(pointer)};
    return Scalar<T>::known(element_at<T>(pointer));
}

Status status_of(hipError_t error);

// Says once, on stderr, that `function` or `what` of it is not there.
Status missing(const char *function, const char *what = nullptr);

#define SPARSE_TRY(call)                                                                               \
    do {                                                                                               \
        if (const ::sparse::Status status = (call); status != HIPSPARSE_STATUS_SUCCESS) return status; \
    } while (false)

// What a function checks first. `wrong` says that an argument is.
#define SPARSE_CHECK(wrong)                                                                                                                 \
    if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;                                                                                    \
    if (wrong) return HIPSPARSE_STATUS_INVALID_VALUE

inline bool is_enum(hipsparseOperation_t op) { return op >= HIPSPARSE_OPERATION_NON_TRANSPOSE && op <= HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE; }
inline bool is_enum(hipsparseIndexBase_t base) { return base == HIPSPARSE_INDEX_BASE_ZERO || base == HIPSPARSE_INDEX_BASE_ONE; }
inline bool is_enum(hipsparseDirection_t way) { return way == HIPSPARSE_DIRECTION_ROW || way == HIPSPARSE_DIRECTION_COLUMN; }
inline bool is_enum(hipsparseAction_t action) { return action == HIPSPARSE_ACTION_SYMBOLIC || action == HIPSPARSE_ACTION_NUMERIC; }
inline bool is_enum(hipsparseSolvePolicy_t policy) {
    return policy == HIPSPARSE_SOLVE_POLICY_NO_LEVEL || policy == HIPSPARSE_SOLVE_POLICY_USE_LEVEL;
}

// What functions by element type know of a matrix.
struct MatDescr {
    hipsparseMatrixType_t type = HIPSPARSE_MATRIX_TYPE_GENERAL;
    hipsparseFillMode_t fill = HIPSPARSE_FILL_MODE_LOWER;
    hipsparseDiagType_t diag = HIPSPARSE_DIAG_TYPE_NON_UNIT;
    hipsparseIndexBase_t base = HIPSPARSE_INDEX_BASE_ZERO;
};
inline const MatDescr &descr_of(const hipsparseMatDescr_t descr) { return *static_cast<const MatDescr *>(descr); }

constexpr int threads = 256;  // of a block
constexpr int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }

template <class... Params, class... Args>
Status launch(const Handle &handle, void (*kernel)(Params...), int64_t blocks, int block_threads, Args... args) {
    if (blocks == 0) return HIPSPARSE_STATUS_SUCCESS;
    if (blocks > INT_MAX) return missing("a launch", "sizes beyond 2^31 - 1 blocks");
    return [&](Params... converted) {
        void *pointers[] = {&converted...};
        return status_of(hipLaunchKernel(reinterpret_cast<const void *>(kernel), dim3(unsigned(blocks)), dim3(block_threads), pointers, 0, handle.stream));
    }(args...);
}
// A thread for each of n things.
template <class... Params, class... Args> Status launch_each(const Handle &handle, void (*kernel)(Params...), int64_t n, Args... args) {
    return launch(handle, kernel, divide_up(n, threads), threads, args...);
}

// Memory from the stream's pool: there when the stream comes to what follows, gone behind what was put into the stream before this object goes.
class Memory {
    const Handle &handle;
    std::vector<void *> taken;
    friend class Kept;

public:
    explicit Memory(const Handle &handle) : handle(handle) {}
    Memory(const Memory &) = delete;
    ~Memory() {
        for (void *const memory : taken) (void)hipFreeAsync(memory, handle.stream);
    }
    template <class T> Status take(T *&memory, int64_t count) {
        void *made = nullptr;
        SPARSE_TRY(status_of(hipMallocAsync(&made, size_t(count > 0 ? count : 1) * sizeof(T), handle.stream)));
        taken.push_back(made);
        memory = static_cast<T *>(made);
        return HIPSPARSE_STATUS_SUCCESS;
    }
};

// Memory that outlives a call, in what programs keep between calls.
class Kept {
    std::vector<void *> taken;

public:
    Kept() = default;
    Kept(const Kept &) = delete;
    ~Kept() { clear(); }
    void clear() {
        for (void *const memory : taken) (void)hipFree(memory);
        taken.clear();
    }
    // Takes over what a call took.
    void adopt(Memory &memory) {
        clear();
        taken.swap(memory.taken);
    }
};

// Brings `count` things to the host and waits for them.
template <class T> Status fetch(const Handle &handle, T *to, const T *from, int64_t count) {
    SPARSE_TRY(status_of(hipMemcpyAsync(to, from, size_t(count) * sizeof(T), hipMemcpyDeviceToHost, handle.stream)));
    return status_of(hipStreamSynchronize(handle.stream));
}
// A function's result to where the pointer mode says that it goes; from device memory.
template <class T> Status give(const Handle &handle, T *to, const T *from) {
    if (handle.pointers == HIPSPARSE_POINTER_MODE_HOST) return fetch(handle, to, from, 1);
    return status_of(hipMemcpyAsync(to, from, sizeof(T), hipMemcpyDeviceToDevice, handle.stream));
}
// The same, of a number that the host knows.
Status give_number(const Handle &handle, int *to, int value);

// f(T()) for the element type that `type` names.
template <class F> Status by_type(const char *function, hipDataType type, F f) {
    switch (type) {
        case HIP_R_32F: return f(float());
        case HIP_R_64F: return f(double());
        case HIP_C_32F: return f(Complex<float>());
        case HIP_C_64F: return f(Complex<double>());
        default: return missing(function, "this type of elements");
    }
}

// rocSPARSE's functions by element type take general matrices alone, but for those that solve.
inline Status check_general(const char *function, std::initializer_list<hipsparseMatDescr_t> descrs) {
    for (const hipsparseMatDescr_t descr : descrs)
        if (descr && descr_of(descr).type != HIPSPARSE_MATRIX_TYPE_GENERAL) return missing(function, "matrices that are not general");
    return HIPSPARSE_STATUS_SUCCESS;
}

// Bytes that programs are told to bring: memory comes from the stream's pool, but none is what programs pass on as a null pointer.
constexpr size_t buffer_bytes = 16;

}  // namespace sparse

// Definitions for each element type: of function `name` with the body SPARSE_BODY_name(T, R), T and R being the header's types.
#define SPARSE_DEFINE(name, list, T, R) \
    hipsparseStatus_t name HIPSPARSE_##list(T, R) { SPARSE_BODY_##list(T, R) }
