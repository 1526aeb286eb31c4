// Cooperative grids on several devices: barriers over all of them (`this_multi_grid().sync()`), ranks, order with other work, and what
// is refused. With one device every list has one entry.
//
// also with: HIPVK_DEVICE_COPIES=2
// also with: HIPVK_DEVICE_COPIES=3
// also with: HIPVK_DEVICE_COPIES=2 HIPVK_GRID_RELAY=1
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

namespace cg = cooperative_groups;

static const int most = 8, rounds = 30;
static int devices = 0;

// A row of numbers for each grid. Each round every thread takes what the next grid's next thread wrote in the round before.
struct Rows {
    unsigned *a[most], *b[most];
};

__global__ void ring(Rows rows, int turns) {
    cg::multi_grid_group all = cg::this_multi_grid();
    cg::grid_group grid = cg::this_grid();
    const unsigned r = all.grid_rank(), from = (r + 1) % all.num_grids(), i = grid.thread_rank(), n = grid.size();
    for (int t = 0; t < turns; t++) {
        unsigned *in = t % 2 ? rows.b[from] : rows.a[from], *out = t % 2 ? rows.a[r] : rows.b[r];
        out[i] = in[(i + blockDim.x) % n] * 3 + t + r;
        if (t % 3 == 2) grid.sync();
        all.sync();
    }
}

struct Facts {
    unsigned grids, grid, size, rank, base_rank, named_rank, valid;
};

__global__ void facts(Facts *out) {
    cg::multi_grid_group all = cg::this_multi_grid();
    cg::thread_group base = all;
    Facts f = {all.num_grids(), all.grid_rank(), all.size(), all.thread_rank(), base.thread_rank(), cg::thread_rank(all),
               all.is_valid() && cg::is_valid(all) && base.size() == all.size()};
    base.sync();
    out[cg::this_grid().thread_rank()] = f;
}

// In an ordinary cooperative launch there is no multi-grid.
__global__ void single(unsigned *out) { *out = cg::this_multi_grid().is_valid() ? 2 : cg::this_grid().is_valid(); }

__global__ void slow(unsigned *mark, int turns) {
    unsigned x = 1;
    for (int t = 0; t < turns; t++) x = x * 1664525 + 1013904223;
    *mark = x | 1;
}

// Each grid notes whether it saw the mark of what was launched before, in whatever stream.
__global__ void after(const unsigned *mark, unsigned *seen) {
    if (cg::this_grid().thread_rank() == 0) seen[cg::this_multi_grid().grid_rank()] = *mark != 0;
}

__global__ void leave(unsigned *out) {
    cg::multi_grid_group all = cg::this_multi_grid();
    if (all.grid_rank() + 1 == all.num_grids()) return;
    all.sync();
    // Of a block whose first thread has ended the others go on.
    if (threadIdx.x == 0) *out = 1;
}

static bool report(const char *name, bool ok) {
    printf("RESULT name=multi_grid kernel=%s ok=%d\n", name, ok);
    return ok;
}

template <typename T> static T *memory(size_t count) {
    T *place = nullptr;
    if (hipHostMalloc(&place, count * sizeof(T), hipHostMallocPortable) != hipSuccess) exit(1);
    for (size_t i = 0; i < count; i++) place[i] = T();
    return place;
}

// A list of launches, one for each device, with arguments that live as long as it does.
struct List {
    std::vector<hipLaunchParams> launches;
    std::vector<void *> pointers; // one argument each
    std::vector<void *> args;

    List(void (*kernel)(unsigned *), dim3 grid, dim3 block, unsigned *out) : List((void *)kernel, grid, block) {
        for (int d = 0; d < devices; d++) argument(d, out);
    }
    List(const void *kernel, dim3 grid, dim3 block) : launches(devices), pointers(devices), args(devices) {
        for (int d = 0; d < devices; d++) {
            launches[d].func = (void *)kernel;
            launches[d].gridDim = grid;
            launches[d].blockDim = block;
            if (hipSetDevice(d) != hipSuccess || hipStreamCreate(&launches[d].stream) != hipSuccess) exit(1);
        }
    }
    List(const List &) = delete;
    ~List() {
        for (auto &launch : launches) (void)hipStreamDestroy(launch.stream);
    }
    void argument(int device, void *value) {
        pointers[device] = value;
        args[device] = &pointers[device];
        launches[device].args = &args[device];
    }
    hipError_t launch(unsigned flags = 0) { return hipLaunchCooperativeKernelMultiDevice(launches.data(), int(launches.size()), flags); }
    bool wait() {
        bool ok = true;
        for (auto &launch : launches) ok &= hipStreamSynchronize(launch.stream) == hipSuccess;
        return ok;
    }
};

static bool rings(int blocks, int threads, unsigned flags, bool backwards) {
    const unsigned n = blocks * threads;
    Rows rows;
    std::vector<std::vector<unsigned>> now(devices, std::vector<unsigned>(n)), next = now;
    for (int r = 0; r < devices; r++) {
        (void)hipSetDevice(r);
        rows.a[r] = memory<unsigned>(n), rows.b[r] = memory<unsigned>(n);
        for (unsigned i = 0; i < n; i++) rows.a[r][i] = now[r][i] = i * 7 + r * 1000 + 1;
    }
    int turns = rounds;
    void *args[] = {&rows, &turns};
    List list((const void *)ring, dim3(blocks), dim3(threads));
    for (auto &launch : list.launches) launch.args = args;
    // Ranks are places in the list, whatever the devices' numbers.
    if (backwards) list.launches = std::vector<hipLaunchParams>(list.launches.rbegin(), list.launches.rend());
    bool ok = list.launch(flags) == hipSuccess;
    ok &= list.wait();
    for (int t = 0; t < turns; t++) {
        for (int r = 0; r < devices; r++)
            for (unsigned i = 0; i < n; i++) next[r][i] = now[(r + 1) % devices][(i + threads) % n] * 3 + t + r;
        now.swap(next);
    }
    for (int r = 0; r < devices; r++) {
        const unsigned *result = turns % 2 ? rows.b[r] : rows.a[r];
        for (unsigned i = 0; i < n; i++) ok &= result[i] == now[r][i];
        (void)hipHostFree(rows.a[r]), (void)hipHostFree(rows.b[r]);
    }
    return ok;
}

// Grids and blocks of different shapes.
static bool shapes() {
    const dim3 grids[] = {dim3(2, 1, 1), dim3(1, 2, 2), dim3(3)}, blocks[] = {dim3(8, 4, 2), dim3(33), dim3(1, 5, 3)};
    List list((const void *)facts, dim3(1), dim3(1));
    std::vector<Facts *> out(devices);
    std::vector<unsigned> threads(devices);
    unsigned all = 0;
    for (int d = 0; d < devices; d++) {
        const dim3 g = grids[d % 3], b = blocks[d % 3];
        list.launches[d].gridDim = g, list.launches[d].blockDim = b;
        threads[d] = g.x * g.y * g.z * b.x * b.y * b.z;
        all += threads[d];
        (void)hipSetDevice(d);
        list.argument(d, out[d] = memory<Facts>(threads[d]));
    }
    bool ok = list.launch() == hipSuccess;
    unsigned first = 0;
    for (int d = 0; d < devices; first += threads[d++]) {
        for (unsigned i = 0; i < threads[d]; i++) {
            const Facts f = out[d][i];
            ok &= f.grids == unsigned(devices) && f.grid == unsigned(d) && f.size == all && f.valid == 1;
            ok &= f.rank == first + i && f.base_rank == f.rank && f.named_rank == f.rank;
        }
        (void)hipHostFree(out[d]);
    }
    return ok;
}

static bool singles() {
    unsigned *out = memory<unsigned>(1);
    void *args[] = {&out};
    bool ok = hipLaunchCooperativeKernel((const void *)single, dim3(2), dim3(8), args, 0, nullptr) == hipSuccess;
    ok &= hipDeviceSynchronize() == hipSuccess && *out == 1;
    (void)hipHostFree(out);
    return ok;
}

// Every grid comes after the work that any of the streams had, and every grid is done before what comes later.
static bool ordered() {
    bool ok = true;
    unsigned *mark = memory<unsigned>(1), *seen = memory<unsigned>(most);
    List list((const void *)after, dim3(2), dim3(32));
    void *args[] = {&mark, &seen};
    for (auto &launch : list.launches) launch.args = args;
    for (int busy = 0; busy < devices; busy++) {
        *mark = 0;
        for (int d = 0; d < devices; d++) seen[d] = 7;
        (void)hipSetDevice(busy);
        slow<<<1, 1, 0, list.launches[busy].stream>>>(mark, 2000000);
        ok &= list.launch() == hipSuccess;
        // The call has waited; nothing more to wait for.
        for (int d = 0; d < devices; d++) ok &= seen[d] == 1;
    }
    (void)hipHostFree(mark), (void)hipHostFree(seen);
    return ok;
}

// Two threads launch on all devices, at once and in opposite orders; another cooperates on one device.
static bool at_once() {
    bool ok[3] = {};
    std::thread one([&] { ok[0] = rings(2, 32, 0, false) && rings(1, 64, 3, false); });
    std::thread two([&] { ok[1] = rings(2, 32, 3, true) && rings(3, 32, 1, true); });
    std::thread three([&] {
        ok[2] = true;
        for (int i = 0; i < 4; i++) ok[2] &= hipSetDevice(i % devices) == hipSuccess && singles();
    });
    one.join(), two.join(), three.join();
    return ok[0] && ok[1] && ok[2];
}

static bool functions() {
    List list(single, dim3(1), dim3(32), nullptr);
    std::vector<hipFunctionLaunchParams> launches(devices);
    unsigned *out[most];
    bool ok = true;
    for (int d = 0; d < devices; d++) {
        (void)hipSetDevice(d);
        list.argument(d, out[d] = memory<unsigned>(1));
        ok &= hipGetFuncBySymbol(&launches[d].function, (const void *)single) == hipSuccess;
        launches[d].gridDimX = launches[d].gridDimY = launches[d].gridDimZ = launches[d].blockDimY = launches[d].blockDimZ = 1;
        launches[d].blockDimX = 32;
        launches[d].hStream = list.launches[d].stream;
        launches[d].kernelParams = list.launches[d].args;
    }
    ok &= hipModuleLaunchCooperativeKernelMultiDevice(launches.data(), devices, 0) == hipSuccess;
    for (int d = 0; d < devices; d++) ok &= *out[d] == 2;
    ok &= hipModuleLaunchCooperativeKernelMultiDevice(nullptr, devices, 0) == hipErrorInvalidValue;
    ok &= hipModuleLaunchCooperativeKernelMultiDevice(launches.data(), devices, 4) == hipErrorInvalidValue;
    if (devices > 1) {
        // A function belongs to the device its module was loaded on.
        launches[1].function = launches[0].function;
        ok &= hipModuleLaunchCooperativeKernelMultiDevice(launches.data(), devices, 0) == hipErrorInvalidResourceHandle;
    }
    for (int d = 0; d < devices; d++) (void)hipHostFree(out[d]);
    return ok;
}

// Nothing of a list is launched if one of its launches cannot be.
static bool refused() {
    unsigned *out = memory<unsigned>(1);
    bool ok = true;
    auto refuses = [&](hipError_t expected, const std::function<void(List &)> &spoil) {
        List list(single, dim3(2), dim3(32), out);
        spoil(list);
        const hipError_t error = list.launch();
        if (error != expected) printf("%s instead of %s\n", hipGetErrorName(error), hipGetErrorName(expected));
        ok &= error == expected;
    };
    const int last = devices - 1;
    refuses(hipErrorInvalidResourceHandle, [&](List &l) {
        (void)hipStreamDestroy(l.launches[last].stream);
        l.launches[last].stream = nullptr;
    });
    refuses(hipErrorInvalidValue, [](List &l) { l.launches.push_back(l.launches[0]); });
    refuses(hipErrorInvalidValue, [&](List &l) { l.launches[last].args = nullptr; });
    refuses(hipErrorInvalidConfiguration, [&](List &l) { l.launches[last].blockDim = dim3(0); });
    refuses(hipErrorInvalidConfiguration, [&](List &l) { l.launches[last].blockDim = dim3(1025); });
    refuses(hipErrorInvalidDeviceFunction, [&](List &l) { l.launches[last].func = &l; });
    refuses(hipErrorCooperativeLaunchTooLarge, [&](List &l) { l.launches[last].gridDim = dim3(1000000); });
    if (devices > 1)
        refuses(hipErrorInvalidValue, [&](List &l) {
            (void)hipStreamDestroy(l.launches[last].stream);
            (void)hipSetDevice(0);
            (void)hipStreamCreate(&l.launches[last].stream);
        });
    List list(single, dim3(2), dim3(32), out);
    ok &= hipLaunchCooperativeKernelMultiDevice(nullptr, devices, 0) == hipErrorInvalidValue;
    ok &= hipLaunchCooperativeKernelMultiDevice(list.launches.data(), 0, 0) == hipErrorInvalidValue;
    ok &= hipLaunchCooperativeKernelMultiDevice(list.launches.data(), -1, 0) == hipErrorInvalidValue;
    ok &= list.launch(4) == hipErrorInvalidValue && list.launch(999) == hipErrorInvalidValue;
    for (int d = 0; d < devices; d++) ok &= hipSetDevice(d) == hipSuccess && hipDeviceSynchronize() == hipSuccess;
    ok &= *out == 0;
    ok &= list.launch() == hipSuccess && *out == 2;
    (void)hipHostFree(out);
    return ok;
}

// A grid that is over before the others meet it: they end with an error and do not wait for ever.
static bool missing() {
    unsigned *out = memory<unsigned>(1);
    List list(leave, dim3(2), dim3(32), out);
    const hipError_t error = list.launch();
    bool ok = error == (devices > 1 ? hipErrorLaunchFailure : hipSuccess) && *out == 0;
    for (int d = 0; d < devices; d++) ok &= hipSetDevice(d) == hipSuccess && hipDeviceReset() == hipSuccess;
    return ok;
}

// GPUs whose kernels do not see what others write say so, and one alone still works.
static bool unsupported() {
    int cooperative = 0;
    (void)hipDeviceGetAttribute(&cooperative, hipDeviceAttributeCooperativeLaunch, 0);
    unsigned *out = memory<unsigned>(1);
    List list(single, dim3(2), dim3(32), out);
    bool ok = list.launch() == hipErrorNotSupported && *out == 0;
    list.launches.resize(1);
    ok &= list.launch() == (cooperative ? hipSuccess : hipErrorNotSupported) && *out == (cooperative ? 2u : 0u);
    (void)hipHostFree(out);
    return ok;
}

int main() {
    if (hipGetDeviceCount(&devices) != hipSuccess || devices > most) return 1;
    for (int d = 0; d < devices; d++) {
        int attribute = 0;
        (void)hipDeviceGetAttribute(&attribute, hipDeviceAttributeCooperativeMultiDeviceLaunch, d);
        if (!attribute) return !report("unsupported", unsupported());
    }
    printf("%d devices\n", devices);
    bool ok = report("ring", rings(2, 64, 0, false));
    ok &= report("ring_unsynchronised", rings(2, 48, 3, false));
    ok &= report("ring_backwards", rings(1, 256, 0, true));
    ok &= report("shapes", shapes());
    ok &= report("single", singles());
    ok &= report("order", ordered());
    ok &= report("at_once", at_once());
    ok &= report("functions", functions());
    ok &= report("refused", refused());
    ok &= report("missing", missing());
    return ok ? 0 : 1;
}
