// batch.h: a batch of matrices behind each other with gaps, for the tests of functions that invert, factor and solve.
#pragma once

#include "names.h"

enum Form { PLAIN, BATCHED, STRIDED };
static const Form FORMS[] = {PLAIN, BATCHED, STRIDED};

template <class E> struct Batch {
    int rows, columns, ld, count;
    int64_t stride;
    Array<E> array;
    std::vector<E> old;  // what was uploaded last
    Pointers<E> each;

    Batch(int rows, int columns, int count, int more = 3)
        : rows(rows), columns(columns), ld(std::max(rows, 1) + more), count(count), stride(int64_t(ld) * columns + 5), array(stride * count),
          each(array.device, stride, count) {
        upload();
    }
    size_t place(int batch, int i, int j) const { return batch * stride + i + size_t(j) * ld; }
    E &element(int batch, int i, int j) { return array.host[place(batch, i, j)]; }
    Exact at(int batch, int i, int j) const { return Of<E>::exact(array.host[place(batch, i, j)]); }
    void set(int batch, int i, int j, Exact value) { element(batch, i, j) = Of<E>::from(value); }
    void upload() { array.upload(), old = array.host; }
    // The host's elements become the device's; whether those between the matrices are what they were.
    bool download() {
        array.host = array.download();
        std::vector<bool> inside(old.size());
        for (int batch = 0; batch < count; batch++)
            for (int j = 0; j < columns; j++)
                for (int i = 0; i < rows; i++) inside[place(batch, i, j)] = true;
        for (size_t i = 0; i < old.size(); i++)
            if (!inside[i] && memcmp(&array.host[i], &old[i], sizeof(E))) return false;
        return true;
    }
    Dense dense(int batch) const {
        Dense result(rows, columns);
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) result.at(i, j) = at(batch, i, j);
        return result;
    }
    Dense was(int batch) const {
        Dense result(rows, columns);
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) result.at(i, j) = Of<E>::exact(old[place(batch, i, j)]);
        return result;
    }
    E *device() const { return array.device; }
};

// Integers on the device, one more than are asked for so that there is somewhere to point.
struct Integers {
    std::vector<int> host;
    int *device;
    explicit Integers(size_t count, int value = -77) : host(count + 1, value) {
        HIP(hipMalloc(reinterpret_cast<void **>(&device), host.size() * sizeof(int)));
        HIP(hipMemcpy(device, host.data(), host.size() * sizeof(int), hipMemcpyHostToDevice));
    }
    Integers(const Integers &) = delete;
    ~Integers() { (void)hipFree(device); }
    void download() { HIP(hipMemcpy(host.data(), device, host.size() * sizeof(int), hipMemcpyDeviceToHost)); }
};

// A B with the sizes of its terms.
inline std::vector<Bounded> product(const Dense &a, const Dense &b) {
    std::vector<Bounded> result(size_t(a.rows) * b.columns);
    for (int j = 0; j < b.columns; j++)
        for (int l = 0; l < a.columns; l++)
            for (int i = 0; i < a.rows; i++) result[i + size_t(j) * a.rows].add(a.at(i, l), b.at(l, j));
    return result;
}
// A B = C up to `roundings` of the terms' sizes.
template <class E> bool is_product(const Dense &a, const Dense &b, const Dense &c, double roundings) {
    const std::vector<Bounded> got = product(a, b);
    for (size_t i = 0; i < got.size(); i++) {
        const double sizes = got[i].sizes + std::abs(c.elements[i]);
        if (!within(got[i].value, c.elements[i], roundings * Of<E>::unit * sizes + 1e-300)) return false;
    }
    return true;
}
