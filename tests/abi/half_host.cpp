// half_host.cpp: halves as the host's compiler has them where that is not clang (half_host.h): every bit pattern there and back, directed roundings,
// ties, ends of the range, numbers of other types, and the sizes that clang's have; and every bfloat16 there and back. Prints what is wrong; exit status 1 if anything is.
//   g++ -isystem runtime/include tests/abi/half_host.cpp -o half_host && ./half_host
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <type_traits>

static_assert(sizeof(__half) == 2 && alignof(__half) == 2 && sizeof(__half2) == 4 && alignof(__half2) == 4, "clang's sizes");
static_assert(std::is_trivially_copyable<__half>::value && std::is_trivially_copyable<__half2>::value, "kernels take halves by value");

static int failures = 0;

static void expect(bool holds, const char *what, unsigned bits) {
    if (holds) return;
    ++failures;
    std::printf("%s is wrong for the bits 0x%x\n", what, bits);
}

// What a finite half is by the format's definition.
static double value_of(unsigned bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    const double magnitude = exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
    return bits & 0x8000 ? -magnitude : magnitude;
}

static unsigned bits(__half h) { return h.__x; }

static void check_finite(unsigned b) {
    const double exact = value_of(b);
    const __half h = __half_raw{(unsigned short)b};
    expect(__half2float(h) == exact && (double)h == exact && std::signbit((float)h) == !!(b & 0x8000), "a half as a float", b);
    expect(bits(exact) == b && bits(__float2half((float)exact)) == b && bits(__float2half_rz((float)exact)) == b, "a float as a half", b);
    if (b & 0x8000) return;
    // The next one away from zero, and a point between the two, of both signs.
    const double next = b == 0x7bff ? 65536 : value_of(b + 1), middle = (exact + next) / 2, nearer = exact + (next - exact) * 0.49;
    const unsigned even = b & 1 ? b + 1 : b, sign = 0x8000;
    expect(bits(middle) == even && bits(-middle) == (even | sign), "a tie", b);
    expect(bits(std::nextafter(middle, 1e9)) == b + 1, "just above a tie", b);
    expect(bits(nearer) == b && bits(__float2half_rn((float)-nearer)) == (b | sign), "to nearest", b);
    expect(bits(__float2half_rz((float)nearer)) == b && bits(__float2half_rz((float)-nearer)) == (b | sign), "towards zero", b);
    expect(bits(__float2half_ru((float)nearer)) == b + 1 && bits(__float2half_ru((float)-nearer)) == (b | sign), "up", b);
    expect(bits(__float2half_rd((float)nearer)) == b && bits(__float2half_rd((float)-nearer)) == ((b + 1) | sign), "down", b);
}

static void check_ends() {
    const float inf = std::numeric_limits<float>::infinity();
    expect(bits(inf) == 0x7c00 && bits(-inf) == 0xfc00 && (float)__half(inf) == inf, "infinity", 0x7c00);
    expect(bits(1e9f) == 0x7c00 && bits(__float2half_rz(1e9f)) == 0x7bff && bits(__float2half_rd(1e9f)) == 0x7bff, "too large", 0);
    expect(bits(__float2half_ru(-1e9f)) == 0xfbff && bits(__float2half_rd(-1e9f)) == 0xfc00, "too small", 0);
    expect(std::isnan((float)__half(std::nanf(""))) && (bits(std::nanf("")) & 0x7e00) == 0x7e00, "a NaN", 0x7e00);
    expect(bits(1e-300) == 0 && bits(-5e-324) == 0x8000 && bits(__float2half_ru(1e-45f)) == 1 && bits(__float2half_rd(1e-45f)) == 0, "tiny", 0);
    // Just above a tie of doubles, where rounding to float first would lose which side it lies on.
    expect(bits(1.0 + 1.0 / 2048 + 1e-12) == 0x3c01, "a double, rounded once", 0x3c01);
}

static void check_types() {
    __half h = 3;
    h = 2048ULL;
    h = h + 1.5;
    expect(bits(h) == 0x6801 && bits(true) == 0x3c00 && static_cast<unsigned long long>(h) == 2050, "numbers of other types", 0);
    const __half2 pair = __floats2half2_rn(1.0f, -2.0f), both = __float2half2_rn(0.5f);
    expect(__low2float(pair) == 1 && __high2float(pair) == -2 && (float)both.x == 0.5f && (float)both.y == 0.5f, "a pair", 0);
    const __half2_raw raw = pair;
    expect(raw.x == 0x3c00 && raw.y == 0xc000 && bits(__half2(raw).y) == 0xc000, "a pair's bits", 0);
}

static void check_bfloat16(unsigned b) {
    const __hip_bfloat16 h = __hip_bfloat16_raw{(unsigned short)b};
    const float exact = h;
    if (exact != exact) return expect((b & 0x7f80) == 0x7f80 && (b & 0x7f), "a bfloat16 that is a NaN", b);
    unsigned word;
    __builtin_memcpy(&word, &exact, sizeof word);
    expect(word == b << 16 && __float2bfloat16(exact).__x == b, "a bfloat16 as a float", b);
}

int main() {
    for (unsigned b = 0; b < 0x10000; ++b) {
        if ((b & 0x7c00) != 0x7c00) check_finite(b);
        check_bfloat16(b);
    }
    check_ends();
    check_types();
    return failures != 0;
}
