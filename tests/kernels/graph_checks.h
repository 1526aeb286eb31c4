// What the graph programs share: checks that name their line, rows that count them.
#pragma once
#include <hip/hip_runtime.h>

#include <cstdio>

inline bool section_ok = true;
inline bool all_ok = true;

inline void check_that(bool holds, const char *what, int line) {
    if (holds) return;
    section_ok = false;
    std::printf("line %d: not so: %s\n", line, what);
}

inline void check_code(hipError_t got, hipError_t wanted, const char *what, int line) {
    if (got == wanted) return;
    section_ok = false;
    std::printf("line %d: %s gave %s, not %s\n", line, what, hipGetErrorName(got), hipGetErrorName(wanted));
}

#define TRUE(condition) check_that((condition), #condition, __LINE__)
#define OK(call) check_code((call), hipSuccess, #call, __LINE__)
#define FAILS(call, error) check_code((call), (error), #call, __LINE__)

inline void section_ends(const char *program, const char *name) {
    std::printf("RESULT name=%s kernel=%s ok=%d\n", program, name, section_ok);
    all_ok = all_ok && section_ok;
    section_ok = true;
}
