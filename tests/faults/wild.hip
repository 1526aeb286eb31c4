// Goes wrong in the way its argument says. Run by tests/tests/faults.rs, which knows how each must end.
#include <hip/hip_runtime.h>

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

__global__ void store_at(int *p) { p[threadIdx.x] = 1; }
__global__ void load_from(const int *p, int *out) { out[threadIdx.x] = p[threadIdx.x]; }

static sigjmp_buf back;

static void own_handler(int) { _exit(7); }
static void own_action(int, siginfo_t *info, void *) {
    // As much as the kernel told: the address must have come through.
    _exit(info->si_addr != nullptr && info->si_code > 0 ? 8 : 9);
}
static void jump(int) { siglongjmp(back, 1); }

static void action(void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction wanted = {};
    wanted.sa_sigaction = handler;
    wanted.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &wanted, nullptr);
}

// Memory that is not there any more.
static int *unmapped() {
    void *pages = mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages, 1 << 20);
    return (int *)pages;
}

static int finish() {
    hipError_t error = hipDeviceSynchronize();
    std::printf("still there: %s\n", hipGetErrorName(error));
    return 3;
}

int main(int, char **arguments) {
    std::string mode = arguments[1];
    if (mode == "handler before") std::signal(SIGSEGV, own_handler);
    if (mode == "action before") action(own_action);
    if (mode == "ignored before") std::signal(SIGSEGV, SIG_IGN);
    if (mode == "recovers before") std::signal(SIGSEGV, jump);
    int *out = nullptr;
    hipDeviceProp_t properties;
    if (hipGetDeviceProperties(&properties, 0) != hipSuccess || hipMalloc(&out, 4096) != hipSuccess) return 2;
    if (mode == "name") return std::puts(properties.name), 0;
    // Everything is compiled and has run before, so that what follows is the access and nothing else.
    store_at<<<1, dim3(8, 4)>>>(out);
    load_from<<<1, 32>>>(out, out);
    if (hipDeviceSynchronize() != hipSuccess) return 2;

    if (mode == "host") return *(volatile int *)unmapped();
    if (mode == "raise") return std::raise(SIGSEGV), finish();
    if (mode == "ignored before") return std::raise(SIGSEGV), 11;
    if (mode == "recovers before") {
        for (volatile int i = 0; i < 3; i = i + 1)
            if (sigsetjmp(back, 1) == 0) *(volatile int *)8 = 1;
        return 12;
    }
    if (mode == "handler behind") std::signal(SIGSEGV, own_handler);
    if (mode == "unmapped") return load_from<<<1, 32>>>(unmapped(), out), finish();
    if (mode == "two") {
        store_at<<<1, dim3(8, 4)>>>(out);
        load_from<<<1, 32>>>((int *)64, out);
        return finish();
    }
    store_at<<<1, dim3(8, 4)>>>((int *)16);
    return finish();
}
