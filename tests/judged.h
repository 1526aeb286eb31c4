// judged.h: how programs that judge their results themselves end a case: one RESULT line each. Used by tests/fft/callbacks.hip and tests/{blas,blaslt,miopen,rand,rccl,solver,sparse}/check.h.
#pragma once

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#define HIP(call)                                                                        \
    do {                                                                                 \
        if (const hipError_t error = (call); error != hipSuccess)                        \
            (printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipGetErrorString(error)), exit(1)); \
    } while (false)

inline int failures = 0;
inline void result(const std::string &name, bool ok) {
    printf("RESULT name=%s ok=%d\n", name.c_str(), ok);
    failures += !ok;
}
