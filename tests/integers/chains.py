"""chains.py SEED: a HIP program of functions `two(one(other(x, y), z), w)` of integers, three operations together, that it compares with the host's.

All threes are more than a program holds: seeds 1 to PARTS take each once, the next PARTS of seeds each once again with other operands (as in triples.py). Run by tests/integers.sh."""
import random
import sys

from functions import print_kernels
from operations import ALIASES, integer_operand, integer_operations

PARTS = 29
seed = int(sys.argv[1])
R = random.Random(seed)
NAMES = [("x", "y", "z", "x"), ("x", "y", "z", "y"), ("x", "y", "z", "z"), ("x", "y", "x", "z"), ("x", "y", "y", "z"), ("x", "x", "y", "z"), ("x", "y", "x", "y"), ("x", "y", "y", "x")]

threes = []
for ty, width in (("int32", 32), ("int64", 64), ("int16", 16), ("int8", 8)):
    operations = list(integer_operations(ty, width).values())
    threes += [(ty, width, two, one, other) for two in operations for one in operations for other in operations]
# The same order for every seed, but no two neighbours in one program.
random.Random(0).shuffle(threes)

functions = []
for ty, width, two, one, other in threes[seed % PARTS :: PARTS]:
    x, y, z, w = (integer_operand(R, ty, width, name) for name in R.choice(NAMES))
    text = other(x, y)
    for operation, operand in ((one, z), (two, w)):
        text = operation(text, operand) if R.random() < 0.5 else operation(operand, text)
    functions.append((ty, text))

print(f'#include "integers.h"\n{ALIASES}')
for number, (ty, text) in enumerate(functions):
    print(f"BOTH uint64_t v{number}(In in) {{ const {ty} x = in.a, y = in.b, z = in.c; (void)x, (void)y, (void)z; return (uint64_t)({text}); }}")
print_kernels(seed, len(functions))
