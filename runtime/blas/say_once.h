// say_once.h: a line on stderr that is said once: what of a library is not there, and why something failed.
//
// Used by hipBLAS and the libraries beside it (runtime/{rocblas,blaslt,sparse,rocsparse,rand,rccl,miopen,fft}), each of which says it for itself.
#pragma once

#include <cstdio>
#include <mutex>
#include <set>
#include <string>

namespace blas {

inline void say_once(const std::string &line) {
    static std::mutex lock;
    static std::set<std::string> *said = new std::set<std::string>;  // never destroyed: exit handlers may call functions
    const std::lock_guard<std::mutex> guard(lock);
    if (said->insert(line).second) fprintf(stderr, "%s\n", line.c_str());
}

inline void say_missing(const char *library, const char *function, const char *what) {
    say_once(std::string(library) + ": " + function + ": " + what + " is not supported");
}

}  // namespace blas
