// sobol.hip: the quasi-random generators. All numbers of the first dimension come first, then those of the next.
//
// new_sobol is called by generator.hip.
#include <algorithm>

#include "sobol.h"

namespace rng {

constexpr unsigned block = 256, most_blocks = 1024;

// A thread's points are `1 << k` apart. blockIdx.y is the dimension; its points are xored with `shift`.
template <class W, class D>
RAND_BOTH void run_points(const W *vectors, W shift, W first, size_t thread, int k, typename D::Out *out, size_t count, const D &distribution) {
    if (thread >= count) return;
    W index = first + W(thread), point = sobol_point(vectors, index);
    for (size_t i = thread; i < count; i += size_t(1) << k) {
        out[i] = distribution(W(point ^ shift));
        point = sobol_leap(vectors, point, index, k);
        index += W(1) << k;
    }
}
// rocRAND's scrambled generators take their vectors, one after the other, for the dimensions' constants.
template <class W> RAND_BOTH W shift_of(const W *vectors, bool scrambled, size_t dimension) { return scrambled ? vectors[dimension] : W(0); }

template <class W, class D>
__global__ void make_points(const W *vectors, bool scrambled, W first, int k, typename D::Out *out, size_t count, D distribution) {
    const size_t dimension = blockIdx.y;
    run_points(vectors + dimension * vector_count<W>, shift_of(vectors, scrambled, dimension), first, blockIdx.x * blockDim.x + threadIdx.x, k,
               out + dimension * count, count, distribution);
}

template <class W> class Sobol : public Generator {
public:
    Sobol(rocrand_rng_type type, bool on_host, bool scrambled) : Generator(type, on_host, 0), scrambled(scrambled) {}
    ~Sobol() override {
        for (W *const one : all) (void)hipFree(one);
    }
    bool is_quasi() const override { return true; }
    bool has_long_words() const override { return sizeof(W) == 8; }
    bool has_order(rocrand_ordering order) const override { return order == ROCRAND_ORDERING_QUASI_DEFAULT; }
    unsigned dimensions() const override { return used; }

    rocrand_status set_dimensions(unsigned dimensions) override {
        // rocRAND: "Supported values of dimensions are 1 to 20000".
        if (dimensions < 1 || dimensions > all_dimensions) return ROCRAND_STATUS_OUT_OF_RANGE;
        if (dimensions > few_dimensions) RAND_TRY(load(true));
        used = dimensions;
        seeded = false;
        return ROCRAND_STATUS_SUCCESS;
    }

    // Nothing is ever written to the vectors, so that old ones do as well as new ones.
    rocrand_status allocate() override { return host ? ROCRAND_STATUS_SUCCESS : load(false); }
    rocrand_status start(hipStream_t) override {
        position = offset;
        return ROCRAND_STATUS_SUCCESS;
    }
    rocrand_status generate(const Request &request) override {
        return with_point_distribution(request, [&](auto distribution) { return run(request, distribution); });
    }

private:
    const bool scrambled;
    unsigned used = 1;
    uint64_t position = 0;
    const W *host = nullptr;
    W *memory = nullptr;
    std::vector<W *> all;  // also earlier ones

    rocrand_status load(bool everything) {
        const std::vector<W> &vectors = direction_vectors<W>(scrambled, everything);
        host = vectors.data();
        if (on_host || (everything && all.size() > 1)) return ROCRAND_STATUS_SUCCESS;
        const Uncaptured uncaptured;
        W *made;
        RAND_TRY(status_of(hipMalloc(reinterpret_cast<void **>(&made), vectors.size() * sizeof(W))));
        all.push_back(made);
        memory = made;
        return upload(memory, host, vectors.size() * sizeof(W));
    }

    template <class D> rocrand_status run(const Request &request, const D &distribution) {
        if constexpr (sizeof(typename D::Out) > sizeof(W) && std::is_same_v<D, PointWords<uint64_t>>) {
            return ROCRAND_STATUS_TYPE_ERROR;
        } else {
            typename D::Out *const out = static_cast<typename D::Out *>(request.out);
            const size_t count = request.n / used;
            const W first = W(position);
            if (on_host) {
                for (unsigned d = 0; d < used; d++)
                    for (size_t thread = 0; thread < 2; thread++)
                        run_points(host + size_t(d) * vector_count<W>, shift_of(host, scrambled, d), first, thread, 1, out + d * count, count, distribution);
            } else {
                // Threads are a power of two: with some 32 points each, as the first one costs as much as several more, until there are enough for a GPU.
                int k = 8;
                while (size_t(32) << k < count && (size_t(1) << k) * used < size_t(block) * most_blocks) k++;
                const dim3 grid((1u << k) / block, used);
                RAND_TRY(launch(stream, make_points<W, D>, grid, block, static_cast<const W *>(memory), scrambled, first, k, out, count, distribution));
            }
            position += count;
            return ROCRAND_STATUS_SUCCESS;
        }
    }
};

Generator *new_sobol(rocrand_rng_type type, bool on_host) {
    switch (type) {
        case ROCRAND_RNG_QUASI_SOBOL64: return new (std::nothrow) Sobol<uint64_t>(type, on_host, false);
        case ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32: return new (std::nothrow) Sobol<uint32_t>(type, on_host, true);
        case ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64: return new (std::nothrow) Sobol<uint64_t>(type, on_host, true);
        default: return new (std::nothrow) Sobol<uint32_t>(ROCRAND_RNG_QUASI_SOBOL32, on_host, false);
    }
}

}  // namespace rng
