// A search of many steps that the compiler unrolls, as hypre's products of sparse matrices do: each step may end it in two ways. So many nested selections
// make llvmpipe's compiler crash: it has room for 80. So do those of a search that is asserted to find something, where a failed assertion ends the thread (GARDENIA's
// colouring of graphs). Each thread's searches against the host's.
#include <hip/hip_runtime.h>

#include <cassert>
#include <cstdio>
#include <vector>

static const int cells = 256, threads = 96, searches = 5;

// Where `key` stands among `steps` cells behind its own; -1 - the place of an empty one before it; or -1000.
template <int steps> __host__ __device__ inline int find(const int *table, int key, int &seen) {
    int at = key % cells;
#pragma unroll
    for (int i = 0; i < steps; i++) {
        const int cell = table[at];
        if (cell == key) {
            seen += i;
            return at;
        }
        if (cell == 0) return -1 - at;
        at = (at + 7) % cells;
    }
    return -1000;
}

template <int steps> __host__ __device__ inline int search(const int *table, int thread) {
    int result = 0, seen = 0;
    for (int i = 0; i < searches; i++) result = result * 31 + find<steps>(table, thread * 37 + i * 11 + 1, seen);
    return result * 3 + seen;
}

template <int steps> __global__ void kernel(const int *table, int *results) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    results[thread] = search<steps>(table, thread);
}

template <int steps> static int check() {
    std::vector<int> table(cells, 0), got(threads);
    // Half of the threads' keys each in the first free cell on its way, others in most of what is left: searches of up to 64 steps.
    for (int t = 0; t < threads; t += 2)
        for (int i = 0; i < searches; i++) {
            const int key = t * 37 + i * 11 + 1;
            int at = key % cells;
            for (int step = 0; step < cells && table[at] != 0 && table[at] != key; step++) at = (at + 7) % cells;
            if (t < 40) table[at] = key;
        }
    for (int at = 0; at < cells; at++)
        if (table[at] == 0 && at % 64 != 5) table[at] = 1000000 + at;
    int *device, *results;
    bool ok = hipMalloc(&device, cells * sizeof(int)) == hipSuccess && hipMalloc(&results, threads * sizeof(int)) == hipSuccess &&
              hipMemcpy(device, table.data(), cells * sizeof(int), hipMemcpyHostToDevice) == hipSuccess;
    kernel<steps><<<threads / 32, 32>>>(device, results);
    ok = ok && hipMemcpy(got.data(), results, threads * sizeof(int), hipMemcpyDeviceToHost) == hipSuccess;
    int wrong = 0, ends[3] = {};
    for (int t = 0; t < threads; t++) {
        wrong += got[t] != search<steps>(table.data(), t);
        int seen = 0;
        const int first = find<steps>(table.data(), t * 37 + 1, seen);
        ends[first >= 0 ? 0 : first > -1000 ? 1 : 2]++;
    }
    // A search that always ended in one way would show little.
    ok = ok && wrong == 0 && ends[0] > 0 && (ends[1] > 0 || steps < 10) && (ends[2] > 0 || steps > 100);
    std::printf("RESULT name=long_search:%d ok=%d wrong=%d found=%d empty=%d given_up=%d\n", steps, ok, wrong, ends[0], ends[1], ends[2]);
    (void)hipFree(device);
    (void)hipFree(results);
    return !ok;
}

static const int colours = 128;

// The first colour that none of a vertex' neighbours has, for each vertex of a list.
__global__ void first_fit(const int *neighbours, int count, const int *list, const int *length, int *colour) {
    const int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place >= *length) return;
    const int vertex = list[place];
    bool taken[colours + 1];
    for (int c = 0; c < colours; c++) taken[c] = false;
    for (int i = 0; i < count; i++) {
        const int theirs = colour[neighbours[vertex * count + i]];
        if (theirs != colours) taken[theirs] = true;
    }
    int c;
    for (c = 0; c < colours; c++)
        if (!taken[c]) {
            colour[vertex] = c;
            break;
        }
    assert(c < colours);
}

// Vertices have neighbours behind the last of them, of which each has a colour of its own.
static int check_first_fit() {
    const int count = 300;
    std::vector<int> table(threads * count), colour(threads + colours, -1);
    for (int c = 0; c < colours; c++) colour[threads + c] = c;
    for (int t = 0; t < threads; t++)
        for (int i = 0; i < count; i++) table[t * count + i] = threads + i % (t % 2 ? 1 + t : 2) + (i + t) % 7 * (t % 3);
    for (int t = 0; t <= threads; t++) table.push_back(t); // the list, and its length
    int *device, *results;
    const size_t bytes = colour.size() * sizeof(int);
    bool ok = hipMalloc(&device, table.size() * sizeof(int)) == hipSuccess && hipMalloc(&results, bytes) == hipSuccess &&
              hipMemcpy(device, table.data(), table.size() * sizeof(int), hipMemcpyHostToDevice) == hipSuccess &&
              hipMemcpy(results, colour.data(), bytes, hipMemcpyHostToDevice) == hipSuccess;
    const int *list = device + threads * count;
    first_fit<<<1, 256>>>(device, count, list, list + threads, results);
    ok = ok && hipMemcpy(colour.data(), results, bytes, hipMemcpyDeviceToHost) == hipSuccess;
    int wrong = 0, largest = 0;
    for (int t = 0; t < threads; t++) {
        bool taken[colours] = {};
        for (int i = 0; i < count; i++) taken[table[t * count + i] - threads] = true;
        int c = 0;
        while (taken[c]) c++;
        wrong += colour[t] != c;
        largest = c > largest ? c : largest;
    }
    ok = ok && wrong == 0 && largest > 64;
    std::printf("RESULT name=long_search:first_fit ok=%d wrong=%d largest=%d\n", ok, wrong, largest);
    (void)hipFree(device);
    (void)hipFree(results);
    return !ok;
}

int main() { return check<3>() + check<20>() + check<45>() + check<150>() + check_first_fit(); }
