"""vectors.py SEED: a HIP program of functions in which an operation of vectors, of parts of words, of words with carries or of 128 bits stands beside another operation;
it compares them with the host's.

Each two operations that fit come once in seeds 1 to 30 or so; the program names the number. Run by tests/integers.sh."""
import random
import sys

from typed import Operation, lanes, print_program, whole_operations

WHOLE_VECTORS = ["i8x4", "u8x4", "i8x8", "u8x8", "i16x2", "u16x2", "i16x4", "u16x4", "i32x2", "u32x2", "i32x4", "u32x4", "i64x2", "u64x2"]
FLOAT_VECTORS = ["f16x2", "f16x4", "f32x2"]
SAME_SIZE = [["int32", "uint32", "i8x4", "u8x4", "i16x2", "u16x2", "f16x2"], ["int64", "uint64", "i8x8", "u8x8", "i16x4", "u16x4", "i32x2", "u32x2", "f16x4", "f32x2"],
             ["i128", "u128", "i32x4", "u32x4", "i64x2", "u64x2"]]
SAME_LANES = [["i8x4", "u8x4", "i16x4", "u16x4", "i32x4", "u32x4", "f16x4"], ["i16x2", "u16x2", "i32x2", "u32x2", "i64x2", "u64x2", "f16x2", "f32x2"], ["i8x8", "u8x8"]]
# HIP's, AMD's and clang's functions of words: result and parameters.
FUNCTIONS = {"clz": "int32 int32", "clzll": "int32 int64", "popc": "int32 uint32", "popcll": "int32 uint64", "brev": "uint32 uint32", "brevll": "uint64 uint64", "ffs": "int32 int32",
             "ffsll": "int32 int64", "mulhi": "int32 int32 int32", "umulhi": "uint32 uint32 uint32", "mul24": "int32 int32 int32", "umul24": "int32 uint32 uint32", "sad": "uint32 int32 int32 uint32",
             "usad": "uint32 uint32 uint32 uint32", "hadd": "int32 int32 int32", "uhadd": "uint32 uint32 uint32", "rhadd": "int32 int32 int32", "perm": "uint32 uint32 uint32 uint32",
             "fsl": "uint32 uint32 uint32 uint32", "fsr": "uint32 uint32 uint32 uint32", "mul64hi": "int64 int64 int64", "umul64hi": "uint64 uint64 uint64", "bitextract": "uint32 uint32 uint32",
             "bitinsert": "uint32 uint32 uint32 uint32", "fslc": "uint32 uint32 uint32 uint32", "fsrc": "uint32 uint32 uint32 uint32", "urhadd": "uint32 uint32 uint32", "swapped": "uint32 uint32",
             "swapped64": "uint64 uint64", "swapped16": "uint16 uint16", "reversed16": "uint16 uint16", "reversed8": "uint8 uint8", "turned": "uint32 uint32 uint32", "turned64": "uint64 uint64 uint64",
             "ctz": "int32 uint32", "ctzll": "int32 uint64", "clrsb": "int32 int32", "parity": "int32 uint32", "perm_b32": "uint32 uint32 uint32 uint32", "alignbit": "uint32 uint32 uint32 uint32",
             "alignbyte": "uint32 uint32 uint32 uint32", "ubfe": "uint32 uint32 uint32 uint32", "sbfe": "int32 int32 uint32 uint32", "sad_u8": "uint32 uint32 uint32 uint32",
             "msad_u8": "uint32 uint32 uint32 uint32", "lerp": "uint32 uint32 uint32 uint32", "sdot4": "int32 int32 int32 int32", "udot4": "uint32 uint32 uint32 uint32"}
R = random.Random(2)


def operation(name, args, result, text):
    """`text` names its arguments {0}, {1}, ..., each of its type."""
    return Operation(name, args, result, lambda *of: text.format(*(f"{ty}({arg})" for ty, arg in zip(args, of))))


def lane(ty):
    name = ty.split("x")[0]
    return name if name[0] == "f" else {"i": "int", "u": "uint"}[name[0]] + name[1:]


def unsigned(ty):
    return "u" + ty[1:]


def swizzle(ty, vectors):
    places = ", ".join(str(R.randrange(vectors * lanes(ty))) for _ in range(lanes(ty)))
    return f"__builtin_shufflevector({{0}}, {{{vectors - 1}}}, {places})"


def moves(ty):
    """Operations of vectors of all kinds."""
    yield operation(f"{ty} swizzle", [ty], ty, swizzle(ty, 1))
    yield operation(f"{ty} shuffle", [ty, ty], ty, swizzle(ty, 2))
    yield operation(f"{ty} with_lane", [ty, "int32", lane(ty)], ty, "with_lane({0}, {1}, {2})")
    yield operation(f"{ty} any_lane", [ty, "int32"], lane(ty), "any_lane({0}, {1})")
    yield operation(f"{ty} last", [ty], lane(ty), f"{{0}}[{lanes(ty) - 1}]")
    yield operation(f"{ty} all", [lane(ty)], ty, "{0}")
    yield operation(f"{ty} either", [lane(ty), lane(ty)], ty, f"{ty}{{{{{', '.join(['{0}', '{1}'] * (lanes(ty) // 2))}}}}}")


def whole_vectors(ty):
    u, ones = unsigned(ty), int(lane(ty).strip("uint")) - 1
    texts = {"sum": f"{ty}({u}({{0}}) + {u}({{1}}))", "difference": f"{ty}({u}({{0}}) - {u}({{1}}))", "product": f"{ty}({u}({{0}}) * {u}({{1}}))", "and": "{0} & {1}", "or": "{0} | {1}",
             "xor": "{0} ^ {1}", "left": f"{ty}({u}({{0}}) << ({u}({{1}}) & {u}({ones})))", "right": f"{{0}} >> ({{1}} & {ty}({ones}))", "smaller": "smaller_lanes({0}, {1})",
             "larger": "larger_lanes({0}, {1})", "sum_saturated": "sum_saturated({0}, {1})", "difference_saturated": "difference_saturated({0}, {1})", "less": f"{ty}({{0}} < {{1}})",
             "equal": f"{ty}({{0}} == {{1}})", "select": "{0} < {1} ? {0} : {2}", "where": "({0} & {2}) | ({1} & ~{2})", "absolute": "absolute_lanes({0}, {0})",
             "quotient": f"{{0}} / (({{1}} & {ty}({2 ** ones - 1})) | {ty}(1))", "remainder": f"{{0}} % (({{1}} & {ty}({2 ** ones - 1})) | {ty}(1))"}
    if ty[0] == "u":
        del texts["absolute"]
    for name, text in texts.items():
        yield operation(f"{ty} {name}", [ty] * (1 + max(place for place in range(3) if f"{{{place}}}" in text)), ty, text)
    for way in ("xor", "min", "max"):
        yield operation(f"{ty} reduce_{way}", [ty], lane(ty), f"__builtin_reduce_{way}({{0}})")


def float_vectors(ty):
    texts = {"sum": "{0} + {1}", "difference": "{0} - {1}", "product": "{0} * {1}", "quotient": "{0} / {1}", "minimum": "minimum_lanes({0}, {1})", "maximum": "maximum_lanes({0}, {1})",
             "negative": "-{0}", "absolute": "fabs_lanes({0}, {0})", "select": "{0} < {1} ? {0} : {2}", "clamp": f"{{0}} < {ty}(0) ? {ty}(0) : {{0}}"}
    for name, text in texts.items():
        yield operation(f"{ty} {name}", [ty] * (1 + max(place for place in range(3) if f"{{{place}}}" in text)), ty, f"kept_lanes({ty}({text}))")


def casts():
    for group in SAME_SIZE:
        for source in group:
            for target in group:
                if source[:5].strip("ui") != target[:5].strip("ui") and ("x" in source or "x" in target):
                    text = "no_nans({0})" if source[0] == "f" else "{0}"
                    text = f"same_bits<{target}>({text})"
                    yield operation(f"{source} as {target}", [source], target, f"kept_lanes({text})" if target[0] == "f" else text)
    for group in SAME_LANES:
        for source in group:
            for target in group:
                if source != target:
                    text = f"converted<{target}>({{0}})"
                    yield operation(f"{source} to {target}", [source], target, f"kept_lanes({text})" if target[0] == "f" else text)


def words():
    for name, types in FUNCTIONS.items():
        result, *args = types.split()
        yield operation(name, args, result, f"f_{name}({', '.join(f'{{{place}}}' for place in range(len(args)))})")
    for ty in ("int32", "uint32", "int64", "uint64", "int16", "uint8"):
        for way in ("add", "sub", "mul"):
            yield operation(f"{ty} {way}_or_ones", [ty, ty], ty, f"{way}_or_ones<{ty}>({{0}}, {{1}})")
            yield operation(f"{ty} {way}_carry", [ty, ty], ty, f"{way}_carry<{ty}>({{0}}, {{1}})")
    for name in ("sum_by_words", "difference_by_words"):
        yield operation(name, ["uint64", "uint64"], "uint64", f"{name}({{0}}, {{1}})")
    for of, word, names in (("Fields", "uint32", "abcd"), ("LongFields", "uint64", "abc")):
        for field in names:
            yield operation(f"{of}_{field}", [word], word, f"{of}_{field}({{0}})")
            yield operation(f"{of}_with_{field}", [word, word], word, f"{of}_with_{field}({{0}}, {{1}})")
    for source in ("int8", "uint8", "int16", "uint16", "int64", "uint64"):
        yield operation(f"{source} int32", [source], "int32", "int32({0})")
        yield operation(f"int32 {source}", ["int32"], source, f"{source}({{0}})")


def long_words():
    for ty, word in (("i128", "int64"), ("u128", "uint64")):
        for name, text in (("sum", "{0} + {1}"), ("difference", "{0} - {1}"), ("product", "{0} * {1}")):
            yield operation(f"{ty} {name}", [ty, ty], ty, text.replace("{", "u128({").replace("}", "})"))
        for name, text in (("and", "{0} & {1}"), ("or", "{0} | {1}"), ("xor", "{0} ^ {1}"), ("smaller", "smaller({0}, {1})"), ("larger", "larger({0}, {1})")):
            yield operation(f"{ty} {name}", [ty, ty], ty, text)
        yield operation(f"{ty} left", [ty, "int32"], ty, "u128({0}) << ({1} & 127)")
        yield operation(f"{ty} right", [ty, "int32"], ty, "{0} >> ({1} & 127)")
        yield operation(f"{ty} less", [ty, ty], "int32", "int32({0} < {1})")
        yield operation(f"{ty} long product", [word, word], ty, f"{ty}({{0}}) * {ty}({{1}})")
        yield operation(f"{ty} low", [ty], word, f"{word}({{0}})")
        yield operation(f"{ty} high", [ty], word, f"{word}({{0}} >> 64)")
        yield operation(f"{ty} middle", [ty, "int32"], word, f"{word}({{0}} >> ({{1}} & 63))")
        yield operation(f"{ty} wide", [word], ty, "{0}")


operations = [*words(), *casts(), *long_words(), *whole_operations()]
for ty in WHOLE_VECTORS:
    operations += [*moves(ty), *whole_vectors(ty)]
for ty in FLOAT_VECTORS:
    operations += [*moves(ty), *float_vectors(ty)]
print_program(int(sys.argv[1]), "vectors.h", operations)
