"""functions.py: what is alike in the programs of integers: kernels around the functions v0, v1, ... of an `In`, and a main that compares them with the host's."""
import os

EACH = int(os.environ.get("EACH", 20))  # functions of a kernel; 1 tells what a driver does wrong only beside others


def print_kernels(seed, count, kinds="", first_of_all=""):
    """`kinds`: a letter for each function's result (compare.h). `first_of_all` is what `main` does before."""
    for first in range(0, count, EACH):
        calls = " ".join(f"out[{n}ull * count + i] = v{n}(in[i]);" for n in range(first, min(count, first + EACH)))
        print(f"__global__ void k{first}(const In *in, uint64_t *out, int count) {{ if (const int i = blockIdx.x * blockDim.x + threadIdx.x; i < count) {{ {calls} }} }}")
    kernels = ", ".join(f"k{first}" for first in range(0, count, EACH))
    values = ", ".join(f"v{number}" for number in range(count))
    print(f'int main() {{ {first_of_all} return compare<In>({seed}, inputs({seed} * 7919ull + 1), {{{kernels}}}, {{{values}}}, "{kinds}", say); }}')
