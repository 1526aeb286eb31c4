#include "generator.h"
namespace rng { Generator *new_mt19937(hiprandRngType_t, bool) { return nullptr; } }
