// Which plans there are: hipFFT says HIPFFT_INVALID_PLAN of a handle that is none. Used by hipfft.cpp.
#pragma once

#include <hipfft/hipfft.h>

#include <mutex>
#include <unordered_map>

#include "plan.h"

struct hipfftHandle_t {
  fft::Plan plan;
  bool given = false;  // whether the caller said how data lie
  fft::Placement place{};
  hipfftType type = HIPFFT_C2C;
  bool made = false;
  hipStream_t stream = nullptr;
  fft::Callbacks callbacks;
};

namespace fft {

// Callers hold what `find` gives, so a plan that another thread destroys lives until they are done.
class Registry {
 public:
  hipfftHandle add() {
    auto plan = std::make_shared<hipfftHandle_t>();
    std::lock_guard<std::mutex> lock(mutex);
    plans[plan.get()] = plan;
    return plan.get();
  }
  std::shared_ptr<hipfftHandle_t> find(hipfftHandle handle) {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = plans.find(handle);
    return found == plans.end() ? nullptr : found->second;
  }
  // The plan, so that it ends outside the lock.
  std::shared_ptr<hipfftHandle_t> remove(hipfftHandle handle) {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = plans.find(handle);
    if (found == plans.end()) return nullptr;
    auto plan = found->second;
    plans.erase(found);
    return plan;
  }

 private:
  std::mutex mutex;
  std::unordered_map<hipfftHandle, std::shared_ptr<hipfftHandle_t>> plans;
};

}  // namespace fft
