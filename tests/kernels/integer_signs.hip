// Signs of integers: negations in 8 and 16 bits, ints that are widened, multiplied and shifted, maxima of absolute values, 64-bit comparisons, each expression
// in a kernel of its own, beside the host's.
// NVIDIA's compiler gets some of them wrong (`integer/signs`): `(int64_t)x << 31` of every x.
#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

struct In {
    int32_t x, y;
    int64_t z;
    int16_t s, t;
    int8_t p, q;
    int16_t n;  // 0 to 31
};

template <class T> struct Same { using type = T; };  // of the first operand's type
template <class T> __host__ __device__ inline T larger(T a, typename Same<T>::type b) { return a > b ? a : b; }
template <class T> __host__ __device__ inline T smaller(T a, typename Same<T>::type b) { return a < b ? a : b; }
template <class T> __host__ __device__ inline T negative(T a) { return T(0ull - uint64_t(a)); }
template <class T> __host__ __device__ inline T magnitude(T a) { return a < 0 ? negative(a) : a; }
__host__ __device__ inline int sum(int a, int b) { return int(unsigned(a) + unsigned(b)); }

#define EXPRESSIONS(X) \
    X(0, (int64_t)x << 31) \
    X(1, (int64_t)s << 31) \
    X(2, (int64_t)p << 31) \
    X(3, ((int64_t)x + 2) >> 1) \
    X(4, ((int64_t)x + 3) >> 1) \
    X(5, (int64_t)(((uint64_t)(int64_t)x + 3) >> 1)) \
    X(6, (int32_t)(((int64_t)x + 2) >> 1)) \
    X(7, (int32_t)(((int64_t)x + 7) >> 1)) \
    X(8, (int32_t)(((int64_t)x - 7) >> 1)) \
    X(9, (int32_t)(((int64_t)x + y) >> 1)) \
    X(10, (int32_t)(((int64_t)x + y + 1) >> 1)) \
    X(11, (int32_t)(((int64_t)x - y) >> 1)) \
    X(12, (int32_t)((7 - (int64_t)x) >> 1)) \
    X(13, (int32_t)(((int64_t)x + z) >> 1)) \
    X(14, (int32_t)(((int64_t)s + 5) >> 1)) \
    X(15, (int32_t)(((int64_t)p + 5) >> 1)) \
    X(16, (int32_t)(((int64_t)x * 3 + 5) >> 1)) \
    X(17, (int32_t)(((int64_t)x * 2 + 5) >> 2)) \
    X(18, (int32_t)(((int64_t)x * 4 + 5) >> 3)) \
    X(19, (int32_t)(((int64_t)x * 1024 + 5555) >> 11)) \
    X(20, (int32_t)(((int64_t)x * -2 + 5) >> 2)) \
    X(21, (int32_t)(((int64_t)x * -1 + 5) >> 1)) \
    X(22, (int32_t)(((int64_t)x * 6 + 5) >> 2)) \
    X(23, (int32_t)(((int64_t)x + 5) >> 2)) \
    X(24, (int32_t)(((int64_t)x + 0x80000005ll) >> 1)) \
    X(25, (int32_t)(((int64_t)x + 0x123456789abll) >> 1)) \
    X(26, (int64_t)x * 0x80000000ll) \
    X(27, (int64_t)x * -0x80000000ll) \
    X(28, (int64_t)x * 0x40000000ll) \
    X(29, (int64_t)x * 0x180000000ll) \
    X(30, ((int64_t)x + 5) << 31) \
    X(31, ((int64_t)x - 5) * 0x80000000ll) \
    X(32, z + ((int64_t)x << 31)) \
    X(33, z - ((int64_t)x << 31)) \
    X(34, (((int64_t)x << 31) + 12345)) \
    X(35, ((int64_t)x * 2 + 1) << 30) \
    X(36, ((int64_t)x << 30) << 1) \
    X(37, (int64_t)(uint32_t)x << 31) \
    X(38, (int32_t)(((int64_t)(uint32_t)x + 5) >> 1)) \
    X(39, ((int64_t)(uint32_t)x + 5) << 31) \
    X(40, ((int64_t)(x & 0x7fffffff) + 5) >> 1) \
    X(41, ((int64_t)(x & 0x7fffffff)) << 31) \
    X(42, (int64_t)x << n) \
    X(43, ((int64_t)x + 5) >> n) \
    X(44, (((int64_t)x + 2) >> 1) & 0xffffffff) \
    X(45, (int64_t)((uint64_t)((int64_t)x + 2) >> 33)) \
    X(46, (int64_t)((uint64_t)((int64_t)x << 31) >> 32)) \
    X(47, (int64_t)(((int64_t)x << 31) >> 32)) \
    X(48, ((int64_t)x << 31) ^ z) \
    X(49, ((int64_t)x << 31 | 77)) \
    X(50, (int64_t)(int16_t)-s) \
    X(51, (int64_t)(int8_t)-p) \
    X(52, (int64_t)(int16_t)(t - s)) \
    X(53, (int64_t)(int16_t)(0 - s) >> 3) \
    X(54, (int64_t)((int16_t)-s % 1000)) \
    X(55, (int64_t)((int16_t)-s / (int16_t)(t | 1))) \
    X(56, (int64_t)((int16_t)-s < t)) \
    X(57, (int64_t)((int8_t)-p < q)) \
    X(58, (int64_t)((int8_t)-p > 7 ? q : p)) \
    X(59, (int64_t)((int16_t)-s >= 9)) \
    X(60, (int64_t)(float)(int16_t)-s) \
    X(61, (int64_t)(double)(int8_t)-p) \
    X(62, (int64_t)(int16_t)((int16_t)-s * t)) \
    X(63, (int64_t)(int16_t)~s) \
    X(64, (int64_t)(int16_t)(s < 0 ? -s : s)) \
    X(65, (int64_t)(int8_t)(p < 0 ? -p : p)) \
    X(66, (int64_t)(int16_t)(s * -1)) \
    X(67, (int64_t)(int8_t)(p * -1)) \
    X(68, (int64_t)(int8_t)(-p - q)) \
    X(69, (int64_t)(int16_t)(-s + 1)) \
    X(70, (int64_t)(int16_t)(s * -3)) \
    X(71, (int64_t)(int16_t)((s ^ -1) + 1)) \
    X(72, (int64_t)(uint16_t)-s) \
    X(73, (int64_t)(uint8_t)-p) \
    X(74, (int64_t)((uint16_t)-s / 7)) \
    X(75, (int64_t)((uint8_t)-p < 9)) \
    X(76, (int64_t)(int16_t)(1 - s)) \
    X(77, (int64_t)(int8_t)(127 - p)) \
    X(78, (int64_t)(int8_t)(-128 - p)) \
    X(79, (int64_t)(int8_t)(p + 1)) \
    X(80, (int64_t)(int8_t)(p - 1)) \
    X(81, (int64_t)(int8_t)(p << 1)) \
    X(82, (int64_t)(int16_t)(s << 3)) \
    X(83, (int64_t)(int8_t)(p * q)) \
    X(84, (int64_t)(int16_t)(s * t)) \
    X(85, (int64_t)((int8_t)(p * q) < p)) \
    X(86, (int64_t)((int8_t)(p + q) / 3)) \
    X(87, (int64_t)((int8_t)(p - q) % 5)) \
    X(88, (int64_t)((int16_t)(s + t) >> 2)) \
    X(89, (int64_t)((int16_t)(s << 2) >> 2)) \
    X(90, (int64_t)((int8_t)(p << 3) >> 3)) \
    X(91, (int64_t)((int8_t)(q - p) > t ? p : q)) \
    X(92, (int64_t)(int16_t)-(int16_t)(s & -256)) \
    X(93, (int64_t)(int8_t)-(int8_t)x) \
    X(94, (int64_t)(int16_t)-(int16_t)(x >> 16)) \
    X(95, (int64_t)((int8_t)-(int8_t)z / 3)) \
    X(96, (int64_t)x * 0xc0000000ll) \
    X(97, (int64_t)x * 0xffffffffll) \
    X(98, (int32_t)(((int64_t)x * 3 + 5) >> 2)) \
    X(99, (int32_t)(((int64_t)x * 5 + 1) >> 3)) \
    X(100, (int32_t)(((int64_t)x * -3 + 1) >> 2)) \
    X(101, (int32_t)((((int64_t)x << 9) + z) >> 10)) \
    X(102, (((int64_t)x << 15) + z) << 16) \
    X(103, ((int64_t)x | 1) << 31) \
    X(104, ((int64_t)x ^ 5) << 31) \
    X(105, ((int64_t)x & -8) << 31) \
    X(106, (int32_t)((((int64_t)x ^ 5) + 3) >> 1)) \
    X(107, larger(magnitude(x), y)) \
    X(108, larger(magnitude(x), p)) \
    X(109, larger(y, magnitude(x))) \
    X(110, larger(magnitude(x), sum(x, y))) \
    X(111, larger(magnitude(x), magnitude(y))) \
    X(112, larger(larger(x, negative(y)), p)) \
    X(113, larger(larger(negative(x), negative(y)), n)) \
    X(114, smaller(smaller(x, negative(y)), p)) \
    X(115, smaller(negative(magnitude(x)), y)) \
    X(116, smaller(larger(magnitude(x), y), p)) \
    X(117, larger(magnitude((int)z), q)) \
    X(118, larger(magnitude(s), t)) \
    X(119, larger(p, (int)smaller((unsigned)x, (unsigned)negative(x)))) \
    X(120, magnitude(z) < 0) \
    X(121, magnitude(z) >> 63) \
    X(122, smaller(magnitude(z), (int64_t)n)) \
    X(123, larger(magnitude(z), (int64_t)x)) \
    X(124, (int64_t)((uint64_t)z << 8) < 0x10000) \
    X(125, 0xff < (int64_t)((uint64_t)z << 9)) \
    X(126, 0xff < (int64_t)((uint64_t)z * 2)) \
    X(127, (int64_t)((uint64_t)z > (uint64_t)x ? (uint64_t)z - (uint64_t)x : 0)) \
    X(128, (int64_t)((uint64_t)z - smaller((uint64_t)z, (uint64_t)s)))

#define DEFINE(number, expression)                                                                                              \
    __host__ __device__ inline int64_t value##number(In in) {                                                                   \
        const int32_t x = in.x, y = in.y, n = in.n;                                                                             \
        const int64_t z = in.z;                                                                                                 \
        const int16_t s = in.s, t = in.t;                                                                                       \
        const int8_t p = in.p, q = in.q;                                                                                        \
        return (void)x, (void)y, (void)n, (void)z, (void)s, (void)t, (void)p, (void)q, int64_t(expression);                     \
    }                                                                                                                           \
    __global__ void kernel##number(const In *in, int64_t *out, int count) {                                                     \
        if (const int i = blockIdx.x * blockDim.x + threadIdx.x; i < count) out[i] = value##number(in[i]);                      \
    }
EXPRESSIONS(DEFINE)

static std::vector<In> inputs() {
    std::vector<In> all;
    uint64_t state = 88172645463325252;
    const auto random = [&] { return state ^= state << 13, state ^= state >> 7, state ^= state << 17; };
    const auto put = [&](int64_t a, int64_t b) {
        all.push_back({int32_t(a), int32_t(b), int64_t(random() >> (random() % 60)), int16_t(a), int16_t(b), int8_t(a), int8_t(b), int16_t(random() % 32)});
    };
    const int64_t edges[] = {0, 1, -1, 2, -2, 3, 127, 128, -127, -128, -129, 255, 256, 1000, 32767, 32768, -32767, -32768, 65535, 65536, 0x7fffffff, -0x7fffffff, -0x80000000ll};
    for (const int64_t a : edges)
        for (const int64_t b : edges) put(a, b);
    for (int i = 0; i < 500; i++) put(int64_t(random() >> (random() % 64)), int64_t(random() >> (random() % 64)));
    return all;
}

int main() {
    const std::vector<In> in = inputs();
    const int count = int(in.size());
    std::vector<int64_t> out(count);
    In *device_in;
    int64_t *device_out;
    int failures = 0;
    if (hipMalloc(&device_in, count * sizeof(In)) != hipSuccess || hipMalloc(&device_out, count * 8) != hipSuccess ||
        hipMemcpy(device_in, in.data(), count * sizeof(In), hipMemcpyHostToDevice) != hipSuccess)
        return 1;
    const auto check = [&](const char *expression, void (*kernel)(const In *, int64_t *, int), int64_t (*value)(In)) {
        kernel<<<(count + 63) / 64, 64>>>(device_in, device_out, count);
        int first = hipMemcpy(out.data(), device_out, count * 8, hipMemcpyDeviceToHost) == hipSuccess ? count : 0;
        for (int i = count; i-- > 0 && first > 0;)
            if (out[i] != value(in[i])) first = i;
        failures += first < count;
        printf("RESULT name=%s ok=%d\n", expression, first == count);
        if (first < count)
            printf("  x %d, y %d, z %lld: %llx, not %llx\n", in[first].x, in[first].y, (long long)in[first].z, (unsigned long long)out[first], (unsigned long long)value(in[first]));
    };
#define CHECK(number, expression) check("signs_" #number, kernel##number, value##number);
    EXPRESSIONS(CHECK)
    return failures != 0;
}
