// A hip_bfloat16 is written to a stream as the number that it is, also where another type that it becomes can be written (hipCUB's tests).
#include <hip/hip_bfloat16.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <sstream>

struct Other {
    float value;
    Other(const hip_bfloat16 &from) : value(from) {}
};
std::ostream &operator<<(std::ostream &out, const Other &other) { return out << "other " << other.value; }

__global__ void twice(hip_bfloat16 *number) { *number = hip_bfloat16(2.0f * float(*number)); }

int main() {
    hip_bfloat16 number(1.5f), *device;
    if (hipMalloc(&device, sizeof number) != hipSuccess) return 1;
    if (hipMemcpy(device, &number, sizeof number, hipMemcpyHostToDevice) != hipSuccess) return 1;
    twice<<<1, 1>>>(device);
    if (hipMemcpy(&number, device, sizeof number, hipMemcpyDeviceToHost) != hipSuccess) return 1;
    std::ostringstream text;
    text << number;
    const bool ok = text.str() == "3";
    if (!ok) printf("written as %s\n", text.str().c_str());
    printf("RESULT name=bfloat16_stream kernel=twice ok=%d\n", ok);
    return ok ? 0 : 1;
}
