// missing.h: says once, on stderr, what of a function is not there.
//
// Used by handle.hip here and by rocBLAS' (runtime/rocblas).
#pragma once

#include <cstdio>
#include <mutex>
#include <set>
#include <string>

namespace blas {

inline void say_missing(const char *library, const char *function, const char *what) {
    static std::mutex lock;
    static std::set<std::string> *said = new std::set<std::string>;  // never destroyed: exit handlers may call functions
    const std::string message = std::string(function) + ": " + what;
    const std::lock_guard<std::mutex> guard(lock);
    if (said->insert(message).second) fprintf(stderr, "%s: %s is not supported\n", library, message.c_str());
}

}  // namespace blas
