// hipcc: -std=c++20
// What of C++'s standard library works in kernels as it does on AMD: constexpr parts, complex numbers, placement new, C++20.
//
// Each function runs on the host and in a kernel; results must be equal. One RESULT line per kernel. Before C++20 std::swap and its kin
// are not constexpr and so no device functions, here as on AMD.
// made on each system: the C++ library
// In front of HIP's header: a kernel's std::memcpy is the device's all the same, as PyTorch's half floats have it.
#include <cstring>

#include <hip/hip_runtime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#if __cplusplus >= 202002L
#include <bit>
#include <compare>
#include <concepts>
#include <numbers>
#endif

#define BOTH __host__ __device__

static const int count = 128;

BOTH int arrays(int i) {
    std::array<int, 8> a = {1, 2, 3, 4, 5, 6, 7, 8};
    a[i % 8] += i;
    int sum = 0;
    for (const int x : a) sum = sum * 3 + x;
    return sum + int(a.size()) + a.front() * a.back() + std::get<2>(a);
}

BOTH int tuples(int i) {
    const std::tuple<int, float, char> t(i, i * 0.5f, char('a' + i % 26));
    auto [a, b, c] = t;
    const std::pair<int, int> p = std::make_pair(a * 2, int(b));
    const auto [first, second] = p;
    int n = 0;
#if __cplusplus >= 202002L
    std::tie(n, std::ignore) = std::make_tuple(first + second, 1);
#else
    n = first + second;
#endif
    return n * 7 + c + std::get<0>(t) + (t < std::make_tuple(5, 0.0f, 'z') ? 1000 : 0);
}

BOTH int algorithms(int i) {
    int a = std::min(i, 40), b = std::max(i, 40);
    const int c = std::clamp(i, 10, 90);
#if __cplusplus >= 202002L
    std::swap(a, b);
    a += std::exchange(b, 4);
#endif
    const int least = std::min({i, 17, 99 - i}), most = std::max({i, 17, 99 - i});
    return a + b * 2 + c * 3 + least * 5 + most * 7 - std::move(b);
}

BOTH double limits(int i) {
    const double big = std::numeric_limits<float>::max();
    const int low = std::numeric_limits<int>::lowest(), digits = std::numeric_limits<double>::digits;
    const float inf = std::numeric_limits<float>::infinity(), tiny = std::numeric_limits<float>::denorm_min();
    return (i % 2 ? big : double(low)) + digits + (inf > big ? 1 : 0) + double(tiny) +
           double(std::numeric_limits<uint8_t>::max());
}

template <typename T> BOTH constexpr auto describe() {
    if constexpr (std::is_floating_point_v<T>) return 1.5;
    else if constexpr (std::is_unsigned_v<T>) return 2u;
    else return -3;
}

BOTH double traits(int i) {
    using Wide = std::conditional_t<(sizeof(int) > 2), long long, int>;
    static_assert(std::is_same_v<std::decay_t<const int &>, int>, "");
    static_assert(std::is_trivially_copyable_v<std::pair<int, int>> || true, "");
    Wide w = Wide(i) << 33;
    return describe<float>() * i + describe<unsigned>() + describe<int>() + double(w >> 30) +
           std::integral_constant<int, 42>::value + double(std::underlying_type_t<std::byte>(std::byte(i)));
}

template <typename... Ts> BOTH int add_all(Ts... values) { return (0 + ... + int(values)); }
template <typename F, typename... Ts> BOTH int apply(F f, Ts &&...values) { return f(std::forward<Ts>(values)...); }

BOTH int packs(int i) {
    const auto scaled = [i](auto... x) { return add_all(x * i...); };
    return apply(scaled, 1, 2.5f, 'a', 7ll) + add_all();
}

BOTH int lists(int i) {
    int sum = 0;
    for (const int x : {i, i * 2, i * 3, 5}) sum = sum * 10 + x % 10;
    const std::initializer_list<int> list = {3, 1, 4, 1, 5};
    return sum + list.begin()[i % 5] + int(list.size());
}

struct Counted {
    int value;
    BOTH explicit Counted(int value) : value(value) {}
    BOTH ~Counted() { value = -1; }
};

BOTH int placement(int i) {
    alignas(Counted) unsigned char bytes[4 * sizeof(Counted)];
    Counted *made[4];
    for (int n = 0; n < 4; n++) made[n] = new (bytes + n * sizeof(Counted)) Counted(i + n);
    int sum = 0;
    for (int n = 0; n < 4; n++) {
        sum = sum * 5 + made[n]->value;
        made[n]->~Counted();
    }
    return sum;
}

BOTH int bytes(int i) {
    unsigned words[3] = {unsigned(i) * 0x01010101u, 0x3f800000u, 7}, word;
    float number;
    std::memcpy(&number, &words[1], sizeof number);
    std::memmove(words, reinterpret_cast<const char *>(words) + 1, 8);
    std::memcpy(&word, words, sizeof word);
    std::memset(&words[1], i % 3, 4);
    return int(number * 5) + int(word % 1000) + int(words[1] % 77) + int(words[2]);
}

BOTH float complexes(int i) {
    const std::complex<float> a(i * 0.5f, 1.0f), b(2.0f, -float(i % 3));
    std::complex<float> c = a * b + std::conj(a) - b;
    c += 0.25f;
    return c.real() * 3 + c.imag() + std::norm(a) + (a == b ? 1 : 0);
}

BOTH int mathematics(int i) {
    // Exact functions only: the accuracy of the others is another test's.
    const float x = i * 0.37f - 20;
    return int(std::floor(x)) * 3 + int(std::abs(x) * 8) + int(std::sqrt(float(i * i))) + int(std::fmax(x, -3.0f)) +
           int(std::copysign(2.0f, x)) + std::isnan(x) + std::signbit(x) * 7 + int(std::fmod(x, 3.0f) * 16) + std::abs(i - 64);
}

template <int N> struct Static {
    static constexpr int table[4] = {N, N * 2, N * 3, N * 4};
};
inline constexpr int inline_table[3] = {10, 20, 30};
template <typename T> constexpr T pi_like = T(3.25);

BOTH double constants(int i) { return Static<3>::table[i % 4] + inline_table[i % 3] + pi_like<double> * i + pi_like<float>; }

template <typename Derived> struct Base {
    BOTH int run(int x) { return static_cast<Derived *>(this)->step(x) * 2; }
};
struct AddOne : Base<AddOne> {
    BOTH int step(int x) { return x + 1; }
};
struct Square : Base<Square> {
    BOTH int step(int x) { return x * x; }
};
BOTH int crtp(int i) { return AddOne().run(i) + Square().run(i); }

#if __cplusplus >= 202002L
template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> BOTH T halve(T x) { return x / 2; }
struct Version {
    int major, minor;
    BOTH auto operator<=>(const Version &) const = default;
};
BOTH int twenty(int i) {
    const Version a = {i / 8, i % 8}, b = {7, 3};
    const auto order = a <=> b;
    const int sign = order < 0 ? -1 : order > 0 ? 1 : 0;
    const auto sum = []<typename... T>(T... x) { return (x + ...); };
    return sign * 1000 + int(std::bit_cast<uint32_t>(float(i)) >> 16) + std::popcount(unsigned(i)) + std::countl_zero(unsigned(i)) +
           int(std::bit_ceil(unsigned(i))) + int(halve(double(i))) + sum(i, 2, 3) + (a == b) + int(std::numbers::pi_v<float> * i);
}
#endif

template <typename T, typename F> __global__ void run(T *out, F f) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = f(i);
}

template <typename T, typename F> static bool check(const char *name, F f) {
    T *out = nullptr;
    if (hipMallocManaged(&out, count * sizeof(T)) != hipSuccess) return false;
    std::memset(out, 0x55, count * sizeof(T));
    run<T><<<2, count / 2>>>(out, f);
    int wrong = hipDeviceSynchronize() != hipSuccess;
    for (int i = 0; i < count; i++) {
        const T expected = f(i);
        if (out[i] == expected) continue;
        if (wrong++ < 3) printf("%s[%d] is %g, not %g\n", name, i, double(out[i]), double(expected));
    }
    (void)hipFree(out);
    printf("RESULT name=standard_library kernel=%s ok=%d\n", name, wrong == 0);
    return wrong == 0;
}

#define RUN(type, name) ok &= check<type>(#name, [] __host__ __device__(int i) { return name(i); })

int main() {
    bool ok = true;
    RUN(int, arrays);
    RUN(int, tuples);
    RUN(int, algorithms);
    RUN(double, limits);
    RUN(double, traits);
    RUN(int, packs);
    RUN(int, lists);
    RUN(int, placement);
    RUN(int, bytes);
    RUN(float, complexes);
    RUN(int, mathematics);
    RUN(double, constants);
    RUN(int, crtp);
#if __cplusplus >= 202002L
    RUN(int, twenty);
#endif
    return ok ? 0 : 1;
}
