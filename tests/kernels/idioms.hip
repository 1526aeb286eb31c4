// What drivers recognise and make one instruction of: clamps from zero to one (saturation, which makes 0 of a NaN) in every spelling, with branches
// too, and the two bytes of a half word in the other order. One RESULT line per way of writing it; `HIDE` keeps clang from recognising it first.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

#define HIDE(value) asm volatile("" : "+v"(value))

static int failed = 0;

static void report(const char *name, int way, int wrong) {
    std::printf("RESULT name=idioms:%s_%d ok=%d wrong=%d\n", name, way, wrong == 0, wrong);
    if (wrong != 0) failed = 1;
}

template <int way> __device__ float clamped(float x) {
    switch (way) {
    case 0:
        if (x < 0.0f) x = 0.0f;
        if (x > 1.0f) x = 1.0f;
        return x;
    case 1:
        if (__builtin_expect(!(x < 1.0f), 0)) x = 1.0f, __threadfence_block();
        if (__builtin_expect(!(x > 0.0f), 0)) x = 0.0f, __threadfence_block();
        return x;
    case 2: return fmaxf(fminf(x, 1.0f), 0.0f);
    case 3: return fminf(fmaxf(x, 0.0f), 1.0f);
    case 4: return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
    }
    return x;
}
template <int way> __global__ void clamp(float *out, const float *in) { out[threadIdx.x] = clamped<way>(in[threadIdx.x]); }
// Its selects stay branches.
template <int way> __attribute__((optnone)) __global__ void clamp_plainly(float *out, const float *in) {
    float x = in[threadIdx.x];
    x = x < 1.0f ? x : 1.0f;
    x = x > 0.0f ? x : 0.0f;
    out[threadIdx.x] = x;
}

static void check_clamp(void (*kernel)(float *, const float *), int way, float of_nan) {
    const float values[8] = {NAN, -1.0f, 0.25f, 0.5f, 2.0f, INFINITY, -INFINITY, 0.0f};
    float *in, *out, got[8];
    if (hipMalloc(&in, sizeof values) != hipSuccess || hipMalloc(&out, sizeof got) != hipSuccess) std::exit(1);
    (void)hipMemcpy(in, values, sizeof values, hipMemcpyHostToDevice);
    (void)hipMemset(out, 0x55, sizeof got);
    kernel<<<1, 8>>>(out, in);
    if (hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost) != hipSuccess) failed = 1;
    int wrong = 0;
    for (int i = 0; i < 8; ++i) {
        const float x = values[i], right = std::isnan(x) ? of_nan : x < 0 ? 0 : x > 1 ? 1 : x;
        wrong += std::isnan(right) ? !std::isnan(got[i]) : got[i] != right;
    }
    report("clamp", way, wrong);
    (void)hipFree(in), (void)hipFree(out);
}

template <int way> __device__ unsigned swapped(unsigned x) {
    unsigned a = x << 8, b = x >> 8;
    switch (way) {
    case 0: return __builtin_bswap16((unsigned short)x);
    case 1: a = x << 16; HIDE(a); return __builtin_bswap32(a);
    case 2: HIDE(a); HIDE(b); return a | b;
    case 3: HIDE(a); HIDE(b); return a ^ b;
    case 4: HIDE(a); HIDE(b); return a + b;
    case 5: a &= 0xff00; HIDE(a); b &= 0xff; HIDE(b); return a | b;
    case 6: a = __builtin_bswap32(x); HIDE(a); return a >> 16;
    }
    return x;
}
template <int way, class T> __global__ void swap(T *out, const T *in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = swapped<way>(in[i]) & 0xffff;
}

template <class T> static void check_swap(void (*kernel)(T *, const T *), int way) {
    const int count = 1 << 16;
    std::vector<T> values(count), got(count);
    for (int i = 0; i < count; ++i) values[i] = T(i);
    T *in, *out;
    if (hipMalloc(&in, count * sizeof(T)) != hipSuccess || hipMalloc(&out, count * sizeof(T)) != hipSuccess) std::exit(1);
    (void)hipMemcpy(in, values.data(), count * sizeof(T), hipMemcpyHostToDevice);
    (void)hipMemset(out, 0x55, count * sizeof(T));
    kernel<<<count / 256, 256>>>(out, in);
    if (hipMemcpy(got.data(), out, count * sizeof(T), hipMemcpyDeviceToHost) != hipSuccess) failed = 1;
    int wrong = 0;
    for (int i = 0; i < count; ++i) wrong += got[i] != T((i << 8 | i >> 8) & 0xffff);
    report(sizeof(T) == 2 ? "swap_half_words" : "swap_words", way, wrong);
    (void)hipFree(in), (void)hipFree(out);
}

template <int way> static void check_swaps() {
    check_swap<unsigned short>(swap<way, unsigned short>, way);
    check_swap<unsigned>(swap<way, unsigned>, way);
    if constexpr (way > 0) check_swaps<way - 1>();
}

int main() {
    check_clamp(clamp<0>, 0, NAN);
    check_clamp(clamp<1>, 1, 1.0f);
    check_clamp(clamp<2>, 2, 1.0f);
    check_clamp(clamp<3>, 3, 0.0f);
    check_clamp(clamp<4>, 4, NAN);
    check_clamp(clamp_plainly<5>, 5, 1.0f);
    check_swaps<6>();
    return failed;
}
