// convolution.h: convolutions as this folder calculates them: descriptors, a problem with its tensors, and the ways to solve it.
//
// A transposed convolution is the gradient of one by its input, of which x and y are the other way round: `Problem` is always a plain one.
#pragma once

#include "window.h"

namespace dnn {

struct Convolution : miopenConvolutionDescriptor {
    miopenConvolutionMode_t mode = miopenConvolution;
    std::vector<int> pads{0, 0}, strides{1, 1}, dilations{1, 1}, output_pads{0, 0};
    int groups = 1;
    int attributes[4] = {-1, 0, 0, miopenMathPedantic};
    miopenConvolutionFindMode_t find_mode = miopenConvolutionFindModeDefault;
};

enum class Direction { forward, data, weights };

// Which of its tensors is written hangs on the direction.
struct Problem {
    Direction direction;
    Tensor x, w, y;
    Window window;
    int groups;

    size_t n() const { return x.lens[0]; }
    uint32_t channels() const { return uint32_t(w.lens[1]); }              // of a group
    uint32_t filters() const { return uint32_t(w.lens[0] / groups); }      // of a group
    uint32_t taps() const { return uint32_t(window.size[0] * window.size[1] * window.size[2]); }
    uint32_t places() const;                                              // of a channel of y
    double work() const { return double(y.count()) * channels() * taps(); }  // products
    const Tensor &result() const { return direction == Direction::forward ? y : direction == Direction::data ? x : w; }
};

// The problem of a call; `direction`, x and y are the program's.
miopenStatus_t describe(Problem &problem, const Convolution &convolution, Direction direction, const Tensor &x, const Tensor &w, const Tensor &y);
inline bool is_turned(const Convolution &convolution) { return convolution.mode == miopenTranspose; }
inline Direction turned(Direction direction) {
    return direction == Direction::forward ? Direction::data : direction == Direction::data ? Direction::forward : direction;
}

struct Buffers {
    const void *x, *w, *y;  // of the problem's tensors
    double alpha, beta;
    void *workspace;
    size_t workspace_size;
};

enum class Way { product, direct };
bool has_product(const Problem &problem);
Way best_way(const Problem &problem);
// What the program is told that a way needs.
size_t workspace_of(const Problem &problem, Way way);

miopenStatus_t convolve(Handle &handle, const Problem &problem, Way way, const Buffers &buffers);
miopenStatus_t convolve_directly(Handle &handle, const Problem &problem, const Buffers &buffers);
miopenStatus_t convolve_by_products(Handle &handle, const Problem &problem, const Buffers &buffers);

// Milliseconds that a way took.
miopenStatus_t timed(Handle &handle, const Problem &problem, Way way, const Buffers &buffers, float &time);

uint64_t solution_of(Direction direction, Way way);
bool way_of(uint64_t solution, Way &way);
miopenConvAlgorithm_t algorithm_of(Way way);

}  // namespace dnn
