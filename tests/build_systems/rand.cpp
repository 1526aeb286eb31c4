// C++ for any compiler that calls hipRAND: the first words of Philox, which Random123 publishes.
#include <hiprand/hiprand.h>

#include <cstdio>
#include <cstring>

int main() {
    const unsigned want[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    unsigned got[4] = {}, *out = nullptr;
    hiprandGenerator_t generator;
    const bool right = hipMalloc(reinterpret_cast<void **>(&out), sizeof got) == hipSuccess &&
                       hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_PHILOX4_32_10) == HIPRAND_STATUS_SUCCESS &&
                       hiprandSetPseudoRandomGeneratorSeed(generator, 0) == HIPRAND_STATUS_SUCCESS &&
                       hiprandGenerate(generator, out, 4) == HIPRAND_STATUS_SUCCESS &&
                       hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost) == hipSuccess && !memcmp(got, want, sizeof got);
    std::printf("RESULT name=rand ok=%d\n", right);
    return right ? 0 : 1;
}
