/* hip_bfloat16.h: hip_bfloat16, the older bfloat16 type with a public `data` member.
   Included by programs. New programs use hip_bf16.h. */
#ifndef HIPVK_HIP_HIP_BFLOAT16_H
#define HIPVK_HIP_HIP_BFLOAT16_H

#include <hip/host_defines.h>
#include <stdint.h>

#if defined(__cplusplus) && defined(__clang__)
#include <hip/detail/bfloat16_bits.h>
#include <hip/detail/float16_operators.h>
#if !defined(__HIPCC_RTC__)
#include <ostream>
#endif

struct hip_bfloat16 {
    uint16_t data;
    enum truncate_t { truncate };

    typedef float wide_type;
    HIPVK_METHOD float wide() const { return hipvk::bfloat16_to_float(data); }
    static HIPVK_METHOD hip_bfloat16 from(float v) { return hip_bfloat16(v); }

    hip_bfloat16() = default;
    HIPVK_METHOD explicit hip_bfloat16(float v) : data(hipvk::float_to_bfloat16(v)) {}
    HIPVK_METHOD explicit hip_bfloat16(float v, truncate_t)
        : data(hipvk::float_to_bfloat16_towards_zero(v)) {}
    static HIPVK_METHOD hip_bfloat16 round_to_bfloat16(float v) { return hip_bfloat16(v); }
    static HIPVK_METHOD hip_bfloat16 round_to_bfloat16(float v, truncate_t t) {
        return hip_bfloat16(v, t);
    }
    HIPVK_METHOD operator float() const { return wide(); }
    HIPVK_METHOD hip_bfloat16 &operator=(float v) {
        data = hipvk::float_to_bfloat16(v);
        return *this;
    }
    HIPVK_METHOD explicit operator bool() const { return (data & 0x7fff) != 0; }
    HIPVK_FLOAT16_FUNCTIONS(hip_bfloat16)
};

#if !defined(__HIPCC_RTC__)
/* Exactly, as other types that a hip_bfloat16 becomes may be written too. */
inline std::ostream &operator<<(std::ostream &os, const hip_bfloat16 &a) { return os << a.wide(); }
#endif

namespace std {
HIPVK_METHOD bool isinf(hip_bfloat16 a) { return (a.data & 0x7fff) == 0x7f80; }
HIPVK_METHOD bool isnan(hip_bfloat16 a) { return (a.data & 0x7fff) > 0x7f80; }
HIPVK_METHOD bool iszero(hip_bfloat16 a) { return (a.data & 0x7fff) == 0; }
} // namespace std

#else
typedef struct hip_bfloat16 {
    uint16_t data;
} hip_bfloat16;
#endif

#endif /* HIPVK_HIP_HIP_BFLOAT16_H */
