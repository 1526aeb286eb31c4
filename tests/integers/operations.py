"""operations.py: the operations of integers that triples.py, chains.py, conversions.py and vectors.py put together, as texts. No expression is undefined."""
CONSTANTS = [0, 1, 2, 3, 4, 7, 8, 15, 16, 24, 31, 32, 63, 127, 128, 255, 256, 0xFF00, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFF80]
ALIASES = " ".join(f"using {sign}int{width} = {sign}int{width}_t;" for width in (8, 16, 32, 64) for sign in ("", "u"))


def wrapped(ty, sign):
    """In an unsigned type that no number is too large for."""
    wide = "uint64" if ty.endswith("int64") else "uint32"
    return lambda a, b: f"({ty})({wide}({a}) {sign} {wide}({b}))"


def integer_operations(ty, width):
    """Texts of two operands of type `ty`, by name. Variables y and z are other operands."""
    u = ty if ty[0] == "u" else f"u{ty}"
    of = {
        "sum": wrapped(ty, "+"), "difference": wrapped(ty, "-"), "product": wrapped(ty, "*"),
        "and": lambda a, b: f"({ty})({a} & {b})", "or": lambda a, b: f"({ty})({a} | {b})", "xor": lambda a, b: f"({ty})({a} ^ {b})",
        "left": lambda a, b: f"({ty})({u}({a}) << (int({b}) & {width - 1}))", "right": lambda a, b: f"({ty})({a} >> (int({b}) & {width - 1}))",
        "logical": lambda a, b: f"({ty})({u}({a}) >> (int({b}) & {width - 1}))",
        "smaller": lambda a, b: f"smaller<{ty}>({a}, {b})", "larger": lambda a, b: f"larger<{ty}>({a}, {b})",
        "unsigned_smaller": lambda a, b: f"({ty})smaller<{u}>({a}, {b})", "unsigned_larger": lambda a, b: f"({ty})larger<{u}>({a}, {b})",
        "less": lambda a, b: f"({ty})({a} < {b})", "below": lambda a, b: f"({ty})({u}({a}) <= {u}({b}))", "equal": lambda a, b: f"({ty})({a} == {b})",
        "where_less": lambda a, b: f"({ty})({a} < {b} ? {a} : ({ty})y)", "where_set": lambda a, b: f"({ty})({a} & 1 ? {b} : {a})",
        "rotated": lambda a, b: f"({ty})rotated<{u}>({a}, int({b}) & {width - 1})",
        "quotient": lambda a, b: f"quotient<{ty}>({a}, {b})", "remainder": lambda a, b: f"remainder<{ty}>({a}, {b})",
    }
    if ty == "int32":
        of["mulhi"] = lambda a, b: f"f_mulhi({a}, {b})"
        of["mul24"] = lambda a, b: f"f_mul24({a}, {b})"
        of["sad"] = lambda a, b: f"(int)f_sad({a}, {b}, z)"
        of["hadd"] = lambda a, b: f"f_hadd({a}, {b})"
    return of


def integer_operand(R, ty, width, name):
    """The variable, a constant, or what is often made of the one."""
    u = ty if ty[0] == "u" else f"u{ty}"
    if R.random() < 0.2:
        return f"({ty}){R.choice(CONSTANTS + [R.getrandbits(width)]):#x}ll"
    narrow = R.choice([w for w in (8, 16, 32) if w < max(width, 16)])
    return R.choice([name] * 5 + [f"({ty})(0 - {u}({name}))"] * 4 + [f"({ty})~{name}", f"absolute<{ty}>({name})", f"({ty})(int{narrow}_t){name}", f"({ty})(uint{narrow}_t){name}",
                                                                      f"({ty})({name} >> {R.randrange(width)})", f"({ty})({u}({name}) << {R.randrange(width)})", f"({ty})({name} & {R.choice(CONSTANTS):#x})"])
