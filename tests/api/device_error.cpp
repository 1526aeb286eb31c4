// Devices, contexts, the last error, symbols of the library, and functions that are not there.
#include "check.h"

#include <dlfcn.h>

#include <thread>

static void devices() {
  int count = 0, device = -1, value = 0;
  OK(hipInit(0));
  FAILS(hipInit(1), hipErrorInvalidValue);
  OK(hipGetDeviceCount(&count));
  TRUE(count >= 1);
  FAILS(hipGetDeviceCount(nullptr), hipErrorInvalidValue);
  OK(hipGetDevice(&device));
  TRUE(device == 0);
  FAILS(hipSetDevice(-1), hipErrorInvalidDevice);
  FAILS(hipSetDevice(count), hipErrorInvalidDevice);
  OK(hipSetDevice(0));
  hipDeviceProp_t p;
  OK(hipGetDeviceProperties(&p, 0));
  FAILS(hipGetDeviceProperties(&p, count), hipErrorInvalidDevice);
  FAILS(hipGetDeviceProperties(nullptr, 0), hipErrorInvalidValue);
  TRUE(std::strncmp(p.gcnArchName, "gfx", 3) == 0);
  TRUE(p.warpSize > 0 && p.maxThreadsPerBlock >= 256 && p.totalGlobalMem > 0 && p.multiProcessorCount > 0);
  const hipDeviceAttribute_t attributes[] = {hipDeviceAttributeWarpSize, hipDeviceAttributeMaxThreadsPerBlock,
                                             hipDeviceAttributeMaxSharedMemoryPerBlock,
                                             hipDeviceAttributeMultiprocessorCount, hipDeviceAttributeMaxGridDimX};
  const int expected[] = {p.warpSize, p.maxThreadsPerBlock, static_cast<int>(p.sharedMemPerBlock),
                          p.multiProcessorCount, p.maxGridSize[0]};
  for (int i = 0; i < 5; ++i) {
    OK(hipDeviceGetAttribute(&value, attributes[i], 0));
    TRUE(value == expected[i]);
  }
  FAILS(hipDeviceGetAttribute(&value, static_cast<hipDeviceAttribute_t>(9998), 0), hipErrorInvalidValue);
  FAILS(hipDeviceGetAttribute(nullptr, hipDeviceAttributeWarpSize, 0), hipErrorInvalidValue);
  char name[64] = {};
  OK(hipDeviceGetName(name, sizeof name, 0));
  TRUE(std::strncmp(name, p.name, std::strlen(name)) == 0);
  FAILS(hipDeviceGetName(name, 0, 0), hipErrorInvalidValue);
  OK(hipDeviceSetLimit(hipLimitMallocHeapSize, 1 << 20));
  size_t limit = 0;
  OK(hipDeviceGetLimit(&limit, hipLimitMallocHeapSize));
  TRUE(limit == 1 << 20);
  FAILS(hipDeviceGetLimit(&limit, static_cast<hipLimit_t>(77)), hipErrorUnsupportedLimit);
  FAILS(hipDeviceSetLimit(static_cast<hipLimit_t>(77), 1024), hipErrorInvalidValue);
  // Of its flags a device keeps how the host waits.
  unsigned flags = 99;
  OK(hipSetDeviceFlags(hipDeviceScheduleYield | hipDeviceMapHost));
  OK(hipGetDeviceFlags(&flags));
  TRUE(flags == hipDeviceScheduleYield);
  FAILS(hipSetDeviceFlags(hipDeviceScheduleYield | hipDeviceScheduleSpin), hipErrorInvalidValue);
  OK(hipSetDeviceFlags(hipDeviceScheduleAuto));
  int chosen = -1;
  OK(hipChooseDevice(&chosen, &p));
  TRUE(chosen == 0);
  FAILS(hipDeviceCanAccessPeer(&value, 0, count), hipErrorInvalidDevice);
  FAILS(hipDeviceEnablePeerAccess(0, 0), hipErrorInvalidDevice);
  uint32_t link = 0, hops = 0;
  FAILS(hipExtGetLinkTypeAndHopCount(0, 0, &link, &hops), hipErrorInvalidValue);
  FAILS(hipExtGetLinkTypeAndHopCount(-1, 0, &link, &hops), hipErrorInvalidValue);
  FAILS(hipExtGetLinkTypeAndHopCount(0, count, &link, &hops), hipErrorInvalidDevice);
  FAILS(hipExtGetLinkTypeAndHopCount(0, 1, nullptr, &hops), hipErrorInvalidValue);
  FAILS(hipDeviceDisablePeerAccess(0), hipErrorPeerAccessNotEnabled);
}

static void contexts() {
  hipCtx_t context, current;
  hipDevice_t device = -1;
  OK(hipDeviceGet(&device, 0));
  OK(hipCtxCreate(&context, 0, device));
  OK(hipCtxGetCurrent(&current));
  TRUE(current == context);
  OK(hipCtxSynchronize());
  OK(hipCtxPushCurrent(context));
  OK(hipCtxPopCurrent(&current));
  TRUE(current == context);
  OK(hipCtxDestroy(context));
  FAILS(hipCtxDestroy(nullptr), hipErrorInvalidContext);
  int local = 0;
  FAILS(hipCtxSetCurrent(reinterpret_cast<hipCtx_t>(&local)), hipErrorInvalidContext);
}

static void last_error() {
  (void)hipGetLastError();
  TRUE(hipPeekAtLastError() == hipSuccess);
  void *p = nullptr;
  FAILS(hipMalloc(nullptr, 1), hipErrorInvalidValue);
  // A call that succeeds leaves the last error alone.
  OK(hipMalloc(&p, 16));
  TRUE(hipPeekAtLastError() == hipErrorInvalidValue);
  hipError_t elsewhere = hipErrorUnknown;
  std::thread([&] { elsewhere = hipGetLastError(); }).join();
  TRUE(elsewhere == hipSuccess);
  TRUE(hipGetLastError() == hipErrorInvalidValue);
  TRUE(hipGetLastError() == hipSuccess);
  OK(hipFree(p));
  TRUE(std::strcmp(hipGetErrorName(hipErrorInvalidValue), "hipErrorInvalidValue") == 0);
  TRUE(std::strcmp(hipGetErrorString(hipErrorInvalidValue), "invalid argument") == 0);
  TRUE(std::strcmp(hipGetErrorName(hipSuccess), "hipSuccess") == 0);
  const char *text = nullptr;
  OK(hipDrvGetErrorString(hipErrorOutOfMemory, &text));
  TRUE(text && std::strcmp(text, "out of memory") == 0);
  FAILS(hipDrvGetErrorName(static_cast<hipError_t>(123456), &text), hipErrorInvalidValue);
}

static void symbols() {
  int host_variable = 0;
  void *address = nullptr;
  size_t size = 0;
  FAILS(hipGetSymbolAddress(&address, &host_variable), hipErrorInvalidSymbol);
  FAILS(hipGetSymbolSize(&size, nullptr), hipErrorInvalidSymbol);
  FAILS(hipMemcpyToSymbol(&host_variable, &size, 4, 0, hipMemcpyHostToDevice), hipErrorInvalidSymbol);
}

static void library() {
  // A function that is not there links and says so.
  FAILS(hipGraphicsMapResources(0, nullptr, nullptr), hipErrorNotSupported);
  TRUE(hipGetLastError() == hipErrorNotSupported);
  TRUE(dlsym(RTLD_DEFAULT, "hiprtcCompileProgram") != nullptr);
  // What returns text returns text.
  TRUE(std::strlen(hipApiName(1)) > 0);
  auto rtc_text = reinterpret_cast<const char *(*)(int)>(dlsym(RTLD_DEFAULT, "hiprtcGetErrorString"));
  TRUE(rtc_text && std::strlen(rtc_text(1)) > 0);
  const char *precompiled = "garbage";
  unsigned precompiled_size = 7;
  __hipGetPCH(&precompiled, &precompiled_size);
  TRUE(precompiled == nullptr && precompiled_size == 0);
  TRUE(dlsym(RTLD_DEFAULT, "__hipRegisterFatBinary") != nullptr);
  int version = 0;
  OK(hipRuntimeGetVersion(&version));
  TRUE(version / 10000000 == 7);
  void *function = nullptr;
  hipDriverProcAddressQueryResult status;
  OK(hipGetProcAddress("hipMalloc", &function, version, 0, &status));
  TRUE(function == dlsym(RTLD_DEFAULT, "hipMalloc"));
  OK(hipGetProcAddress("hipMemcpy", &function, version, 2, &status));
  TRUE(function == dlsym(RTLD_DEFAULT, "hipMemcpy_spt"));
  FAILS(hipGetProcAddress("hipMalloc", &function, version, 3, &status), hipErrorInvalidValue);
  FAILS(hipGetProcAddress_spt("hipMalloc", &function, version, ~0ull, &status), hipErrorInvalidValue);
  hipDriverEntryPointQueryResult found = hipDriverEntryPointSymbolNotFound;
  OK(hipGetDriverEntryPoint("hipMemcpy", &function, hipEnableLegacyStream, &found));
  TRUE(found == hipDriverEntryPointSuccess && function == dlsym(RTLD_DEFAULT, "hipMemcpy"));
  OK(hipGetDriverEntryPoint("hipMemcpy", &function, hipEnablePerThreadDefaultStream, &found));
  TRUE(function == dlsym(RTLD_DEFAULT, "hipMemcpy_spt"));
  OK(hipGetDriverEntryPoint_spt("hipMemcpy", &function, hipEnableDefault, &found));
  TRUE(function == dlsym(RTLD_DEFAULT, "hipMemcpy_spt"));
  FAILS(hipGetDriverEntryPoint("hipMemcpy", &function, ~0ull, &found), hipErrorInvalidValue);
  FAILS(hipGetDriverEntryPoint("hipNoSuchFunction", &function, 0, &found), hipErrorInvalidValue);
  TRUE(found == hipDriverEntryPointSymbolNotFound);
}

int main() {
  devices();
  contexts();
  last_error();
  symbols();
  library();
  OK(hipDeviceReset());
  return report();
}
