// Many blocks at once, each with shared memory and values that outlive barriers: no block may touch what another keeps.
//
// On a CPU a block keeps these in a slot of scratch memory that it takes and gives back (`spirv_gen::passes::warp::fission`): two blocks with
// one slot give wrong sums here, now and then, so there are many.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

static const int threads = 256, blocks = 8192, rounds = 6;

__global__ void sums(const unsigned *in, unsigned *out) {
    __shared__ unsigned s[threads];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * threads + t];
    __syncthreads();
    for (unsigned step = threads / 2; step > 0; step /= 2) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// The same by shuffles; all threads but one end early.
__global__ void warps(const unsigned *in, unsigned *out) {
    __shared__ unsigned s[32];
    unsigned t = threadIdx.x, sum = in[blockIdx.x * threads + t];
    for (int step = warpSize / 2; step > 0; step /= 2) sum += __shfl_down(sum, step);
    if (t % warpSize == 0) s[t / warpSize] = sum;
    __syncthreads();
    if (t != 0) return;
    sum = 0;
    for (unsigned w = 0; w < blockDim.x / warpSize; ++w) sum += s[w];
    out[blockIdx.x] = sum;
}

int main() {
    std::vector<unsigned> in(threads * blocks), out(blocks);
    for (size_t i = 0; i < in.size(); ++i) in[i] = (unsigned)(i * 2654435761u >> 20);
    unsigned *device_in, *device_out;
    if (hipMalloc(&device_in, in.size() * 4) != hipSuccess || hipMalloc(&device_out, blocks * 4) != hipSuccess) return 1;
    if (hipMemcpy(device_in, in.data(), in.size() * 4, hipMemcpyHostToDevice) != hipSuccess) return 1;
    int wrong[2] = {0, 0};
    for (int round = 0; round < rounds * 2; ++round) {
        if (hipMemset(device_out, 0, blocks * 4) != hipSuccess) return 1;
        if (round % 2)
            warps<<<blocks, threads>>>(device_in, device_out);
        else
            sums<<<blocks, threads>>>(device_in, device_out);
        if (hipMemcpy(out.data(), device_out, blocks * 4, hipMemcpyDeviceToHost) != hipSuccess) return 1;
        for (int b = 0; b < blocks; ++b) {
            unsigned sum = 0;
            for (int t = 0; t < threads; ++t) sum += in[b * threads + t];
            wrong[round % 2] += sum != out[b];
        }
    }
    std::printf("RESULT name=sums ok=%d wrong=%d\n", wrong[0] == 0, wrong[0]);
    std::printf("RESULT name=warps ok=%d wrong=%d\n", wrong[1] == 0, wrong[1]);
    return wrong[0] || wrong[1];
}
