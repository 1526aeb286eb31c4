"""typed.py: operations with types, of which conversions.py and vectors.py put each two together that fit: `one(other(...), ...)`."""
import random

from functions import print_kernels
from operations import ALIASES, integer_operand, integer_operations

EVERY = 1500  # functions of a program
FLOATS = ["f16", "f32", "f64"]
WHOLE = [f"{sign}int{width}" for width in (8, 16, 32, 64) for sign in ("", "u")]
NUMBERS = ["0.0", "1.0", "-1.0", "0.5", "2.0", "-0.0", "255.0", "127.0", "256.0", "0.1", "65504.0", "1.5", "1024.0", "-128.0"]


def width(ty):
    return int("".join(c for c in ty if c.isdigit()))


class Operation:
    """`text` makes an expression of type `result` of expressions of types `args`. Two of the `plain` ones are not put together: others do that."""

    def __init__(self, name, args, result, text, plain=False):
        self.name, self.args, self.result, self.text, self.plain = name, args, result, text, plain


def whole_operations(types=WHOLE):
    for ty in types:
        for name, text in integer_operations(ty, width(ty)).items():
            yield Operation(f"{ty} {name}", [ty, ty], ty, text, plain=True)


def float_operations():
    for ty in FLOATS:
        def op(name, text, args=2, result=ty):
            return Operation(f"{ty} {name}", [ty] * args, result, (lambda *of: f"kept({text.format(*of, T=ty)})") if result == ty else lambda *of: text.format(*of, T=ty))

        for name, sign in (("sum", "+"), ("difference", "-"), ("product", "*"), ("quotient", "/")):
            yield op(name, f"{{T}}({{0}} {sign} {{1}})")
        for name in ("minimum", "maximum", "f_copysign"):
            yield op(name, f"{name}<{{T}}>({{0}}, {{1}})" if name != "f_copysign" else "f_copysign({T}({0}), {T}({1}))")
        for name in ("floor", "ceil", "trunc", "rint", "round", "sqrt", "fabs"):
            yield op(name, f"f_{name}({{T}}({{0}}))", 1)
        yield op("fma", "f_fma({T}({0}), {T}({1}), {T}({2}))", 3)
        for name, text in (("smaller", "{0} < {1} ? {0} : {1}"), ("larger", "{0} > {1} ? {0} : {1}"), ("where_zero", "{0} == 0 ? {1} : {0}"), ("where_nan", "{0} != {0} ? {1} : {0}"),
                           ("step", "{T}({0} < {1})"), ("difference_above", "{0} > {1} ? {T}({0} - {1}) : {T}(0)"), ("less_or_zero", "!({0} >= {1}) ? {T}(0) : {0}")):
            yield op(name, f"{{T}}({text})")
        for name, text in (("negative", "-{0}"), ("saturated", "saturated<{T}>({0})"), ("one_minus", "{T}(1) - {0}"), ("twice", "{0} + {0}"), ("square", "{0} * {0}"),
                           ("reciprocal", "{T}(1) / {0}"), ("fraction", "{0} - f_floor({T}({0}))"), ("eighth", "{0} * {T}(0.125)"), ("times_256", "{0} * {T}(256)"), ("sign", "f_copysign({T}(1), {T}({0}))")):
            yield op(name, f"{{T}}({text})", 1)
        for name, text in (("less", "{0} < {1}"), ("at_most", "{0} <= {1}"), ("equal", "{0} == {1}"), ("differs", "{0} != {1}"), ("not_less", "!({0} < {1})"),
                           ("unordered", "__builtin_isunordered({0}, {1})"), ("less_greater", "{0} < {1} || {0} > {1}")):
            yield op(name, f"int32({text})", 2, "int32")
        for name, text in (("is_nan", "{0} != {0}"), ("is_infinite", "__builtin_isinf({0})"), ("sign_bit", "sign_bit({T}({0}))"), ("is_zero", "{0} == 0")):
            yield op(name, f"int32({text})", 1, "int32")
        yield Operation(f"{ty} select_bit", ["int32", ty, ty], ty, lambda c, a, b, ty=ty: f"{ty}({c} & 1 ? {a} : {b})")
        yield Operation(f"{ty} select_less", ["int32", ty, ty], ty, lambda c, a, b, ty=ty: f"{ty}({c} < 0 ? {a} : {b})")


def operand(R, ty, name):
    """What a leaf of an expression is: the row's `name`-th number."""
    if ty in WHOLE:
        return integer_operand(R, ty, width(ty), f"(({ty})in.i[{name}])")
    if ty in FLOATS:
        number = f"number<{ty}>(in, {name})"
        if R.random() < 0.2:
            return f"{ty}({R.choice(NUMBERS)})"
        return R.choice([number] * 4 + [f"{ty}(-{number})"] * 2 + [f"f_fabs({number})", f"kept({ty}({number} * {ty}(0.5)))"])
    vector = f"from_words<{ty}>(in.i[{name}], in.i[{(name + 1) % 3}])" if ty[0] != "f" else f"from_floats<{ty}>(in, {name})"
    return R.choice([vector] * 4 + [f"negative({vector})", f"{vector}.s10" + "".join(str(lane) for lane in range(2, lanes(ty))) if lanes(ty) > 1 else vector, vector])


def lanes(ty):
    return int(ty.split("x")[1]) if "x" in ty else 1


def kind(ty):
    """compare.h's letter for a result of the type."""
    return {"f16": "h", "f32": "f", "f64": "d", "f16x2": "H", "f16x4": "H", "f32x2": "F"}.get(ty, "i")


def apply(R, operation, inner, place):
    """The operation of `inner` at the argument `place`, and of the row's numbers."""
    names = R.sample(range(3), 3)
    return operation.text(*(inner if at == place else operand(R, ty, names[at % 3]) for at, ty in enumerate(operation.args)))


def print_program(seed, header, operations):
    """The seed's share of all pairs; every other one has a third operation behind it."""
    R = random.Random(seed)
    operations = list(operations)
    taking = {}
    for operation in operations:
        for ty in set(operation.args):
            taking.setdefault(ty, []).append(operation)
    pairs = [(one, other) for other in operations for one in taking.get(other.result, []) if not (one.plain and other.plain)]
    random.Random(0).shuffle(pairs)
    parts = (len(pairs) + EVERY - 1) // EVERY
    functions = []
    for one, other in pairs[seed % parts :: parts]:
        text = apply(R, other, operand(R, other.args[0], R.randrange(3)), 0)
        steps = [one] + ([R.choice(taking[one.result])] if one.result in taking and R.random() < 0.5 else [])
        ty = other.result
        for step in steps:
            text = apply(R, step, text, R.choice([at for at, arg in enumerate(step.args) if arg == ty]))
            ty = step.result
        functions.append((ty, text))
    print(f'#include "{header}"\n{ALIASES}\n// Part {seed % parts} of {parts}.')
    for number, (ty, text) in enumerate(functions):
        print(f"BOTH uint64_t v{number}(In in) {{ const int64 y = in.i[1], z = in.i[2]; (void)y, (void)z; return result(({ty})({text})); }}")
    print_kernels(seed, len(functions), "".join(kind(ty) for ty, _ in functions), "ask_device();")
