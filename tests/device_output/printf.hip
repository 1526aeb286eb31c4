// printf from kernels: each scenario prints, and tests/tests/device_output.rs checks what came out. `formats` prints one list on
// the device and then on the host, so C's own printf says what is right.
#include <hip/hip_runtime.h>

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstring>

__device__ const char *pick(int i) { return i % 2 ? "odd" : "even and longer than eight"; }
__host__ const char *pick_host(int i) { return i % 2 ? "odd" : "even and longer than eight"; }
__device__ char computed[32] = "a format: %d %5.1f %s|\n";
__device__ char device_text[16] = "device text";

// `i` is 0; it keeps the compiler from folding the arguments.
#define CASES(i, pick)                                                                             \
    printf("no conversion\n");                                                                     \
    printf("%%|%d%%\n", 5 + i);                                                                    \
    printf("%d %i %u %o %x %X\n", -5 + i, INT_MIN + i, 4000000000u + i, 8 + i, 255 + i, 255 + i);  \
    printf("%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|\n", 42, 42, 42, 42, 42, 7, 7, 7);             \
    printf("%#x %#o %#X %#010x %.0d|%#.0o|\n", 255, 8, 255, 48879, 0, 0);                          \
    printf("%hhd %hhu %hd %hu\n", 300 + i, 300 + i, 70000 + i, 70000 + i);                         \
    printf("%ld %lu %lld %llu\n", LONG_MIN + i, ULONG_MAX - i, LLONG_MIN + i, ULLONG_MAX - i);     \
    printf("%zu %zd %td %jd %lx %llX\n", (size_t)1 << 40, (ssize_t)-3, (ptrdiff_t)-4,              \
           (intmax_t)LLONG_MAX, 0xdeadbeefcafeul, 0x123456789abcdefull);                           \
    printf("%c%c%c|%3c|%-3c|\n", 'a' + i, 'b', 'c', 'x', 'y');                                     \
    printf("%f %F %.0f %.1f %10.3f|%-10.3f|%+.2f|%010.2f|\n", 1.5 + i, 2.25, 0.5, 0.25, 3.14159,   \
           3.14159, 2.0, -7.125);                                                                  \
    printf("%e %E %.0e %.3e %#.0e %#.0f\n", 12345.678 + i, 1e-300, 15.0, 9.9996, 5.0, 5.0);        \
    printf("%g %G %g %g %g %#g %.3g %.10g\n", 100000.0 + i, 1e-5, 1e6, 0.0001, 123456789.0, 1.0,   \
           1234.5, 1.0 / 3);                                                                       \
    printf("%a %A %a %.2a %.0a %a %a\n", 1.0 + i, 0.1, -2.5, 1.999, 1.5, 0.0, 4.9e-324);           \
    printf("%f %e %g %F %5f|%-5f|%05f\n", 1.0 / i, -1.0 / i, i ? 1.0 : __builtin_nan(""), 1.0 / i,        \
           1.0 / i, -1.0 / i, 1.0 / i);                                                            \
    printf("%f %.3f\n", (float)(1.25f + i), (double)(float)(0.1f + i));                            \
    printf("[%s] [%10s] [%-10s] [%.3s] [%s]\n", "constant", "right", "left", "cut off", "");      \
    printf("[%s] %d [%s] %d [%.2s]\n", pick(i), 1, pick(i + 1), 2, pick(i));                       \
    printf("%*d|%-*d|%.*f|%*.*f|%*d|%.*f\n", 6, 42, 6, 42, 2, 3.14159, 9, 3, 2.71828, -6, 7, -1,   \
           1.5);                                                                                   \
    printf("%p %p\n", (void *)((size_t)0x1234 + i), (void *)(size_t)i);                            \
    printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %s\n", 1, 2, 3, 4, 5, 6,   \
           7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 + i, "twenty");                     \
    printf("tab\tquote\" backslash\\ percent at the end%%\n");

// The same for results, the number of characters. A few: each is code that counts.
#define P(...) *out++ = printf(__VA_ARGS__)
#define RESULTS(i, pick)                                                                           \
    P("no conversion\n");                                                                          \
    P("%%|%d|%5d|%-8u|%x|%#X|%#o|%+d|% d|%.3d|%.0d\n", -42 + i, 1, 2, 255, 255, 8, 42, 42, 7, 0);  \
    P("%lld %hhd %hu %zu %c|%p|%p\n", LLONG_MIN + i, 300, 70000, (size_t)1 << 40, 'a',             \
      (void *)0, (void *)(size_t)(0x1234 + i));                                                    \
    P("[%s] [%10s] [%.2s] %*d|%-*s|%.*f\n", pick(i), "ab", "abcdef", 6, 42 + i, 6, "x", 2, 3.25);  \
    P("%f %.0f %.3f %10.2f %e %.0e %E %a %.2a\n", 1.5 + i, 0.5, 9.9996, -3.25, 12345.678, 9.5,     \
      1e-300, 0.1, 1.999);                                                                         \
    P("%g %g %g %g %#g %.3g %g %f %e\n", 100000.0 + i, 1e-5, 1e6, 0.0001, 1.0, 1234.5, 1.0 / 3,    \
      1.0 / i, -1.0 / i);

__global__ void formats(int i, int *returned) {
    int *out = returned;
    CASES(i, pick)
    RESULTS(i, pick)
    printf("null%s and %d\n", i ? "text" : (const char *)nullptr, 77);
    P(computed, 3, 2.5, device_text);
}

__global__ void lines(int count) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < count; ++i)
        printf("thread %d line %d %s\n", thread, i, pick(thread + i));
}

__global__ void numbers() { printf("%d\n", blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void say(const char *what, int i) { printf("%s %d\n", what, i); }
__device__ char first[] = "first", second[] = "second";

__global__ void wait_for(volatile int *flag) {
    while (*flag == 0) {
    }
    printf("the flag was set\n");
}

static int host_formats(int i, int *returned) {
    int *out = returned;
    CASES(i, pick_host)
    RESULTS(i, pick_host)
    // As AMD has it; C says "(null)".
    printf("null%s and %d\n", "", 77);
    P("a format: %d %5.1f %s|\n", 3, 2.5, "device text");
    return out - returned;
}

static bool formats_agree() {
    int *device = nullptr, host[64];
    if (hipHostMalloc(&device, sizeof host) != hipSuccess)
        return false;
    memset(device, 0, sizeof host);
    formats<<<1, 1>>>(0, device);
    if (hipDeviceSynchronize() != hipSuccess)
        return false;
    printf("====\n");
    int count = host_formats(0, host);
    for (int i = 0; i < count; ++i)
        if (device[i] != host[i])
            fprintf(stderr, "result %d: %d, in C %d\n", i, device[i], host[i]);
    return count > 5 && memcmp(device, host, count * sizeof *host) == 0;
}

// As AMD's headers put their own messages together.
extern "C" {
__device__ unsigned long __ockl_fprintf_stderr_begin();
__device__ unsigned long __ockl_fprintf_append_string_n(unsigned long message, const char *text, unsigned long bytes,
                                                        unsigned is_last);
__device__ unsigned long __ockl_fprintf_append_args(unsigned long message, unsigned count, unsigned long, unsigned long,
                                                    unsigned long, unsigned long, unsigned long, unsigned long,
                                                    unsigned long, unsigned is_last);
}
__global__ void by_hand(int i) {
    auto message = __ockl_fprintf_stderr_begin();
    message = __ockl_fprintf_append_string_n(message, "%s:%u: %s\n", 11, 0);
    message = __ockl_fprintf_append_string_n(message, pick(i), i % 2 ? 4 : 27, 0);
    message = __ockl_fprintf_append_args(message, 1, 40 + i, 0, 0, 0, 0, 0, 0, 0);
    __ockl_fprintf_append_string_n(message, device_text, 12, 1);
}

// clang makes one call of the last ones of these messages: the same function, the same number, on paths that meet.
__global__ void one_end(const int *which, int n) {
    int printed = 0;
    if (which[threadIdx.x] == 0)
        printed = printf("left %d\n", n);
    else if (which[threadIdx.x] == 1)
        printed = printf("%s, then %d\n", pick(n), n);
    else if (which[threadIdx.x] == 2)
        printed = printf("%d and %d\n", n + 1, n);
    if (which[threadIdx.x] == 3) printf("short\n");
    else if (which[threadIdx.x] == 4) printf("as long as this\n");
    if (printed > 0) printf("%d characters\n", printed);
}

static const char *address(const void *symbol) {
    void *p = nullptr;
    (void)hipGetSymbolAddress(&p, symbol);
    return (const char *)p;
}

static void order() {
    printf("host before\n");
    say<<<1, 1>>>(address(HIP_SYMBOL(first)), 1);
    printf("host after the launch\n");
    (void)hipDeviceSynchronize();
    printf("host after synchronising\n");
    say<<<1, 1>>>(address(HIP_SYMBOL(second)), 2);
    int *memory = nullptr, value = 0;
    (void)hipMalloc(&memory, 4);
    say<<<1, 1>>>(address(HIP_SYMBOL(second)), 3);
    (void)hipMemcpy(&value, memory, 4, hipMemcpyDeviceToHost);
    printf("host after a copy\n");
    hipStream_t stream;
    (void)hipStreamCreate(&stream);
    say<<<1, 1, 0, stream>>>(address(HIP_SYMBOL(second)), 4);
    (void)hipLaunchHostFunc(stream, [](void *) { printf("host function\n"); }, nullptr);
    (void)hipStreamSynchronize(stream);
    printf("end\n");
}

// Two streams: an event in the middle of one, whose later kernel cannot finish before the host lets it.
static void streams() {
    hipStream_t a, b;
    hipEvent_t event;
    int *flag = nullptr;
    (void)hipHostMalloc(&flag, 4);
    *flag = 0;
    (void)hipStreamCreateWithFlags(&a, hipStreamNonBlocking);
    (void)hipStreamCreateWithFlags(&b, hipStreamNonBlocking);
    (void)hipEventCreate(&event);
    say<<<1, 1, 0, a>>>(address(HIP_SYMBOL(first)), 1);
    (void)hipEventRecord(event, a);
    (void)hipEventSynchronize(event);
    printf("host after the event\n");
    say<<<1, 1, 0, b>>>(address(HIP_SYMBOL(second)), 2);
    (void)hipStreamSynchronize(b);
    printf("host after stream b\n");
    say<<<1, 1, 0, a>>>(address(HIP_SYMBOL(first)), 3);
    (void)hipEventRecord(event, a);
    wait_for<<<1, 1, 0, a>>>(flag);
    (void)hipEventSynchronize(event);
    printf("host before the flag\n");
    *(volatile int *)flag = 1;
    (void)hipDeviceSynchronize();
    printf("end\n");
}

// The process ends where its stream cannot go on: what was launched before comes out, nobody waits for the rest.
static void leave() {
    hipStream_t stream;
    (void)hipStreamCreate(&stream);
    say<<<1, 1, 0, stream>>>(address(HIP_SYMBOL(first)), 1);
    (void)hipLaunchHostFunc(stream, [](void *) { exit(0); }, nullptr);
    say<<<1, 1, 0, stream>>>(address(HIP_SYMBOL(second)), 2);
    // The end may come before the wait, which is refused then; this thread has nothing left to do.
    if (hipStreamSynchronize(stream) != hipSuccess) pause();
    printf("never\n");
}

int main(int argc, char **argv) {
    const char *scenario = argc > 1 ? argv[1] : "";
    if (!strcmp(scenario, "formats"))
        return formats_agree() ? 0 : 1;
    if (!strcmp(scenario, "by_hand")) {
        by_hand<<<1, 1>>>(2);
        say<<<1, 1>>>(address(HIP_SYMBOL(first)), 1);
    }
    if (!strcmp(scenario, "one_end")) {
        int *which = nullptr;
        (void)hipHostMalloc(&which, 4);
        for (*which = 0; *which < 5; ++*which) {
            one_end<<<1, 1>>>(which, 7);
            (void)hipDeviceSynchronize();
        }
    }
    if (!strcmp(scenario, "order"))
        order();
    if (!strcmp(scenario, "streams"))
        streams();
    if (!strcmp(scenario, "leave"))
        leave();
    if (!strcmp(scenario, "threads"))
        lines<<<16, 64>>>(5);
    if (!strcmp(scenario, "overflow")) {
        if (hipDeviceSetLimit(hipLimitPrintfFifoSize, 10000) != hipSuccess)
            return 1;
        lines<<<4, 64>>>(5);
        if (hipDeviceSynchronize() != hipSuccess)
            return 1;
        lines<<<1, 1>>>(2);
    }
    if (!strcmp(scenario, "full")) {
        // A record is three words, a mask, the format's address and an argument; 20 bytes count.
        if (hipDeviceSetLimit(hipLimitPrintfFifoSize, 1024 * 20) != hipSuccess)
            return 1;
        numbers<<<4, 256>>>();
    }
    return 0; // without waiting: what kernels print must come out all the same
}
