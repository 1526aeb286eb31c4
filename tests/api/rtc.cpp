// hipRTC: programs from strings, with headers in memory, options and name expressions; logs, errors, threads. Built by g++.
//
// Arguments: `all`, with clang; `cached`, what a second process finds on disk; `no_clang`, where there is none.
#include "rtc.h"

#include <dlfcn.h>

#include <cstring>
#include <fstream>
#include <thread>

static const char *const saxpy = R"(
template <typename T> __global__ void saxpy(T a, const T *x, T *y, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
)";

static void template_by_name_expression() {
  hiprtcProgram program = rtc_program(saxpy, "saxpy.cu");
  RTC_OK(hiprtcAddNameExpression(program, "saxpy<float>"));
  RTC_OK(hiprtcAddNameExpression(program, "&saxpy<double>"));
  RTC_OK(rtc_compile(program, {"-O2", "--gpu-architecture=gfx1100", "-std=c++17"}));
  TRUE(rtc_log(program).empty());
  const char *of_float = nullptr, *of_double = nullptr;
  RTC_OK(hiprtcGetLoweredName(program, "saxpy<float>", &of_float));
  RTC_OK(hiprtcGetLoweredName(program, "&saxpy<double>", &of_double));
  TRUE(of_float && of_double && std::strcmp(of_float, of_double) != 0);
  const hipModule_t module = rtc_module(program);
  hipFunction_t function = nullptr;
  OK(hipModuleGetFunction(&function, module, of_double));
  OK(hipModuleGetFunction(&function, module, of_float));
  RTC_OK(hiprtcDestroyProgram(&program));
  TRUE(program == nullptr);
  size_t n = 1000;
  std::vector<float> x(n), y(n), back(n);
  for (size_t i = 0; i < n; ++i) x[i] = float(i), y[i] = 1;
  float a = 3, *on_device[2];
  for (int i = 0; i < 2; ++i) {
    OK(hipMalloc(reinterpret_cast<void **>(&on_device[i]), n * sizeof(float)));
    OK(hipMemcpy(on_device[i], i == 0 ? x.data() : y.data(), n * sizeof(float), hipMemcpyHostToDevice));
  }
  void *arguments[] = {&a, &on_device[0], &on_device[1], &n};
  OK(hipModuleLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  OK(hipMemcpy(back.data(), on_device[1], n * sizeof(float), hipMemcpyDeviceToHost));
  bool right = true;
  for (size_t i = 0; i < n; ++i) right &= back[i] == 3 * x[i] + 1;
  TRUE(right);
  for (float *memory : on_device) OK(hipFree(memory));
  OK(hipModuleUnload(module));
}

static void names_of_kernels_and_variables() {
  hiprtcProgram program = rtc_program(R"(
__device__ int V1;
static __device__ int V2 = 7;
static __global__ void f1(int *result) { *result = V1 + V2 + 10; }
namespace N1 { namespace N2 {
__constant__ int V3;
__global__ void f2(int *result) { *result = V3 + 20; }
} }
)");
  const char *const expressions[] = {"&f1", "N1::N2::f2", "&V1", "V2", "(&N1::N2::V3)"};
  for (const char *expression : expressions) RTC_OK(hiprtcAddNameExpression(program, expression));
  const char *name = nullptr;
  RTC_FAILS(hiprtcGetLoweredName(program, "&f1", &name), HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  RTC_OK(rtc_compile(program));
  const hipModule_t module = rtc_module(program);
  for (const char *variable : {"&V1", "V2", "(&N1::N2::V3)"}) {
    RTC_OK(hiprtcGetLoweredName(program, variable, &name));
    hipDeviceptr_t address = nullptr;
    size_t bytes = 0;
    const int value = 100;
    OK(hipModuleGetGlobal(&address, &bytes, module, name));
    TRUE(bytes == sizeof value);
    OK(hipMemcpy(address, &value, sizeof value, hipMemcpyHostToDevice));
  }
  RTC_OK(hiprtcGetLoweredName(program, "&f1", &name));
  TRUE(rtc_answer(module, name) == 210);
  RTC_OK(hiprtcGetLoweredName(program, "N1::N2::f2", &name));
  TRUE(rtc_answer(module, name) == 120);
  RTC_FAILS(hiprtcGetLoweredName(program, "f2", &name), HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  RTC_FAILS(hiprtcAddNameExpression(program, "f2"), HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  hipFunction_t none = nullptr;
  hipDeviceptr_t address = nullptr;
  FAILS(hipModuleGetGlobal(&address, nullptr, module, "__hiprtc_name_expression_0"), hipErrorNotFound);
  FAILS(hipModuleGetFunction(&none, module, "f1"), hipErrorNotFound);
  RTC_OK(hiprtcDestroyProgram(&program));
  OK(hipModuleUnload(module));
}

static void headers_in_memory_and_options() {
  const char *const source = "#include \"deep/two.h\"\n#include <one.h>\nextern \"C\" __global__ void k(int *out) { *out = ONE + two() + N; }\n";
  const char *const headers[] = {"#pragma once\n#define ONE 1\n", "#include \"../one.h\"\n__device__ int two() { return 2 * ONE; }\n"};
  const char *const names[] = {"one.h", "deep/two.h"};
  hiprtcProgram program = nullptr;
  RTC_OK(hiprtcCreateProgram(&program, source, "with headers.cu", 2, headers, names));
  TRUE(rtc_run(program, "k", {"-D", "N=40", "-ffast-math"}) == 43);
}

// What the implied header has, and what it leaves to the program.
static void hips_device_side_is_implied() {
  hiprtcProgram program = rtc_program(R"(
#ifndef __HIPCC_RTC__
#error "not hipRTC"
#endif
using __hip_internal::int64_t;
using __hip_internal::uint64_t;
namespace std { template <typename T> struct is_mine { static constexpr int value = 4; }; }
struct Big { double x[3]; };
extern "C" __global__ void k(int *out) {
  namespace cg = cooperative_groups;
  cg::this_thread_block().sync();
  __half h = __float2half(1.0f);
  hipFloatComplex z = make_hipFloatComplex(2.0f, 3.0f);
  float4 v = make_float4(1, 2, 3, 4);
  assert(v.x == 1);
  uint32_t n = std::is_mine<Big>::value;
  atomicAdd(&out[0], 0);
  int *heap = static_cast<int *>(malloc(sizeof(int)));
  *heap = __hip_internal::is_same<__hip_internal::uint8_t, unsigned char>::value;
  const int one = *heap;
  free(heap);
  static_assert(__hip_internal::is_same<std::ptrdiff_t, ptrdiff_t>::value && sizeof(std::clock_t) == sizeof(long), "");
  static_assert(__hip_internal::is_same<__hip_internal::conditional<false, int, char>::type, char>::value, "");
  static_assert(__hip_internal::is_convertible<int, double>::value && !__hip_internal::is_integral<float>::value, "");
  static_assert(__hip_internal::is_same<__hip_internal::make_index_sequence<3>, __hip_internal::index_sequence<0, 1, 2>>::value, "");
  *out = one - 1 + int(__half2float(h) + z.x + v.w + n + min(3, 4) + __popc(7) + sqrtf(16.0f) + __shfl(1, 0));
}
)");
  TRUE(rtc_run(program, "k") == 1 + 2 + 4 + 4 + 3 + 3 + 4 + 1);
  program = rtc_program("#include <cstddef>\n#include <cstdint>\n#include <ctime>\n#include <type_traits>\nextern \"C\" __global__ void k(int *out) "
                        "{ *out = std::is_same<std::uint32_t, unsigned>::value; }\n");
  TRUE(rtc_run(program, "k") == 1);
  program = rtc_program("#include <hip/hip_runtime.h>\n#ifdef __HIPCC_RTC__\n#error\n#endif\nextern \"C\" __global__ void k(int *out) "
                        "{ *out = 5; }\n");
  TRUE(rtc_run(program, "k", {"--hiprtc-no-builtin-header"}) == 5);
}

static bool says(const std::string &log, const char *what) {
  if (log.find(what) != std::string::npos) return true;
  std::printf("'%s' is not in the log:\n%s\n", what, log.c_str());
  return false;
}

// HIP 6's hipRTC has integers of fixed width, HIP 7's leaves their names to programs, some of which (PyTorch's) make int64_t a long long.
static void integers_of_the_programs_own() {
  hiprtcProgram program = rtc_program(R"(
typedef long long int int64_t;
typedef unsigned int uint32_t;
using uint64_t = unsigned long long;
template <typename T> __device__ int kind(T) { return 1; }
template <> __device__ int kind(long long) { return 20; }
template <> __device__ int kind(unsigned long long) { return 300; }
extern "C" __global__ void k(int *out) {
  static_assert(__hip_internal::is_same<__hip_internal::int64_t, int64_t>::value, "");
  int64_t wide = int64_t(clock64() * 0) + (1ll << 40);
  __half h = __float2half(2.0f);
  uint32_t shift = 39;
  *out = kind(wide) + kind(uint64_t(1)) + int(wide >> shift) + int(__half2float(h)) + int(uint3{1, 2, 3}.z);
}
)");
  TRUE(rtc_run(program, "k") == 20 + 300 + 2 + 2 + 3);
  // What is wrong besides is said of the program as it is.
  program = rtc_program("typedef long long int64_t;\nint64_t f() { return undeclared; }\n", "wide.cu");
  RTC_FAILS(rtc_compile(program), HIPRTC_ERROR_COMPILATION);
  TRUE(says(rtc_log(program), "wide.cu:1:19: error: typedef redefinition with different types"));
  RTC_OK(hiprtcDestroyProgram(&program));
}

// MIGraphX compiles so, and asks for launches of partial blocks before it makes any.
static void strict_programs_call_hips_functions() {
  hiprtcProgram program = rtc_program("extern \"C\" __global__ void k(int *out) {\n  __syncthreads();\n  if (!out) abort();\n"
                                      "  *out = int(__half2float(__hmax(__float2half(2), __float2half(3))));\n}\n");
  TRUE(rtc_run(program, "k", {"-Wused-but-marked-unused", "-Werror"}) == 3);
  program = rtc_program("extern \"C\" __global__ void k() {}\n");
  RTC_FAILS(rtc_compile(program, {"-fno-offload-uniform-block"}), HIPRTC_ERROR_COMPILATION);
  TRUE(says(rtc_log(program), "'-fno-offload-uniform-block': blocks of fewer threads"));
  RTC_OK(hiprtcDestroyProgram(&program));
}

static void errors_are_in_the_log() {
  hiprtcProgram program = rtc_program("\n__global__ void k() {\n  undeclared = 1;\n}\n", "dir/wrong.cu");
  RTC_FAILS(rtc_compile(program), HIPRTC_ERROR_COMPILATION);
  TRUE(says(rtc_log(program), "dir/wrong.cu:3:3: error: use of undeclared identifier 'undeclared'"));
  const char *name = nullptr;
  size_t size = 0;
  RTC_FAILS(hiprtcGetLoweredName(program, "k", &name), HIPRTC_ERROR_COMPILATION);
  RTC_FAILS(hiprtcGetCodeSize(program, &size), HIPRTC_ERROR_INVALID_PROGRAM);
  RTC_OK(hiprtcDestroyProgram(&program));

  program = rtc_program("__global__ void k() {}\n");
  RTC_FAILS(rtc_compile(program, {"-fno-such-option"}), HIPRTC_ERROR_COMPILATION);
  TRUE(says(rtc_log(program), "-fno-such-option"));
  RTC_FAILS(rtc_compile(program, {"other.hip"}), HIPRTC_ERROR_COMPILATION);
  TRUE(says(rtc_log(program), "'other.hip' makes no sense"));
  RTC_OK(rtc_compile(program, {"-O1"}));
  TRUE(rtc_log(program).empty());
  RTC_FAILS(hiprtcGetBitcodeSize(program, &size), HIPRTC_ERROR_INVALID_PROGRAM);
  RTC_OK(hiprtcDestroyProgram(&program));

  program = rtc_program("__global__ void k() {}\n__device__ int f() { return 1; }\n");
  RTC_OK(hiprtcAddNameExpression(program, "nothing<int>"));
  RTC_FAILS(rtc_compile(program), HIPRTC_ERROR_COMPILATION);
  TRUE(says(rtc_log(program), "name expression 0:1:"));
  RTC_OK(hiprtcDestroyProgram(&program));

  program = rtc_program("#warning beware\nextern \"C\" __global__ void k() {}\n", "warns.cu");
  RTC_OK(rtc_compile(program));
  TRUE(says(rtc_log(program), "warns.cu:1:2: warning: beware"));
  RTC_OK(hiprtcDestroyProgram(&program));
}

static void wrong_arguments() {
  hiprtcProgram program = nullptr;
  const char *const text = "int x;", *const none = nullptr;
  RTC_FAILS(hiprtcCreateProgram(nullptr, text, "a", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_PROGRAM);
  RTC_FAILS(hiprtcCreateProgram(&program, nullptr, "a", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcCreateProgram(&program, "", "a", 0, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcCreateProgram(&program, text, "a", -1, nullptr, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcCreateProgram(&program, text, "a", 1, nullptr, &text), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcCreateProgram(&program, text, "a", 1, &text, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcCreateProgram(&program, text, "a", 1, &none, &text), HIPRTC_ERROR_INVALID_INPUT);
  TRUE(program == nullptr);
  RTC_OK(hiprtcCreateProgram(&program, text, "", 0, nullptr, nullptr));
  RTC_FAILS(hiprtcAddNameExpression(program, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcCompileProgram(program, 1, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcCompileProgram(program, -1, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcCompileProgram(program, 1, &none), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcGetLoweredName(program, "x", nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcGetProgramLogSize(program, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  RTC_FAILS(hiprtcGetCodeSize(program, nullptr), HIPRTC_ERROR_INVALID_INPUT);
  size_t size = 1;
  RTC_FAILS(hiprtcGetCodeSize(program, &size), HIPRTC_ERROR_INVALID_PROGRAM);
  RTC_FAILS(hiprtcDestroyProgram(nullptr), HIPRTC_ERROR_INVALID_INPUT);
  hiprtcProgram copy = program;
  RTC_OK(hiprtcDestroyProgram(&program));
  RTC_FAILS(hiprtcDestroyProgram(&copy), HIPRTC_ERROR_INVALID_PROGRAM);
  RTC_FAILS(hiprtcGetProgramLogSize(copy, &size), HIPRTC_ERROR_INVALID_PROGRAM);
  int major = 0, minor = -1;
  RTC_OK(hiprtcVersion(&major, &minor));
  TRUE(major == 9 && minor == 0);
  RTC_FAILS(hiprtcVersion(nullptr, &minor), HIPRTC_ERROR_INVALID_INPUT);
  TRUE(std::strcmp(hiprtcGetErrorString(HIPRTC_ERROR_COMPILATION), "HIPRTC_ERROR_COMPILATION") == 0);
  TRUE(std::strcmp(hiprtcGetErrorString(static_cast<hiprtcResult>(77)), "Invalid HIPRTC error code") == 0);
}

static std::string numbered(int number) {
  return "extern \"C\" __global__ void k(int *out) { *out = " + std::to_string(number) + "; }\n";
}

static void threads_compile_at_once() {
  std::vector<std::thread> threads;
  int answers[4] = {};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([i, &answers] {
      hiprtcProgram program = nullptr;
      if (hiprtcCreateProgram(&program, numbered(i).c_str(), nullptr, 0, nullptr, nullptr) != HIPRTC_SUCCESS) return;
      answers[i] = hiprtcCompileProgram(program, 0, nullptr) == HIPRTC_SUCCESS ? 1 : 0;
      hiprtcDestroyProgram(&program);
    });
  }
  for (std::thread &thread : threads) thread.join();
  for (int answer : answers) TRUE(answer == 1);
}

// A header on disk that has changed is read anew, although the program's text is the same.
static void changed_files_are_seen(const std::string &folder) {
  const std::string option = "-I" + folder;
  for (int value : {1, 2, 1}) {
    std::ofstream(folder + "/value.h") << "#define VALUE " << value << "\n";
    hiprtcProgram program = rtc_program("#include \"value.h\"\nextern \"C\" __global__ void k(int *out) { *out = VALUE; }\n");
    TRUE(rtc_run(program, "k", {option.c_str()}) == value);
  }
}

// As hashcat looks for them, and as programs do that were linked when hipRTC was part of libamdhip64.
static void functions_are_found_by_name() {
  for (const char *library : {"libhiprtc.so", "libhiprtc.so.7", "libamdhip64.so"}) {
    void *handle = dlopen(library, RTLD_NOW);
    TRUE(handle != nullptr);
    if (handle == nullptr) continue;
    for (const char *name :
         {"hiprtcCreateProgram", "hiprtcCompileProgram", "hiprtcDestroyProgram", "hiprtcGetCode", "hiprtcGetCodeSize",
          "hiprtcGetProgramLog", "hiprtcGetProgramLogSize", "hiprtcGetErrorString"}) {
      TRUE(dlsym(handle, name) != nullptr);
    }
    TRUE(dlsym(handle, "hiprtcVersion") == reinterpret_cast<void *>(&hiprtcVersion));
    dlclose(handle);
  }
}

static void without_clang() {
  hiprtcProgram program = rtc_program("__global__ void never_compiled_before() {}\n");
  RTC_FAILS(rtc_compile(program), HIPRTC_ERROR_COMPILATION);
  TRUE(says(rtc_log(program), "apt-get install clang"));
  RTC_OK(hiprtcDestroyProgram(&program));
}

int main(int count, char **arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "no_clang") {
    without_clang();
    return report();
  }
  template_by_name_expression();
  names_of_kernels_and_variables();
  headers_in_memory_and_options();
  if (what == "all") {
    hips_device_side_is_implied();
    integers_of_the_programs_own();
    strict_programs_call_hips_functions();
    errors_are_in_the_log();
    wrong_arguments();
    threads_compile_at_once();
    if (count > 2) changed_files_are_seen(arguments[2]);
    functions_are_found_by_name();
  }
  return report();
}
