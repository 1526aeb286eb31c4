// Calls what CuPy's modules call of ROCm's tracers; linked with libraries of their names and versions, run with ours (tests/rocm_abi.rs).
#include <cstdio>

extern "C" {
void roctracer_start();
void roctracer_stop();
int roctxRangePushA(const char *);
int roctxRangePop();
}

int main() {
    roctracer_start();
    int pushed = roctxRangePushA("range");
    int popped = roctxRangePop();
    roctracer_stop();
    std::printf("%d %d\n", pushed, popped);
}
