// What the engine's parts are to each other. Used by engine.cpp, transform.cpp, copies.cpp, callbacks.cpp, said.cpp and rocfft.cpp.
#pragma once

#include <string>

#include "plan.h"

namespace fft {

// transform.cpp: transforms of data that VkFFT can take where they lie.
bool takes(const Shape&, const Placement&);
// Says nothing of a length of which there is no real transform: it is BAD_LENGTH then, and there may be a complex one.
Result make_application(const Plan&, const Placement&, bool inverse, hipStream_t, std::shared_ptr<Application>&);
Result run(const Plan&, Application&, const Placement&, bool inverse, hipStream_t, void* input, void* output);

// copies.cpp: any other, by way of dense copies, and factors of results. Plans become `whole` here.
Result prepare_copies(Plan&, const Placement&, bool inverse, hipStream_t);
Result transform_by_copies(Plan&, const Placement&, bool inverse, hipStream_t, Data input, Data output);
Result prepare_factor(Plan&, const Placement&);
Result multiply(Plan&, const Placement&, hipStream_t, void* output);

// callbacks.cpp: with a callback for one side or both.
Result transform_by_callbacks(Plan&, const Callbacks&, const Placement&, bool inverse, hipStream_t, Data input, Data output);

// said.cpp: a plan in words, and what went wrong with one on stderr, the same line only once.
std::string described(const Plan&, const Placement&, bool inverse);
void say(const Plan&, const Placement&, bool inverse, const std::string& what);

}  // namespace fft
