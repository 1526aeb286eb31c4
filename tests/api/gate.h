// gate.h: a stream that waits until its test says go on.
//
// Used by pool.cpp and execution_context.cpp.
#pragma once

#include <atomic>
#include <thread>

#include "check.h"

struct Gate {
  std::atomic<bool> open{false};
  void close(hipStream_t stream) {
    waiting++;
    OK(hipLaunchHostFunc(stream, wait, this));
  }
  // Whoever waits here must have left before the next gate lies in this place.
  ~Gate() {
    while (waiting.load() > 0) std::this_thread::yield();
  }

 private:
  std::atomic<int> waiting{0};
  static void wait(void *gate) {
    Gate *const own = static_cast<Gate *>(gate);
    while (!own->open.load()) std::this_thread::yield();
    own->waiting--;
  }
};
