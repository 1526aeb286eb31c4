// sobol.hip: the quasi-random generators. All numbers of the first dimension come first, then those of the next.
//
// new_sobol is called by generator.hip.
#include <algorithm>

#include "sobol.h"
#include "sobol_numbers.h"

namespace rng {

constexpr unsigned block = 256, most_blocks = 1024;

// A thread's points are `1 << k` apart. blockIdx.y is the dimension.
template <class W, class D>
RAND_BOTH void run_points(const W *vectors, W first, size_t thread, int k, typename D::Out *out, size_t count, const D &distribution) {
    if (thread >= count) return;
    W index = first + W(thread), point = sobol_point(vectors, index);
    for (size_t i = thread; i < count; i += size_t(1) << k) {
        out[i] = distribution(point);
        point = sobol_leap(vectors, point, index, k);
        index += W(1) << k;
    }
}
template <class W, class D>
__global__ void make_points(const W *vectors, W first, int k, typename D::Out *out, size_t count, D distribution) {
    const size_t dimension = blockIdx.y;
    run_points(vectors + dimension * vector_count<W>, first, blockIdx.x * blockDim.x + threadIdx.x, k, out + dimension * count, count, distribution);
}

template <class W> class Sobol : public Generator {
public:
    Sobol(hiprandRngType_t type, bool on_host) : Generator(type, on_host, 0) {}
    ~Sobol() override {
        if (memory) (void)hipFree(memory);
    }
    bool is_quasi() const override { return true; }
    bool has_order(hiprandOrdering_t order) const override { return order == HIPRAND_ORDERING_QUASI_DEFAULT; }
    unsigned dimensions() const override { return used; }

    hiprandStatus_t set_dimensions(unsigned dimensions) override {
        // hipRAND: "Supported values of dimensions are 1 to 20000".
        if (dimensions < 1 || dimensions > 20000) return HIPRAND_STATUS_OUT_OF_RANGE;
        if (dimensions > sobol_dimensions) return missing("more than 1024 dimensions");
        used = dimensions;
        seeded = false;
        return HIPRAND_STATUS_SUCCESS;
    }

    hiprandStatus_t allocate() override {
        static const std::vector<W> &all = *new std::vector<W>(direction_vectors<W>());  // never destroyed: exit handlers may call functions
        host = all.data();
        if (on_host || memory) return HIPRAND_STATUS_SUCCESS;
        const Uncaptured uncaptured;
        RAND_TRY(status_of(hipMalloc(reinterpret_cast<void **>(&memory), all.size() * sizeof(W))));
        return upload(memory, host, all.size() * sizeof(W));
    }
    hiprandStatus_t start(hipStream_t) override {
        position = offset;
        return HIPRAND_STATUS_SUCCESS;
    }
    hiprandStatus_t generate(const Request &request) override {
        if (request.kind == Kind::long_word && sizeof(W) == 4) return HIPRAND_STATUS_TYPE_ERROR;
        return with_point_distribution(request, [&](auto distribution) { return run(request, distribution); });
    }

private:
    unsigned used = 1;
    uint64_t position = 0;
    const W *host = nullptr;
    W *memory = nullptr;

    template <class D> hiprandStatus_t run(const Request &request, const D &distribution) {
        if constexpr (sizeof(typename D::Out) > sizeof(W) && std::is_same_v<D, PointWords<uint64_t>>) {
            return HIPRAND_STATUS_TYPE_ERROR;
        } else {
            typename D::Out *const out = static_cast<typename D::Out *>(request.out);
            const size_t count = request.n / used;
            const W first = W(position);
            if (on_host) {
                for (unsigned d = 0; d < used; d++)
                    for (size_t thread = 0; thread < 2; thread++)
                        run_points(host + size_t(d) * vector_count<W>, first, thread, 1, out + d * count, count, distribution);
            } else {
                // Threads are a power of two: with some 32 points each, as the first one costs as much as several more, until there are enough for a GPU.
                int k = 8;
                while (size_t(32) << k < count && (size_t(1) << k) * used < size_t(block) * most_blocks) k++;
                const dim3 grid((1u << k) / block, used);
                RAND_TRY(launch(stream, make_points<W, D>, grid, block, static_cast<const W *>(memory), first, k, out, count, distribution));
            }
            position += count;
            return HIPRAND_STATUS_SUCCESS;
        }
    }
};

Generator *new_sobol(hiprandRngType_t type, bool on_host) {
    if (type == HIPRAND_RNG_QUASI_SOBOL64) return new (std::nothrow) Sobol<uint64_t>(type, on_host);
    return new (std::nothrow) Sobol<uint32_t>(HIPRAND_RNG_QUASI_SOBOL32, on_host);
}

}  // namespace rng
