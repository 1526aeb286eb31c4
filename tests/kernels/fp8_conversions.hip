// The four 8-bit floats on the device: what each code is worth, and which code a float becomes, at every power of two and beside every tie, with and
// without saturation. The host has the values from the formats' definition (OCP's e4m3 and e5m2, and those without a negative zero) in double, and looks
// for the nearest, of two the even one.
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

struct Format {
    const char *name;
    int mantissa, bias, largest;
    bool fnuz, infinity;

    bool is_nan(int code) const {
        return fnuz ? code == 0x80 : (code & 0x7f) > (infinity ? 0x7c : 0x7e);
    }
    bool is_infinite(int code) const { return infinity && (code & 0x7f) == 0x7c; }
    // Of a code without its sign, also the first that is too large.
    double value(int code) const {
        int exponent = code >> mantissa, fraction = code & ((1 << mantissa) - 1);
        return std::ldexp(fraction + (exponent ? 1 << mantissa : 0), std::max(exponent, 1) - bias - mantissa);
    }
};
template <__hip_fp8_interpretation_t kind> __global__ void to_codes(const float *in, uchar2 *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = make_uchar2(__hip_cvt_float_to_fp8(in[i], __HIP_SATFINITE, kind), __hip_cvt_float_to_fp8(in[i], __HIP_NOSAT, kind));
}

template <class T> __global__ void to_floats(float *out) {
    T value;
    value.__x = (__hip_fp8_storage_t)threadIdx.x;
    out[threadIdx.x] = (float)value;
}

// The code that a float should become; -1 for any NaN.
static int nearest(const Format &f, float v, bool saturates) {
    int sign = std::signbit(v) ? 0x80 : 0;
    int above = f.infinity ? sign | 0x7c : -1;
    if (std::isnan(v)) return -1;
    if (std::isinf(v)) return above;
    double magnitude = std::fabs((double)v);
    int low = 0, high = f.largest + 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        (f.value(middle) <= magnitude ? low : high) = middle;
    }
    double down = magnitude - f.value(low), up = f.value(high) - magnitude;
    int code = up < down || (up == down && low % 2 == 1) ? high : low;
    if (code > f.largest) return saturates ? sign | f.largest : above;
    return f.fnuz && code == 0 ? 0 : sign | code;
}

template <class T, __hip_fp8_interpretation_t kind>
static bool check(const Format &f, const std::vector<float> &in, const float *device_in, uchar2 *device_out, float *device_values) {
    std::vector<uchar2> out(in.size());
    std::vector<float> values(256);
    to_codes<kind><<<(in.size() + 255) / 256, 256>>>(device_in, device_out, (int)in.size());
    to_floats<T><<<1, 256>>>(device_values);
    bool ok = hipMemcpy(out.data(), device_out, out.size() * sizeof(uchar2), hipMemcpyDeviceToHost) == hipSuccess &&
              hipMemcpy(values.data(), device_values, values.size() * sizeof(float), hipMemcpyDeviceToHost) == hipSuccess;
    int wrong = 0;
    for (size_t i = 0; i < in.size(); i++)
        for (bool saturates : {true, false}) {
            int got = saturates ? out[i].x : out[i].y, wanted = nearest(f, in[i], saturates);
            if (wanted < 0 ? f.is_nan(got) : got == wanted) continue;
            if (wrong++ < 5) std::printf("%s: %a becomes %02x, not %02x\n", f.name, in[i], got, wanted & 0xff);
        }
    for (int code = 0; code < 256; code++) {
        double sign = code & 0x80 ? -1 : 1, wanted = f.is_infinite(code) ? sign * INFINITY : sign * f.value(code & 0x7f);
        bool right = f.is_nan(code) ? std::isnan(values[code]) : values[code] == wanted && std::signbit(values[code]) == (sign < 0);
        if (!right && wrong++ < 5) std::printf("%s: %02x is %a, not %a\n", f.name, code, values[code], wanted);
    }
    ok = ok && wrong == 0;
    std::printf("RESULT name=%s ok=%d wrong=%d\n", f.name, ok, wrong);
    return ok;
}

int main() {
    std::vector<float> in;
    for (unsigned high = 0; high < 0x10000; high++)
        for (unsigned low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
            unsigned bits = high << 16 | low;
            float value;
            std::memcpy(&value, &bits, sizeof value);
            in.push_back(value);
        }
    float *device_in, *values;
    uchar2 *device_out;
    if (hipMalloc(&device_in, in.size() * sizeof(float)) != hipSuccess || hipMalloc(&values, 256 * sizeof(float)) != hipSuccess ||
        hipMalloc(&device_out, in.size() * sizeof(uchar2)) != hipSuccess ||
        hipMemcpy(device_in, in.data(), in.size() * sizeof(float), hipMemcpyHostToDevice) != hipSuccess)
        return 1;
    bool ok = check<__hip_fp8_e4m3, __HIP_E4M3>({"e4m3", 3, 7, 0x7e, false, false}, in, device_in, device_out, values);
    ok &= check<__hip_fp8_e5m2, __HIP_E5M2>({"e5m2", 2, 15, 0x7b, false, true}, in, device_in, device_out, values);
    ok &= check<__hip_fp8_e4m3_fnuz, __HIP_E4M3_FNUZ>({"e4m3_fnuz", 3, 8, 0x7f, true, false}, in, device_in, device_out, values);
    ok &= check<__hip_fp8_e5m2_fnuz, __HIP_E5M2_FNUZ>({"e5m2_fnuz", 2, 16, 0x7f, true, false}, in, device_in, device_out, values);
    return ok ? 0 : 1;
}
