"""y = a x + y by hip-python and hipRTC, checked here; "right" is written if it is. Run by tests/packages.rs."""

import array
import ctypes

from hip import hip, hiprtc

SOURCE = b"""
extern "C" __global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
"""
COUNT = 1000


def checked(result):
    error, *values = result
    assert error in (hip.hipError_t.hipSuccess, hiprtc.hiprtcResult.HIPRTC_SUCCESS), error
    return values[0] if len(values) == 1 else values


def compiled():
    program = checked(hiprtc.hiprtcCreateProgram(SOURCE, b"saxpy", 0, None, None))
    checked(hiprtc.hiprtcCompileProgram(program, 0, None))
    code = bytearray(checked(hiprtc.hiprtcGetCodeSize(program)))
    checked(hiprtc.hiprtcGetCode(program, code))
    return code


module = checked(hip.hipModuleLoadData(compiled()))
kernel = checked(hip.hipModuleGetFunction(module, b"saxpy"))
x = array.array("f", range(COUNT))
y = array.array("f", [1.0] * COUNT)
size = x.itemsize * COUNT
x_d, y_d = (checked(hip.hipMalloc(size)) for _ in range(2))
for there, here in ((x_d, x), (y_d, y)):
    checked(hip.hipMemcpy(there, here, size, hip.hipMemcpyKind.hipMemcpyHostToDevice))
arguments = (ctypes.c_float(2.0), x_d, y_d, ctypes.c_int(COUNT))
checked(
    hip.hipModuleLaunchKernel(
        kernel, *(4, 1, 1), *(256, 1, 1), sharedMemBytes=0, stream=None, kernelParams=None, extra=arguments
    )
)
checked(hip.hipMemcpy(y, y_d, size, hip.hipMemcpyKind.hipMemcpyDeviceToHost))
assert all(y[i] == 1.0 + 2.0 * i for i in range(COUNT)), y[:4]
print("right")
