"""program.py FOLDER: the HIP program of what yarpgen wrote there: its globals are managed, its function is a kernel's, its checksum is the host's. Run by tests/yarpgen.sh."""
import re
import sys

folder = sys.argv[1]
driver, function = open(f"{folder}/driver.cpp").read(), open(f"{folder}/func.cpp").read()
TYPES = r"(?:signed |unsigned )?(?:char|short|int|long long int|long int|long)|bool"
head = re.sub(rf"^(?=(?:{TYPES}) (?:var_\d+|arr_\d+|zero)\b)", "__managed__ ", driver.split("void test();")[0], flags=re.M)
body = function.replace('#include "init.h"', "").replace("void test()", "__device__ void test()", 1)
print(f"""#include <hip/hip_runtime.h>
{head}{body}
__global__ void kernel() {{ test(); }}
int main() {{
    init();
    kernel<<<1, 1>>>();
    if (hipGetLastError() != hipSuccess || hipDeviceSynchronize() != hipSuccess) return 1;
    checksum();
    printf("%llu\\n", seed);
}}""")
