// convolution_direct.hip: convolutions and their gradients element by element, in any layout: what is small, or whose filters see few channels.
//
// Called by convolution.hip. Elements are added up in float, those of doubles in double and those of bytes in int.
#include "convolution.h"
#include "rows.h"

namespace dnn {

struct Direct {
    Volume x, w, y;  // w: filters, channels, and places
    Window window;
    uint32_t channels, filters;  // of a group
    double alpha, beta;
};

template <class T, class W> __device__ static W read(const Volume &v, int64_t at) {
    const T value = static_cast<const T *>(v.view.data)[at];
    if constexpr (std::is_same_v<T, Bfloat16> || std::is_same_v<T, Half>) return float(value);
    else return W(value);
}

template <class W> __device__ static void write(const Volume &v, int64_t at, W sum, double alpha, double beta) {
    if (alpha == 1 && beta == 0) return v.view.set<W>(at, sum);
    // Sums of bytes are scaled as floats.
    using Scaled = std::conditional_t<std::is_same_v<W, int32_t>, double, W>;
    const Scaled value = Scaled(alpha) * Scaled(sum);
    v.view.set<Scaled>(at, beta == 0 ? value : value + Scaled(beta) * v.view.get<Scaled>(at));
}

// Taps of a window at `start` that lie in 0 to len.
struct Taps {
    int first, last;
    __device__ Taps(int start, int size, int dilation, int len) {
        first = start >= 0 ? 0 : (-start + dilation - 1) / dilation;
        last = len > start ? min(size, (len - start + dilation - 1) / dilation) : 0;
    }
};

template <class T, class W> __global__ void convolve_elements(Direct p, uint32_t count) {
    const Window &w = p.window;
    DNN_EACH(i, count) {
        uint32_t rest = i;
        int at[3];
        for (int d = 2; d >= 0; d--) at[d] = int(rest % p.y.view.lens[2 + d]), rest /= p.y.view.lens[2 + d];
        const uint32_t k = rest % p.y.view.lens[1], n = rest / p.y.view.lens[1], before = k / p.filters * p.channels;
        int start[3];
        for (int d = 0; d < 3; d++) start[d] = at[d] * w.stride[d] - w.pad[d];
        const Taps depth(start[0], w.size[0], w.dilation[0], p.x.len(0)), height(start[1], w.size[1], w.dilation[1], p.x.len(1)),
            width(start[2], w.size[2], w.dilation[2], p.x.len(2));
        W sum = 0;
        for (uint32_t c = 0; c < p.channels; c++)
            for (int d = depth.first; d < depth.last; d++)
                for (int h = height.first; h < height.last; h++) {
                    const int64_t from = p.x.at(n, before + c, start[0] + d * w.dilation[0], start[1] + h * w.dilation[1], start[2]), by = p.w.at(k, c, d, h, 0);
                    for (int v = width.first; v < width.last; v++)
                        sum += read<T, W>(p.x, from + p.x.view.strides[4] * (v * w.dilation[2])) * read<T, W>(p.w, by + p.w.view.strides[4] * v);
                }
        write<W>(p.y, p.y.at(n, k, at[0], at[1], at[2]), sum, p.alpha, p.beta);
    }
}

// Where the window lies whose tap `tap` sees `at`, or -1.
__device__ static int seen_by(const Window &w, int d, int at, int tap, int len) {
    const int start = at + w.pad[d] - tap * w.dilation[d];
    if (start < 0 || start % w.stride[d]) return -1;
    const int place = start / w.stride[d];
    return place < len ? place : -1;
}

template <class T, class W> __global__ void convolve_data(Direct p, uint32_t count) {
    const Window &w = p.window;
    DNN_EACH(i, count) {
        uint32_t rest = i;
        int at[3];
        for (int d = 2; d >= 0; d--) at[d] = int(rest % p.x.view.lens[2 + d]), rest /= p.x.view.lens[2 + d];
        const uint32_t all = rest % p.x.view.lens[1], n = rest / p.x.view.lens[1], c = all % p.channels, first = all / p.channels * p.filters;
        W sum = 0;
        for (int d = 0; d < w.size[0]; d++) {
            const int z = seen_by(w, 0, at[0], d, p.y.len(0));
            if (z < 0) continue;
            for (int h = 0; h < w.size[1]; h++) {
                const int y = seen_by(w, 1, at[1], h, p.y.len(1));
                if (y < 0) continue;
                for (int v = 0; v < w.size[2]; v++) {
                    const int x = seen_by(w, 2, at[2], v, p.y.len(2));
                    if (x < 0) continue;
                    const int64_t from = p.y.at(n, first, z, y, x), by = p.w.at(first, c, d, h, v);
                    for (uint32_t k = 0; k < p.filters; k++)
                        sum += read<T, W>(p.y, from + k * p.y.view.strides[1]) * read<T, W>(p.w, by + k * p.w.view.strides[0]);
                }
            }
        }
        write<W>(p.x, p.x.at(n, all, at[0], at[1], at[2]), sum, p.alpha, p.beta);
    }
}

// A row is all places of y of all images.
template <class T, class W> __global__ void convolve_weights(Direct p, Team team, uint32_t places) {
    const Window &w = p.window;
    for (uint32_t i = team.first(); i < team.rows; i += team.step()) {
        uint32_t rest = i;
        int tap[3];
        for (int d = 2; d >= 0; d--) tap[d] = int(rest % w.size[d]), rest /= w.size[d];
        const uint32_t c = rest % p.channels, k = rest / p.channels, all = k / p.filters * p.channels + c;
        W sum = 0;
        for (uint32_t j = team.lane(); j < team.length; j += team.lanes()) {
            uint32_t place = j % places;
            const uint32_t n = j / places;
            int at[3], from[3];
            bool inside = true;
            for (int d = 2; d >= 0; d--) {
                at[d] = int(place % p.y.view.lens[2 + d]), place /= p.y.view.lens[2 + d];
                from[d] = at[d] * w.stride[d] - w.pad[d] + tap[d] * w.dilation[d];
                inside &= from[d] >= 0 && from[d] < p.x.len(d);
            }
            if (inside) sum += read<T, W>(p.y, p.y.at(n, k, at[0], at[1], at[2])) * read<T, W>(p.x, p.x.at(n, all, from[0], from[1], from[2]));
        }
        sum = team.sum(sum);
        if (team.lane() == 0) write<W>(p.w, p.w.at(k, c, tap[0], tap[1], tap[2]), sum, p.alpha, p.beta);
    }
}

template <class T, class W> static miopenStatus_t run(Handle &handle, const Problem &problem, const Direct &direct) {
    const uint32_t count = uint32_t(problem.result().count());
    if constexpr (!std::is_same_v<T, int8_t>) {
        if (problem.direction == Direction::data) return launch(handle, convolve_data<T, W>, blocks_for(count), dim3(threads), direct, count);
        if (problem.direction == Direction::weights) {
            const uint32_t length = uint32_t(problem.n()) * problem.places();
            const Team team = {count, length, length >= 256};
            return launch(handle, convolve_weights<T, W>, team.grid(), dim3(threads), direct, team, problem.places());
        }
    }
    return launch(handle, convolve_elements<T, W>, blocks_for(count), dim3(threads), direct, count);
}

miopenStatus_t convolve_directly(Handle &handle, const Problem &problem, const Buffers &buffers) {
    const Direct direct = {volume(problem.x, buffers.x), volume(problem.w, buffers.w), volume(problem.y, buffers.y), problem.window, problem.channels(),
                           problem.filters(), buffers.alpha, buffers.beta};
    switch (problem.w.type) {
        case miopenHalf: return run<Half, float>(handle, problem, direct);
        case miopenBFloat16: return run<Bfloat16, float>(handle, problem, direct);
        case miopenDouble: return run<double, double>(handle, problem, direct);
        case miopenInt8: return run<int8_t, int32_t>(handle, problem, direct);
        default: return run<float, float>(handle, problem, direct);
    }
}

}  // namespace dnn
