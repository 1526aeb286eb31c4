// One allocation beyond what a Vulkan buffer or allocation may be: one range of addresses for kernels, copies, fills, textures and questions.
//
// also with: HIPVK_LARGEST_BUFFER=16
// also with: HIPVK_LARGEST_BUFFER=64 HIPVK_DEVICE_COPIES=2
//
// On lavapipe memory is the machine's, and a page that nobody touches costs nothing: there only the ends and what lies around every
// border (1 GiB, or HIPVK_LARGEST_BUFFER) are touched. On a GPU, and where buffers are small, every byte is. `large_allocation GIB` asks for a
// size; without, a GPU gets half of what is free, up to 40 GiB.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <vector>

typedef unsigned char byte;

static int failures = 0, checks = 0;
#define TRUE(condition)                                                          \
    do {                                                                         \
        ++checks;                                                                \
        if (!(condition) && ++failures < 20) std::printf("line %d: not true: %s\n", __LINE__, #condition); \
    } while (0)
#define OK(call)                                                                                                   \
    do {                                                                                                           \
        hipError_t error_ = (call);                                                                                \
        ++checks;                                                                                                  \
        if (error_ != hipSuccess && ++failures < 20) std::printf("line %d: %s gave %s\n", __LINE__, #call, hipGetErrorName(error_)); \
    } while (0)

// A byte that says where it is.
__host__ __device__ byte pattern(size_t at) { return (byte)((at * 0x9e3779b97f4a7c15ull) >> 56) | 1; }

__global__ void write_pattern(byte *base, size_t from, size_t count) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) base[from + i] = pattern(from + i);
}

// Bytes of `at` that are not the pattern's from `from` on; with a `value` of 0 or more, that are not this value.
__global__ void count_wrong(const byte *at, size_t from, size_t count, int value, unsigned long long *wrong) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
        mine += at[i] != (value >= 0 ? (byte)value : pattern(from + i));
    if (mine) atomicAdd(wrong, mine);
}

static unsigned long long *counter;

static bool device_sees(const byte *at, size_t from, size_t count, int value = -1) {
    unsigned long long wrong = 1;
    OK(hipMemset(counter, 0, sizeof *counter));
    count_wrong<<<(unsigned)std::min<size_t>((count + 255) / 256, 4096), 256>>>(at, from, count, value, counter);
    OK(hipMemcpy(&wrong, counter, sizeof wrong, hipMemcpyDeviceToHost));
    return wrong == 0;
}

static bool host_sees(const byte *at, size_t from, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (at[i] != pattern(from + i)) return false;
    return true;
}

static void put(byte *base, size_t from, size_t count) {
    write_pattern<<<(unsigned)std::min<size_t>((count + 255) / 256, 4096), 256>>>(base, from, count);
}

// What happens at one border between two parts; `base` and `size` are the allocation's.
static void border(byte *base, size_t size, size_t border, size_t other) {
    const size_t half = 100000, odd = 12345;
    size_t from = border - half;
    std::vector<byte> host(2 * half);
    put(base, from, 2 * half);
    OK(hipMemcpy(host.data(), base + from, host.size(), hipMemcpyDeviceToHost));
    TRUE(host_sees(host.data(), from, host.size()));
    // From the host, misaligned; small enough to travel inside a command, and larger.
    for (size_t count : {(size_t)64, (size_t)3001, half}) {
        OK(hipMemset(base + from, 0, 2 * half));
        OK(hipMemcpy(base + border - count / 2, host.data() + half - count / 2, count, hipMemcpyHostToDevice));
        TRUE(device_sees(base + border - count / 2, border - count / 2, count));
        TRUE(device_sees(base + from, 0, half - count / 2, 0));
    }
    // Device to device, both sides across a border, at different distances from it.
    put(base, from, 2 * half);
    byte *target = base + other - half / 2 - odd;
    OK(hipMemcpy(target, base + from, half + odd, hipMemcpyDeviceToDevice));
    TRUE(device_sees(target, from, half + odd));
    // The same in an order that has to be kept.
    hipStream_t stream;
    OK(hipStreamCreate(&stream));
    OK(hipMemsetAsync(target, 9, half, stream));
    OK(hipMemcpyAsync(target + 1, base + border - 300, 600, hipMemcpyDeviceToDevice, stream));
    OK(hipStreamSynchronize(stream));
    OK(hipStreamDestroy(stream));
    TRUE(device_sees(target + 1, border - 300, 600));
    TRUE(device_sees(target + 601, 0, half - 601, 9));
    // Fills of every width, whose ends are no words.
    put(base, from, 2 * half);
    OK(hipMemset(base + border - 1003, 0x5a, 2009));
    TRUE(device_sees(base + border - 1003, 0, 2009, 0x5a));
    TRUE(device_sees(base + from, from, half - 1003) && device_sees(base + border + 1006, border + 1006, half - 1006));
    OK(hipMemsetD32((hipDeviceptr_t)(base + border - 4000), 0x77777777, 2000));
    TRUE(device_sees(base + border - 4000, 0, 8000, 0x77));
    // Rows: some end in one part and go on in the next.
    const size_t pitch = 1000, width = 700, rows = 101, first = border - 50 * pitch - 350;
    put(base, from, 2 * half);
    OK(hipMemset2D(base + first, pitch, 0x33, width, rows));
    for (size_t row : {(size_t)0, (size_t)49, (size_t)50, (size_t)51, rows - 1}) {
        TRUE(device_sees(base + first + row * pitch, 0, width, 0x33));
        TRUE(device_sees(base + first + row * pitch + width, first + row * pitch + width, pitch - width));
    }
    put(base, from, 2 * half);
    std::vector<byte> packed(width * rows);
    OK(hipMemcpy2D(packed.data(), width, base + first, pitch, width, rows, hipMemcpyDeviceToHost));
    for (size_t row = 0; row < rows; ++row) TRUE(host_sees(&packed[row * width], first + row * pitch, width));
    OK(hipMemset(target, 0, half));
    OK(hipMemcpy2D(target, 900, base + first, pitch, width, rows, hipMemcpyDeviceToDevice));
    for (size_t row : {(size_t)0, (size_t)50, rows - 1}) TRUE(device_sees(target + row * 900, first + row * pitch, width));
    // Slices.
    hipMemcpy3DParms box = {};
    box.srcPtr = make_hipPitchedPtr(base + first, pitch, width, 20);
    box.dstPtr = make_hipPitchedPtr(target, 800, width, 30);
    box.extent = make_hipExtent(width, 20, 5);
    box.kind = hipMemcpyDeviceToDevice;
    OK(hipMemset(target, 0, half));
    OK(hipMemcpy3D(&box));
    for (size_t slice : {0, 2, 4})
        for (size_t row : {0, 19})
            TRUE(device_sees(target + (slice * 30 + row) * 800, first + (slice * 20 + row) * pitch, width));
    // Questions.
    hipDeviceptr_t start = nullptr;
    size_t length = 0;
    OK(hipMemGetAddressRange(&start, &length, (hipDeviceptr_t)(base + border)));
    TRUE(start == base && length == size);
    hipPointerAttribute_t attributes;
    OK(hipPointerGetAttributes(&attributes, base + border + 1));
    TRUE(attributes.devicePointer == base + border + 1 && attributes.type == hipMemoryTypeDevice);
}

static void ends(byte *base, size_t size) {
    put(base, 0, 1);
    put(base, size - 1, 1);
    byte last = 0;
    OK(hipMemcpy(&last, base + size - 1, 1, hipMemcpyDeviceToHost));
    TRUE(last == pattern(size - 1) && device_sees(base, 0, 1));
    byte beyond[2] = {};
    TRUE(hipMemcpy(beyond, base + size - 1, 2, hipMemcpyDeviceToHost) == hipErrorInvalidValue);
    // The next byte may be another allocation's, on NVIDIA's driver it is `counter`'s.
    hipDeviceptr_t start = nullptr;
    size_t length = 0;
    const bool nobodys = hipMemGetAddressRange(&start, &length, (hipDeviceptr_t)(base + size)) != hipSuccess;
    TRUE(nobodys ? hipMemcpy(&last, base + size, 1, hipMemcpyDeviceToHost) == hipErrorInvalidValue : start == base + size);
    TRUE(hipMemset(base + 1, 0, size) == hipErrorInvalidValue);
    TRUE(hipMemcpy(base + size - 10, base, 11, hipMemcpyDeviceToDevice) == hipErrorInvalidValue);
}

// Every byte: written by a kernel, filled, and copied, half to half.
static void whole(byte *base, size_t size) {
    put(base, 0, size);
    TRUE(device_sees(base, 0, size));
    size_t half = size / 2 - 77;
    OK(hipMemcpy(base + size - half, base, half, hipMemcpyDeviceToDevice));
    TRUE(device_sees(base + size - half, 0, half));
    TRUE(device_sees(base, 0, size - half));
    OK(hipMemset(base + 3, 0x42, size - 3));
    TRUE(device_sees(base + 3, 0, size - 3, 0x42) && device_sees(base, 0, 3));
}

__global__ void fetch(hipTextureObject_t texture, float *out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }
__global__ void sample(hipTextureObject_t texture, float4 *out, int x, int y, int z) { *out = tex3D<float4>(texture, x, y, z); }

static void textures(byte *base, size_t border, size_t array_bytes) {
    std::vector<float> values(512), seen(512);
    for (int i = 0; i < 512; ++i) values[i] = (float)i * 3 + 1;
    float *at = (float *)(base + border - 1024), *out;
    OK(hipMalloc(&out, 512 * sizeof(float)));
    OK(hipMemset(out, 0, 512 * sizeof(float)));
    OK(hipMemcpy(at, values.data(), 512 * sizeof(float), hipMemcpyHostToDevice));
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeLinear;
    resource.res.linear.devPtr = at;
    resource.res.linear.desc = hipCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 512 * sizeof(float);
    hipTextureDesc how = {};
    hipTextureObject_t texture = 0;
    OK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
    fetch<<<1, 512>>>(texture, out);
    OK(hipMemcpy(seen.data(), out, 512 * sizeof(float), hipMemcpyDeviceToHost));
    TRUE(seen == values);
    OK(hipDestroyTextureObject(texture));
    // An array of three dimensions that is larger than a part.
    size_t side = 512, depth = array_bytes / (side * side * sizeof(float4)) + 1;
    hipChannelFormatDesc texels = hipCreateChannelDesc<float4>();
    hipArray_t array = nullptr;
    hipError_t made = hipMalloc3DArray(&array, &texels, make_hipExtent(side, side, depth), hipArrayDefault);
    OK(made);
    if (made != hipSuccess) return;
    for (size_t z : {(size_t)0, depth / 2, depth - 1}) {
        float4 value = {1.5f, (float)z, -3, 4}, got = {};
        hipMemcpy3DParms one = {};
        one.srcPtr = make_hipPitchedPtr(&value, sizeof value, 1, 1);
        one.dstArray = array;
        one.dstPos = make_hipPos(side - 1, side - 2, z);
        one.extent = make_hipExtent(1, 1, 1);
        one.kind = hipMemcpyHostToDevice;
        OK(hipMemcpy3D(&one));
        hipResourceDesc of = {};
        of.resType = hipResourceTypeArray;
        of.res.array.array = array;
        OK(hipCreateTextureObject(&texture, &of, &how, nullptr));
        sample<<<1, 1>>>(texture, (float4 *)out, (int)side - 1, (int)side - 2, (int)z);
        OK(hipMemcpy(&got, out, sizeof got, hipMemcpyDeviceToHost));
        TRUE(got.x == 1.5f && got.y == (float)z && got.z == -3 && got.w == 4);
        OK(hipDestroyTextureObject(texture));
    }
    OK(hipFreeArray(array));
    OK(hipFree(out));
}

// Memory that host and device see: the same bytes at the same place.
static void shared(byte *memory, size_t size, size_t border) {
    byte *device = nullptr;
    OK(hipHostGetDevicePointer((void **)&device, memory, 0));
    for (size_t at : {(size_t)0, border - 500, size - 1000}) {
        put(device, at, 1000);
        OK(hipDeviceSynchronize());
        TRUE(host_sees(memory + at, at, 1000));
        for (size_t i = 0; i < 1000; ++i) memory[at + i] = pattern(at + i + 1);
        TRUE(device_sees(device + at, at + 1, 1000));
    }
}

int main(int count, char **arguments) {
    hipDeviceProp_t properties;
    size_t free_before, free_after, total;
    if (hipGetDeviceProperties(&properties, 0) != hipSuccess || hipMemGetInfo(&free_before, &total) != hipSuccess) return 1;
    const char *largest = std::getenv("HIPVK_LARGEST_BUFFER");
    const size_t gib = (size_t)1 << 30, part = largest ? (size_t)std::atoi(largest) << 20 : gib;
    const bool cpu = std::strstr(properties.name, "llvmpipe") != nullptr, all = !cpu || largest;
    size_t size = 5 * gib + 12345;
    if (largest) size = part * 6 + 12345;
    else if (count > 1) size = (size_t)(std::atof(arguments[1]) * gib);
    else if (!cpu) size = std::min(40 * gib, free_before / 2);
    size = std::min(size, free_before / 10 * 9);
    // A pitched or three-dimensional one, and what the host sees.
    const size_t other = largest ? part * 2 + 1000 : std::min(size, 4 * gib + (gib >> 1));
    std::printf("%s: %.2f GiB free of %.2f, asking for %.2f\n", properties.name, (double)free_before / gib, (double)total / gib, (double)size / gib);
    OK(hipMalloc(&counter, sizeof *counter));

    byte *base = (byte *)1;
    hipError_t made = hipMalloc(&base, size);
    OK(made);
    if (made != hipSuccess) return 1;
    OK(hipMemGetInfo(&free_after, &total));
    TRUE(largest || free_after < free_before - size / 2);
    ends(base, size);
    size_t last = 2 * part;
    for (size_t at = part; at + 200000 < size; at += part) {
        border(base, size, at, last);
        last = at;
    }
    if (all) whole(base, size);
    textures(base, last, other);
    int devices = 1;
    OK(hipGetDeviceCount(&devices));
    if (devices > 1) {
        byte *peer = nullptr;
        OK(hipSetDevice(1));
        OK(hipMalloc(&peer, 3 * part));
        OK(hipSetDevice(0));
        put(base, last - 2000, 4000);
        OK(hipDeviceSynchronize());
        OK(hipMemcpyPeer(peer + part - 1500, 1, base + last - 2000, 0, 4000));
        OK(hipMemset(base + last - 2000, 0, 4000));
        OK(hipMemcpyPeer(base + last - 2000, 0, peer + part - 1500, 1, 4000));
        TRUE(device_sees(base + last - 2000, last - 2000, 4000));
        OK(hipFree(peer));
    }
    OK(hipFree(base));

    byte *rows = nullptr;
    size_t pitch = 0, width = 60001, height = other / 60160 + 1;
    OK(hipMallocPitch((void **)&rows, &pitch, width, height));
    if (rows) {
        TRUE(pitch >= width);
        ends(rows + (height - 1) * pitch, pitch);
        OK(hipFree(rows));
    }
    hipPitchedPtr slices = {};
    OK(hipMalloc3D(&slices, make_hipExtent(60001, 1000, other / 60160 / 1000 + 1)));
    if (slices.ptr) {
        put((byte *)slices.ptr, slices.pitch * 1000 * (other / 60160 / 1000 + 1) - 100, 100);
        OK(hipDeviceSynchronize());
        OK(hipFree(slices.ptr));
    }
    byte *seen = nullptr;
    OK(hipHostMalloc((void **)&seen, other));
    if (seen) shared(seen, other, part), (void)hipHostFree(seen);
    OK(hipMallocManaged((void **)&seen, other));
    if (seen) shared(seen, other, part), (void)hipFree(seen);

    if (cpu) {
        // The program's own pages (a GPU would pin them all).
        void *pages = mmap(nullptr, other, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        TRUE(pages != MAP_FAILED);
        OK(hipHostRegister(pages, other, hipHostRegisterDefault));
        shared((byte *)pages, other, part);
        OK(hipHostUnregister(pages));
        munmap(pages, other);
    }

    // More than there is: an error and null, at once or when the sum is too much, and never a process that is killed.
    std::vector<void *> held;
    void *more = &held;
    TRUE(hipMalloc(&more, total * 4) == hipErrorOutOfMemory && more == nullptr);
    hipError_t error = hipSuccess;
    for (int i = 0; i < 8 && error == hipSuccess; ++i) {
        more = &held;
        error = hipMalloc(&more, total / 4);
        if (error == hipSuccess) held.push_back(more);
    }
    TRUE(error == hipErrorOutOfMemory && more == nullptr && held.size() <= 4);
    for (void *memory : held) OK(hipFree(memory));
    OK(hipMalloc(&more, total / 16));
    OK(hipFree(more));
    std::printf("RESULT name=large_allocation ok=%d wrong=%d of %d\n", failures == 0, failures, checks);
    return failures != 0;
}
