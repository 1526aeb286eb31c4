// zero_copy: the kernel works on the host's own memory (hipHostMalloc, mapped): nothing is copied. The arrays are found
// through a struct that lies in host memory too, with pointers as the host knows them.
// Usage: zero_copy [elements]
#include "../common/example.h"

struct Work {
    const int *in;
    int *out;
    int count;
};

__global__ void triple(const Work *work) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < work->count) work->out[i] = 3 * work->in[i] + 1;
}

int main(int argc, char **argv) {
    example::name() = "zero_copy";
    const int count = example::argument(argc, argv, 1, 300007);
    const int block = 256;

    int *in = nullptr, *out = nullptr;
    Work *work = nullptr;
    CHECK(hipHostMalloc(&in, count * sizeof(int), hipHostMallocMapped));
    CHECK(hipHostMalloc(&out, count * sizeof(int), hipHostMallocMapped | hipHostMallocPortable));
    CHECK(hipHostMalloc(&work, sizeof(Work), hipHostMallocMapped));
    for (int i = 0; i < count; ++i) in[i] = i;
    *work = Work{in, out, count};
    Work *device_work = nullptr;
    CHECK(hipHostGetDevicePointer((void **)&device_work, work, 0));

    const double ms = example::time_ms([&] {
        triple<<<example::blocks_for(count, block), block>>>(device_work);
        CHECK(hipGetLastError());
    });
    bool ok = true;
    for (int i = 0; i < count; ++i) ok = ok && out[i] == 3 * i + 1;

    // The host changes its memory; the next launch sees that without any copy.
    for (int i = 0; i < count; ++i) in[i] = -i;
    triple<<<example::blocks_for(count, block), block>>>(device_work);
    CHECK(hipGetLastError());
    CHECK(hipDeviceSynchronize());
    for (int i = 0; i < count; ++i) ok = ok && out[i] == 1 - 3 * i;
    if (!ok) std::fprintf(stderr, "the kernel's results did not arrive in host memory\n");

    CHECK(hipHostFree(in));
    CHECK(hipHostFree(out));
    CHECK(hipHostFree(work));
    return example::report(ok, "triple", ms, 2.0 * count * sizeof(int), 0);
}
