// base.h: what every file of this folder stands on: handles, tensors' descriptors, statuses, launches, and memory of a call.
//
// An object of the interface is the base of what it is here, so that a pointer to it is one to ours.
#pragma once

#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>

#define MIOPEN_BETA_API 1
#include <miopen/miopen.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace dnn {

#define DNN_TRY(call)                                                                                          \
    do {                                                                                                       \
        if (const miopenStatus_t status_of_call = (call); status_of_call != miopenStatusSuccess) return status_of_call; \
    } while (false)

// Says once, on stderr, that `what` of a function is not there.
miopenStatus_t missing(const char *function, const char *what, miopenStatus_t status = miopenStatusNotImplemented);

miopenStatus_t status_of(hipError_t error);
miopenStatus_t status_of(hipblasStatus_t status);

struct Handle : miopenHandle {
    hipStream_t stream = nullptr;
    hipblasHandle_t blas = nullptr;
    miopenAllocatorFunction allocate = nullptr;
    miopenDeallocatorFunction release = nullptr;
    void *allocator = nullptr;
    bool is_profiling = false;
    int depth = 0;  // of calls within calls: the outermost one is timed
    float time = 0;
    hipEvent_t start = nullptr, end = nullptr;

    void begin();
    miopenStatus_t finish(miopenStatus_t status);
};

// What a call does with its handle, timed if the program asks for times.
template <class F> miopenStatus_t with(miopenHandle_t pointer, F &&does) {
    if (!pointer) return miopenStatusBadParm;
    Handle &handle = *static_cast<Handle *>(pointer);
    handle.begin();
    return handle.finish(does(handle));
}

// Memory of one call: the program's allocator's, or of the stream's pool.
struct Temporary {
    Handle &handle;
    void *memory = nullptr;
    explicit Temporary(Handle &h) : handle(h) {}
    Temporary(const Temporary &) = delete;
    ~Temporary();
    miopenStatus_t take(size_t bytes);
};

constexpr int threads = 256;
constexpr int64_t divide_up(int64_t a, int64_t b) { return (a + b - 1) / b; }
// Blocks for a thread an element; kernels go on in steps of the grid.
inline dim3 blocks_for(int64_t count) { return dim3(unsigned(std::clamp<int64_t>(divide_up(count, threads), 1, 65535))); }

template <class... Params, class... Args> miopenStatus_t launch(const Handle &handle, void (*kernel)(Params...), dim3 grid, dim3 block, Args... args) {
    return [&](Params... converted) {
        void *pointers[] = {&converted...};
        return status_of(hipLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, pointers, 0, handle.stream));
    }(args...);
}

inline size_t size_of(miopenDataType_t type) {
    switch (type) {
        case miopenDouble:
        case miopenInt64: return 8;
        case miopenFloat:
        case miopenInt32: return 4;
        case miopenHalf:
        case miopenBFloat16: return 2;
        default: return 1;
    }
}
// What it is calculated in: double, if a float has not all its values.
inline bool is_wide(miopenDataType_t type) { return type == miopenDouble || type == miopenInt64 || type == miopenInt32; }
inline bool is_real(miopenDataType_t type) { return type == miopenFloat || type == miopenHalf || type == miopenBFloat16 || type == miopenDouble; }
// Elements that kernels know. 8-bit floats are not among them.
inline bool is_known(miopenDataType_t type) { return is_real(type) || type == miopenInt32 || type == miopenInt8 || type == miopenInt64; }

constexpr int most_dims = 5;

struct Tensor : miopenTensorDescriptor {
    miopenDataType_t type = miopenFloat;
    std::optional<miopenTensorLayout_t> layout;
    std::vector<size_t> lens, strides;
    size_t vector_length = 1;
    std::optional<miopenDataType_t> cast;

    int dims() const { return int(lens.size()); }
    size_t len(int i) const { return i < dims() ? lens[i] : 1; }
    size_t count() const;  // of elements
    size_t space() const;  // from the first element to behind the last
    size_t bytes() const { return space() * size_of(type); }
    bool is_packed() const { return count() == space(); }
    bool is_contiguous() const;     // and the last dimension varies fastest
    bool is_channels_last() const;  // packed, and the second one varies fastest
};
Tensor packed(miopenDataType_t type, const std::vector<size_t> &lens);
// With the strides' order of another.
Tensor packed_like(const Tensor &other, const std::vector<size_t> &lens, miopenDataType_t type);

// Ours of the interface's.
inline Tensor &of(miopenTensorDescriptor_t tensor) { return *static_cast<Tensor *>(tensor); }
template <class... T> bool any_null(T... pointers) { return (... || (pointers == nullptr)); }

inline double factor(const void *pointer, double otherwise) { return pointer ? double(*static_cast<const float *>(pointer)) : otherwise; }

template <class T, class Interface> miopenStatus_t create(Interface *to) {
    if (!to) return miopenStatusBadParm;
    *to = new (std::nothrow) T;
    return *to ? miopenStatusSuccess : miopenStatusAllocFailed;
}
template <class T, class Interface> miopenStatus_t destroy(Interface object) {
    delete static_cast<T *>(object);
    return miopenStatusSuccess;
}
template <class T> void put(T *to, T value) {
    if (to) *to = value;
}

}  // namespace dnn
