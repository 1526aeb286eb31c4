// packed.h: systems that lie side by side with gaps, as hipSPARSE has them, without.
//
// Used by typed.hip.
#pragma once

#include <type_traits>
#include <vector>

#include "call.h"

namespace rocsparse {

// Arrays of `rows` rows of `count` elements each, `stride` apart, copied together; what was written is copied back in the end.
class Packed {
    struct Copy {
        void *from, *to;
        size_t element;
        bool is_written;
    };
    hipStream_t stream = nullptr;
    size_t rows, count, stride;
    std::vector<Copy> copies;
    bool ok;

    bool move(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t element) const {
        return hipMemcpy2DAsync(to, to_pitch * element, from, from_pitch * element, count * element, rows, hipMemcpyDeviceToDevice, stream) == hipSuccess;
    }

public:
    Packed(rocsparse_handle handle, int rows, int count, int stride) : rows(rows), count(count), stride(stride) {
        ok = hipsparseGetStream(to(handle), &stream) == HIPSPARSE_STATUS_SUCCESS;
    }
    Packed(const Packed &) = delete;
    ~Packed() {
        for (const Copy &copy : copies) (void)hipFreeAsync(copy.to, stream);
    }

    // An argument of the call: arrays of elements are copied, all else stays as it is.
    template <class A> A operator()(A argument) {
        using T = std::remove_pointer_t<A>;
        if constexpr (!std::is_pointer_v<A> || std::is_void_v<T> || std::is_same_v<T, size_t>) {
            return argument;
        } else {
            if (!argument) return argument;
            void *memory = nullptr;
            ok = ok && hipMallocAsync(&memory, rows * count * sizeof(T), stream) == hipSuccess;
            if (!ok) return nullptr;
            copies.push_back({const_cast<std::remove_const_t<T> *>(argument), memory, sizeof(T), !std::is_const_v<T>});
            ok = move(memory, count, argument, stride, sizeof(T));
            return static_cast<A>(memory);
        }
    }
    bool is_good() const { return ok; }
    bool give_back() const {
        for (const Copy &copy : copies)
            if (copy.is_written && !move(copy.from, stride, copy.to, count, copy.element)) return false;
        return true;
    }
};

// A function of such systems.
template <class F, class Algorithm, class... A>
Status interleaved(int count, int stride, F function, rocsparse_handle handle, Algorithm algorithm, int m, A... arguments) {
    if (!handle) return rocsparse_status_invalid_handle;
    if (m < 0 || count < 0 || stride < count) return rocsparse_status_invalid_size;
    if (stride == count || m == 0 || count == 0) return call(function, handle, algorithm, m, arguments...);
    Packed packed(handle, m, count, stride);
    const auto with = [&](auto... own) { return packed.is_good() ? call(function, handle, algorithm, m, own...) : rocsparse_status_memory_error; };
    const Status status = with(packed(arguments)...);
    return status != OK || packed.give_back() ? status : rocsparse_status_internal_error;
}

}  // namespace rocsparse
