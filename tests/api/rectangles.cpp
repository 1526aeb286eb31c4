// Copies and fills of rows and slices, right and wrong.
#include "check.h"

static void rows() {
  const size_t width = 37, height = 11;
  void *device = nullptr;
  size_t pitch = 0;
  OK(hipMallocPitch(&device, &pitch, width, height));
  TRUE(pitch >= width && pitch % 64 == 0);
  auto source = pattern(width * height);
  std::vector<unsigned char> back(width * height);
  OK(hipMemcpy2D(device, pitch, source.data(), width, width, height, hipMemcpyHostToDevice));
  OK(hipMemcpy2D(back.data(), width, device, pitch, width, height, hipMemcpyDeviceToHost));
  TRUE(back == source);
  OK(hipMemset2D(device, pitch, 0x33, 5, 3));
  OK(hipMemcpy2D(back.data(), width, device, pitch, width, height, hipMemcpyDeviceToHost));
  TRUE(back[0] == 0x33 && back[4] == 0x33 && back[5] == source[5] && back[2 * width + 4] == 0x33);
  TRUE(back[3 * width] == source[3 * width]);
  FAILS(hipMemcpy2D(device, width - 1, source.data(), width, width, height, hipMemcpyHostToDevice),
        hipErrorInvalidPitchValue);
  FAILS(hipMemcpy2D(device, pitch, source.data(), width, width, height * 10, hipMemcpyHostToDevice),
        hipErrorInvalidValue);
  FAILS(hipMemcpy2D(nullptr, pitch, source.data(), width, width, height, hipMemcpyHostToDevice), hipErrorInvalidValue);
  OK(hipMemcpy2D(device, pitch, source.data(), width, 0, height, hipMemcpyHostToDevice));
  OK(hipFree(device));

  hipExtent extent{32, 4, 3};
  hipPitchedPtr volume;
  OK(hipMalloc3D(&volume, extent));
  auto cube = pattern(32 * 4 * 3);
  std::vector<unsigned char> cube_back(cube.size());
  hipMemcpy3DParms parms;
  std::memset(&parms, 0, sizeof parms);
  parms.srcPtr = hipPitchedPtr{cube.data(), 32, 32, 4};
  parms.dstPtr = volume;
  parms.extent = extent;
  parms.kind = hipMemcpyHostToDevice;
  OK(hipMemcpy3D(&parms));
  parms.srcPtr = volume;
  parms.dstPtr = hipPitchedPtr{cube_back.data(), 32, 32, 4};
  parms.kind = hipMemcpyDeviceToHost;
  OK(hipMemcpy3D(&parms));
  TRUE(cube == cube_back);
  FAILS(hipMemcpy3D(nullptr), hipErrorInvalidValue);
  OK(hipMemset3D(volume, 0, extent));
  OK(hipMemcpy3D(&parms));
  TRUE(cube_back == std::vector<unsigned char>(cube.size(), 0));
  // Refused before anything is filled: a row too many, a start too far behind, rows and slices that lie in each other, as many of them as there can be.
  const hipPitchedPtr behind{static_cast<char *>(volume.ptr) + volume.pitch, volume.pitch, 32, 4};
  FAILS(hipMemset3D(volume, 1, hipExtent{32, 5, 3}), hipErrorInvalidValue);
  FAILS(hipMemset3D(behind, 1, extent), hipErrorInvalidValue);
  FAILS(hipMemset3D(hipPitchedPtr{volume.ptr, 16, 16, 4}, 1, extent), hipErrorInvalidValue);
  FAILS(hipMemset3D(hipPitchedPtr{volume.ptr, 16, 16, 1}, 1, hipExtent{32, 1, 2}), hipErrorInvalidValue);
  FAILS(hipMemset3D(hipPitchedPtr{volume.ptr, 0, 0, 0}, 1, hipExtent{1, 1, ~size_t{0}}), hipErrorInvalidValue);
  OK(hipMemcpy3D(&parms));
  TRUE(cube_back == std::vector<unsigned char>(cube.size(), 0));
  OK(hipFree(volume.ptr));
}

// Rectangles of the driver API name their memory: what they name as the device's must be, and all of it.
static void driver_rectangles() {
  const size_t rows = 8, width = 64;
  void *from = nullptr, *to = nullptr;
  std::vector<char> host(rows * width, 5), back(rows * width, 0);
  OK(hipMalloc(&from, rows * width));
  OK(hipMalloc(&to, rows * width));
  OK(hipMemcpy(from, host.data(), host.size(), hipMemcpyHostToDevice));
  OK(hipMemset(to, 0, rows * width));
  hip_Memcpy2D copy = {};
  copy.srcMemoryType = copy.dstMemoryType = hipMemoryTypeDevice;
  copy.srcDevice = from;
  copy.dstDevice = to;
  copy.srcPitch = copy.dstPitch = width;
  copy.WidthInBytes = 4;
  copy.Height = 1;
  for (size_t outside : {rows, rows + 1, size_t{1} << 40}) {
    copy.srcY = outside;
    FAILS(hipDrvMemcpy2DUnaligned(&copy), hipErrorInvalidValue);
    copy.srcY = 0;
    copy.dstY = outside;
    FAILS(hipDrvMemcpy2DUnaligned(&copy), hipErrorInvalidValue);
    FAILS(hipMemcpyParam2D(&copy), hipErrorInvalidValue);
    copy.dstY = 0;
  }
  copy.Height = rows + 1;
  FAILS(hipDrvMemcpy2DUnaligned(&copy), hipErrorInvalidValue);
  copy.Height = rows;
  copy.srcDevice = host.data();
  FAILS(hipDrvMemcpy2DUnaligned(&copy), hipErrorInvalidValue);
  copy.srcDevice = from;
  copy.WidthInBytes = width;
  OK(hipDrvMemcpy2DUnaligned(&copy));
  OK(hipMemcpy(back.data(), to, back.size(), hipMemcpyDeviceToHost));
  TRUE(back == host);
  // An empty one touches nothing, wherever it is.
  copy.srcY = rows;
  copy.Height = 0;
  OK(hipDrvMemcpy2DUnaligned(&copy));
  OK(hipFree(from));
  OK(hipFree(to));
}

int main() {
  rows();
  driver_rectangles();
  return report();
}
