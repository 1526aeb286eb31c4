// Variables that both sides name: managed ones, static ones, statics of templates and functions, inline constants, pointers to each other.
//
// One RESULT line per case.
#include <hip/hip_runtime.h>

#include <cstdio>

__managed__ int managed = 5;
__managed__ int *managed_pointer = nullptr;
__managed__ float managed_array[4] = {1, 2, 3, 4};
// Neighbours, whose addresses code reads together, wherever the first of two lies.
__managed__ short row_a[64];
__managed__ long long row_b[64];
__managed__ int row_c[64];
static __device__ int hidden_counter = 7;
__device__ int *device_pointer = &hidden_counter;
__constant__ const int *constant_pointer = &hidden_counter;
__constant__ int limits[2] = {10, 20};
inline constexpr int factors[3] = {2, 3, 5};
template <int N> __device__ int per_type = N * 11;
template <typename T> struct Holder {
    static constexpr T values[2] = {T(1.5), T(2.5)};
};

__global__ void use_managed(int **addresses) {
    managed += 1;
    for (int i = 0; i < 4; i++) managed_array[i] *= 2;
    addresses[0] = &managed;
    addresses[1] = managed_pointer;
    *managed_pointer += 100;
}

__global__ void use_first_rows(long long *out) { out[threadIdx.x] = row_b[threadIdx.x] ? row_b[threadIdx.x] : row_a[threadIdx.x]; }
__global__ void use_last_rows(long long *out) { out[threadIdx.x] = row_b[threadIdx.x] ? row_b[threadIdx.x] : row_c[threadIdx.x]; }

__global__ void use_others(int *out) {
    static __device__ int calls = 3;
    calls++;
    *device_pointer += 1;
    out[0] = calls;
    out[1] = hidden_counter;
    out[2] = *constant_pointer;
    out[3] = limits[1] * factors[2];
    out[4] = per_type<2> + per_type<3>;
    out[5] = int(Holder<double>::values[1] * 2) + int(Holder<int>::values[0]);
}

static bool report(const char *name, bool ok) {
    printf("RESULT name=device_variables kernel=%s ok=%d\n", name, ok);
    return ok;
}

int main() {
    int **addresses = nullptr, *out = nullptr, *pointed = nullptr;
    if (hipMallocManaged(&addresses, 2 * sizeof(int *)) != hipSuccess || hipMallocManaged(&out, 6 * sizeof(int)) != hipSuccess ||
        hipMallocManaged(&pointed, sizeof(int)) != hipSuccess)
        return 1;
    managed = 41;
    *pointed = 1;
    managed_pointer = pointed;
    use_managed<<<1, 1>>>(addresses);
    bool ok = hipDeviceSynchronize() == hipSuccess;
    ok &= managed == 42 && *pointed == 101 && managed_array[3] == 8;
    ok &= addresses[0] == &managed && addresses[1] == pointed;
    void *address = nullptr;
    size_t size = 0;
    ok &= hipGetSymbolAddress(&address, HIP_SYMBOL(managed)) == hipSuccess && address == &managed;
    ok &= hipGetSymbolSize(&size, HIP_SYMBOL(managed_array)) == hipSuccess && size == sizeof managed_array;
    ok = report("managed", ok);

    long long *rows = nullptr;
    bool neighbours = hipMallocManaged(&rows, 128 * sizeof *rows) == hipSuccess;
    for (int i = 0; i < 64; i++) row_a[i] = short(i * 3 + 1), row_b[i] = i % 2 ? i * 0x100000001ll : 0, row_c[i] = i * 7 + 2;
    use_first_rows<<<1, 64>>>(rows);
    use_last_rows<<<1, 64>>>(rows + 64);
    neighbours &= hipDeviceSynchronize() == hipSuccess;
    for (int i = 0; i < 64; i++) {
        neighbours &= rows[i] == (i % 2 ? i * 0x100000001ll : i * 3 + 1);
        neighbours &= rows[64 + i] == (i % 2 ? i * 0x100000001ll : i * 7 + 2);
    }
    ok &= report("neighbours", neighbours && hipFree(rows) == hipSuccess);

    bool others = true;
    const int eight = 8;
    others &= hipMemcpyToSymbol(HIP_SYMBOL(hidden_counter), &eight, sizeof eight) == hipSuccess;
    use_others<<<1, 1>>>(out);
    use_others<<<1, 1>>>(out);
    others &= hipDeviceSynchronize() == hipSuccess;
    const int expected[6] = {5, 10, 10, 100, 55, 6};
    for (int i = 0; i < 6; i++) {
        if (out[i] != expected[i]) printf("%d is %d, not %d\n", i, out[i], expected[i]);
        others &= out[i] == expected[i];
    }
    int value = 0;
    others &= hipMemcpyFromSymbol(&value, HIP_SYMBOL(hidden_counter), sizeof value) == hipSuccess && value == 10;
    others &= hipMemcpyFromSymbol(&value, HIP_SYMBOL(per_type<3>), sizeof value) == hipSuccess && value == 33;
    ok &= report("others", others);
    (void)hipFree(addresses), (void)hipFree(out), (void)hipFree(pointed);
    return ok ? 0 : 1;
}
