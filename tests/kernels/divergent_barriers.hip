// Barriers that not all warps of a block come to at the same place: AMD's hardware counts who has arrived, at whichever barrier, and does not count who
// has ended (CUDA's does so too). One RESULT line per form.
#include <hip/hip_runtime.h>

#include <cstdio>

static const int threads = 256, sums = 32;

enum Form { nested, then_all, on_both_sides, in_turns, after_an_end, in_a_loop, in_a_loop_then_all, in_a_row };

// a[t], t < 32: the sum of what all threads t, t + 32, ... bring.
template <Form form> __global__ void reduce(int *out) {
    __shared__ int a[threads], b[threads];
    const int t = threadIdx.x;
    a[t] = t;
    b[t] = 2 * t;
    __syncthreads();
    if constexpr (form == nested) {
        if (t < 128) {
            a[t] += a[t + 128];
            __syncthreads();
            if (t < 64) {
                a[t] += a[t + 64];
                __syncthreads();
                if (t < 32) a[t] += a[t + 32];
            }
        }
    } else if constexpr (form == then_all) {
        if (t < 128) {
            a[t] += a[t + 128];
            __syncthreads();
            if (t < 64) a[t] += a[t + 64];
        }
        __syncthreads();
        if (t < 32) a[t] += a[t + 32];
    } else if constexpr (form == on_both_sides) {
        if (t < 128) {
            a[t] += a[t + 128];
            __syncthreads();
        } else {
            __syncthreads();
        }
        if (t < 64) a[t] += a[t + 64];
        __syncthreads();
        if (t < 32) a[t] += a[t + 32];
    } else if constexpr (form == in_turns) {
        // One half brings what the other takes, twice, and the other way round between.
        if (t < 128) {
            b[t] = a[t] + a[t + 128];
            __syncthreads();
            __syncthreads();
            a[t] = b[t + 128];
            __syncthreads();
        } else {
            __syncthreads();
            b[t] = t < 192 ? b[t - 128] + b[t - 64] : 0;
            __syncthreads();
            __syncthreads();
        }
        if (t < 32) a[t] += a[t + 32];
    } else if constexpr (form == after_an_end) {
        if (t >= 128) return;
        a[t] += a[t + 128];
        __syncthreads();
        if (t < 64) a[t] += a[t + 64];
        __syncthreads();
        if (t < 32) a[t] += a[t + 32];
    } else {
        for (int s = 128; s > 16 && t < s; s /= 2) {
            a[t] += a[t + s];
            __syncthreads();
        }
        if constexpr (form != in_a_loop) __syncthreads();
        if constexpr (form == in_a_row) {
            for (int s = 128; s > 16 && t < s; s /= 2) {
                b[t] += b[t + s];
                __syncthreads();
            }
            __syncthreads();
            if (t < 32) a[t] += b[t] - 2 * a[t];
        }
    }
    if (t < sums) out[t] = a[t];
}

template <Form form> void check(const char *name) {
    int *device, host[sums];
    bool ok = hipMalloc(&device, sizeof host) == hipSuccess && hipMemset(device, 0, sizeof host) == hipSuccess;
    reduce<form><<<1, threads>>>(device);
    ok = ok && hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost) == hipSuccess;
    for (int t = 0; t < sums; t++) {
        int wanted = 0;
        for (int i = t; i < threads; i += sums) wanted += i;
        ok = ok && host[t] == wanted;
    }
    std::printf("RESULT name=divergent_barriers:%s ok=%d\n", name, ok);
    (void)hipFree(device);
}

int main() {
    check<nested>("nested");
    check<then_all>("then_all");
    check<on_both_sides>("on_both_sides");
    check<in_turns>("in_turns");
    check<after_an_end>("after_an_end");
    check<in_a_loop>("in_a_loop");
    check<in_a_loop_then_all>("in_a_loop_then_all");
    check<in_a_row>("in_a_row");
    return 0;
}
