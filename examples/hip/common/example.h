// example.h: what every example shares: error checks, arguments, timing, the closing line.
// Included by each examples/hip/NAME/NAME.hip.
//
// An example prints what it likes and then exactly one last line,
//   RESULT name=saxpy ok=true kernel=saxpy ms=0.123 gbps=45.6 gflops=-
// which `./hipvk demo` and `./hipvk bench` read, and exits with 0 only if ok=true.
#ifndef HIPVK_EXAMPLES_EXAMPLE_H
#define HIPVK_EXAMPLES_EXAMPLE_H

#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

namespace example {

/// The name in the closing line; set once by main.
inline const char *&name() {
    static const char *value = "?";
    return value;
}

/// Prints the closing line. `bytes` and `flops` are of one kernel run; 0 means "says nothing here".
/// Returns the exit code.
inline int report(bool ok, const char *kernel, double ms, double bytes, double flops) {
    std::printf("RESULT name=%s ok=%s kernel=%s ms=%.4f", name(), ok ? "true" : "false", kernel, ms);
    const double figures[] = {bytes, flops};
    const char *units[] = {"gbps", "gflops"};
    for (int i = 0; i < 2; ++i) {
        if (figures[i] > 0 && ms > 0) std::printf(" %s=%.3f", units[i], figures[i] / ms * 1e-6);
        else std::printf(" %s=-", units[i]);
    }
    std::printf("\n");
    return ok ? 0 : 1;
}

/// Ends the program if a HIP call failed, closing line included.
inline void check(hipError_t error, const char *call, const char *file, int line) {
    if (error == hipSuccess) return;
    std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, hipGetErrorString(error));
    std::exit(report(false, "-", 0, 0, 0));
}
#define CHECK(call) ::example::check((call), #call, __FILE__, __LINE__)

/// The whole-number argument at `index` of the command line, or `fallback`.
inline int argument(int argc, char **argv, int index, int fallback) {
    if (index >= argc) return fallback;
    const int value = std::atoi(argv[index]);
    if (value > 0) return value;
    std::fprintf(stderr, "%s: argument %d must be a positive number\n", argv[0], index);
    std::exit(report(false, "-", 0, 0, 0));
}

/// How many blocks of `block` threads cover `count` elements.
inline unsigned blocks_for(unsigned count, unsigned block) { return (count + block - 1) / block; }

/// Milliseconds that one run of `work` takes on the device. `work` runs twice, the first time unmeasured: a
/// kernel is compiled when it is first launched.
inline double time_ms(const std::function<void()> &work) {
    hipEvent_t start, stop;
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));
    work();
    CHECK(hipDeviceSynchronize());
    CHECK(hipEventRecord(start));
    work();
    CHECK(hipEventRecord(stop));
    CHECK(hipEventSynchronize(stop));
    float ms = 0;
    CHECK(hipEventElapsedTime(&ms, start, stop));
    CHECK(hipEventDestroy(start));
    CHECK(hipEventDestroy(stop));
    return ms;
}

/// Device memory that frees itself.
template <class T> class Buffer {
    T *pointer_ = nullptr;
    size_t count_;

public:
    explicit Buffer(size_t count) : count_(count) { CHECK(hipMalloc(&pointer_, count * sizeof(T))); }
    explicit Buffer(const std::vector<T> &values) : Buffer(values.size()) { upload(values); }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { (void)hipFree(pointer_); }

    T *get() const { return pointer_; }
    void upload(const std::vector<T> &values) {
        CHECK(hipMemcpy(pointer_, values.data(), values.size() * sizeof(T), hipMemcpyHostToDevice));
    }
    std::vector<T> download() const {
        std::vector<T> values(count_);
        CHECK(hipMemcpy(values.data(), pointer_, count_ * sizeof(T), hipMemcpyDeviceToHost));
        return values;
    }
};

/// `count` numbers in [low, high), the same on every run.
inline std::vector<float> random_floats(size_t count, float low, float high, unsigned seed = 1) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> draw(low, high);
    std::vector<float> values(count);
    for (float &value : values) value = draw(engine);
    return values;
}

/// Whether every element is within `tolerance`, relative to the larger of 1 and the expected value. Says where not.
inline bool close(const std::vector<float> &got, const std::vector<float> &expected, float tolerance) {
    for (size_t i = 0; i < expected.size(); ++i) {
        const float allowed = tolerance * std::fmax(1.0f, std::fabs(expected[i]));
        if (std::fabs(got[i] - expected[i]) <= allowed) continue;
        std::fprintf(stderr, "element %zu: got %.9g, expected %.9g\n", i, got[i], expected[i]);
        return false;
    }
    return got.size() == expected.size();
}

/// Whether both are equal, element by element. Says where not.
template <class T> bool equal(const std::vector<T> &got, const std::vector<T> &expected) {
    for (size_t i = 0; i < expected.size(); ++i) {
        if (got[i] == expected[i]) continue;
        std::fprintf(stderr, "element %zu: got %.9g, expected %.9g\n", i, double(got[i]), double(expected[i]));
        return false;
    }
    return got.size() == expected.size();
}

} // namespace example

#endif // HIPVK_EXAMPLES_EXAMPLE_H
