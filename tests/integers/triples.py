"""triples.py SEED SAMPLES: a HIP program of functions `one(other(x, y), z)` of integers, for each pair of operations, that it compares with the host's.

Compilers have rules for two operations together. Each operand may be negated, complemented, absolute, narrowed; a variable may come twice; SAMPLES of these for each pair and
type. No expression is undefined. Run by tests/integers.sh."""
import random
import sys

from functions import print_kernels
from operations import ALIASES, integer_operand, integer_operations

seed, samples = int(sys.argv[1]), int(sys.argv[2])
R = random.Random(seed)

functions = []
for ty, width in (("int32", 32), ("int64", 64), ("int16", 16), ("int8", 8)):
    for one in integer_operations(ty, width).values():
        for other in integer_operations(ty, width).values():
            for _ in range(samples):
                names = R.choice([("x", "y", "z")] * 3 + [("x", "y", "x"), ("x", "y", "y"), ("x", "x", "z"), ("x", "y", "y")])
                x, y, z = (integer_operand(R, ty, width, name) for name in names)
                inner = other(x, y)
                functions.append((ty, one(inner, z) if R.random() < 0.5 else one(z, inner)))

print(f'#include "integers.h"\n{ALIASES}')
for number, (ty, text) in enumerate(functions):
    print(f"BOTH uint64_t v{number}(In in) {{ const {ty} x = in.a, y = in.b, z = in.c; (void)x, (void)y, (void)z; return (uint64_t)({text}); }}")
print_kernels(seed, len(functions))
