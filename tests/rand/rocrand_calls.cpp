// rocrand_calls.cpp: what rocRAND's functions return, that calls go on where the last one ended, in graphs too, that the host's numbers come in the stream's
// order, and the C++ classes.
#include <rocrand/rocrand.hpp>

#include <cmath>

#include "../captured.h"
#include "rocrand_check.h"
#include "tables.h"

// Two calls make what one makes; an offset skips words, a seed begins again.
static void goes_on(const Kind &kind) {
    const Generator once(kind.type), twice(kind.type);
    const std::vector<unsigned> whole = once.make<unsigned>(200000, rocrand_generate);
    bool right = true;
    size_t at = 0;
    for (const size_t n : {64u, 131070u, 2u, 1000u}) {
        const std::vector<unsigned> part = twice.make<unsigned>(n, rocrand_generate);
        right &= std::equal(part.begin(), part.end(), whole.begin() + at);
        at += n;
    }
    // Words of 64 bits are two of these, and an offset counts the former.
    const size_t step = strstr(kind.name, "x64") ? 2 : 1;
    RAND(rocrand_set_offset(twice, 77777));
    const std::vector<unsigned> some = twice.make<unsigned>(1000, rocrand_generate);
    right &= std::equal(some.begin(), some.end(), whole.begin() + 77777 * step);
    RAND(rocrand_set_offset(twice, 0));
    RAND(rocrand_set_seed(twice, 99));
    const std::vector<unsigned> other = twice.make<unsigned>(1000, rocrand_generate);
    RAND(rocrand_set_seed(twice, 99));
    result(std::string(kind.name) + "_goes_on", right && other == twice.make<unsigned>(1000, rocrand_generate) && other[999] != whole[999]);
}

// Each launch of a graph makes others.
static void in_graphs(const Kind &kind) {
    const size_t n = 20000;
    hipStream_t stream;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    unsigned *out;
    HIP(hipMalloc(reinterpret_cast<void **>(&out), n * sizeof(unsigned)));
    const Generator eager(kind.type), captured(kind.type);
    RAND(rocrand_set_stream(captured, stream));
    const Captured graph(stream, [&] { RAND(rocrand_generate(captured, out, n)); });
    const auto run = [&] {
        std::vector<unsigned> words(n);
        graph.launch();
        HIP(hipMemcpyAsync(words.data(), out, n * sizeof(unsigned), hipMemcpyDeviceToHost, stream));
        HIP(hipStreamSynchronize(stream));
        return words;
    };
    const std::vector<unsigned> first = run(), second = run();
    size_t same = 0;
    for (size_t i = 0; i < n; i++) same += first[i] == second[i];
    result(std::string(kind.name) + "_in_graphs", first == eager.make<unsigned>(n, rocrand_generate) && same < 3);
    HIP(hipStreamDestroy(stream));
    HIP(hipFree(out));
}

// A kernel that has the stream work for a while, and sees the words of before.
static __global__ void add_one(unsigned *words, size_t n) {
    for (size_t i = threadIdx.x; i < n; i += blockDim.x) words[i]++;
}
// On the host in the stream's order: what is made stands between the kernels around it, each launch of a graph makes others, and a generator goes when it is
// done.
static void in_the_streams_order() {
    const size_t n = 100000;
    hipStream_t stream;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    unsigned *words;
    HIP(hipHostMalloc(reinterpret_cast<void **>(&words), n * sizeof(unsigned)));
    const std::vector<unsigned> want = Generator(ROCRAND_RNG_PSEUDO_PHILOX4_32_10, Place::host).make<unsigned>(2 * n, rocrand_generate);
    bool right = true;
    {
        const Generator generator(ROCRAND_RNG_PSEUDO_PHILOX4_32_10, Place::stream);
        RAND(rocrand_set_stream(generator, stream));
        add_one<<<1, 256, 0, stream>>>(words, n);
        RAND(rocrand_generate(generator, words, n));
        add_one<<<1, 256, 0, stream>>>(words, n);
    }
    HIP(hipStreamSynchronize(stream));
    for (size_t i = 0; i < n; i++) right &= words[i] == want[i] + 1;
    result("hosts_numbers_in_the_streams_order", right);

    const Generator generator(ROCRAND_RNG_PSEUDO_PHILOX4_32_10, Place::stream);
    RAND(rocrand_set_stream(generator, stream));
    const Captured graph(stream, [&] { RAND(rocrand_generate(generator, words, n)); });
    right = true;
    for (int launch = 0; launch < 2; launch++) {
        graph.launch();
        HIP(hipStreamSynchronize(stream));
        right &= !memcmp(words, &want[launch * n], n * sizeof(unsigned));
    }
    result("hosts_numbers_in_graphs", right);
    HIP(hipStreamDestroy(stream));
    HIP(hipHostFree(words));
}

static void seeds_of_four_words() {
    const Generator generator(ROCRAND_RNG_PSEUDO_LFSR113);
    const auto of = [&](uint4 seed) {
        RAND(rocrand_set_seed_uint4(generator, seed));
        return generator.make<unsigned>(1000, rocrand_generate);
    };
    const std::vector<unsigned> first = generator.make<unsigned>(1000, rocrand_generate);
    bool right = of({2, 8, 16, 128}) == first && of({0, 0, 0, 0}) == first && of({1, 7, 15, 127}) == of({3, 15, 31, 255}) &&
                 of({1000, 2000, 3000, 4000}) != first;
    right &= rocrand_set_seed_uint4(Generator(ROCRAND_RNG_PSEUDO_XORWOW), {1, 2, 3, 4}) == ROCRAND_STATUS_TYPE_ERROR &&
             rocrand_set_seed_uint4(nullptr, {1, 2, 3, 4}) == ROCRAND_STATUS_NOT_CREATED;
    result("seeds_of_four_words", right);
}

static void discrete_distributions() {
    rocrand_discrete_distribution distribution = nullptr;
    const double probabilities[] = {1, 0, 4, 3, 2};  // tenths: of 100 to 104
    bool right = rocrand_create_discrete_distribution(probabilities, 0, 0, &distribution) == ROCRAND_STATUS_OUT_OF_RANGE &&
                 rocrand_create_discrete_distribution(probabilities, 5, 100, nullptr) == ROCRAND_STATUS_OUT_OF_RANGE &&
                 rocrand_destroy_discrete_distribution(nullptr) == ROCRAND_STATUS_OUT_OF_RANGE;
    RAND(rocrand_create_discrete_distribution(probabilities, 5, 100, &distribution));
    double *out, got[2] = {};
    HIP(hipMalloc(reinterpret_cast<void **>(&out), sizeof got));
    means<<<1, 1>>>(distribution, out);
    HIP(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    right &= std::fabs(got[0] - 102.5) < 1e-9 && std::fabs(got[1] - 102.5) < 1e-9;
    RAND(rocrand_destroy_discrete_distribution(distribution));
    HIP(hipFree(out));
    result("discrete_distributions", right);
}

static void errors() {
    rocrand_generator g = nullptr;
    int version = 0;
    unsigned *none = nullptr, one;
    unsigned long long wide;
    result("version", rocrand_get_version(&version) == ROCRAND_STATUS_SUCCESS && version == ROCRAND_VERSION &&
                          rocrand_get_version(nullptr) == ROCRAND_STATUS_OUT_OF_RANGE);
    bool right = true;
    for (const int type : {0, 399, 412, 499, 503, 506}) right &= rocrand_create_generator(&g, rocrand_rng_type(type)) == ROCRAND_STATUS_TYPE_ERROR && !g;
    result("types", right && rocrand_create_generator(nullptr, ROCRAND_RNG_PSEUDO_DEFAULT) == ROCRAND_STATUS_OUT_OF_RANGE);
    for (const Kind &kind : kinds)
        right &= (rocrand_generate_long_long(Generator(kind.type, Place::host), &wide, 1) == ROCRAND_STATUS_TYPE_ERROR) == !strstr(kind.name, "x64");
    result("long_words", right);
    RAND(rocrand_create_generator(&g, ROCRAND_RNG_PSEUDO_THREEFRY4_64_20));
    result("ranges", rocrand_generate_poisson(g, none, 8, 0) == ROCRAND_STATUS_OUT_OF_RANGE &&
                         rocrand_generate_poisson(g, none, 8, -1) == ROCRAND_STATUS_OUT_OF_RANGE &&
                         rocrand_generate_poisson(g, none, 8, NAN) == ROCRAND_STATUS_OUT_OF_RANGE && rocrand_generate(g, none, 8) == ROCRAND_STATUS_SUCCESS &&
                         rocrand_set_quasi_random_generator_dimensions(g, 2) == ROCRAND_STATUS_TYPE_ERROR);
    result("orders", rocrand_set_ordering(g, ROCRAND_ORDERING_QUASI_DEFAULT) == ROCRAND_STATUS_OUT_OF_RANGE &&
                         rocrand_set_ordering(g, ROCRAND_ORDERING_PSEUDO_SEEDED) == ROCRAND_STATUS_OUT_OF_RANGE &&
                         rocrand_set_ordering(g, rocrand_ordering(99)) == ROCRAND_STATUS_OUT_OF_RANGE &&
                         rocrand_set_ordering(g, ROCRAND_ORDERING_PSEUDO_DYNAMIC) == ROCRAND_STATUS_SUCCESS);
    RAND(rocrand_destroy_generator(g));
    right = true;
    for (const rocrand_generator gone : {g, rocrand_generator()})
        right &= rocrand_generate(gone, &one, 1) == ROCRAND_STATUS_NOT_CREATED && rocrand_destroy_generator(gone) == ROCRAND_STATUS_NOT_CREATED &&
                 rocrand_initialize_generator(gone) == ROCRAND_STATUS_NOT_CREATED && rocrand_generate_poisson(gone, &one, 1, 0) == ROCRAND_STATUS_NOT_CREATED &&
                 rocrand_set_stream(gone, nullptr) == ROCRAND_STATUS_NOT_CREATED && rocrand_set_seed(gone, 1) == ROCRAND_STATUS_NOT_CREATED &&
                 rocrand_set_offset(gone, 1) == ROCRAND_STATUS_NOT_CREATED &&
                 rocrand_set_ordering(gone, ROCRAND_ORDERING_PSEUDO_BEST) == ROCRAND_STATUS_NOT_CREATED;
    const unsigned *words;
    const unsigned long long *long_words;
    right &= rocrand_get_direction_vectors32(&words, ROCRAND_DIRECTION_VECTORS_64_JOEKUO6) == ROCRAND_STATUS_OUT_OF_RANGE &&
             rocrand_get_direction_vectors64(&long_words, ROCRAND_DIRECTION_VECTORS_32_JOEKUO6) == ROCRAND_STATUS_OUT_OF_RANGE;
    result("destroyed_generators", right);
}

// The classes of rocrand.hpp do what the functions do, and throw where those do not.
static void classes() {
    double *out;
    HIP(hipMalloc(reinterpret_cast<void **>(&out), 8000));
    std::vector<double> got(1000);
    rocrand_cpp::threefry4x64 engine(17, 5), other(1);
    other = std::move(engine);
    rocrand_cpp::normal_distribution<double> distribution(2, 3);
    distribution(other, out, 1000);
    HIP(hipMemcpy(got.data(), out, 8000, hipMemcpyDeviceToHost));
    const Generator plain(ROCRAND_RNG_PSEUDO_THREEFRY4_64_20);
    RAND(rocrand_set_seed(plain, 17));
    RAND(rocrand_set_offset(plain, 5));
    bool right = got == plain.make<double>(1000, [](auto g, double *to, size_t n) { return rocrand_generate_normal_double(g, to, n, 2, 3); });
    rocrand_status thrown = ROCRAND_STATUS_SUCCESS;
    try {
        rocrand_cpp::sobol32 wrong(20001);
    } catch (const rocrand_cpp::error &error) {
        thrown = error.error_code();
    }
    result("classes", right && thrown == ROCRAND_STATUS_OUT_OF_RANGE && rocrand_cpp::version() == ROCRAND_VERSION &&
                          rocrand_cpp::lfsr113::default_seed.w == 128);
    HIP(hipFree(out));
}

int main() {
    for (const Kind &kind : kinds) {
        goes_on(kind);
        in_graphs(kind);
    }
    in_the_streams_order();
    seeds_of_four_words();
    discrete_distributions();
    errors();
    classes();
    return failures != 0;
}
