// HIP where a process ends and where it is copied: in exit handlers, in destructors of static objects made before the first HIP call, with
// work in flight, and in children. The program runs itself once for each case, since a case may end in a crash or never.
#include <hip/hip_runtime.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

__global__ void add(int *p, int n) { atomicAdd(p, n); }
__global__ void say(int n) { printf("kernel says %d\n", n); }

static bool right(hipError_t error, const char *what) {
    if (error != hipSuccess) std::fprintf(stderr, "%s: %s\n", what, hipGetErrorName(error));
    return error == hipSuccess;
}
#define RIGHT(call) right((call), #call)

// Memory, a launch in the null stream and one in the thread's own, copies and waiting: whether all is as ever.
static bool works() {
    int *p = nullptr, got = 0;
    if (!RIGHT(hipMalloc(&p, 4)) || !RIGHT(hipMemset(p, 0, 4))) return false;
    add<<<1, 1>>>(p, 20);
    add<<<1, 1, 0, hipStreamPerThread>>>(p, 1);
    bool good = RIGHT(hipGetLastError()) && RIGHT(hipDeviceSynchronize());
    good = RIGHT(hipMemcpy(&got, p, 4, hipMemcpyDeviceToHost)) && RIGHT(hipFree(p)) && good;
    return good && got == 21;
}

// Ends the process at once: the handlers behind this one cannot change what was found.
static void verdict(bool good) { _exit(good ? 0 : 1); }

// Where a driver ends before the program's last handlers, nothing works there, and HIP says so: hipErrorDeinitialized, "when attempting to use
// HIP functionality when the driver is in the process of shutting down or has been deinitialized".
static bool over(hipError_t error) { return error == hipErrorDeinitialized; }
static int *kept = nullptr;
static hipStream_t stream_kept = nullptr;

static bool refused_at_the_end() {
    int host = 5, count = 0, *p = nullptr;
    bool good = over(hipMalloc(&p, 4)) && over(hipFree(kept)) && over(hipMemcpy(&host, kept, 4, hipMemcpyDeviceToHost));
    good = good && over(hipDeviceSynchronize()) && over(hipStreamSynchronize(stream_kept)) && over(hipStreamDestroy(stream_kept));
    good = good && over(hipGetDeviceCount(&count)) && host == 5;
    add<<<1, 1>>>(kept, 1);
    return over(hipGetLastError()) && good;
}

// What a driver does is known of lavapipe, which survives; of others either is right.
static enum { survives, ends, either } driver = either;

static bool remember() {
    hipDeviceProp_t properties;
    if (!RIGHT(hipGetDeviceProperties(&properties, 0)) || !RIGHT(hipMalloc(&kept, 64)) || !RIGHT(hipStreamCreate(&stream_kept))) return false;
    const char *refuses = std::getenv("HIPVK_EXIT_REFUSES");
    if (std::strstr(properties.name, "llvmpipe") != nullptr) driver = refuses != nullptr ? ends : survives;
    return works();
}

static bool works_or_is_refused() {
    const bool gone = driver == ends || (driver == either && over(hipFree(nullptr)));
    return gone ? refused_at_the_end() : works() && RIGHT(hipFree(kept)) && hipFree(kept) == hipErrorInvalidValue;
}

static bool check_at_the_end = false;
struct Object {
    ~Object() {
        if (check_at_the_end) verdict(works_or_is_refused());
    }
};
// Made before the first HIP call, so destroyed behind everything that HIP registered.
static Object object;

static int in_static_destructor() {
    if (!remember()) return 1;
    check_at_the_end = true;
    return 1;  // the destructor's word counts
}

static int in_first_exit_handler() {
    std::atexit([] { verdict(works_or_is_refused()); });
    return remember() ? 1 : 2;
}

static int in_last_exit_handler() {
    if (!works()) return 2;
    std::atexit([] { verdict(works()); });
    return 1;
}

static int first_used_in_exit_handler() {
    std::atexit([] { verdict(works()); });
    return 1;
}

static int with_work_in_flight() {
    int *p;
    if (!RIGHT(hipMalloc(&p, 4))) return 1;
    for (int i = 0; i < 200; ++i) add<<<1, 1>>>(p, 1);
    say<<<1, 1>>>(7);
    std::exit(hipGetLastError() == hipSuccess ? 0 : 1);
}

// What a child finds; 100 if it does not end.
static int of_child(const std::function<int()> &child) {
    std::fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(60);
        std::exit(child());
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

static bool refused(hipError_t error) { return error == hipErrorNotInitialized; }

static int child_of_a_user() {
    int *p = nullptr, host = 5;
    hipStream_t stream;
    if (!works() || !RIGHT(hipMalloc(&p, 4)) || !RIGHT(hipStreamCreate(&stream))) return 1;
    add<<<1, 1, 0, hipStreamPerThread>>>(p, 1);
    const int found = of_child([&] {
        int count = 0, *q = nullptr;
        bool good = refused(hipMemcpy(&host, p, 4, hipMemcpyDeviceToHost)) && host == 5;
        good = good && refused(hipMalloc(&q, 4)) && refused(hipDeviceSynchronize()) && refused(hipGetDeviceCount(&count));
        good = good && refused(hipStreamSynchronize(stream)) && refused(hipFree(p)) && refused(hipStreamDestroy(stream));
        add<<<1, 1>>>(p, 1);
        return good && refused(hipGetLastError()) ? 0 : 1;
    });
    // The parent goes on.
    return found == 0 && works() && RIGHT(hipFree(p)) ? 0 : found + 1;
}

static int child_before_the_first_use() {
    const int found = of_child([] { return works() ? 0 : 1; });
    return found == 0 && works() ? 0 : 1;
}

struct Case {
    const char *name;
    int (*run)();
    const char *says;
};
static const Case cases[] = {
    {"in_static_destructor", in_static_destructor, ""},
    {"in_first_exit_handler", in_first_exit_handler, ""},
    {"in_last_exit_handler", in_last_exit_handler, ""},
    {"first_used_in_exit_handler", first_used_in_exit_handler, ""},
    {"with_work_in_flight", with_work_in_flight, "kernel says 7\n"},
    {"child_of_a_user", child_of_a_user, ""},
    {"child_before_the_first_use", child_before_the_first_use, ""},
};

int main(int count, char **arguments) {
    if (count > 1) {
        for (const Case &c : cases)
            if (std::strcmp(c.name, arguments[1]) == 0) return c.run();
        return 3;
    }
    int failed = 0;
    for (const Case &c : cases) {
        char command[4096], said[4096] = {};
        std::snprintf(command, sizeof command, "timeout 120 '%s' %s", arguments[0], c.name);
        FILE *pipe = popen(command, "r");
        if (pipe == nullptr) return 1;
        const size_t length = fread(said, 1, sizeof said - 1, pipe);
        const int status = pclose(pipe);
        const bool good = status == 0 && std::strlen(c.says) == length && std::strcmp(said, c.says) == 0;
        std::printf("RESULT name=%s ok=%d status=%d\n", c.name, good, status);
        if (!good) failed = 1;
    }
    return failed;
}
