// Plain C++, compiled by g++: calls library.hip.
#include <cstdio>

extern "C" int library_run(int threads);

int main() {
    const int found = library_run(10), wanted = 40 + 10 * 2 + 10 * 3;
    if (found != wanted) std::printf("%d, not %d\n", found, wanted);
    std::printf("RESULT name=linking ok=%d\n", found == wanted);
    return found == wanted ? 0 : 1;
}
