// check.h: what the programs of this folder share: generators, arrays, and one RESULT line a case.
#pragma once

#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../judged.h"

#define RAND(call)                                                               \
    if (const hiprandStatus_t status = (call); status != HIPRAND_STATUS_SUCCESS) \
    (printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status), exit(1))

struct Kind {
    const char *name;
    hiprandRngType_t type;
};
const Kind kinds[] = {{"xorwow", HIPRAND_RNG_PSEUDO_XORWOW},
                      {"mrg32k3a", HIPRAND_RNG_PSEUDO_MRG32K3A},
                      {"philox", HIPRAND_RNG_PSEUDO_PHILOX4_32_10},
                      {"mt19937", HIPRAND_RNG_PSEUDO_MT19937},
                      {"mtgp32", HIPRAND_RNG_PSEUDO_MTGP32}};
inline bool has_offset(const Kind &kind) { return kind.type != HIPRAND_RNG_PSEUDO_MT19937 && kind.type != HIPRAND_RNG_PSEUDO_MTGP32; }

const Kind quasi_kinds[] = {{"sobol32", HIPRAND_RNG_QUASI_SOBOL32},
                            {"sobol64", HIPRAND_RNG_QUASI_SOBOL64},
                            {"scrambled_sobol32", HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32},
                            {"scrambled_sobol64", HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64}};

// A generator that is gone with its scope.
struct Generator {
    hiprandGenerator_t handle = nullptr;
    const bool on_host;

    explicit Generator(hiprandRngType_t type, bool on_host = false) : on_host(on_host) {
        RAND(on_host ? hiprandCreateGeneratorHost(&handle, type) : hiprandCreateGenerator(&handle, type));
    }
    Generator(const Generator &) = delete;
    ~Generator() { RAND(hiprandDestroyGenerator(handle)); }
    operator hiprandGenerator_t() const { return handle; }

    // What `generate(generator, out, n)` makes; `before` numbers of the array's memory are left out, so that it begins where few types are aligned.
    template <class T, class Generate> std::vector<T> make(size_t n, Generate generate, size_t before = 0) const {
        std::vector<T> numbers(n + before);
        if (on_host) {
            RAND(generate(handle, numbers.data() + before, n));
        } else {
            T *device;
            HIP(hipMalloc(reinterpret_cast<void **>(&device), (n + before + 1) * sizeof(T)));
            HIP(hipMemset(device, 0, (n + before + 1) * sizeof(T)));
            RAND(generate(handle, device + before, n));
            HIP(hipMemcpy(numbers.data(), device, (n + before) * sizeof(T), hipMemcpyDeviceToHost));
            HIP(hipFree(device));
        }
        numbers.erase(numbers.begin(), numbers.begin() + before);
        return numbers;
    }
    std::vector<unsigned> words(size_t n) const { return make<unsigned>(n, hiprandGenerate); }
};
