// HIP's table of double precision math functions: each within its documented distance from the truth.
// made on each system: ROCm's device libraries
#include "accuracy.h"

typedef double T;
#define F(name) name
#define B(single, twice) twice
#include "math_rows.h"

int main() {
    all_rows();
    return accuracy::report("math_double");
}
