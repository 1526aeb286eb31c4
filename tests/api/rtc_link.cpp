// The linker (hiprtcLink*, hipLink*) and libraries (hipLibrary*, hipKernel*), with code that hipRTC compiles. Built by g++.
#include "rtc.h"

#include <cstring>
#include <fstream>

static const char *const helper = "static __device__ int calls = 40;\n__device__ int helper(int x) { return x + calls; }\n";
static const char *const user = "__device__ int helper(int x);\nstatic __device__ int calls = 2;\n"
                                "extern \"C\" __global__ void k(int *out) { *out = helper(calls); }\n";

static std::vector<char> unit(const char *source, const char *option = "-fgpu-rdc") {
  hiprtcProgram program = rtc_program(source);
  RTC_OK(rtc_compile(program, {option}));
  size_t size = 0;
  RTC_FAILS(hiprtcGetCodeSize(program, &size), HIPRTC_ERROR_INVALID_PROGRAM);
  RTC_OK(hiprtcGetBitcodeSize(program, &size));
  std::vector<char> code(size);
  RTC_OK(hiprtcGetBitcode(program, code.data()));
  RTC_OK(hiprtcDestroyProgram(&program));
  return code;
}

static int answer_of(void *image) {
  hipModule_t module = nullptr;
  OK(hipModuleLoadData(&module, image));
  const int answer = rtc_answer(module, "k");
  OK(hipModuleUnload(module));
  return answer;
}

static void by_hiprtcs_names(std::vector<char> &one, std::vector<char> &two) {
  const char *extra[] = {"-mllvm", "-inline-threshold=1"};
  hipJitOption options[] = {HIPRTC_JIT_IR_TO_ISA_OPT_EXT, HIPRTC_JIT_IR_TO_ISA_OPT_COUNT_EXT};
  void *values[] = {extra, reinterpret_cast<void *>(2)};
  hiprtcLinkState link = nullptr;
  RTC_OK(hiprtcLinkCreate(2, options, values, &link));
  RTC_OK(hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_LLVM_BITCODE, one.data(), one.size(), "one", 0, nullptr, nullptr));
  RTC_OK(hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_LLVM_BITCODE, two.data(), two.size(), nullptr, 0, nullptr, nullptr));
  void *image = nullptr;
  size_t size = 0;
  RTC_OK(hiprtcLinkComplete(link, &image, &size));
  TRUE(size > 0);
  TRUE(answer_of(image) == 42);
  RTC_OK(hiprtcLinkDestroy(link));
  RTC_FAILS(hiprtcLinkDestroy(link), HIPRTC_ERROR_INVALID_INPUT);
}

static void by_hips_names(const std::string &folder, std::vector<char> &one, std::vector<char> &two) {
  const std::string path = folder + "/two.bc";
  std::ofstream(path, std::ios::binary).write(two.data(), std::streamsize(two.size()));
  char log[4096] = "";
  hipJitOption options[] = {hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  hipLinkState_t link = nullptr;
  OK(hipLinkCreate(2, options, values, &link));
  OK(hipLinkAddFile(link, hipJitInputLLVMBitcode, path.c_str(), 0, nullptr, nullptr));
  void *image = nullptr;
  size_t size = 0;
  FAILS(hipLinkComplete(link, &image, &size), hipErrorInvalidConfiguration);
  FAILS(hipLinkAddData(nullptr, hipJitInputSpirv, one.data(), one.size(), "none", 0, nullptr, nullptr), hipErrorInvalidHandle);
  FAILS(hipLinkAddData(nullptr, hipJitInputSpirv, nullptr, one.size(), "none", 0, nullptr, nullptr), hipErrorInvalidImage);
  FAILS(hipLinkAddData(nullptr, hipJitInputSpirv, one.data(), 0, "none", 0, nullptr, nullptr), hipErrorInvalidImage);
  TRUE(std::strstr(log, "helper") != nullptr);
  OK(hipLinkAddData(link, hipJitInputSpirv, one.data(), one.size(), "one", 0, nullptr, nullptr));
  OK(hipLinkComplete(link, &image, &size));
  TRUE(answer_of(image) == 42);
  OK(hipLinkDestroy(link));
}

// IR that a clang wrote, as text: bitcode takes the same way.
static void clangs_own_code() {
  char ir[] = "target triple = \"amdgcn-amd-amdhsa\"\n"
              "define amdgpu_kernel void @k(ptr addrspace(1) %out) {\n"
              "  store i32 7, ptr addrspace(1) %out\n  ret void\n}\n";
  hiprtcLinkState link = nullptr;
  RTC_OK(hiprtcLinkCreate(0, nullptr, nullptr, &link));
  RTC_OK(hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_LLVM_BITCODE, ir, sizeof ir - 1, "text.ll", 0, nullptr, nullptr));
  void *image = nullptr;
  size_t size = 0;
  RTC_OK(hiprtcLinkComplete(link, &image, &size));
  if (size > 0) TRUE(answer_of(image) == 7);
  RTC_OK(hiprtcLinkDestroy(link));
}

static void wrong_links(std::vector<char> &one) {
  hiprtcLinkState link = nullptr, none = nullptr;
  char text[] = "call me ishmael";
  hipJitOption bad = static_cast<hipJitOption>(999);
  void *value = nullptr, *image = nullptr;
  size_t size = 0;
  RTC_FAILS(hiprtcLinkCreate(0, nullptr, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcLinkCreate(1, nullptr, &value, &link), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcLinkCreate(1, &bad, &value, &link), HIPRTC_ERROR_INVALID_OPTION);
  RTC_OK(hiprtcLinkCreate(0, nullptr, nullptr, &link));
  const hipJitInputType kind = HIPRTC_JIT_INPUT_LLVM_BITCODE;
  RTC_FAILS(hiprtcLinkAddData(link, kind, nullptr, 0, "a", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcLinkAddData(none, kind, text, sizeof text, "a", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_PTX, text, sizeof text, "a", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcLinkAddData(link, kind, text, sizeof text, "a", 0, nullptr, nullptr), HIPRTC_ERROR_PROGRAM_CREATION_FAILURE);
  RTC_FAILS(hiprtcLinkAddFile(link, kind, "/nonexistent", 0, nullptr, nullptr), HIPRTC_ERROR_PROGRAM_CREATION_FAILURE);
  RTC_FAILS(hiprtcLinkAddFile(link, HIPRTC_JIT_INPUT_NVVM, "/nonexistent", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcLinkComplete(link, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcLinkComplete(link, &image, &size), HIPRTC_ERROR_LINKING);
  RTC_OK(hiprtcLinkAddData(link, kind, one.data(), one.size(), "a", 0, nullptr, nullptr));
  RTC_OK(hiprtcLinkAddData(link, kind, one.data(), one.size(), "b", 0, nullptr, nullptr));
  RTC_FAILS(hiprtcLinkComplete(link, &image, &size), HIPRTC_ERROR_LINKING); // twice defined
  RTC_OK(hiprtcLinkDestroy(link));
  RTC_FAILS(hiprtcLinkDestroy(none), HIPRTC_ERROR_INVALID_INPUT);
}

static void a_library_and_its_kernels(const std::string &folder) {
  hiprtcProgram program = rtc_program("__device__ int v = 5; __managed__ int m = 6;\n"
                                      "extern \"C\" __global__ void k(int *out) { *out = v + m; }\n"
                                      "extern \"C\" __global__ void two(char a, double b, int *out) { *out = a + int(b); }\n");
  RTC_OK(rtc_compile(program));
  std::vector<char> code = rtc_code(program);
  RTC_OK(hiprtcDestroyProgram(&program));
  const std::string path = folder + "/library.co";
  std::ofstream(path, std::ios::binary).write(code.data(), std::streamsize(code.size()));
  for (bool of_file : {false, true}) {
    hipLibrary_t library = nullptr, owner = nullptr;
    if (of_file) OK(hipLibraryLoadFromFile(&library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    else OK(hipLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    unsigned count = 0;
    OK(hipLibraryGetKernelCount(&count, library));
    TRUE(count == 2);
    hipKernel_t all[3] = {}, kernel = nullptr;
    OK(hipLibraryEnumerateKernels(all, 3, library));
    TRUE(all[0] && all[1] && !all[2]);
    OK(hipLibraryGetKernel(&kernel, library, "two"));
    TRUE(kernel == all[0] || kernel == all[1]);
    OK(hipKernelGetLibrary(&owner, kernel));
    TRUE(owner == library);
    const char *name = nullptr;
    OK(hipKernelGetName(&name, kernel));
    TRUE(name && std::strcmp(name, "two") == 0);
    size_t offset = 9, size = 0;
    OK(hipKernelGetParamInfo(kernel, 1, &offset, &size));
    TRUE(offset == 8 && size == 8);
    OK(hipKernelGetParamInfo(kernel, 0, &offset, nullptr));
    TRUE(offset == 0);
    FAILS(hipKernelGetParamInfo(kernel, 3, &offset, &size), hipErrorInvalidValue);
    int threads = 0;
    OK(hipKernelGetAttribute(&threads, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
    TRUE(threads > 0);
    OK(hipKernelSetAttribute(HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024, kernel, 0));
    OK(hipKernelGetAttribute(&threads, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, 0));
    TRUE(threads == 1024);
    FAILS(hipKernelSetAttribute(HIP_FUNC_ATTRIBUTE_NUM_REGS, 1, kernel, 0), hipErrorInvalidValue);
    FAILS(hipKernelGetAttribute(&threads, HIP_FUNC_ATTRIBUTE_NUM_REGS, kernel, 99), hipErrorInvalidDevice);
    int *out = nullptr, back = 0, first = 0;
    OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof(int)));
    char a = 3;
    double b = 4.5;
    void *arguments[] = {&a, &b, &out};
    OK(hipLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr)); // a kernel where a host function is expected
    OK(hipMemcpy(&back, out, sizeof back, hipMemcpyDeviceToHost));
    TRUE(back == 7);
    void *address = nullptr, *managed = nullptr;
    OK(hipLibraryGetGlobal(&address, &size, library, "v"));
    TRUE(size == sizeof(int));
    const int value = 100;
    OK(hipMemcpy(address, &value, sizeof value, hipMemcpyHostToDevice));
    OK(hipLibraryGetManaged(&managed, nullptr, library, "m"));
    if (managed) *static_cast<int *>(managed) = 11;
    FAILS(hipLibraryGetManaged(&managed, nullptr, library, "v"), hipErrorNotFound);
    FAILS(hipLibraryGetGlobal(&address, nullptr, library, "w"), hipErrorNotFound);
    hipFunction_t function = nullptr;
    OK(hipLibraryGetKernel(&kernel, library, "k"));
    OK(hipKernelGetFunction(&function, kernel));
    void *just_out[] = {&out};
    OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, just_out, nullptr));
    OK(hipMemcpy(&first, out, sizeof first, hipMemcpyDeviceToHost));
    TRUE(first == 111);
    OK(hipFree(out));
    FAILS(hipLibraryGetKernel(&kernel, library, "none"), hipErrorNotFound);
    OK(hipLibraryUnload(library));
    FAILS(hipLibraryUnload(library), hipErrorInvalidHandle);
    FAILS(hipKernelGetName(&name, kernel), hipErrorInvalidHandle);
    FAILS(hipKernelGetFunction(&function, kernel), hipErrorInvalidHandle);
  }
}

// A kernel has attributes apart from its function's; a launch heeds the function's, or the kernel's where nothing was set.
static void kernels_have_attributes_of_their_own(hipKernel_t kernel, int *out) {
  const auto shared = hipFuncAttributeMaxDynamicSharedMemorySize, carveout = hipFuncAttributePreferredSharedMemoryCarveout;
  hipDeviceProp_t properties;
  hipFunction_t function = nullptr;
  int value = 0;
  OK(hipGetDeviceProperties(&properties, 0));
  OK(hipKernelGetFunction(&function, kernel));
  for (auto version : {HIP_FUNC_ATTRIBUTE_BINARY_VERSION, HIP_FUNC_ATTRIBUTE_PTX_VERSION}) {
    OK(hipKernelGetAttribute(&value, version, kernel, 0));
    TRUE(value == properties.major * 10 + properties.minor);
  }
  OK(hipKernelGetAttribute(&value, HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, kernel, 0));
  TRUE(value == -1);
  for (int wanted : {0, 50, 100, -1}) {
    OK(hipKernelSetAttributeForDevice(kernel, carveout, wanted, 0));
    OK(hipKernelGetAttribute(&value, HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, kernel, 0));
    TRUE(value == wanted);
  }
  const void *launched = reinterpret_cast<const void *>(function);
  void *arguments[] = {&out};
  OK(hipKernelSetAttributeForDevice(kernel, shared, 1024, 0));
  OK(hipLaunchKernel(launched, dim3(1), dim3(1), arguments, 1024, nullptr));
  FAILS(hipLaunchKernel(launched, dim3(1), dim3(1), arguments, 1025, nullptr), hipErrorInvalidValue);
  OK(hipFuncSetAttribute(launched, shared, 0));
  OK(hipKernelSetAttributeForDevice(kernel, shared, 2048, 0));
  OK(hipKernelGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, 0));
  TRUE(value == 2048);
  OK(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
  TRUE(value == 0);
  FAILS(hipLaunchKernel(launched, dim3(1), dim3(1), arguments, 1, nullptr), hipErrorInvalidValue);
  OK(hipFuncSetAttribute(launched, shared, 2048));
  OK(hipKernelSetAttributeForDevice(kernel, shared, 0, 0));
  OK(hipLaunchKernel(launched, dim3(1), dim3(1), arguments, 1024, nullptr));

  // What is only remembered, but for clusters, which no device has.
  OK(hipKernelSetAttributeForDevice(kernel, hipFuncAttributeRequiredClusterWidth, 2, 0));
  OK(hipKernelGetAttribute(&value, HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, kernel, 0));
  TRUE(value == 2);
  FAILS(hipLaunchKernel(launched, dim3(2), dim3(1), arguments, 0, nullptr), hipErrorInvalidClusterSize);
  OK(hipKernelSetAttributeForDevice(kernel, hipFuncAttributeRequiredClusterWidth, 0, 0));
  OK(hipKernelGetAttribute(&value, HIP_FUNC_ATTRIBUTE_CLUSTER_DIM_MUST_BE_SET, kernel, 0));
  TRUE(value == 0);
  OK(hipKernelSetAttributeForDevice(kernel, hipFuncAttributeNonPortableClusterSizeAllowed, 1, 0));
  OK(hipKernelGetAttribute(&value, HIP_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, kernel, 0));
  TRUE(value == 1);
  OK(hipKernelSetAttributeForDevice(kernel, hipFuncAttributeClusterSchedulingPolicyPreference, hipClusterSchedulingPolicySpread, 0));
  OK(hipKernelGetAttribute(&value, HIP_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, kernel, 0));
  TRUE(value == hipClusterSchedulingPolicySpread);

  FAILS(hipKernelSetAttributeForDevice(nullptr, shared, 0, 0), hipErrorInvalidHandle);
  FAILS(hipKernelSetAttributeForDevice(kernel, shared, 0, -1), hipErrorInvalidDevice);
  FAILS(hipKernelSetAttributeForDevice(kernel, shared, 0, 99), hipErrorInvalidDevice);
  FAILS(hipKernelSetAttributeForDevice(kernel, static_cast<hipFuncAttribute>(-1), 0, 0), hipErrorInvalidValue);
  FAILS(hipKernelSetAttributeForDevice(kernel, hipFuncAttributeClusterDimMustBeSet, 0, 0), hipErrorInvalidValue);
  FAILS(hipKernelSetAttributeForDevice(kernel, static_cast<hipFuncAttribute>(16), 0, 0), hipErrorInvalidValue);
  FAILS(hipKernelSetAttributeForDevice(kernel, shared, -1, 0), hipErrorInvalidValue);
  FAILS(hipKernelSetAttributeForDevice(kernel, carveout, -2, 0), hipErrorInvalidValue);
  FAILS(hipKernelSetAttributeForDevice(kernel, carveout, 101, 0), hipErrorInvalidValue);
  FAILS(hipKernelSetAttributeForDevice(kernel, hipFuncAttributeRequiredClusterWidth, -1, 0), hipErrorInvalidValue);
  FAILS(hipKernelSetAttributeForDevice(kernel, hipFuncAttributeClusterSchedulingPolicyPreference, 3, 0), hipErrorInvalidValue);
  FAILS(hipKernelGetAttribute(&value, HIP_FUNC_ATTRIBUTE_NUM_REGS, nullptr, 0), hipErrorInvalidHandle);
  FAILS(hipKernelGetAttribute(nullptr, HIP_FUNC_ATTRIBUTE_NUM_REGS, kernel, 0), hipErrorInvalidValue);
  for (int config = 0; config < 4; ++config) OK(hipKernelSetCacheConfig(kernel, static_cast<hipFuncCache_t>(config), 0));
  FAILS(hipKernelSetCacheConfig(nullptr, hipFuncCachePreferL1, 0), hipErrorInvalidHandle);
}

static void a_librarys_module() {
  hiprtcProgram program = rtc_program("__device__ int v = 5;\n"
                                      "extern \"C\" __global__ void k(int *out) { *out = v; }\n");
  RTC_OK(rtc_compile(program));
  std::vector<char> code = rtc_code(program);
  RTC_OK(hiprtcDestroyProgram(&program));
  hipLibrary_t library = nullptr;
  OK(hipLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  hipModule_t module = nullptr, again = nullptr;
  OK(hipLibraryGetModule(&module, library)); // the first question: loaded by it
  OK(hipLibraryGetModule(&again, library));
  TRUE(module && module == again);
  void *by_library = nullptr;
  hipDeviceptr_t by_module = nullptr;
  size_t size = 0;
  OK(hipLibraryGetGlobal(&by_library, nullptr, library, "v"));
  OK(hipModuleGetGlobal(&by_module, &size, module, "v"));
  TRUE(by_library == by_module && size == sizeof(int));
  hipKernel_t kernel = nullptr;
  hipFunction_t of_kernel = nullptr, function = nullptr;
  OK(hipLibraryGetKernel(&kernel, library, "k"));
  OK(hipKernelGetFunction(&of_kernel, kernel));
  OK(hipModuleGetFunction(&function, module, "k"));
  TRUE(function == of_kernel);
  // It is the library's to end.
  FAILS(hipModuleUnload(module), hipErrorIllegalState);
  int *out = nullptr, back = 0;
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof(int)));
  void *arguments[] = {&out};
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  OK(hipMemcpy(&back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back == 5);
  kernels_have_attributes_of_their_own(kernel, out);
  OK(hipFree(out));
  void *unified = nullptr;
  FAILS(hipLibraryGetUnifiedFunction(nullptr, library, "k"), hipErrorInvalidValue);
  FAILS(hipLibraryGetUnifiedFunction(&unified, library, nullptr), hipErrorInvalidValue);
  FAILS(hipLibraryGetUnifiedFunction(&unified, library, ""), hipErrorInvalidValue);
  FAILS(hipLibraryGetUnifiedFunction(&unified, nullptr, "k"), hipErrorInvalidHandle);
  FAILS(hipLibraryGetUnifiedFunction(&unified, library, "k"), hipErrorNotFound);
  TRUE(!unified);
  FAILS(hipLibraryGetModule(nullptr, library), hipErrorInvalidValue);
  FAILS(hipLibraryGetModule(&module, nullptr), hipErrorInvalidHandle);
  OK(hipLibraryUnload(library));
  FAILS(hipModuleGetFunction(&function, module, "k"), hipErrorInvalidHandle);
  FAILS(hipModuleLaunchKernel(of_kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), hipErrorInvalidHandle);
}

static void wrong_libraries() {
  hipLibrary_t library = nullptr;
  hipKernel_t kernel = nullptr;
  unsigned count = 0;
  hipJitOption option = hipJitOptionMaxRegisters;
  FAILS(hipLibraryLoadData(nullptr, "x", nullptr, nullptr, 0, nullptr, nullptr, 0), hipErrorInvalidValue);
  FAILS(hipLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0), hipErrorInvalidValue);
  FAILS(hipLibraryLoadData(&library, "call me ishmael", &option, nullptr, 1, nullptr, nullptr, 0), hipErrorInvalidValue);
  FAILS(hipLibraryLoadFromFile(&library, "/nonexistent", nullptr, nullptr, 0, nullptr, nullptr, 0), hipErrorInvalidValue);
  FAILS(hipLibraryUnload(nullptr), hipErrorInvalidHandle);
  FAILS(hipLibraryGetKernel(&kernel, nullptr, "k"), hipErrorInvalidValue);
  FAILS(hipLibraryGetKernelCount(&count, nullptr), hipErrorInvalidValue);
  FAILS(hipKernelGetName(nullptr, nullptr), hipErrorInvalidValue);
  // Loaded when somebody asks.
  OK(hipLibraryLoadData(&library, "call me ishmael", nullptr, nullptr, 0, nullptr, nullptr, 0));
  FAILS(hipLibraryGetKernel(&kernel, library, "moby"), hipErrorInvalidImage);
  OK(hipLibraryUnload(library));
}

int main(int count, char **arguments) {
  if (count < 2) return 1;
  const std::string folder = arguments[1];
  std::vector<char> one = unit(helper), two = unit(user, "--offload-arch=amdgcnspirv");
  by_hiprtcs_names(one, two);
  by_hips_names(folder, one, two);
  clangs_own_code();
  wrong_links(one);
  a_library_and_its_kernels(folder);
  a_librarys_module();
  wrong_libraries();
  return report();
}
