// rocrand_check.h: what the programs rocrand_*.cpp share: generators, arrays, and one RESULT line a case.
#pragma once

#include <hip/hip_runtime.h>
#include <rocrand/rocrand.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../judged.h"

#define RAND(call)                                                              \
    if (const rocrand_status status = (call); status != ROCRAND_STATUS_SUCCESS) \
    (printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status), exit(1))

struct Kind {
    const char *name;
    rocrand_rng_type type;
};
// Those that hipRAND has no names for, whose programs test the others.
const Kind kinds[] = {{"mrg31k3p", ROCRAND_RNG_PSEUDO_MRG31K3P},
                      {"lfsr113", ROCRAND_RNG_PSEUDO_LFSR113},
                      {"threefry2x32", ROCRAND_RNG_PSEUDO_THREEFRY2_32_20},
                      {"threefry4x32", ROCRAND_RNG_PSEUDO_THREEFRY4_32_20},
                      {"threefry2x64", ROCRAND_RNG_PSEUDO_THREEFRY2_64_20},
                      {"threefry4x64", ROCRAND_RNG_PSEUDO_THREEFRY4_64_20}};

// Where numbers are made: on the device, on the host in the stream's order, or on the host at once.
enum class Place { device, stream, host };
const Place places[] = {Place::device, Place::stream, Place::host};

inline std::string name_of(const Kind &kind, Place place) {
    return std::string(kind.name) + (place == Place::device ? "_device" : place == Place::stream ? "_stream" : "_host");
}

// A generator that is gone with its scope.
struct Generator {
    rocrand_generator handle = nullptr;
    const Place place;

    explicit Generator(rocrand_rng_type type, Place place = Place::device) : place(place) {
        const auto create = place == Place::device   ? rocrand_create_generator
                            : place == Place::stream ? rocrand_create_generator_host
                                                     : rocrand_create_generator_host_blocking;
        RAND(create(&handle, type));
    }
    Generator(const Generator &) = delete;
    ~Generator() { RAND(rocrand_destroy_generator(handle)); }
    operator rocrand_generator() const { return handle; }

    // What `generate(generator, out, n)` makes.
    template <class T, class Generate> std::vector<T> make(size_t n, Generate generate) const {
        std::vector<T> numbers(n);
        if (place != Place::device) {
            RAND(generate(handle, numbers.data(), n));
            if (place == Place::stream) HIP(hipDeviceSynchronize());
            return numbers;
        }
        T *device;
        HIP(hipMalloc(reinterpret_cast<void **>(&device), n * sizeof(T)));
        RAND(generate(handle, device, n));
        HIP(hipMemcpy(numbers.data(), device, n * sizeof(T), hipMemcpyDeviceToHost));
        HIP(hipFree(device));
        return numbers;
    }
};
