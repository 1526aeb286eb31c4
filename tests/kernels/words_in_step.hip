// Words of plain memory that lanes of a warp pass each other with nothing between the store and the load, as Ginkgo's HIP back end does (its
// `sync()` of a warp is empty for AMD's hardware, whose lanes run in step). Each shape against the host.
//
// `spirv_gen::passes::warp::lockstep::words` makes the lanes meet.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

static const int warp = 32, blocks = 3, warps = 8, rows = blocks * warps, length = 70;

#define KERNEL(name) __global__ void name(float *v, const int *to, int n)
// Each warp has a row of `n` words.
#define HERE const int lane = threadIdx.x % warp, begin = (blockIdx.x * blockDim.x + threadIdx.x) / warp * n

// Every lane reads the word that one of them wrote in the round before.
KERNEL(eliminate) {
    HERE;
    for (int k = 0; k < n; k++) {
        const float above = v[begin + k];
        for (int j = k + 1 + lane; j < n; j += warp) v[begin + j] += above * to[j];
    }
}
// Zeros, then words of other lanes' into the same places.
KERNEL(zero_and_scatter) {
    HERE;
    for (int j = lane; j < n; j += warp) v[begin + j] = 0;
    for (int j = lane; j < n / 3; j += warp) v[begin + to[j]] = j + 1;
}
// The same, where the lane is told as cooperative groups tell it, and rows have 64 bits.
KERNEL(scatter_by_rank) {
    const int lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warp;
    const size_t begin = (threadIdx.x + blockIdx.x * size_t(blockDim.x)) / warp * n;
    for (int j = lane; j < n; j += warp) v[begin + j] = 0;
    for (int j = lane; j < n / 3; j += warp) v[begin + to[j]] = j + 1;
}
// Through words of shared memory.
KERNEL(permute_shared) {
    HERE;
    __shared__ float all[warps * warp];
    float *const own = all + threadIdx.x / warp * warp;
    own[lane] = v[begin + lane] + lane;
    v[begin + lane] = own[to[lane] % warp];
}
// All lanes read the word that the last one then changes.
KERNEL(scale) {
    HERE;
    const float by = 1 / v[begin + n - 1];
    for (int j = lane; j < n; j += warp) v[begin + j] *= by;
}
// Own words, and words that memory tells, in straight code.
KERNEL(permute) {
    HERE;
    v[begin + lane] += lane;
    const float other = v[begin + to[lane] % warp];
    v[begin + lane] = other;
}
// Halves of a warp take turns with as many words: they empty them, all lanes fill them, one half reads. The lane and the half are told as such,
// or by a block of three dimensions and a shuffle.
#define PARTS_IN_TURN(lane, row, half, word, asked) \
    const int begin = (blockIdx.x * warps + row) * n; \
    __shared__ float all[warps * warp / 2]; \
    float *const own = all + row * warp / 2; \
    float sum = 0; \
    _Pragma("unroll") for (int turn = 0; turn < 6; turn++) { \
        if (half == turn % 2) own[word] = 0; \
        for (int j = lane; j < n; j += warp) { \
            const int at = to[j] - turn * 8; \
            if (at >= 0 && at < warp / 2) own[at] = v[begin + j]; \
        } \
        if (half == turn % 2) sum = sum * 2 + own[word]; \
    } \
    v[begin + (lane)] = asked;
KERNEL(parts_in_turn) {
    const int lane = threadIdx.x % warp, half = lane / 16;
    PARTS_IN_TURN(lane, threadIdx.x / warp, half, lane % 16, sum)
}
KERNEL(rows_in_turn) {
    PARTS_IN_TURN(threadIdx.y * 16 + threadIdx.x, threadIdx.z, threadIdx.y, threadIdx.x, __shfl(sum, threadIdx.y * 16 + threadIdx.x))
}
// Some lanes read the words of all of these before each writes its own, as MAGMA inverts triangles: those meet, and no others come there.
KERNEL(triangle) {
    HERE;
    for (int j = 14; j >= 0; j--)
        if (lane > j && lane < 16) {
            int sum = 0;
            for (int k = j + 1; k < 16; k++) sum += int(v[begin + k]) * ((lane + k) % 3 - to[k] % 2);
            v[begin + lane] = sum % 7;
        }
}

// What the host makes of a row.
static void host_eliminate(float *v, const int *to, int n) {
    for (int k = 0; k < n; k++)
        for (int j = k + 1; j < n; j++) v[j] += v[k] * to[j];
}
static void host_zero_and_scatter(float *v, const int *to, int n) {
    for (int j = 0; j < n; j++) v[j] = 0;
    for (int j = 0; j < n / 3; j++) v[to[j]] = j + 1;
}
static void host_scale(float *v, const int *, int n) {
    const float by = 1 / v[n - 1];
    for (int j = 0; j < n; j++) v[j] *= by;
}
static void host_permute(float *v, const int *to, int) {
    float others[warp];
    for (int l = 0; l < warp; l++) v[l] += l;
    for (int l = 0; l < warp; l++) others[l] = v[to[l] % warp];
    for (int l = 0; l < warp; l++) v[l] = others[l];
}
static void host_parts_in_turn(float *v, const int *to, int n) {
    const int part = warp / 2;
    float sums[warp] = {};
    for (int turn = 0; turn < 6; turn++) {
        float words[part] = {};
        for (int j = 0; j < n; j++) {
            const int at = to[j] - turn * 8;
            if (at >= 0 && at < part) words[at] = v[j];
        }
        for (int x = 0; x < part; x++) {
            float &sum = sums[turn % 2 * part + x];
            sum = sum * 2 + words[x];
        }
    }
    for (int l = 0; l < warp; l++) v[l] = sums[l];
}
static void host_triangle(float *v, const int *to, int) {
    for (int j = 14; j >= 0; j--) {
        int sums[16] = {};
        for (int l = j + 1; l < 16; l++)
            for (int k = j + 1; k < 16; k++) sums[l] += int(v[k]) * ((l + k) % 3 - to[k] % 2);
        for (int l = j + 1; l < 16; l++) v[l] = sums[l] % 7;
    }
}

static int failures = 0;

static void check(const char *name, void (*kernel)(float *, const int *, int), void (*host)(float *, const int *, int), dim3 block = warps * warp) {
    std::vector<float> expected(rows * length);
    std::vector<int> to(length);
    // Small whole numbers, so that sums are exact.
    for (int i = 0; i < rows * length; i++) expected[i] = i % 7 == 0 ? 2 : 1;
    for (int j = 0; j < length; j++) to[j] = kernel == eliminate ? j % 9 == 1 : (j * 27 + 11) % length;
    float *v;
    int *places;
    hipError_t error = hipMalloc(reinterpret_cast<void **>(&v), expected.size() * sizeof(float));
    if (error == hipSuccess) error = hipMalloc(reinterpret_cast<void **>(&places), to.size() * sizeof(int));
    if (error == hipSuccess) error = hipMemcpy(v, expected.data(), expected.size() * sizeof(float), hipMemcpyHostToDevice);
    if (error == hipSuccess) error = hipMemcpy(places, to.data(), to.size() * sizeof(int), hipMemcpyHostToDevice);
    if (error == hipSuccess) kernel<<<blocks, block>>>(v, places, length);
    std::vector<float> got(expected.size());
    if (error == hipSuccess) error = hipMemcpy(got.data(), v, got.size() * sizeof(float), hipMemcpyDeviceToHost);
    for (int row = 0; row < rows; row++) host(&expected[row * length], to.data(), length);
    int wrong = 0;
    for (size_t i = 0; i < got.size(); i++) wrong += got[i] != expected[i];
    const bool ok = error == hipSuccess && wrong == 0;
    failures += !ok;
    printf("RESULT name=words_in_step kernel=%s ok=%d wrong=%d %s\n", name, ok, wrong, hipGetErrorName(error));
    if (error == hipSuccess) error = hipFree(v), error = hipFree(places);
}

int main() {
    check("eliminate", eliminate, host_eliminate);
    check("zero_and_scatter", zero_and_scatter, host_zero_and_scatter);
    check("scatter_by_rank", scatter_by_rank, host_zero_and_scatter);
    check("permute_shared", permute_shared, host_permute);
    check("scale", scale, host_scale);
    check("permute", permute, host_permute);
    check("parts_in_turn", parts_in_turn, host_parts_in_turn);
    check("rows_in_turn", rows_in_turn, host_parts_in_turn, dim3(warp / 2, 2, warps));
    check("triangle", triangle, host_triangle);
    return failures != 0;
}
