// Structures lie on the device as on the host: packed bit-fields, integers of 128 bits, vectors, unions, bases. What one side writes the other reads,
// element by element, and nothing behind the last element changes. One RESULT line each.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

static const int count = 5;

#pragma pack(push, 1)
struct Bits96 {
    signed a : 18, b : 9, c : 24;
    unsigned d : 27, e : 18;
};
struct Bits122 {
    signed a : 18, b : 9, c : 24;
    unsigned d : 27, e : 31, f : 1, g : 12;
};
struct Bits142 {
    unsigned a : 6;
    signed b : 24, c : 20, d : 25, e : 15, f : 28;
    unsigned g : 24;
};
struct Bytes {
    char a;
    double b;
    short c;
};
#pragma pack(pop)

struct Nested {
    long long before;
    Bits122 bits;
    long long behind;
};
struct Mixed {
    char a;
    __int128 wide;
    float3 vector;
    bool flag;
    Bits96 bits;
    double4 wider;
};
struct Base {
    double value;
    char tail;
};
struct Derived : Base {
    char own;
    Bytes packed;
};
union Either {
    Bits122 bits;
    unsigned long long words[2];
};
struct Holder {
    char a;
    Either either;
    short b;
};

// Every member of a structure gets a value that depends on the element and on the member.
#define HD __host__ __device__
HD static long long nth(int i, int member) { return i * 1000003ll + member * 10007ll + 1; }
template <typename T> HD void set_bits(T &x, int i) {
    x.a = nth(i, 0) % 31, x.b = -(nth(i, 1) % 100), x.c = nth(i, 2) % 4000, x.d = nth(i, 3) % 100000, x.e = nth(i, 4) % 16000;
}
template <typename T> HD bool has_bits(const T &x, int i) {
    T y;
    set_bits(y, i);
    return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d && x.e == y.e;
}
HD void set(Bits96 &x, int i) { set_bits(x, i); }
HD bool has(const Bits96 &x, int i) { return has_bits(x, i); }
HD void set(Bits122 &x, int i) { set_bits(x, i), x.f = i & 1, x.g = nth(i, 6) % 4096; }
HD bool has(const Bits122 &x, int i) { return has_bits(x, i) && x.f == (i & 1) && x.g == nth(i, 6) % 4096; }
HD void set(Bits142 &x, int i) { set_bits(x, i), x.f = -(nth(i, 5) % 1000000), x.g = nth(i, 6) % (1 << 24); }
HD bool has(const Bits142 &x, int i) { return has_bits(x, i) && x.f == -(nth(i, 5) % 1000000) && x.g == nth(i, 6) % (1 << 24); }
HD void set(Bytes &x, int i) { x.a = i, x.b = nth(i, 1), x.c = i + 7; }
HD bool has(const Bytes &x, int i) { return x.a == i && x.b == nth(i, 1) && x.c == i + 7; }
HD void set(Nested &x, int i) { x.before = nth(i, 8), set(x.bits, i), x.behind = nth(i, 9); }
HD bool has(const Nested &x, int i) { return x.before == nth(i, 8) && has(x.bits, i) && x.behind == nth(i, 9); }
HD void set(Mixed &x, int i) {
    x.a = i, x.wide = (__int128)nth(i, 1) << 70 | i, x.vector = make_float3(i, i + 1, i + 2), x.flag = i & 1, set(x.bits, i);
    x.wider = make_double4(i, -i, i * 2, i * 3);
}
HD bool has(const Mixed &x, int i) {
    return x.a == i && x.wide == ((__int128)nth(i, 1) << 70 | i) && x.vector.y == i + 1 && x.vector.z == i + 2 && x.flag == (i & 1) &&
           has(x.bits, i) && x.wider.y == -i && x.wider.w == i * 3;
}
HD void set(Derived &x, int i) { x.value = nth(i, 0), x.tail = i, x.own = i + 1, set(x.packed, i); }
HD bool has(const Derived &x, int i) { return x.value == nth(i, 0) && x.tail == i && x.own == i + 1 && has(x.packed, i); }
HD void set(Holder &x, int i) { x.a = i, set(x.either.bits, i), x.b = i + 3; }
HD bool has(const Holder &x, int i) { return x.a == i && has(x.either.bits, i) && x.b == i + 3; }

template <typename T> __device__ T image[count];

// Reads what the host wrote, writes what it shall read, through local and shared memory.
template <typename T> __global__ void turn(T *from, T *to, int *wrong, T argument) {
    __shared__ T shared[count];
    T local[count];
    const int i = threadIdx.x;
    if (!has(from[i], i) || !has(argument, 3) || !has(image<T>[i], i + 20)) atomicAdd(wrong, 1);
    set(local[i], i + 10);
    shared[count - 1 - i] = local[i];
    __syncthreads();
    to[i] = shared[count - 1 - i];
    if (!has(to[i], i + 10) || (char *)(from + i) - (char *)from != (long long)(i * sizeof(T))) atomicAdd(wrong, 1);
}

// Fields of more than 128 bits are read and written one by one, also as other types.
struct Long {
    short head;
    Bits142 bits;
};
__global__ void fields(Long *p, int n) {
    const int i = threadIdx.x;
    Bits142 local = p[i].bits;
    for (int j = 0; j < n; j++) {
        local.d += j, local.g ^= j << 3, local.f--;
        if (local.c > 2000 + j) local.c = -local.c, local.b += local.e;
    }
    p[i].bits = local;
    p[i].bits.e <<= n & 3;
    p[i].head = local.d < local.f ? local.a : local.c == p[i].bits.c;
}
static void fields_on_host(Long *p, int n, int i) {
    Bits142 local = p[i].bits;
    for (int j = 0; j < n; j++) {
        local.d += j, local.g ^= j << 3, local.f--;
        if (local.c > 2000 + j) local.c = -local.c, local.b += local.e;
    }
    p[i].bits = local;
    p[i].bits.e <<= n & 3;
    p[i].head = local.d < local.f ? local.a : local.c == p[i].bits.c;
}

static bool check_fields() {
    Long expected[64], actual[64], *device = nullptr;
    memset(expected, 0, sizeof expected);
    for (int i = 0; i < 64; i++) set(expected[i].bits, i);
    bool ok = hipMalloc(&device, sizeof expected) == hipSuccess;
    ok &= hipMemcpy(device, expected, sizeof expected, hipMemcpyHostToDevice) == hipSuccess;
    fields<<<1, 64>>>(device, 9);
    ok &= hipMemcpy(actual, device, sizeof actual, hipMemcpyDeviceToHost) == hipSuccess;
    for (int i = 0; i < 64; i++) fields_on_host(expected, 9, i);
    ok &= memcmp(expected, actual, sizeof actual) == 0;
    (void)hipFree(device);
    std::printf("RESULT name=layouts kernel=fields ok=%d\n", ok);
    return ok;
}

template <typename T> static bool check(const char *name) {
    struct Buffer {
        T elements[count];
        unsigned char behind[64];
    } host, image_of;
    Buffer *device = nullptr;
    int *wrong = nullptr, found = -1;
    T argument;
    set(argument, 3);
    memset(&host, 0x5a, sizeof host);
    for (int i = 0; i < count; i++) set(host.elements[i], i), set(image_of.elements[i], i + 20);
    bool ok = hipMalloc(&device, 2 * sizeof host) == hipSuccess && hipMalloc(&wrong, 4) == hipSuccess;
    ok &= hipMemcpy(device, &host, sizeof host, hipMemcpyHostToDevice) == hipSuccess;
    ok &= hipMemset(device + 1, 0x5a, sizeof host) == hipSuccess && hipMemset(wrong, 0, 4) == hipSuccess;
    ok &= hipMemcpyToSymbol(HIP_SYMBOL(image<T>), image_of.elements, sizeof image_of.elements) == hipSuccess;
    turn<T><<<1, count>>>(device->elements, device[1].elements, wrong, argument);
    ok &= hipMemcpy(&found, wrong, 4, hipMemcpyDeviceToHost) == hipSuccess && found == 0;
    ok &= hipMemcpy(&host, device + 1, sizeof host, hipMemcpyDeviceToHost) == hipSuccess;
    for (int i = 0; i < count; i++) ok &= has(host.elements[i], i + 10);
    for (unsigned char byte : host.behind) ok &= byte == 0x5a;
    (void)hipFree(device);
    (void)hipFree(wrong);
    std::printf("RESULT name=layouts kernel=%s bytes=%zu ok=%d\n", name, sizeof(T), ok);
    return ok;
}

int main() {
    bool ok = check<Bits96>("bits96");
    ok &= check<Bits122>("bits122");
    ok &= check<Bits142>("bits142");
    ok &= check<Bytes>("bytes");
    ok &= check<Nested>("nested");
    ok &= check<Mixed>("mixed");
    ok &= check<Derived>("derived");
    ok &= check<Holder>("holder");
    ok &= check_fields();
    return ok ? 0 : 1;
}
