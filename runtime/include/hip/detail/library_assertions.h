// library_assertions.h: what libstdc++ calls where one of its own assertions fails, for the device.
//
// Its constexpr functions (std::clamp, std::array::operator[]) may be called in kernels, and check their arguments: with
// _GLIBCXX_ASSERTIONS when they run, otherwise, in GCC 14's, when the compiler evaluates them. Both name functions of the host, which clang refuses in a kernel. Newer
// clangs bring device functions of these names themselves. Included by device_library.h, before any header of the library.
#ifndef HIPVK_HIP_DETAIL_LIBRARY_ASSERTIONS_H
#define HIPVK_HIP_DETAIL_LIBRARY_ASSERTIONS_H

#if !__has_include(<cuda_wrappers/bits/c++config.h>)
namespace std {

// Names a failed check to the compiler that evaluates an expression: never called at run time.
HIPVK_LIBRARY void __glibcxx_assert_fail() {}

// Ends the thread, as assert does.
HIPVK_LIBRARY __attribute__((noreturn, cold)) void __glibcxx_assert_fail(const char *file, int line, const char *function,
                                                                         const char *condition) noexcept {
    __hip_vk_assert_fail(condition, file, unsigned(line), function);
}

} // namespace std
#endif

#endif // HIPVK_HIP_DETAIL_LIBRARY_ASSERTIONS_H
