// host CODE [THREADS]: runs the kernel `torture` of tests/torture.sh, prints what its first thread printed, and says on stderr what was wrong.
// The exit status: 0, 3 for abort, 4 for another code than 0, 5 for an error of HIP's, 6 for threads that differ, 7 for one that did not end.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "program.h"

static void check(hipError_t error, const char *what) {
    if (error == hipSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
    std::_Exit(5);
}
#define CHECK(call) check(call, #call)

// lib.c's printf leaves a conversion as \1, what the format says of it, 0, and its value: 8 bytes, or a string and its 0.
static void print(const char *text, size_t length) {
    for (const char *p = text; p < text + length; p++) {
        if (*p != 1) {
            std::putchar(*p);
            continue;
        }
        std::string format = p + 1;
        p += format.size() + 2;
        const char kind = format.back();
        if (kind == 's') {
            std::printf(format.c_str(), p);
            p += std::strlen(p);
            continue;
        }
        unsigned long bits;
        double number;
        std::memcpy(&bits, p, 8);
        std::memcpy(&number, p, 8);
        p += 7;
        if (std::strchr("diuxXo", kind)) format.insert(format.size() - 1, "l");
        if (std::strchr("diuxXop", kind)) std::printf(format.c_str(), bits);
        else if (kind == 'c') std::printf(format.c_str(), int(bits));
        else std::printf(format.c_str(), number);
    }
    std::fflush(stdout);
}

static bool same(const torture_thread &a, const torture_thread &b) {
    return a.state == b.state && a.code == b.code && a.length == b.length && std::memcmp(a.text, b.text, a.length) == 0;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    const int count = argc > 2 ? std::atoi(argv[2]) : 1;
    const size_t heap = count == 1 ? 64 << 20 : 2 << 20;
    hipModule_t module;
    hipFunction_t kernel;
    torture_thread *threads;
    char *memory;
    CHECK(hipDeviceSetLimit(hipLimitStackSize, 65536));
    CHECK(hipModuleLoad(&module, argv[1]));
    CHECK(hipModuleGetFunction(&kernel, module, "torture"));
    CHECK(hipHostMalloc(reinterpret_cast<void **>(&threads), count * sizeof *threads));
    CHECK(hipMalloc(&memory, count * heap));
    std::memset(threads, 0, count * sizeof *threads);
    for (int i = 0; i < count; i++) threads[i].heap = memory + i * heap, threads[i].heap_end = threads[i].heap + heap;
    void *arguments[] = {&threads};
    CHECK(hipModuleLaunchKernel(kernel, 1, 1, 1, count, 1, 1, 0, nullptr, arguments, nullptr));
    CHECK(hipDeviceSynchronize());
    print(threads[0].text, threads[0].length);
    int status = threads[0].state == TORTURE_ENDED ? (threads[0].code ? 4 : 0) : threads[0].state == TORTURE_ABORTED ? 3 : 7;
    for (int i = 1; i < count; i++)
        if (!same(threads[i], threads[0])) status = 6;
    if (status) std::fprintf(stderr, "state %d, code %d\n", threads[0].state, threads[0].code);
    std::_Exit(status);
}
