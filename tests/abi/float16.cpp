// float16.cpp: the 16- and 8-bit floats on the host, over every bit pattern: conversions there and back, directed
// roundings, arithmetic against float's. Prints what is wrong; exit status 1 if anything is.
//   clang++ -isystem runtime/include tests/abi/float16.cpp -o float16 && ./float16
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>

#include <cstdio>

static int failures = 0;

static void expect(bool holds, const char *what, unsigned bits) {
    if (holds) return;
    ++failures;
    std::printf("%s is wrong for the bits 0x%x\n", what, bits);
}

static void check_half(unsigned short bits) {
    const float exact = __half2float(__ushort_as_half(bits));
    if (exact != exact) return expect(__hisnan(__float2half(exact)), "a half NaN there and back", bits);
    const __half modes[] = {__float2half(exact), __float2half_rd(exact), __float2half_ru(exact), __float2half_rz(exact)};
    for (const __half &mode : modes) expect(__half_as_ushort(mode) == bits, "half there and back", bits);
    // A little further from zero, and not yet the next half: only rounding away may step.
    if ((bits & 0x7fff) < 0x400 || (bits & 0x7fff) >= 0x7bff) return;
    const float beyond = exact * 1.00001f;
    const bool negative = bits & 0x8000;
    expect(__half_as_ushort(__float2half_rn(beyond)) == bits, "rounding to nearest", bits);
    expect(__half_as_ushort(__float2half_rz(beyond)) == bits, "rounding towards zero", bits);
    expect(__half_as_ushort(__float2half_ru(beyond)) == bits + !negative, "rounding up", bits);
    expect(__half_as_ushort(__float2half_rd(beyond)) == bits + negative, "rounding down", bits);
    const __half three = __float2half(3.0f);
    expect(__heq(__ushort_as_half(bits) * three, __float2half(exact * 3.0f)), "a product of halves", bits);
}

static void check_bfloat16(unsigned short bits) {
    const float exact = __bfloat162float(__ushort_as_bfloat16(bits));
    if (exact != exact) return expect(__hisnan(__float2bfloat16(exact)), "a bfloat16 NaN there and back", bits);
    expect(__bfloat16_as_ushort(__float2bfloat16(exact)) == bits, "bfloat16 there and back", bits);
}

template <class T> static void check_fp8(unsigned char bits) {
    T value;
    value.__x = bits;
    const float exact = value;
    const T again(exact);
    if (exact != exact) return expect((float)again != (float)again, "an 8-bit NaN there and back", bits);
    expect(again.__x == bits, "an 8-bit float there and back", bits);
}

int main() {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        check_half((unsigned short)bits);
        check_bfloat16((unsigned short)bits);
    }
    for (unsigned bits = 0; bits < 0x100; ++bits) {
        check_fp8<__hip_fp8_e4m3>((unsigned char)bits);
        check_fp8<__hip_fp8_e5m2>((unsigned char)bits);
        check_fp8<__hip_fp8_e4m3_fnuz>((unsigned char)bits);
        check_fp8<__hip_fp8_e5m2_fnuz>((unsigned char)bits);
    }
    // Ties go to the even neighbour; past the largest value the type saturates.
    expect((float)__hip_fp8_e4m3(1.0625f) == 1.0f, "a tie of e4m3", 0);
    expect((float)__hip_fp8_e4m3(1.1875f) == 1.25f, "a tie of e4m3", 1);
    expect((float)__hip_fp8_e4m3(1e6f) == 448.0f, "the largest e4m3", 2);
    expect((float)__hip_fp8_e5m2(1e6f) == 57344.0f, "the largest e5m2", 3);
    expect((float)__hip_fp8_e4m3_fnuz(1e6f) == 240.0f, "the largest e4m3_fnuz", 4);
    const float inf = __builtin_inff();
    expect(__hip_cvt_float_to_fp8(-inf, __HIP_SATFINITE, __HIP_E4M3_FNUZ) == 0x80, "infinity has no e4m3_fnuz", 5);
    expect(__hip_cvt_float_to_fp8(-inf, __HIP_SATFINITE, __HIP_E5M2_FNUZ) == 0x80, "infinity has no e5m2_fnuz", 6);
    expect(__hip_cvt_float_to_fp8(-inf, __HIP_SATFINITE, __HIP_E5M2) == 0xfc, "infinity does not saturate", 7);
    return failures != 0;
}
