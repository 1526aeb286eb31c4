// Four blocks, of which the first waits for the last. Run by tests/tests/crowds.rs.
//
// Where they are not under way at the same time, the library says so on stderr, after a while. This program hears it and ends the wait.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <unistd.h>

constexpr int BLOCKS = 4;

__global__ void first_waits(int *last_came, volatile int *stop) {
    if (blockIdx.x == BLOCKS - 1) atomicExch(last_came, 1);
    if (blockIdx.x == 0)
        while (atomicAdd(last_came, 0) == 0 && *stop == 0) {}
}

// Reads what the library says until it explains the wait or nobody can say more, shows it, and ends the wait.
static void listen(int from, volatile int *stop) {
    std::string said;
    char text[512];
    for (ssize_t n; (n = read(from, text, sizeof text)) > 0;) {
        said.append(text, n);
        if (said.find("under way at a time") != std::string::npos) *stop = 1;
    }
    std::fputs(said.c_str(), stdout);
}

int main() {
    int ends[2], *last_came = nullptr, *stop = nullptr;
    if (pipe(ends) != 0 || dup2(ends[1], STDERR_FILENO) < 0 || close(ends[1]) != 0) return 2;
    if (hipMalloc(&last_came, sizeof(int)) != hipSuccess || hipHostMalloc(&stop, sizeof(int)) != hipSuccess) return 2;
    if (hipMemset(last_came, 0, sizeof(int)) != hipSuccess) return 2;
    *stop = 0;
    std::thread listener(listen, ends[0], stop);
    first_waits<<<BLOCKS, 1>>>(last_came, stop);
    hipError_t error = hipDeviceSynchronize();
    std::printf("%s, %s\n", hipGetErrorName(error), *stop ? "told" : "not told");
    close(STDERR_FILENO);
    listener.join();
    return 0;
}
