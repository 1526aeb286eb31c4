"""program.py SEED COUNT: a HIP program of COUNT random kernels in which the lanes of warps part, loop, meet and ask each other, and the results that they must have.

Each kernel is computed here, lane by lane, while it is written: all lanes of a warp that take a way take it together, and meet where it ends, as on AMD's hardware. No lane reads
one that does not take part. Run by tests/lanes.sh."""
import random
import sys

seed, count = int(sys.argv[1]), int(sys.argv[2])
R = random.Random(seed)
LANES, VARIABLES, ONES = 32, 4, 0xFFFFFFFF


class Warp:
    def __init__(self, first):
        self.first = first
        self.lane = list(range(LANES))
        self.v = [[((first + l + 1) * 2654435761 * (i + 1) >> 7) & ONES for l in range(LANES)] for i in range(VARIABLES)]
        self.saved = {}

    def set(self, active, name, values):
        for l in active:
            self.v[name][l] = values[l] & ONES


def constant():
    return R.choice([0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 255, 0x55555555, 0x80000000, ONES, R.getrandbits(32)])


def expression(depth=2):
    """C++, and what computes it of a warp and a lane."""
    if depth == 0 or R.random() < 0.2:
        way = R.random()
        if way < 0.15:
            k = constant()
            return f"{k}u", lambda w, l: k
        if way < 0.3:
            return "lane", lambda w, l: l
        i = R.randrange(VARIABLES)
        return f"v{i}", lambda w, l: w.v[i][l]
    (a, fa), (b, fb) = expression(depth - 1), expression(depth - 1)
    op = R.choice(["+", "-", "*", "&", "|", "^", ">>", "<<", "<"])
    if op in ("<<", ">>"):
        k = R.randrange(32)
        return f"({a} {op} {k})", (lambda w, l: fa(w, l) << k & ONES) if op == "<<" else (lambda w, l: fa(w, l) >> k)
    compute = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "&": lambda x, y: x & y, "|": lambda x, y: x | y, "^": lambda x, y: x ^ y, "<": lambda x, y: int(x < y)}[op]
    return f"({a} {op} {b})", lambda w, l: compute(fa(w, l), fb(w, l)) & ONES


def condition():
    a, fa = expression(2)
    if R.random() < 0.5:
        k = R.choice([1, 1, 2, 3, 7])
        return f"({a} & {k}) == 0", lambda w, l: fa(w, l) & k == 0
    b, fb = expression(1)
    return f"{a} < {b}", lambda w, l: fa(w, l) < fb(w, l)


class Kernel:
    def __init__(self):
        self.loops = 0

    # Each statement: text, and a function that does it to the active lanes of a warp.
    def assign(self):
        i, (a, f) = R.randrange(VARIABLES), expression()

        def do(w, active):
            values = {l: f(w, l) for l in active}
            w.set(active, i, values)
        return f"v{i} = {a};", do

    def shuffle(self):
        i, j = R.randrange(VARIABLES), R.randrange(VARIABLES)
        kind = R.choice(["", "_xor", "_up", "_down"])
        if kind == "":
            a, f = expression(1)
            of = (lambda w, l: f(w, l) & 31)
            call, place = f"__shfl(v{j}, int({a} & 31u))", f"({a} & 31u)"
        else:
            k = R.randrange(32)
            of = {"_xor": lambda w, l: l ^ k, "_up": lambda w, l: l - k if l >= k else l, "_down": lambda w, l: l + k if l + k < LANES else l}[kind]
            call = f"__shfl{kind}(v{j}, {k})"
            place = {"_xor": f"(lane ^ {k}u)", "_up": f"(lane >= {k}u ? lane - {k}u : lane)", "_down": f"(lane + {k}u < 32u ? lane + {k}u : lane)"}[kind]

        def do(w, active):
            values = {l: w.v[j][of(w, l)] if of(w, l) in active else w.v[i][l] for l in active}
            w.set(active, i, values)
        return f"{{ const uint32_t from = {place}, got = {call}; v{i} = (__ballot(1) >> from) & 1 ? got : v{i}; }}", do

    def vote(self):
        i, (c, f) = R.randrange(VARIABLES), condition()
        kind = R.choice(["ballot", "any", "all", "count", "first", "prefix", "sum", "max"])
        text = {"ballot": f"v{i} ^= uint32_t(__ballot({c}));", "any": f"v{i} += __any({c});", "all": f"v{i} += 3 * __all({c});", "count": f"v{i} += __popcll(__ballot({c}));",
                "first": f"v{i} = __shfl(v{i}, __ffsll(__ballot(1)) - 1);", "prefix": f"v{i} += __popcll(__ballot({c}) & ((1ull << lane) - 1));",
                "sum": f"v{i} = __reduce_add_sync(__activemask(), v{i});", "max": f"v{i} = __reduce_max_sync(__activemask(), v{i});"}[kind]

        def do(w, active):
            yes = [l for l in active if f(w, l)]
            of = {"ballot": lambda l: w.v[i][l] ^ sum(1 << k for k in yes), "any": lambda l: w.v[i][l] + (len(yes) > 0), "all": lambda l: w.v[i][l] + 3 * (len(yes) == len(active)),
                  "count": lambda l: w.v[i][l] + len(yes), "first": lambda l: w.v[i][min(active)], "prefix": lambda l: w.v[i][l] + sum(k < l for k in yes),
                  "sum": lambda l: sum(w.v[i][k] for k in active), "max": lambda l: max(w.v[i][k] for k in active)}[kind]
            values = {l: of(l) for l in active}
            w.set(active, i, values)
        return text, do

    def branch(self, depth):
        (c, f), (a, fa), (b, fb) = condition(), self.block(depth - 1), self.block(depth - 1) if R.random() < 0.6 else ("", lambda w, active: None)

        def do(w, active):
            yes = [l for l in active if f(w, l)]
            no = [l for l in active if l not in yes]
            if yes:
                fa(w, yes)
            if no:
                fb(w, no)
        return f"if ({c}) {{\n{a}\n}}" + (f" else {{\n{b}\n}}" if b else ""), do

    def choice(self, depth):
        (a, f), blocks = expression(1), [self.block(depth - 1) for _ in range(3)]

        def do(w, active):
            ways = {l: f(w, l) & 3 for l in active}
            for way, (_, block) in enumerate(blocks):
                lanes = [l for l in active if ways[l] == way]
                if lanes:
                    block(w, lanes)
        return f"switch ({a} & 3u) {{\n" + "\n".join(f"case {i}: {{\n{t}\nbreak; }}" for i, (t, _) in enumerate(blocks)) + "\ndefault: break;\n}", do

    def loop(self, depth):
        name, (a, f), (b, fb) = f"n{self.loops}", expression(1), self.block(depth - 1)
        self.loops += 1
        most = R.choice([1, 3, 7])

        def do(w, active):
            left = {l: f(w, l) & most for l in active}
            while any(left[l] for l in active):
                active = [l for l in active if left[l]]
                fb(w, active)
                for l in active:
                    left[l] -= 1
        return f"for (uint32_t {name} = {a} & {most}u; {name} != 0; {name}--) {{\n{b}\n}}", do

    def block(self, depth):
        parts = []
        for _ in range(R.randrange(1, 4 if depth else 3)):
            way = R.random()
            if depth and way < 0.25:
                parts.append(self.branch(depth))
            elif depth and way < 0.4:
                parts.append(self.loop(depth))
            elif depth and way < 0.48:
                parts.append(self.choice(depth))
            elif way < 0.62:
                parts.append(self.assign())
            elif way < 0.8:
                parts.append(self.shuffle())
            else:
                parts.append(self.vote())

        def do(w, active):
            for _, part in parts:
                part(w, active)
        return "\n".join(text for text, _ in parts), do


print('#include "lanes.h"')
names, tables = [], []
for number in range(count):
    parts = [Kernel().block(3) for _ in range(R.choice([2, 3, 4]))]
    kernel = Kernel()
    parts = [kernel.block(3) for _ in range(R.choice([2, 3, 4]))]
    expected = []
    for first in (0, LANES, 2 * LANES):
        warp = Warp(first)
        for _, do in parts:
            do(warp, list(range(LANES)))
        expected += [warp.v[i][l] for l in range(LANES) for i in range(VARIABLES)]
    print(f"__global__ void k{number}(uint32_t *out) {{\nBEGIN\n" + "\n".join(text for text, _ in parts) + "\nEND\n}")
    names.append(f"k{number}")
    tables.append("{" + ",".join(f"{e}u" for e in expected) + "}")
print(f"static const std::vector<uint32_t> expected[] = {{{', '.join(tables)}}};")
print(f"int main() {{ return compare({seed}, {{{', '.join(names)}}}, expected); }}")
