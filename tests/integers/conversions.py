"""conversions.py SEED: a HIP program of functions in which a conversion between integers and floats of 8 to 64 bits, or an operation of floats, stands beside another operation;
it compares them with the host's.

The conversions are C++'s, HIP's with named roundings, those that programs make saturate, and those of bits. Results that C++ leaves open are not compared (typed.h). Each two
operations that fit come once in seeds 1 to 30 or so; the program names the number. Run by tests/integers.sh."""
import sys

from typed import FLOATS, WHOLE, Operation, float_operations, print_program, whole_operations

HIP_INTEGERS = {"int": "int32", "uint": "uint32", "ll": "int64", "ull": "uint64", "short": "int16", "ushort": "uint16"}
HIP_FLOATS = {"half": "f16", "float": "f32", "double": "f64"}
NAMED = ["float2int", "float2uint", "float2ll", "float2ull", "double2int", "double2uint", "double2ll", "double2ull", "half2short", "half2ushort", "half2int", "half2uint", "half2ll", "half2ull",
         "int2float", "uint2float", "ll2float", "ull2float", "double2float", "ll2double", "ull2double", "float2half", "short2half", "ushort2half", "int2half", "uint2half", "ll2half", "ull2half"]


def conversions():
    def unary(name, source, target, text):
        return Operation(name, [source], target, lambda a: text.format(f"{source}({a})"))

    for whole in WHOLE:
        for real in FLOATS:
            for way in ("to_integer", "clamped", "chosen", "guarded"):
                yield unary(f"{way} {real} {whole}", real, whole, f"{way}<{whole}>({{}})")
            yield unary(f"to_float {whole} {real}", whole, real, f"to_float<{real}>({{}})")
    for source in FLOATS:
        for target in FLOATS:
            if source != target:
                yield unary(f"{source} {target}", source, target, f"to_float<{target}>({{}})")
    for real, whole in zip(FLOATS, ("16", "32", "64")):
        for sign in ("", "u"):
            yield unary(f"bits {real}", real, f"{sign}int{whole}", f"same_bits<{sign}int{whole}>(no_nan({{}}))")
            yield unary(f"float of bits {real}", f"{sign}int{whole}", real, f"kept(same_bits<{real}>({{}}))")
    for name in NAMED:
        source, target = ({**HIP_INTEGERS, **HIP_FLOATS}[side] for side in name.split("2"))
        for mode in ("rn", "rz", "ru", "rd"):
            yield unary(f"{name}_{mode}", source, target, f"r_{name}_{mode}({{}})")
    for source in ("int8", "uint8", "int16", "uint16", "int64", "uint64"):
        yield unary(f"{source} int32", source, "int32", "int32({})")
        yield unary(f"int32 {source}", "int32", source, f"{source}({{}})")


print_program(int(sys.argv[1]), "conversions.h", [*conversions(), *whole_operations(), *float_operations()])
