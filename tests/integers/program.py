"""program.py SEED COUNT: a HIP program of COUNT random functions of integers of 8 to 64 bits, whose results on the device it compares with the host's.

No expression is undefined: sums wrap in unsigned types, counts of shifts are masked, quotients ask first. Run by tests/integers.sh."""
import random
import sys

from functions import print_kernels

seed, count = int(sys.argv[1]), int(sys.argv[2])
R = random.Random(seed)
TYPES = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"]
WEIGHTS = [2, 1, 1.5, 1, 5, 4, 3, 2.5]
EDGES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 15, 16, 17, 24, 31, 32, 33, 63, 64, 100, 127, 128, 129, 255, 256, 1000, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0xFF00, 0xF0F0F0F0,
         0x55555555, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE, 0x100000000, 2**63 - 1, 2**63, 2**64 - 1, 0xFFFF0000, 0x00FF00FF, 0x12345678, 0xDEADBEEFCAFEBABE]
FUNCTIONS = {"clz": ["int32_t"], "clzll": ["int64_t"], "popc": ["uint32_t"], "popcll": ["uint64_t"], "brev": ["uint32_t"], "brevll": ["uint64_t"], "ffs": ["int32_t"],
             "ffsll": ["int64_t"], "mulhi": ["int32_t"] * 2, "umulhi": ["uint32_t"] * 2, "mul24": ["int32_t"] * 2, "umul24": ["uint32_t"] * 2, "sad": ["int32_t", "int32_t", "uint32_t"],
             "usad": ["uint32_t"] * 3, "hadd": ["int32_t"] * 2, "uhadd": ["uint32_t"] * 2, "rhadd": ["int32_t"] * 2, "perm": ["uint32_t"] * 3, "fsl": ["uint32_t"] * 3, "fsr": ["uint32_t"] * 3,
             "mul64hi": ["int64_t"] * 2, "umul64hi": ["uint64_t"] * 2}


def bits(ty):
    return int("".join(c for c in ty if c.isdigit()))


def unsigned(ty):
    return ty if ty[0] == "u" else "u" + ty


def wide(ty):
    """Where sums of the type wrap."""
    return "uint64_t" if bits(ty) == 64 else "uint32_t"


def any_type():
    return R.choices(TYPES, WEIGHTS)[0]


def constant(ty):
    w = bits(ty)
    value = R.choice(EDGES + [2**w - 1, 2 ** (w - 1), 2 ** (w - 1) - 1, R.getrandbits(w), 1 << R.randrange(w), (1 << R.randrange(1, w + 1)) - 1])
    return f"(({ty}){value & (2**w - 1):#x}ull)"


def leaf(ty):
    if R.random() < 0.3:
        return constant(ty)
    between = f"({any_type()})" if R.random() < 0.2 else ""
    return f"(({ty}){between}{R.choice('abc')})"


def amount(ty, depth):
    w = bits(ty)
    return str(R.randrange(w)) if R.random() < 0.6 else f"((int)({expression(R.choice(['uint32_t', 'int32_t', ty]), depth - 1)} & {w - 1}))"


def masked(ty, e):
    u, w = unsigned(ty), bits(ty)
    low = R.randrange(w)
    width = R.randrange(1, w - low + 1)
    ones = (1 << width) - 1
    if R.random() < 0.5:
        return f"((({u}){e()} >> {low}) & ({u}){ones:#x}ull)"
    return f"((({u}){e()} & ({u}){(2**w - 1) ^ (ones << low):#x}ull) | ((({u}){e()} << {low}) & ({u}){ones << low:#x}ull))"


def product(e):
    if R.random() < 0.5:
        return f"(uint32_t)(((uint64_t){e('uint32_t')} * (uint64_t){e('uint32_t')}) >> {R.choice([32, 33, 35, 16, 40])})"
    return f"(((int64_t){e('int32_t')} * (int64_t){e('int32_t')}) >> {R.choice([32, 31, 34, 16])})"


def expression(ty, depth):
    """Text of type `ty`."""
    if depth <= 0 or R.random() < 0.08:
        return leaf(ty)

    def e(of=ty):
        return expression(of, depth - 1)

    def either(of=ty):
        return e(of) if R.random() < 0.6 else constant(of)

    def compared():
        of = any_type()
        return f"{e(of)} {R.choice(['<', '<=', '>', '>=', '==', '!='])} {either(of)}"

    def called():
        name = R.choice(list(FUNCTIONS))
        return f"f_{name}({', '.join(either(of) for of in FUNCTIONS[name])})"

    u, w = unsigned(ty), wide(ty)
    ways = [
        (5, lambda: f"({u})(({w}){e()} {R.choice('++--*')} ({w}){either()})"),
        (5, lambda: f"({e()} {R.choice('&|^')} {R.choice(['', '', f'({ty})~'])}{either()})"),
        (2, lambda: f"({u})(({w}){e()} << {amount(ty, depth)})"),
        (3, lambda: f"({e()} >> {amount(ty, depth)})"),
        (1, lambda: f"({compared()})"),
        (3, lambda: f"({compared()} ? {e()} : {either()})"),
        (4, lambda: e(any_type())),
        (2, lambda: f"{R.choice(['smaller', 'larger'])}<{ty}>({e()}, {either()})"),
        (1.5, lambda: f"{R.choice(['quotient', 'remainder'])}<{ty}>({e()}, {either()})"),
        (2, lambda: f"({u})({R.choice('-~')}({w}){e()})"),
        (1, lambda: f"absolute<{ty}>({e()})"),
        (1, lambda: f"rotated<{u}>(({u}){e()}, {amount(ty, depth)})"),
        (2, lambda: masked(ty, e)),
        (1.5, lambda: product(e)),
        (3, called),
    ]
    way = R.choices([make for _, make in ways], [weight for weight, _ in ways])[0]
    return f"(({ty}){way()})"


print('#include "integers.h"')
FUNCTION_TYPES = [[any_type() for _ in range(4)] for _ in range(count)]
for number, (result, a, b, c) in enumerate(FUNCTION_TYPES):
    print(f"BOTH {result} g{number}({a} a, {b} b, {c} c) {{ return {expression(result, R.choice([1, 2, 2, 2, 3, 4]))}; }}")
for number, (_, a, b, c) in enumerate(FUNCTION_TYPES):
    print(f"BOTH uint64_t v{number}(In in) {{ return (uint64_t)g{number}(({a})in.a, ({b})in.b, ({c})in.c); }}")
print_kernels(seed, count)
