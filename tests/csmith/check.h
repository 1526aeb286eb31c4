// Runs each program of a batch on the host and on the device and compares the checksums. The host half traps where C++ leaves the result
// undefined (it is compiled with sanitizers), and is stopped where it does not end: such a program says nothing.
// Prints a line for each: NAME same | different | failed or slow, on the device | undefined or endless, on the host.
#pragma once
#include <hip/hip_runtime.h>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>

struct Program {
    const char *name;
    unsigned threads;
    void (*on_host)(uint32_t *sums, unsigned threads);
    bool (*on_device)(uint32_t *sums, unsigned threads);
};

// Seconds of the processor's time, which other work on the machine does not use up; and of the clock, for what waits for ever.
static const unsigned most_threads = 64, host_seconds = 3, device_seconds = 60, clock_seconds = 600;

// Runs `half` in a process of its own: 0 if it came to its end and was right, else how it ended, as waitpid says.
template <typename Half> static int end_of(unsigned seconds, Half half) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit = {seconds, seconds};
        setrlimit(RLIMIT_CPU, &limit);
        alarm(clock_seconds);
        _exit(half() ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

static bool is_out_of_time(int status) {
    return WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGALRM);
}

template <typename Kernel> static bool launch(uint32_t *sums, unsigned threads, size_t object, Kernel kernel) {
    uint32_t *device = nullptr;
    void *objects = nullptr;
    const size_t bytes = threads * sizeof *sums;
    bool ok = hipMalloc(&device, bytes) == hipSuccess && hipMemset(device, 0, bytes) == hipSuccess;
    if (object != 0) ok &= hipMalloc(&objects, threads * object) == hipSuccess && hipMemset(objects, 0xcc, threads * object) == hipSuccess;
    if (ok) kernel(device, objects);
    return ok && hipGetLastError() == hipSuccess && hipMemcpy(sums, device, bytes, hipMemcpyDeviceToHost) == hipSuccess;
}

template <size_t count> static int check(const Program (&programs)[count]) {
    const size_t bytes = 2 * most_threads * sizeof(uint32_t);
    void *pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return 1;
    uint32_t *expected = static_cast<uint32_t *>(pages), *actual = expected + most_threads;
    for (const Program &program : programs) {
        std::memset(pages, 0, bytes);
        const char *verdict = "same";
        const int host = end_of(host_seconds, [&] { return program.on_host(expected, program.threads), true; });
        if (host != 0) {
            verdict = is_out_of_time(host) ? "endless" : "undefined";
        } else if (const int device = end_of(device_seconds, [&] { return program.on_device(actual, program.threads); })) {
            verdict = is_out_of_time(device) ? "slow" : "failed";
        } else if (std::memcmp(expected, actual, program.threads * sizeof *expected) != 0) {
            verdict = "different";
        }
        std::printf("%s %s\n", program.name, verdict);
    }
    return 0;
}
