// What a texture unit samples follows what is written to the array: copies of all kinds, surfaces, other streams; objects come and
// go, more of them than the texture table has slots. Nearest texels at their centres, so every device reads the same.
// also with: HIPVK_HARDWARE_TEXTURES=1
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

static int failures = 0;
#define HIP(call)                                                                                                      \
    do {                                                                                                               \
        hipError_t status = (call);                                                                                    \
        if (status != hipSuccess && failures++ < 20)                                                                   \
            std::printf("line %d: %s: %s\n", __LINE__, #call, hipGetErrorName(status));                                \
    } while (0)

constexpr int width = 20, height = 12, texels = width * height;

__global__ void sample(hipTextureObject_t t, float *out, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < w * h) out[i] = tex2D<float>(t, (float)(i % w) + 0.5f, (float)(i / w) + 0.5f);
}

__global__ void put(hipSurfaceObject_t s, float start, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < w * h) surf2Dwrite(start + (float)i, s, i % w * 4, i / w);
}

// Reads one texture and writes another array's surface: the next launch must see it.
__global__ void pass_on(hipTextureObject_t from, hipSurfaceObject_t to, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h) return;
    float v = tex2D<float>(from, (float)(i % w) + 0.5f, (float)(i / w) + 0.5f);
    surf2Dwrite(v + 1.0f, to, i % w * 4, i / w);
}

// The sum over many textures, whose handles lie in memory; each thread its own texel, and its own order of objects.
__global__ void sum(const hipTextureObject_t *all, int count, float *out, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h) return;
    float total = 0;
    for (int k = 0; k < count; ++k) total += tex2D<float>(all[(k + i) % count], (float)(i % w) + 0.5f, (float)(i / w) + 0.5f);
    out[i] = total;
}

__global__ void wait(long long ticks) {
    long long start = wall_clock64();
    while (wall_clock64() - start < ticks) {
    }
}

static std::vector<float> numbers(float start, int count = texels) {
    std::vector<float> all(count);
    for (int i = 0; i < count; ++i) all[i] = start + (float)i;
    return all;
}

struct Array {
    hipArray_t array = nullptr;
    int w, h;
    Array(int w = width, int h = height) : w(w), h(h) {
        hipChannelFormatDesc format = hipCreateChannelDesc<float>();
        HIP(hipMallocArray(&array, &format, w, h, hipArraySurfaceLoadStore));
    }
    ~Array() { HIP(hipFreeArray(array)); }
    hipResourceDesc resource() const {
        hipResourceDesc r = {};
        r.resType = hipResourceTypeArray;
        r.res.array.array = array;
        return r;
    }
    void fill(float start) {
        std::vector<float> host = numbers(start, w * h);
        HIP(hipMemcpy2DToArray(array, 0, 0, host.data(), w * 4, w * 4, h, hipMemcpyHostToDevice));
    }
};

struct Texture {
    hipTextureObject_t object = nullptr;
    explicit Texture(const Array &array) {
        hipResourceDesc r = array.resource();
        hipTextureDesc t = {};
        t.addressMode[0] = t.addressMode[1] = hipAddressModeClamp;
        HIP(hipCreateTextureObject(&object, &r, &t, nullptr));
    }
    Texture(const Texture &) = delete;
    ~Texture() { HIP(hipDestroyTextureObject(object)); }
};

struct Surface {
    hipSurfaceObject_t object = nullptr;
    explicit Surface(const Array &array) {
        hipResourceDesc r = array.resource();
        HIP(hipCreateSurfaceObject(&object, &r));
    }
    ~Surface() { HIP(hipDestroySurfaceObject(object)); }
};

struct Table {
    const char *name;
    int rows = 0, wrong = 0;
    float *out = nullptr, *pinned = nullptr;
    explicit Table(const char *name) : name(name) {
        HIP(hipMalloc(&out, 4 * texels * sizeof(float)));
        HIP(hipHostMalloc(&pinned, texels * sizeof(float)));
    }
    // The array as the texture shows it now.
    std::vector<float> shown(hipTextureObject_t t, int w = width, int h = height, hipStream_t stream = nullptr) {
        std::vector<float> got(w * h);
        HIP(hipMemsetAsync(out, 0x7b, w * h * 4, stream));
        sample<<<(w * h + 63) / 64, 64, 0, stream>>>(t, out, w, h);
        HIP(hipMemcpyAsync(got.data(), out, w * h * 4, hipMemcpyDeviceToHost, stream));
        HIP(hipStreamSynchronize(stream));
        return got;
    }
    void expect(const std::vector<float> &got, const std::vector<float> &want, const char *what) {
        rows++;
        if (got == want) return;
        size_t at = 0;
        while (at + 1 < want.size() && got[at] == want[at]) at++;
        if (wrong++ < 10) std::printf("%s, %s: texel %zu is %g instead of %g\n", name, what, at, got[at], want[at]);
    }
    ~Table() {
        HIP(hipFree(out));
        HIP(hipHostFree(pinned));
        std::printf("RESULT name=%s ok=%d rows=%d wrong=%d\n", name, wrong == 0 && rows > 0, rows, wrong);
        failures += wrong;
    }
};

static void copies() {
    Table table("texture_unit_copies");
    Array array, other;
    array.fill(1);
    Texture texture(array);
    table.expect(table.shown(texture.object), numbers(1), "filled before the object was made");
    table.expect(table.shown(texture.object), numbers(1), "unchanged");
    array.fill(1000);
    table.expect(table.shown(texture.object), numbers(1000), "hipMemcpy2DToArray");
    std::vector<float> host = numbers(2000), want = host;
    HIP(hipMemcpyToArray(array.array, 0, 0, host.data(), texels * 4, hipMemcpyHostToDevice));
    table.expect(table.shown(texture.object), want, "hipMemcpyToArray");
    // A part: two rows of three texels.
    std::vector<float> part = numbers(5000, 6);
    HIP(hipMemcpy2DToArray(array.array, 4 * 4, 3, part.data(), 12, 12, 2, hipMemcpyHostToDevice));
    for (int i = 0; i < 6; ++i) want[(3 + i / 3) * width + 4 + i % 3] = part[i];
    table.expect(table.shown(texture.object), want, "a part of the array");
    float *memory;
    HIP(hipMalloc(&memory, texels * 4));
    want = numbers(3000);
    HIP(hipMemcpy(memory, want.data(), texels * 4, hipMemcpyHostToDevice));
    HIP(hipMemcpy2DToArray(array.array, 0, 0, memory, width * 4, width * 4, height, hipMemcpyDeviceToDevice));
    table.expect(table.shown(texture.object), want, "from device memory");
    want = numbers(4000);
    std::memcpy(table.pinned, want.data(), texels * 4);
    HIP(hipMemcpy2DToArrayAsync(array.array, 0, 0, table.pinned, width * 4, width * 4, height, hipMemcpyHostToDevice, nullptr));
    table.expect(table.shown(texture.object), want, "asynchronously");
    other.fill(6000);
    HIP(hipMemcpy2DArrayToArray(array.array, 0, 0, other.array, 0, 0, width * 4, height, hipMemcpyDeviceToDevice));
    table.expect(table.shown(texture.object), numbers(6000), "from another array");
    want = numbers(7000);
    hipMemcpy3DParms copy = {};
    copy.srcPtr = make_hipPitchedPtr(want.data(), width * 4, width, height);
    copy.dstArray = array.array;
    copy.extent = make_hipExtent(width, height, 1);
    copy.kind = hipMemcpyHostToDevice;
    HIP(hipMemcpy3D(&copy));
    table.expect(table.shown(texture.object), want, "hipMemcpy3D");
    // Without looking in between.
    for (int start : {1, 2, 3}) array.fill(start);
    Texture second(array);
    table.expect(table.shown(second.object), numbers(3), "three copies, a new object");
    HIP(hipFree(memory));
}

static void surfaces() {
    Table table("texture_unit_surfaces");
    Array array, other;
    array.fill(1);
    other.fill(2);
    Texture texture(array), of_other(other);
    Surface surface(array);
    table.expect(table.shown(texture.object), numbers(1), "before");
    put<<<(texels + 63) / 64, 64>>>(surface.object, 100.0f, width, height);
    table.expect(table.shown(texture.object), numbers(100), "written by a kernel");
    table.expect(table.shown(of_other.object), numbers(2), "the other array");
    {
        Surface second(other);
        put<<<(texels + 63) / 64, 64>>>(second.object, 200.0f, width, height);
    }
    table.expect(table.shown(of_other.object), numbers(200), "written, and the surface is gone");
    Surface second(other);
    for (int round = 0; round < 3; ++round) {
        pass_on<<<(texels + 63) / 64, 64>>>(texture.object, second.object, width, height);
        pass_on<<<(texels + 63) / 64, 64>>>(of_other.object, surface.object, width, height);
    }
    table.expect(table.shown(texture.object), numbers(106), "to and fro");
    table.expect(table.shown(of_other.object), numbers(105), "to and fro, the other");
}

static void streams() {
    Table table("texture_unit_streams");
    hipStream_t a, b;
    hipEvent_t event;
    HIP(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
    HIP(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
    HIP(hipEventCreateWithFlags(&event, hipEventDisableTiming));
    Array array;
    array.fill(1);
    Texture texture(array);
    Surface surface(array);
    table.expect(table.shown(texture.object, width, height, a), numbers(1), "first");
    int rate = 0;
    HIP(hipDeviceGetAttribute(&rate, hipDeviceAttributeWallClockRate, 0));
    for (int round = 0; round < 4; ++round) {
        // Written late in a; b waits for it by an event, and then a reads what b's launch had refreshed.
        const float start = 1000.0f * (float)(round + 1);
        std::vector<float> want = numbers(start);
        std::memcpy(table.pinned, want.data(), texels * 4);
        wait<<<1, 1, 0, a>>>((long long)rate * 5);
        if (round % 2 == 0)
            HIP(hipMemcpy2DToArrayAsync(array.array, 0, 0, table.pinned, width * 4, width * 4, height, hipMemcpyHostToDevice, a));
        else
            put<<<(texels + 63) / 64, 64, 0, a>>>(surface.object, start, width, height);
        HIP(hipEventRecord(event, a));
        HIP(hipStreamWaitEvent(b, event, 0));
        // A launch in a third stream that reads another array meanwhile must not make the shadow clean too early.
        Array unrelated;
        unrelated.fill(7);
        {
            Texture of_unrelated(unrelated);
            table.expect(table.shown(of_unrelated.object), numbers(7), "another array meanwhile");
        }
        std::vector<float> in_b(texels), in_a(texels);
        sample<<<(texels + 63) / 64, 64, 0, b>>>(texture.object, table.out, width, height);
        sample<<<(texels + 63) / 64, 64, 0, a>>>(texture.object, table.out + texels, width, height);
        HIP(hipStreamSynchronize(b));
        HIP(hipStreamSynchronize(a));
        HIP(hipMemcpy(in_b.data(), table.out, texels * 4, hipMemcpyDeviceToHost));
        HIP(hipMemcpy(in_a.data(), table.out + texels, texels * 4, hipMemcpyDeviceToHost));
        table.expect(in_b, want, "the stream that waited");
        table.expect(in_a, want, "the stream that wrote");
    }
    // Each stream its own array, many rounds, nobody waits for the other.
    Array arrays[2];
    Texture first(arrays[0]), second(arrays[1]);
    const hipTextureObject_t objects[2] = {first.object, second.object};
    const hipStream_t both[2] = {a, b};
    std::vector<float> sources[2] = {numbers(0), numbers(0)};
    float *out[2] = {table.out, table.out + texels};
    for (int round = 0; round < 20; ++round)
        for (int k : {0, 1}) {
            sources[k] = numbers((float)(round * 100 + k * 10));
            HIP(hipMemcpy2DToArrayAsync(arrays[k].array, 0, 0, sources[k].data(), width * 4, width * 4, height,
                                        hipMemcpyHostToDevice, both[k]));
            sample<<<(texels + 63) / 64, 64, 0, both[k]>>>(objects[k], out[k], width, height);
        }
    HIP(hipDeviceSynchronize());
    for (int k : {0, 1}) {
        std::vector<float> got(texels);
        HIP(hipMemcpy(got.data(), out[k], texels * 4, hipMemcpyDeviceToHost));
        table.expect(got, sources[k], "an array for each stream");
    }
    HIP(hipEventDestroy(event));
    HIP(hipStreamDestroy(a));
    HIP(hipStreamDestroy(b));
}

constexpr int side = 4, cells = side * side;

// Sums over textures of which not all have slots.
static std::vector<float> total(Table &table, const std::vector<hipTextureObject_t> &all) {
    std::vector<float> got(cells);
    hipTextureObject_t *device_all;
    HIP(hipMalloc(&device_all, all.size() * sizeof all[0]));
    HIP(hipMemcpy(device_all, all.data(), all.size() * sizeof all[0], hipMemcpyHostToDevice));
    HIP(hipMemset(table.out, 0x7b, cells * 4));
    sum<<<1, cells>>>(device_all, (int)all.size(), table.out, side, side);
    HIP(hipMemcpy(got.data(), table.out, cells * 4, hipMemcpyDeviceToHost));
    HIP(hipFree(device_all));
    return got;
}

static void many() {
    Table table("texture_unit_many");
    // Slots are used again: more objects, one after the other, than the table has.
    {
        Array array(side, side);
        int bad = 0;
        for (int i = 0; i < 5000; ++i) {
            if (i % 500 == 0) array.fill((float)i);
            Texture texture(array);
            if (i % 250 == 1) bad += table.shown(texture.object, side, side) != numbers((float)(i / 500 * 500), cells);
        }
        table.expect({(float)bad}, {0}, "5000 objects one after the other");
    }
    // More at a time than the table has: the rest is sampled by code, in the same kernel.
    constexpr int count = 4200;
    Array arrays[3] = {Array(side, side), Array(side, side), Array(side, side)};
    for (int k = 0; k < 3; ++k) arrays[k].fill((float)(k * 100));
    std::vector<hipTextureObject_t> all(count);
    std::vector<Texture *> textures;
    for (int i = 0; i < count; ++i) {
        textures.push_back(new Texture(arrays[i % 3]));
        all[i] = textures.back()->object;
    }
    auto wanted = [&](float third) {
        std::vector<float> want(cells);
        for (int i = 0; i < cells; ++i) want[i] = (float)(count / 3) * ((float)(3 * i + 100) + third);
        return want;
    };
    table.expect(total(table, all), wanted(200), "more objects than slots");
    arrays[2].fill(300);
    table.expect(total(table, all), wanted(300), "more objects than slots, one array changed");
    table.expect(table.shown(all[count - 1], side, side), numbers(300, cells), "one without a slot");
    table.expect(table.shown(all[2], side, side), numbers(300, cells), "one with a slot");
    for (Texture *texture : textures) delete texture;
    Texture last(arrays[2]);
    table.expect(table.shown(last.object, side, side), numbers(300, cells), "after all were destroyed");
}

// More arrays than there may be images of.
static void many_arrays() {
    Table table("texture_unit_many_arrays");
    constexpr int count = 1100;
    std::vector<Array *> arrays;
    std::vector<Texture *> textures;
    std::vector<hipTextureObject_t> all;
    for (int k = 0; k < count; ++k) {
        arrays.push_back(new Array(side, side));
        arrays.back()->fill((float)(k % 10));
        textures.push_back(new Texture(*arrays.back()));
        all.push_back(textures.back()->object);
    }
    std::vector<float> want(cells);
    for (int i = 0; i < cells; ++i) want[i] = (float)count * (4.5f + (float)i);
    table.expect(total(table, all), want, "the sum over all");
    for (int k : {0, count - 1}) arrays[k]->fill((float)(k % 10 + 100));
    for (float &v : want) v += 200;
    table.expect(total(table, all), want, "the first and the last changed");
    for (Texture *texture : textures) delete texture;
    for (Array *array : arrays) delete array;
}

int main() {
    copies();
    surfaces();
    streams();
    many();
    many_arrays();
    return failures == 0 ? 0 : 1;
}
