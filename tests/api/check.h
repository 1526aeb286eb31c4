// What the C-ABI tests share: a check that counts, and a way to expect an error. No framework, so that a program is
// compiled in a second by any compiler.
#pragma once
#include <hip/hip_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

inline int failures = 0;
inline int checks = 0;

inline void expect_error(hipError_t got, hipError_t wanted, const char *what, int line) {
  ++checks;
  if (got == wanted) return;
  ++failures;
  std::printf("line %d: %s gave %s, expected %s\n", line, what, hipGetErrorName(got), hipGetErrorName(wanted));
}

inline void expect_true(bool holds, const char *what, int line) {
  ++checks;
  if (holds) return;
  ++failures;
  std::printf("line %d: not true: %s\n", line, what);
}

#define OK(call) expect_error((call), hipSuccess, #call, __LINE__)
#define FAILS(call, error) expect_error((call), (error), #call, __LINE__)
#define TRUE(condition) expect_true((condition), #condition, __LINE__)

// Bytes of which neighbours differ, to be copied.
inline std::vector<unsigned char> pattern(size_t size) {
  std::vector<unsigned char> bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * 7 + 3);
  return bytes;
}

// The harness looks for the last line: a program that did nothing must not pass.
inline int report() {
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}
