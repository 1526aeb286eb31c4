"""triples.py SEED SAMPLES: a HIP program of functions `one(other(x, y), z)` of integers, for each pair of operations, that it compares with the host's.

Compilers have rules for two operations together. Each operand may be negated, complemented, absolute, narrowed; a variable may come twice; SAMPLES of these for each pair and
type. No expression is undefined. Run by tests/integers.sh."""
import random
import sys

from functions import print_kernels

seed, samples = int(sys.argv[1]), int(sys.argv[2])
R = random.Random(seed)
CONSTANTS = [0, 1, 2, 3, 4, 7, 8, 15, 16, 24, 31, 32, 63, 127, 128, 255, 256, 0xFF00, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFF80]


def wrapped(ty, sign):
    """In an unsigned type that no number is too large for."""
    wide = "uint64" if ty == "int64" else "uint32"
    return lambda a, b: f"({ty})({wide}({a}) {sign} {wide}({b}))"


def operations(ty, width):
    """Texts of two operands of type `ty`, whose unsigned type is named `u` before it."""
    of = {
        "sum": wrapped(ty, "+"), "difference": wrapped(ty, "-"), "product": wrapped(ty, "*"),
        "and": lambda a, b: f"({ty})({a} & {b})", "or": lambda a, b: f"({ty})({a} | {b})", "xor": lambda a, b: f"({ty})({a} ^ {b})",
        "left": lambda a, b: f"({ty})(u{ty}({a}) << (int({b}) & {width - 1}))", "right": lambda a, b: f"({ty})({a} >> (int({b}) & {width - 1}))",
        "logical": lambda a, b: f"({ty})(u{ty}({a}) >> (int({b}) & {width - 1}))",
        "smaller": lambda a, b: f"smaller<{ty}>({a}, {b})", "larger": lambda a, b: f"larger<{ty}>({a}, {b})",
        "unsigned_smaller": lambda a, b: f"({ty})smaller<u{ty}>({a}, {b})", "unsigned_larger": lambda a, b: f"({ty})larger<u{ty}>({a}, {b})",
        "less": lambda a, b: f"({ty})({a} < {b})", "below": lambda a, b: f"({ty})(u{ty}({a}) <= u{ty}({b}))", "equal": lambda a, b: f"({ty})({a} == {b})",
        "where_less": lambda a, b: f"({ty})({a} < {b} ? {a} : ({ty})y)", "where_set": lambda a, b: f"({ty})({a} & 1 ? {b} : {a})",
        "rotated": lambda a, b: f"({ty})rotated<u{ty}>({a}, int({b}) & {width - 1})",
        "quotient": lambda a, b: f"quotient<{ty}>({a}, {b})", "remainder": lambda a, b: f"remainder<{ty}>({a}, {b})",
    }
    if width == 32:
        of["mulhi"] = lambda a, b: f"f_mulhi({a}, {b})"
        of["mul24"] = lambda a, b: f"f_mul24({a}, {b})"
        of["sad"] = lambda a, b: f"(int)f_sad({a}, {b}, z)"
        of["hadd"] = lambda a, b: f"f_hadd({a}, {b})"
    return of


def operand(ty, width, name):
    if R.random() < 0.2:
        return f"({ty}){R.choice(CONSTANTS + [R.getrandbits(width)]):#x}ll"
    narrow = R.choice([w for w in (8, 16, 32) if w < max(width, 16)])
    return R.choice([name] * 5 + [f"({ty})(0 - u{ty}({name}))"] * 4 + [f"({ty})~{name}", f"absolute<{ty}>({name})", f"({ty})(int{narrow}_t){name}", f"({ty})(uint{narrow}_t){name}",
                                                                          f"({ty})({name} >> {R.randrange(width)})", f"({ty})(u{ty}({name}) << {R.randrange(width)})", f"({ty})({name} & {R.choice(CONSTANTS):#x})"])


functions = []
for ty, width in (("int32", 32), ("int64", 64), ("int16", 16), ("int8", 8)):
    for one in operations(ty, width).values():
        for other in operations(ty, width).values():
            for _ in range(samples):
                names = R.choice([("x", "y", "z")] * 3 + [("x", "y", "x"), ("x", "y", "y"), ("x", "x", "z"), ("x", "y", "y")])
                x, y, z = (operand(ty, width, name) for name in names)
                inner = other(x, y)
                functions.append((ty, one(inner, z) if R.random() < 0.5 else one(z, inner)))

aliases = " ".join(f"using {sign}int{width} = {sign}int{width}_t;" for width in (8, 16, 32, 64) for sign in ("", "u"))
print(f'#include "integers.h"\n{aliases}')
for number, (ty, text) in enumerate(functions):
    print(f"BOTH uint64_t v{number}(In in) {{ const {ty} x = in.a, y = in.b, z = in.c; (void)x, (void)y, (void)z; return (uint64_t)({text}); }}")
print_kernels(seed, len(functions))
