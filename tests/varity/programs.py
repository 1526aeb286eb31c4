"""programs.py VARITY TYPE SEED COUNT RANGE: a HIP program that runs COUNT of Varity's random float functions on the device and on the host.

VARITY is its checkout (LLNL/Varity); TYPE float or double; RANGE `all` for numbers of every size, NaN and infinity among them, or `mild` for those from which no sum
or product of a function is denormal, on devices that flush them. Each function gets 64 rows of arguments; what differs by a bit is printed, but for the payloads and signs
of NaN. So functions with results that C leaves open are left out: copysign (of a NaN's sign), fmin and fmax (of zeros). Compiled without contraction. Run by tests/varity.sh.
"""
import random
import re
import sys

VARITY, TYPE, SEED, COUNT, RANGE = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
sys.path[:0] = [f"{VARITY}/varity", f"{VARITY}/varity/common"]
import cfg  # noqa: E402

cfg.REAL_TYPE = TYPE
cfg.MATH_FUNC_PROBABILITY, cfg.MAX_EXPRESSION_SIZE, cfg.MAX_LINES_IN_BLOCK = 0.15, 6, 4
import gen_inputs  # noqa: E402
import gen_math_exp  # noqa: E402
import gen_program  # noqa: E402

ROWS = 64
ONE, TWO, THREE = "(double)", "(double,double)", "(double,double,double)"
gen_math_exp.MathFunctions = [name + ONE for name in ("sqrt", "ceil", "fabs", "floor", "rint", "trunc")]
gen_math_exp.MathFunctions += ["fmod" + TWO, "fma" + THREE, "ldexp(double,int)"]
SUFFIX = "f" if TYPE == "float" else ""

HEAD = """#include <hip/hip_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#define CHECK(call) \\
    if (const hipError_t error = (call); error != hipSuccess) return printf("FAILED %s\\n", hipGetErrorString(error)), 2
using Real = TYPE;
static int wrong;
template <int rows, int reals, int ints>
static int judge(const char *name, void (*kernel)(const Real *, const int *, Real *), Real (*host)(const Real *, const int *), const Real *in, const int *counts) {
    Real *device_in, *device_out, out[rows];
    int *device_counts;
    CHECK(hipMalloc(&device_in, rows * reals * sizeof(Real)));
    CHECK(hipMalloc(&device_counts, rows * ints * sizeof(int)));
    CHECK(hipMalloc(&device_out, sizeof out));
    CHECK(hipMemcpy(device_in, in, rows * reals * sizeof(Real), hipMemcpyHostToDevice));
    CHECK(hipMemcpy(device_counts, counts, rows * ints * sizeof(int), hipMemcpyHostToDevice));
    kernel<<<rows / 32, 32>>>(device_in, device_counts, device_out);
    CHECK(hipGetLastError());
    CHECK(hipMemcpy(out, device_out, sizeof out, hipMemcpyDeviceToHost));
    for (int i = 0; i < rows; i++) {
        const Real expected = host(in + i * reals, counts + i * ints);
        if (memcmp(&expected, &out[i], sizeof expected) == 0 || (expected != expected && out[i] != out[i])) continue;
        wrong++;
        printf("DIFFERS %s row %d: host %a, device %a\\n", name, i, double(expected), double(out[i]));
    }
    CHECK(hipFree(device_in));
    CHECK(hipFree(device_counts));
    CHECK(hipFree(device_out));
    return 0;
}
"""


def mild():
    return f"{random.choice('+-')}{random.uniform(1, 2):.4f}E{random.randrange(-3, 4)}{SUFFIX}"


def function(number):
    """One function, its kernel and its rows of arguments; and the call that judges it."""
    code = gen_program.Program()
    code.device = False
    arguments, body = re.search(r"void compute\((.*?)\)\s*{(.*)}\s*$", code.func.printCode(), re.S).groups()
    body = re.sub(r"printf\([^;]*;", "", body)
    reals = ints = 0
    declared = ""
    for argument in arguments.split(","):
        kind, name = argument.split()[0], argument.split()[-1].replace("*", "")
        if kind == "int":
            declared += f"    int {name} = ints[{ints}];\n"
            ints += 1
        elif "*" in argument:
            declared += f"    Real {name}[{cfg.ARRAY_SIZE}];\n    for (Real &x : {name}) x = reals[{reals}];\n"
            reals += 1
        else:
            declared += f"    Real {name} = reals[{reals}];\n"
            reals += 1
    ints = max(ints, 1)
    rows = [[gen_inputs.InputGenerator.genInput() for _ in range(reals)] for _ in range(ROWS)]
    if RANGE == "all":
        for row in rows[:4]:
            row[random.randrange(reals)] = random.choice(["NAN", "INFINITY", "-INFINITY"])
    numbers = ", ".join(", ".join(row) for row in rows)
    counts = ", ".join(str(random.randrange(cfg.ARRAY_SIZE)) for _ in range(ROWS * ints))
    text = f"__host__ __device__ __attribute__((noinline)) static Real compute_{number}(const Real *reals, const int *ints) {{\n{declared}{body}\n    return comp;\n}}\n"
    text += f"__global__ void kernel_{number}(const Real *reals, const int *ints, Real *out) {{\n    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    text += f"    out[i] = compute_{number}(reals + i * {reals}, ints + i * {ints});\n}}\n"
    text += f"static const Real reals_{number}[] = {{{numbers}}};\nstatic const int ints_{number}[] = {{{counts}}};\n"
    call = f'judge<{ROWS}, {reals}, {ints}>("{TYPE} {SEED} function {number}", kernel_{number}, compute_{number}, reals_{number}, ints_{number})'
    return text, call


random.seed(SEED)
if RANGE == "mild":
    gen_inputs.FP32Input.genInput = gen_inputs.FP64Input.genInput = staticmethod(mild)
made = [function(number) for number in range(COUNT)]
print(HEAD.replace("TYPE", TYPE))
print("\n".join(text for text, _ in made))
calls = "".join(f"    if (int status = {call}) return status;\n" for _, call in made)
print(f'int main() {{\n{calls}    printf("RESULT name={TYPE}-{SEED} ok=%d wrong=%d of={COUNT * ROWS}\\n", wrong == 0, wrong);\n    return wrong != 0;\n}}')
