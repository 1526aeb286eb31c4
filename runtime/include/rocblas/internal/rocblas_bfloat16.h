/* rocblas_bfloat16.h: rocBLAS' own bfloat16, the upper half of a float: 16 bits to a C compiler, and what converts to and from float in HIP programs.
 */
#ifndef HIPVK_ROCBLAS_BFLOAT16_H
#define HIPVK_ROCBLAS_BFLOAT16_H

#include <stdint.h>

#if defined(__HIPCC__) && __cplusplus >= 201103L
#include <hip/hip_bfloat16.h>

struct rocblas_bfloat16 {
  uint16_t data;
  enum rocblas_truncate_t { rocblas_truncate, rocblas_round_near_zero, rocblas_round_near_even };

  rocblas_bfloat16() = default;
  HIPVK_METHOD explicit rocblas_bfloat16(float value) : data(hipvk::float_to_bfloat16(value)) {}
  HIPVK_METHOD explicit rocblas_bfloat16(float value, rocblas_truncate_t round)
      : data(round == rocblas_round_near_even ? hipvk::float_to_bfloat16(value)
             : round == rocblas_truncate      ? hipvk::float_to_bfloat16_towards_zero(value)
                                              : nearest_ties_to_zero(value)) {}
  HIPVK_METHOD operator float() const { return hipvk::bfloat16_to_float(data); }
  HIPVK_METHOD explicit operator bool() const { return (data & 0x7fff) != 0; }

private:
  /* The float before it in magnitude: what was a tie is nearer to zero then, and nothing else rounds differently (infinities and NaNs stay). */
  HIPVK_METHOD static uint16_t nearest_ties_to_zero(float value) {
    uint32_t word;
    __builtin_memcpy(&word, &value, sizeof word);
    const bool is_tie = (word & 0x7f800000) != 0x7f800000 && (word & 0xffff) == 0x8000;
    if (is_tie) word--;
    __builtin_memcpy(&value, &word, sizeof value);
    return hipvk::float_to_bfloat16(value);
  }
};

/* Each operation is done in float and rounded. */
#define ROCBLAS_BFLOAT16_OPERATION(op)                                                                                                      \
  HIPVK_METHOD rocblas_bfloat16 operator op(rocblas_bfloat16 a, rocblas_bfloat16 b) { return rocblas_bfloat16(float(a) op float(b)); }     \
  HIPVK_METHOD rocblas_bfloat16 &operator op##=(rocblas_bfloat16 &a, rocblas_bfloat16 b) { return a = a op b; }
ROCBLAS_BFLOAT16_OPERATION(+)
ROCBLAS_BFLOAT16_OPERATION(-)
ROCBLAS_BFLOAT16_OPERATION(*)
ROCBLAS_BFLOAT16_OPERATION(/)
#undef ROCBLAS_BFLOAT16_OPERATION
HIPVK_METHOD rocblas_bfloat16 operator+(rocblas_bfloat16 a) { return a; }
HIPVK_METHOD rocblas_bfloat16 operator-(rocblas_bfloat16 a) {
  a.data ^= 0x8000;
  return a;
}
HIPVK_METHOD bool operator==(rocblas_bfloat16 a, rocblas_bfloat16 b) { return float(a) == float(b); }
HIPVK_METHOD bool operator!=(rocblas_bfloat16 a, rocblas_bfloat16 b) { return float(a) != float(b); }
HIPVK_METHOD bool operator<(rocblas_bfloat16 a, rocblas_bfloat16 b) { return float(a) < float(b); }
HIPVK_METHOD bool operator>(rocblas_bfloat16 a, rocblas_bfloat16 b) { return float(a) > float(b); }
HIPVK_METHOD bool operator<=(rocblas_bfloat16 a, rocblas_bfloat16 b) { return float(a) <= float(b); }
HIPVK_METHOD bool operator>=(rocblas_bfloat16 a, rocblas_bfloat16 b) { return float(a) >= float(b); }
inline std::ostream &operator<<(std::ostream &out, const rocblas_bfloat16 &a) { return out << float(a); }

namespace std {
HIPVK_METHOD bool isinf(rocblas_bfloat16 a) { return (a.data & 0x7fff) == 0x7f80; }
HIPVK_METHOD bool isnan(rocblas_bfloat16 a) { return (a.data & 0x7fff) > 0x7f80; }
HIPVK_METHOD bool iszero(rocblas_bfloat16 a) { return (a.data & 0x7fff) == 0; }
} // namespace std

#else
typedef struct {
  uint16_t data;
} rocblas_bfloat16;
#endif

#endif
