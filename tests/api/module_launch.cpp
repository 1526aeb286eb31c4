// Modules and launches gone wrong: what no kernel is needed for.
#include "check.h"

#include <unistd.h>

static void no_function() {}

static void modules() {
  hipModule_t module;
  hipFunction_t function;
  FAILS(hipModuleLoad(&module, "/nonexistent/file.hsaco"), hipErrorFileNotFound);
  FAILS(hipModuleLoad(&module, ""), hipErrorInvalidValue);
  FAILS(hipModuleLoad(nullptr, "x"), hipErrorInvalidValue);
  FAILS(hipModuleLoad(&module, nullptr), hipErrorInvalidValue);
  FAILS(hipModuleLoadData(&module, nullptr), hipErrorInvalidValue);
  const char nonsense[64] = "this is no code object at all";
  FAILS(hipModuleLoadData(&module, nonsense), hipErrorInvalidImage);
  const char elf[64] = "\x7f" "ELF of somebody else's compiler";
  FAILS(hipModuleLoadData(&module, elf), hipErrorNoBinaryForGpu);
  // Our magic, then a header that promises the impossible.
  unsigned char bad[64] = "HIPVKBN1";
  std::memset(bad + 8, 0xff, 32);
  TRUE(hipModuleLoadData(&module, bad) != hipSuccess);

  char path[] = "/tmp/hipvk-truncated-XXXXXX";
  int file = mkstemp(path);
  unsigned char header[40] = "HIPVKBN1";
  header[8] = HIPVK_BUNDLE_VERSION;  // spirv_gen::bundle::fatbin::VERSION
  header[16] = 200;
  TRUE(file >= 0 && write(file, header, sizeof header) == static_cast<ssize_t>(sizeof header));
  close(file);
  FAILS(hipModuleLoad(&module, path), hipErrorInvalidImage);
  unlink(path);

  int local = 0;
  FAILS(hipModuleUnload(reinterpret_cast<hipModule_t>(&local)), hipErrorNotFound);
  FAILS(hipModuleUnload(nullptr), hipErrorInvalidHandle);
  FAILS(hipModuleGetFunction(&function, nullptr, "k"), hipErrorInvalidHandle);
}

static void launches() {
  dim3 one{1, 1, 1};
  FAILS(hipLaunchKernel(nullptr, one, one, nullptr, 0, nullptr), hipErrorInvalidDeviceFunction);
  FAILS(hipLaunchKernel(reinterpret_cast<const void *>(&no_function), one, one, nullptr, 0, nullptr),
        hipErrorInvalidDeviceFunction);
  FAILS(hipModuleLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr), hipErrorInvalidHandle);
  // What is configured is used up by a launch that fails.
  FAILS(hipLaunchByPtr(nullptr), hipErrorMissingConfiguration);
  FAILS(hipSetupArgument(&one, 4, 0), hipErrorMissingConfiguration);
  OK(hipConfigureCall(one, one, 0, nullptr));
  OK(hipSetupArgument(&one, 4, 8));
  FAILS(hipSetupArgument(nullptr, 4, 0), hipErrorInvalidValue);
  FAILS(hipSetupArgument(&one, 4, static_cast<size_t>(-2)), hipErrorInvalidValue);
  FAILS(hipLaunchByPtr(nullptr), hipErrorInvalidDeviceFunction);
  FAILS(hipLaunchByPtr(nullptr), hipErrorMissingConfiguration);
  // A stub goes on whatever this returns: the launch then finds nothing to run.
  dim3 grid{7, 7, 7}, block{7, 7, 7};
  size_t shared = 7;
  hipStream_t stream = reinterpret_cast<hipStream_t>(7);
  FAILS(__hipPopCallConfiguration(&grid, &block, &shared, &stream), hipErrorMissingConfiguration);
  TRUE(grid.x == 0 && block.z == 0 && shared == 0 && stream == nullptr);
  FAILS(hipExtLaunchMultiKernelMultiDevice(nullptr, 1, 0), hipErrorInvalidValue);
  hipFuncAttributes attributes;
  FAILS(hipFuncGetAttributes(&attributes, reinterpret_cast<const void *>(&no_function)),
        hipErrorInvalidDeviceFunction);
  FAILS(hipFuncGetAttributes(nullptr, reinterpret_cast<const void *>(&no_function)), hipErrorInvalidValue);
}

int main() {
  modules();
  launches();
  // The process is alive and well after all of it.
  void *p = nullptr;
  OK(hipMalloc(&p, 64));
  OK(hipFree(p));
  return report();
}
