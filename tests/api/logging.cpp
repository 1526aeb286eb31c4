// The log that a program switches on and off: what it says of calls goes to standard error meanwhile.
#include "check.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>

// What is written to standard error while `work` runs.
template <typename Work>
static std::string told(const Work &work) {
  std::fflush(stderr);
  char name[] = "/tmp/hipvk_logging_XXXXXX";
  const int file = mkstemp(name), before = dup(2);
  TRUE(file >= 0 && before >= 0);
  unlink(name);
  dup2(file, 2);
  work();
  std::fflush(stderr);
  dup2(before, 2);
  close(before);
  std::string text(static_cast<size_t>(lseek(file, 0, SEEK_END)), ' ');
  lseek(file, 0, SEEK_SET);
  TRUE(read(file, &text[0], text.size()) == static_cast<ssize_t>(text.size()));
  close(file);
  return text;
}

static void call() {
  void *memory = nullptr;
  OK(hipMalloc(&memory, 64));
  OK(hipFree(memory));
}

static void wrong() { FAILS(hipMalloc(nullptr, 64), hipErrorInvalidValue); }

static bool has(const std::string &text, const char *word) { return text.find(word) != std::string::npos; }

int main() {
  call();
  TRUE(told(call).empty());
  // Parameters alone switch nothing.
  OK(hipExtSetLoggingParams(4, 0, ~size_t{0}));
  TRUE(told(call).empty());
  OK(hipExtEnableLogging());
  std::string text = told(call);
  TRUE(has(text, "hipMalloc") && has(text, "hipFree"));
  OK(hipExtDisableLogging());
  TRUE(told(call).empty());
  TRUE(told(wrong).empty());
  // Without calls in the mask, and below AMD's LOG_INFO: errors' reasons alone.
  for (size_t level : {size_t{4}, size_t{2}}) {
    OK(hipExtSetLoggingParams(level, 0, level == 4 ? ~size_t{1} : ~size_t{0}));
    OK(hipExtEnableLogging());
    TRUE(!has(told(call), "hipFree"));
    OK(hipExtDisableLogging());
  }
  OK(hipExtSetLoggingParams(0, 0, ~size_t{0}));
  OK(hipExtEnableLogging());
  TRUE(told(call).empty() && told(wrong).empty());
  OK(hipExtSetLoggingParams(4, 0, ~size_t{0}));
  OK(hipExtEnableLogging());
  TRUE(has(told(wrong), "hipMalloc"));
  OK(hipExtDisableLogging());
  return report();
}
