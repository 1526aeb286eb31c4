// order.hip: sums of arrays' beginnings, stable sorting by digits of four bits, and rows' offsets.
//
// Called by other files of this folder. A thread takes a chunk of neighbouring numbers one after the other, so that results are the same each time
// and no thread needs another.
#include "order.h"

#include <utility>

namespace sparse {

constexpr int64_t sum_chunk = 32;

static __global__ void sum_chunks(const int64_t *data, int64_t n, int64_t *sums) {
    const int64_t chunk = global_index(), begin = chunk * sum_chunk;
    if (begin >= n) return;
    const int64_t end = begin + sum_chunk < n ? begin + sum_chunk : n;
    int64_t sum = 0;
    for (int64_t i = begin; i < end; i++) sum += data[i];
    sums[chunk] = sum;
}
static __global__ void sum_up(int64_t *data, int64_t n, const int64_t *sums) {
    const int64_t chunk = global_index(), begin = chunk * sum_chunk;
    if (begin >= n) return;
    const int64_t end = begin + sum_chunk < n ? begin + sum_chunk : n;
    int64_t sum = sums ? sums[chunk] : 0;
    for (int64_t i = begin; i < end; i++) {
        const int64_t value = data[i];
        data[i] = sum;
        sum += value;
    }
}

Status exclusive_sums(const Handle &handle, int64_t *data, int64_t n) {
    const int64_t chunks = divide_up(n, sum_chunk);
    if (chunks <= 1) return launch_each(handle, sum_up, chunks, data, n, nullptr);
    Memory memory(handle);
    int64_t *sums;
    SPARSE_TRY(memory.take(sums, chunks));
    SPARSE_TRY(launch_each(handle, sum_chunks, chunks, data, n, sums));
    SPARSE_TRY(exclusive_sums(handle, sums, chunks));
    return launch_each(handle, sum_up, chunks, data, n, sums);
}

static __global__ void count_up(uint32_t *order, int64_t n) {
    const int64_t k = global_index();
    if (k < n) order[k] = uint32_t(k);
}
Status identity(const Handle &handle, uint32_t *order, int64_t n) { return launch_each(handle, count_up, n, order, n); }

constexpr int digit_bits = 4, digits = 1 << digit_bits, word_bits = 32, sort_threads = 128;

// What is sorted by: 32 bits of each entry's key, which move with the entries, as keys[order[k]] is anywhere in memory.
static __global__ void take_keys(Indices keys, const uint32_t *order, int64_t n, int shift, uint32_t *taken) {
    const int64_t k = global_index();
    if (k < n) taken[k] = uint32_t(uint64_t(keys[order[k]]) >> shift);
}
// *unsorted becomes 1 where a key stands behind a larger one: sorted ones are common, and cost no more than this.
static __global__ void find_unsorted(const uint32_t *keys, int64_t n, int *unsorted) {
    const int64_t k = global_index();
    if (k + 1 < n && keys[k] > keys[k + 1]) *unsorted = 1;
}

// counts[digit][thread]: how often the digit stands in the thread's chunk.
static __global__ void count_digits(const uint32_t *keys, int64_t n, int64_t chunk, int shift, int64_t chunks, int64_t *counts, const int *unsorted) {
    const int64_t mine = global_index(), begin = mine * chunk;
    if (mine >= chunks || !*unsorted) return;
    const int64_t end = begin + chunk < n ? begin + chunk : n;
    __shared__ uint32_t count[digits * sort_threads];
    for (int digit = 0; digit < digits; digit++) count[digit * sort_threads + threadIdx.x] = 0;
    for (int64_t k = begin; k < end; k++) count[((keys[k] >> shift) & (digits - 1)) * sort_threads + threadIdx.x]++;
    for (int digit = 0; digit < digits; digit++) counts[digit * chunks + mine] = count[digit * sort_threads + threadIdx.x];
}

static __global__ void place_by_digit(const uint32_t *keys, const uint32_t *order, int64_t n, int64_t chunk, int shift, int64_t chunks,
                                      const int64_t *places, uint32_t *to_keys, uint32_t *to, const int *unsorted) {
    const int64_t mine = global_index(), begin = mine * chunk;
    if (mine >= chunks) return;
    const int64_t end = begin + chunk < n ? begin + chunk : n;
    if (!*unsorted) {
        for (int64_t k = begin; k < end; k++) to[k] = order[k];
        return;
    }
    __shared__ uint32_t place[digits * sort_threads];
    for (int digit = 0; digit < digits; digit++) place[digit * sort_threads + threadIdx.x] = uint32_t(places[digit * chunks + mine]);
    for (int64_t k = begin; k < end; k++) {
        const uint32_t key = keys[k], at = place[((key >> shift) & (digits - 1)) * sort_threads + threadIdx.x]++;
        to_keys[at] = key;
        to[at] = order[k];
    }
}

Status sort(const Handle &handle, const Indices &keys, int64_t bound, uint32_t *order, uint32_t *spare, int64_t n) {
    if (n <= 1) return HIPSPARSE_STATUS_SUCCESS;
    int bits = 0;
    while (bits < 63 && (bound - 1) >> bits) bits++;
    // As many chunks as keep the device busy; each has counts of its own.
    const int64_t most = handle.is_cpu ? 1 << 12 : 1 << 15;
    const int64_t chunk = divide_up(n, most) > 16 ? divide_up(n, most) : 16, chunks = divide_up(n, chunk), blocks = divide_up(chunks, sort_threads);
    Memory memory(handle);
    int64_t *counts;
    uint32_t *keys_here, *keys_there, *from = order, *to = spare;
    int *unsorted;
    SPARSE_TRY(memory.take(counts, digits * chunks));
    SPARSE_TRY(memory.take(keys_here, n));
    SPARSE_TRY(memory.take(keys_there, n));
    SPARSE_TRY(memory.take(unsorted, 1));
    for (int low = 0; low < bits; low += word_bits) {
        SPARSE_TRY(launch_each(handle, take_keys, n, keys, from, n, low, keys_here));
        // Words of longer keys are sorted whatever they are, as one alone says nothing.
        SPARSE_TRY(status_of(hipMemsetAsync(unsorted, bits > word_bits, sizeof(int), handle.stream)));
        SPARSE_TRY(launch_each(handle, find_unsorted, n, keys_here, n, unsorted));
        for (int shift = 0; shift < word_bits && low + shift < bits; shift += digit_bits) {
            SPARSE_TRY(launch(handle, count_digits, blocks, sort_threads, keys_here, n, chunk, shift, chunks, counts, unsorted));
            SPARSE_TRY(exclusive_sums(handle, counts, digits * chunks));
            SPARSE_TRY(launch(handle, place_by_digit, blocks, sort_threads, keys_here, from, n, chunk, shift, chunks, counts, keys_there, to, unsorted));
            std::swap(from, to);
            std::swap(keys_here, keys_there);
        }
    }
    if (from == order) return HIPSPARSE_STATUS_SUCCESS;
    return status_of(hipMemcpyAsync(order, from, n * sizeof(uint32_t), hipMemcpyDeviceToDevice, handle.stream));
}

static __global__ void find_offsets(Indices keys, const uint32_t *order, int64_t n, IndicesOut offsets, int64_t rows) {
    const int64_t row = global_index();
    if (row > rows) return;
    int64_t low = 0, high = n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (keys[order ? order[middle] : middle] < row) low = middle + 1;
        else high = middle;
    }
    offsets.set(row, low);
}
Status offsets_of(const Handle &handle, const Indices &keys, const uint32_t *order, int64_t n, const IndicesOut &offsets, int64_t rows) {
    return launch_each(handle, find_offsets, rows + 1, keys, order, n, offsets, rows);
}

static __global__ void find_rows(Indices offsets, int64_t rows, IndicesOut out, int64_t n) {
    const int64_t k = global_index();
    if (k < n) out.set(k, row_of(offsets, rows, k));
}
Status expand_offsets(const Handle &handle, const Indices &offsets, int64_t rows, const IndicesOut &out, int64_t n) {
    if (rows == 0) return HIPSPARSE_STATUS_SUCCESS;
    return launch_each(handle, find_rows, n, offsets, rows, out, n);
}

}  // namespace sparse
