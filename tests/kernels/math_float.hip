// HIP's table of single precision math functions: each within its documented distance from the truth.
// made on each system: ROCm's device libraries
#include "accuracy.h"

typedef float T;
#define F(name) name##f
#define B(single, twice) single
#include "math_rows.h"

int main() {
    all_rows();
    return accuracy::report("math_float");
}
