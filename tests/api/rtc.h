// What the programs that test hipRTC share: a program compiled and loaded in one call, and a check of its code.
#pragma once
#include "check.h"

#include <hip/hiprtc.h>

#include <string>
#include <vector>

#define RTC_OK(call) expect_true((call) == HIPRTC_SUCCESS, #call, __LINE__)
#define RTC_FAILS(call, code) expect_true((call) == (code), #call " is " #code, __LINE__)

inline std::string rtc_log(hiprtcProgram program) {
  size_t size = 0;
  RTC_OK(hiprtcGetProgramLogSize(program, &size));
  std::string log(size, 'x');
  RTC_OK(hiprtcGetProgramLog(program, log.data()));
  TRUE(size == 0 || log.back() == '\0');
  return log;
}

inline std::vector<char> rtc_code(hiprtcProgram program) {
  size_t size = 0;
  RTC_OK(hiprtcGetCodeSize(program, &size));
  std::vector<char> code(size);
  RTC_OK(hiprtcGetCode(program, code.data()));
  TRUE(size > 0);
  return code;
}

inline hiprtcProgram rtc_program(const char *source, const char *name = nullptr) {
  hiprtcProgram program = nullptr;
  RTC_OK(hiprtcCreateProgram(&program, source, name, 0, nullptr, nullptr));
  return program;
}

inline hiprtcResult rtc_compile(hiprtcProgram program, std::vector<const char *> options = {}) {
  return hiprtcCompileProgram(program, int(options.size()), options.data());
}

inline hipModule_t rtc_module(hiprtcProgram program) {
  hipModule_t module = nullptr;
  OK(hipModuleLoadData(&module, rtc_code(program).data()));
  return module;
}

// One block of one thread that writes an int; what it wrote.
inline int rtc_answer(hipModule_t module, const char *kernel) {
  hipFunction_t function = nullptr;
  OK(hipModuleGetFunction(&function, module, kernel));
  int *out = nullptr, answer = -1;
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof(int)));
  void *arguments[] = {&out};
  OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  OK(hipMemcpy(&answer, out, sizeof answer, hipMemcpyDeviceToHost));
  OK(hipFree(out));
  return answer;
}

// The same of a whole program, which ends with it.
inline int rtc_run(hiprtcProgram program, const char *kernel, std::vector<const char *> options = {}) {
  const bool compiled = rtc_compile(program, options) == HIPRTC_SUCCESS;
  expect_true(compiled, rtc_log(program).c_str(), __LINE__);
  if (!compiled) return -1;
  const hipModule_t module = rtc_module(program);
  RTC_OK(hiprtcDestroyProgram(&program));
  const int answer = rtc_answer(module, kernel);
  OK(hipModuleUnload(module));
  return answer;
}
