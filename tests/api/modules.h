// modules.h: modules that a program loads, by the driver's API, and libraries that come and go, as clang's code in them announces them. A part of kernels.hip, whose kernels
// they are made of.
#pragma once

#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

#include "check.h"

static std::string contents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

texture<float, hipTextureType1D, hipReadModeElementType> image;

extern "C" __global__ void read_image(float *out) { out[threadIdx.x] = tex1D(image, (float)threadIdx.x + 0.75f); }

// The driver API's way to textures: a module's reference, its settings in any order, an array of one row.
static void texture_references(hipModule_t module) {
  hipFunction_t function;
  textureReference *reference = nullptr, *again = nullptr;
  FAILS(hipModuleGetTexRef(&reference, module, "no_such_texture"), hipErrorNotFound);
  FAILS(hipModuleGetTexRef(&reference, module, ""), hipErrorInvalidValue);
  OK(hipModuleGetTexRef(&reference, module, "image"));
  OK(hipModuleGetTexRef(&again, module, "image"));
  TRUE(reference == again);
  OK(hipModuleGetFunction(&function, module, "read_image"));
  const float texels[4] = {1, 3, -5, 8};
  float *out = nullptr, back[4] = {}, row[4] = {};
  hipArray_t array, bound;
  HIP_ARRAY_DESCRIPTOR desc = {4, 0, HIP_AD_FORMAT_FLOAT, 1};
  OK(hipArrayCreate(&array, &desc));
  OK(hipMemcpyHtoA(array, 0, texels, sizeof texels));
  OK(hipMemcpyAtoH(row, array, 4, 12));
  TRUE(row[0] == 3 && row[1] == -5 && row[2] == 8);
  FAILS(hipMemcpyAtoH(row, array, 8, 12), hipErrorInvalidValue);
  FAILS(hipTexRefGetArray(&bound, reference), hipErrorInvalidTexture);
  OK(hipTexRefSetFilterMode(reference, hipFilterModeLinear));
  OK(hipTexRefSetArray(reference, array, HIP_TRSA_OVERRIDE_FORMAT));
  OK(hipTexRefSetAddressMode(reference, 0, hipAddressModeClamp));
  OK(hipTexRefGetArray(&bound, reference));
  TRUE(bound == array);
  FAILS(hipTexRefSetAddressMode(reference, 3, hipAddressModeClamp), hipErrorInvalidValue);
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof back));
  void *args[] = {&out};
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, args, nullptr));
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 1.5f && back[1] == 1 && back[2] == -1.75f && back[3] == 8);
  OK(hipTexRefSetFilterMode(reference, hipFilterModePoint));
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, args, nullptr));
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(std::memcmp(back, texels, sizeof back) == 0);
  OK(hipUnbindTexture(reference));
  OK(hipFreeArray(array));
  OK(hipFree(out));
}

// A loaded module allocates its managed variables itself.
static void managed_of_module(hipModule_t module) {
  hipFunction_t function;
  OK(hipModuleGetFunction(&function, module, "globals"));
  float *out = nullptr;
  OK(hipMalloc(reinterpret_cast<void **>(&out), 4 * sizeof(float)));
  void *args[] = {&out};
  const int programs = managed_variable;
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, args, nullptr));
  OK(hipDeviceSynchronize());
  void *address = nullptr;
  size_t size = 0;
  OK(hipModuleGetGlobal(&address, &size, module, "managed_variable"));
  TRUE(size == sizeof(int) && address != &managed_variable);
  TRUE(managed_variable == programs);
  // The host reads it where it lies.
  TRUE(address && *static_cast<int *>(address) == 22);
  hipPointerAttribute_t attributes;
  OK(hipPointerGetAttributes(&attributes, address));
  TRUE(attributes.isManaged);
  OK(hipFree(out));
}

// hipExtModuleLaunchKernel under the name that C++ gives it: AMD's header makes it no C function, and MIGraphX declares it itself.
hipError_t launched_by_cxx(hipFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, size_t, hipStream_t, void **, void **, hipEvent_t,
                           hipEvent_t, unsigned)
    __asm__("_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j");

// Launches of hip_ext.h: their grids are counted in threads.
static void sized_in_threads(hipModule_t module) {
  hipFunction_t function;
  OK(hipModuleGetFunction(&function, module, "fill"));
  int *out = nullptr, back[8], n = 8, value = 40;
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof back));
  OK(hipMemset(out, 0, sizeof back));
  void *args[] = {&out, &n, &value};
  // A block is no larger than the grid, but a grid must be whole blocks.
  OK(hipExtModuleLaunchKernel(function, 3, 1, 1, 64, 4, 4, 0, nullptr, args, nullptr));
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 40 && back[2] == 42 && back[3] == 0);
  FAILS(hipExtModuleLaunchKernel(function, 6, 1, 1, 4, 1, 1, 0, nullptr, args, nullptr), hipErrorInvalidValue);
  FAILS(hipExtModuleLaunchKernel(function, 8, 0, 1, 4, 1, 1, 0, nullptr, args, nullptr), hipErrorInvalidValue);
  FAILS(hipExtModuleLaunchKernel(function, 1, 1, 1, 100, 100, 1, 0, nullptr, args, nullptr), hipErrorInvalidConfiguration);
  // More threads than 64 bits count, and a number of them that is 0 in 64 bits.
  const unsigned huge = ~0u, half = 1u << 31;
  FAILS(hipExtModuleLaunchKernel(function, 1, 1, 1, huge, huge, huge, 0, nullptr, args, nullptr), hipErrorInvalidConfiguration);
  FAILS(hipExtModuleLaunchKernel(function, 1, 1, 1, half, half, 4, 0, nullptr, args, nullptr), hipErrorInvalidConfiguration);
  FAILS(hipModuleLaunchKernel(function, 1, 1, 1, huge, huge, huge, 0, nullptr, args, nullptr), hipErrorInvalidValue);
  OK(hipHccModuleLaunchKernel(function, 8, 1, 1, 4, 1, 1, 0, nullptr, args, nullptr));
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[3] == 43 && back[7] == 47);
  value = 50;
  OK(launched_by_cxx(function, 8, 1, 1, 4, 1, 1, 0, nullptr, args, nullptr, nullptr, nullptr, 0));
  FAILS(launched_by_cxx(function, 6, 1, 1, 4, 1, 1, 0, nullptr, args, nullptr, nullptr, nullptr, 0), hipErrorInvalidValue);
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 50 && back[7] == 57);
  hipStream_t gone;
  OK(hipStreamCreate(&gone));
  OK(hipStreamDestroy(gone));
  FAILS(hipExtModuleLaunchKernel(function, 8, 1, 1, 4, 1, 1, 0, gone, args, nullptr), hipErrorInvalidValue);
  FAILS(hipModuleLaunchCooperativeKernel(function, 1, 1, 1, 1, 1, 1, 0, gone, args), hipErrorInvalidValue);
  OK(hipFree(out));
}

static void modules(const char *path) {
  hipModule_t module;
  hipFunction_t function;
  OK(hipModuleLoad(&module, path));
  FAILS(hipModuleGetFunction(&function, module, "no_such_kernel"), hipErrorNotFound);
  OK(hipModuleGetFunction(&function, module, "mixed"));
  float *out = nullptr, back[5] = {};
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof back));
  char a = 1;
  double b = 2.5;
  short c = -3;
  Pair pair{4, 5.5};
  void *args[] = {&a, &b, &c, &pair, &out};
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 1 && back[1] == 2.5f && back[2] == -3 && back[3] == 4 && back[4] == 5.5f);
  struct {
    char a;
    double b;
    short c;
    Pair pair;
    float *out;
  } packed{6, 7.5, 8, {9, 10.5}, out};
  size_t size = sizeof packed;
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 6 && back[1] == 7.5f && back[2] == 8 && back[3] == 9 && back[4] == 10.5f);
  FAILS(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, args, extra), hipErrorInvalidValue);
  FAILS(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), hipErrorInvalidValue);
  FAILS(hipModuleLaunchKernel(function, 0, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr), hipErrorInvalidValue);
  FAILS(hipModuleLaunchKernel(function, 1, 1, 1, 2000, 1, 1, 0, nullptr, args, nullptr), hipErrorInvalidValue);
  size = 4;
  FAILS(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra), hipErrorInvalidValue);
  void *address = nullptr;
  OK(hipModuleGetGlobal(&address, &size, module, "device_variable"));
  TRUE(size == sizeof(int));
  int value = 0;
  OK(hipMemcpy(&value, address, sizeof value, hipMemcpyDeviceToHost));
  TRUE(value == 7);
  FAILS(hipModuleGetGlobal(&address, &size, module, "no_such_variable"), hipErrorNotFound);

  texture_references(module);
  managed_of_module(module);
  sized_in_threads(module);

  // The same from memory, and every kind of damage refused.
  const std::string bytes = contents(path);
  hipModule_t second;
  OK(hipModuleLoadData(&second, bytes.data()));
  OK(hipModuleUnload(second));
  std::string damaged = bytes;
  damaged[damaged.size() / 2] ^= 1;
  FAILS(hipModuleLoadData(&second, damaged.data()), hipErrorInvalidImage);
  const std::string cut_path = std::string(path) + ".cut";
  std::ofstream(cut_path, std::ios::binary).write(bytes.data(), bytes.size() / 2);
  FAILS(hipModuleLoad(&second, cut_path.c_str()), hipErrorInvalidImage);

  OK(hipModuleUnload(module));
  FAILS(hipModuleUnload(module), hipErrorNotFound);
  FAILS(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr), hipErrorInvalidHandle);
  OK(hipFree(out));
}

// What clang's host code calls.
extern "C" void **__hipRegisterFatBinary(const void *);
extern "C" void __hipUnregisterFatBinary(void **);
extern "C" void __hipRegisterVar(void **, void *, char *, char *, int, size_t, int, int);
extern "C" void __hipRegisterManagedVar(void *, void **, void *, const char *, size_t, unsigned);

// What clang hands to __hipRegisterFatBinary.
struct Wrapper {
  unsigned magic = 0x48495046, version = 1;
  const void *image = nullptr, *unused = nullptr;
};

// Libraries come and go in the loader's lock, which any other thread may want: that waits for nothing that a stream does. Nor does the first use of
// another's code.
static void libraries(const char *file) {
  const std::string code = contents(file);
  Wrapper wrapper;
  // Where a library would have its own; the second comes to another place.
  const std::string copies[2] = {code, code};
  char name[] = "device_variable";
  int shadows[2] = {};
  void **handles[2] = {};
  int *word = nullptr;
  hipStream_t stream;
  OK(hipHostMalloc(reinterpret_cast<void **>(&word), sizeof *word));
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  *word = 0;
  // The first has been used and is gone; the second comes while a stream waits for the host.
  for (int i = 0; i < 2; ++i) {
    if (i == 1) {
      OK(hipStreamWaitValue32(stream, word, 1, hipStreamWaitValueEq, ~0u));
      alarm(60);
    }
    wrapper.image = copies[i].data();
    handles[i] = __hipRegisterFatBinary(&wrapper);
    __hipRegisterVar(handles[i], &shadows[i], name, name, 0, sizeof(int), 0, 0);
    void *address = nullptr;
    OK(hipGetSymbolAddress(&address, shadows[i]));
    int value = 0;
    if (i == 0) OK(hipMemcpy(&value, address, sizeof value, hipMemcpyDeviceToHost));
    TRUE(value == (i == 0 ? 7 : 0));
    if (i == 0) __hipUnregisterFatBinary(handles[i]);
  }
  __atomic_store_n(word, 1, __ATOMIC_RELEASE);
  OK(hipStreamSynchronize(stream));
  alarm(0);
  int value = 0;
  OK(hipMemcpyFromSymbol(&value, shadows[1], sizeof value, 0, hipMemcpyDeviceToHost));
  TRUE(value == 7);
  __hipUnregisterFatBinary(handles[1]);
  FAILS(hipMemcpyFromSymbol(&value, shadows[1], sizeof value, 0, hipMemcpyDeviceToHost), hipErrorInvalidSymbol);
  OK(hipStreamDestroy(stream));
  OK(hipHostFree(word));
}

static bool is_managed(const void *address) {
  hipPointerAttribute_t attributes;
  const bool managed = hipPointerGetAttributes(&attributes, address) == hipSuccess && attributes.isManaged;
  (void)hipGetLastError();
  return managed;
}

// A closed library's managed variables go as its other ones do, when another's code is used and no work is there that may use them.
static void managed_of_library(const char *file) {
  const std::string code = contents(file);
  Wrapper wrapper;
  int initial = 5, *variable = nullptr, shadow = 0;
  void **const closed = __hipRegisterFatBinary(&wrapper);
  __hipRegisterManagedVar(closed, reinterpret_cast<void **>(&variable), &initial, "variable", sizeof initial, alignof(int));
  TRUE(variable && *variable == 5 && is_managed(variable));
  OK(hipDeviceSynchronize());
  __hipUnregisterFatBinary(closed);
  wrapper.image = code.data();
  char name[] = "device_variable";
  void **const next = __hipRegisterFatBinary(&wrapper);
  __hipRegisterVar(next, &shadow, name, name, 0, sizeof(int), 0, 0);
  void *address = nullptr;
  OK(hipGetSymbolAddress(&address, shadow));
  TRUE(!is_managed(variable));
  __hipUnregisterFatBinary(next);
}
