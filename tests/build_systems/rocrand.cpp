// C++ for any compiler that calls rocRAND, by its functions and by its classes: the first words of Threefry, which Random123 publishes.
#include <rocrand/rocrand.hpp>

#include <cstdio>
#include <cstring>

int main() {
    const unsigned want[] = {0x6b200159, 0x99ba4efe};
    unsigned got[2] = {}, again[2] = {}, *out = nullptr;
    rocrand_generator generator;
    bool right = hipMalloc(reinterpret_cast<void **>(&out), sizeof got) == hipSuccess &&
                 rocrand_create_generator(&generator, ROCRAND_RNG_PSEUDO_THREEFRY2_32_20) == ROCRAND_STATUS_SUCCESS &&
                 rocrand_generate(generator, out, 2) == ROCRAND_STATUS_SUCCESS && hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost) == hipSuccess &&
                 rocrand_destroy_generator(generator) == ROCRAND_STATUS_SUCCESS;
    rocrand_cpp::threefry2x32 engine;
    engine(out, 2);
    right = right && hipMemcpy(again, out, sizeof again, hipMemcpyDeviceToHost) == hipSuccess;
    right = right && !memcmp(got, want, sizeof got) && !memcmp(again, want, sizeof got);
    std::printf("RESULT name=rocrand ok=%d\n", right);
    return right ? 0 : 1;
}
