// convolution_products.hip: convolutions and their gradients as products of matrices: the filters, y, and what the filters see of x.
//
// Called by convolution.hip. What the filters see is a matrix of windows by taps, in the order of the other two tensors, which is made for as many images at a
// time as fit; where a window has one tap and they lie side by side, it is x itself. y and w lie one element behind the other, both with channels before or both
// with channels behind the places; x lies as it likes. Gradients of short floats are added up in float and rounded once.
#include "convolution.h"
#include "product.h"
#include "tensor_ops.h"

namespace dnn {

// Windows of images `first` to `first` + images, of all groups.
struct Windows {
    Volume x;
    Window window;
    uint32_t at[3];  // places of y
    uint32_t channels, all_channels, taps, places;
    uint32_t first, images;
    bool is_last;  // channels vary fastest

    __device__ uint32_t element(uint32_t n, uint32_t place, uint32_t c, uint32_t tap) const {
        if (!is_last) return ((n * all_channels + c) * taps + tap) * places + place;
        const uint32_t group = c / channels;
        return ((n * places + place) * (all_channels / channels) + group) * channels * taps + tap * channels + c % channels;
    }
};

template <class T> __global__ void see(Windows s, T *to, uint32_t count) {
    DNN_EACH(i, count) {
        uint32_t rest = i, place, c, tap;
        if (s.is_last) {
            const uint32_t in_group = rest % s.channels;
            rest /= s.channels, tap = rest % s.taps, rest /= s.taps;
            const uint32_t groups = s.all_channels / s.channels;
            c = rest % groups * s.channels + in_group, rest /= groups;
            place = rest % s.places, rest /= s.places;
        } else {
            place = rest % s.places, rest /= s.places;
            tap = rest % s.taps, rest /= s.taps;
            c = rest % s.all_channels, rest /= s.all_channels;
        }
        int from[3];
        bool inside = true;
        for (int d = 2; d >= 0; d--) {
            const uint32_t size = uint32_t(s.window.size[d]);
            from[d] = int(place % s.at[d]) * s.window.stride[d] - s.window.pad[d] + int(tap % size) * s.window.dilation[d];
            place /= s.at[d], tap /= size;
            inside &= from[d] >= 0 && from[d] < s.x.len(d);
        }
        to[i] = inside ? static_cast<const T *>(s.x.view.data)[s.x.at(s.first + rest, c, from[0], from[1], from[2])] : T(0);
    }
}

// Each element of x gets what all windows that see it have for it.
template <class W> __global__ void unsee(Windows s, const W *from, uint32_t count, W alpha, W beta) {
    const Window &w = s.window;
    DNN_EACH(i, count) {
        uint32_t rest = i;
        int at[3];
        for (int d = 2; d >= 0; d--) at[d] = int(rest % s.x.view.lens[2 + d]), rest /= s.x.view.lens[2 + d];
        const uint32_t c = rest % s.all_channels, n = rest / s.all_channels;
        W sum = 0;
        for (int d = 0; d < w.size[0]; d++) {
            const int z = at[0] + w.pad[0] - d * w.dilation[0];
            if (z < 0 || z % w.stride[0] || uint32_t(z / w.stride[0]) >= s.at[0]) continue;
            for (int h = 0; h < w.size[1]; h++) {
                const int y = at[1] + w.pad[1] - h * w.dilation[1];
                if (y < 0 || y % w.stride[1] || uint32_t(y / w.stride[1]) >= s.at[1]) continue;
                for (int v = 0; v < w.size[2]; v++) {
                    const int x = at[2] + w.pad[2] - v * w.dilation[2];
                    if (x < 0 || x % w.stride[2] || uint32_t(x / w.stride[2]) >= s.at[2]) continue;
                    const uint32_t place = (uint32_t(z / w.stride[0]) * s.at[1] + uint32_t(y / w.stride[1])) * s.at[2] + uint32_t(x / w.stride[2]);
                    sum += from[s.element(n, place, c, uint32_t((d * w.size[1] + h) * w.size[2] + v))];
                }
            }
        }
        const int64_t to = s.x.at(s.first + n, c, at[0], at[1], at[2]);
        s.x.view.set<W>(to, beta == 0 ? alpha * sum : alpha * sum + beta * s.x.view.get<W>(to));
    }
}

constexpr size_t most_seen = size_t(48) << 20;  // bytes of windows at a time, if one image has not more

static miopenDataType_t sum_type(miopenDataType_t type) { return type == miopenDouble ? miopenDouble : miopenFloat; }
static bool is_last(const Problem &p) { return p.y.is_channels_last() && p.w.is_channels_last() && !(p.y.is_contiguous() && p.w.is_contiguous()); }
static miopenDataType_t seen_type(const Problem &p) { return p.direction == Direction::data ? sum_type(p.x.type) : p.x.type; }
static size_t seen_of_image(const Problem &p) { return size_t(p.channels()) * p.groups * p.taps() * p.places() * size_of(seen_type(p)); }
static size_t images_at_a_time(const Problem &p) {
    return std::clamp<size_t>(most_seen / std::max<size_t>(seen_of_image(p), 1), 1, p.n());
}

// The windows are x.
static bool sees_itself(const Problem &p) {
    for (int d = 0; d < 3; d++)
        if (p.window.size[d] != 1 || p.window.pad[d] != 0 || p.window.stride[d] != 1) return false;
    return is_last(p) ? p.x.is_channels_last() : p.x.is_contiguous();
}

bool has_product(const Problem &p) {
    const bool lies_right = (p.y.is_contiguous() && p.w.is_contiguous()) || (p.y.is_channels_last() && p.w.is_channels_last());
    if (!lies_right || seen_of_image(p) / size_of(seen_type(p)) >= size_t(1) << 31) return false;
    return p.x.type != miopenInt8 || p.y.type == miopenInt32;
}

size_t workspace_of(const Problem &p, Way way) {
    return way == Way::direct || !has_product(p) || sees_itself(p) ? 0 : seen_of_image(p) * images_at_a_time(p);
}

namespace {

// A call.
struct Products {
    Handle &handle;
    const Problem &p;
    const Buffers &b;
    bool last, itself;
    uint32_t groups, rows, places, filters;  // rows: what a window of a group has
    Windows windows;
    void *memory = nullptr;

    Products(Handle &h, const Problem &problem, const Buffers &buffers)
        : handle(h), p(problem), b(buffers), last(is_last(problem)), itself(sees_itself(problem)), groups(uint32_t(problem.groups)),
          rows(problem.channels() * problem.taps()), places(problem.places()), filters(problem.filters()) {
        const Volume y = volume(p.y, b.y);
        windows = {volume(p.x, b.x), p.window, {y.view.lens[2], y.view.lens[3], y.view.lens[4]}, p.channels(), p.channels() * groups, p.taps(), places, 0, 0, last};
    }

    miopenStatus_t see_images(size_t first, size_t images) {
        windows.first = uint32_t(first), windows.images = uint32_t(images);
        if (itself) return miopenStatusSuccess;
        const uint32_t count = uint32_t(images) * groups * rows * places;
        const dim3 grid = blocks_for(count);
        switch (size_of(p.x.type)) {
            case 1: return launch(handle, dnn::see<uint8_t>, grid, dim3(threads), windows, static_cast<uint8_t *>(memory), count);
            case 2: return launch(handle, dnn::see<uint16_t>, grid, dim3(threads), windows, static_cast<uint16_t *>(memory), count);
            case 4: return launch(handle, dnn::see<uint32_t>, grid, dim3(threads), windows, static_cast<uint32_t *>(memory), count);
            default: return launch(handle, dnn::see<uint64_t>, grid, dim3(threads), windows, static_cast<uint64_t *>(memory), count);
        }
    }
    miopenStatus_t unsee_images() {
        const uint32_t count = uint32_t(windows.images * (p.x.count() / p.n()));
        return DNN_BY_WIDTH(is_wide(p.x.type), launch(handle, unsee<Work>, blocks_for(count), dim3(threads), windows, static_cast<const Work *>(memory), count,
                                                      Work(b.alpha), Work(b.beta)));
    }

    // From the group's first element in image `first` on. By columns: windows by what they have, or the other way round with channels last.
    Matrix seen(size_t first) const {
        const int64_t of_image = int64_t(groups) * rows * places;
        const Matrix m = {itself ? b.x : memory, itself ? p.x.type : seen_type(p), last ? int64_t(groups) * rows : places, of_image};
        return itself ? m.at(first * of_image) : m;
    }
    size_t seen_group(size_t g) const { return last ? g * rows : g * rows * places; }
    // Places by filters, or filters by places.
    Matrix y(size_t first) const {
        const int64_t of_image = int64_t(groups) * filters * places;
        return Matrix{b.y, p.y.type, last ? int64_t(groups) * filters : places, of_image}.at(first * of_image);
    }
    size_t y_group(size_t g) const { return last ? g * filters : g * filters * places; }
    Matrix w() const { return {b.w, p.w.type, rows, 0}; }

    // `multiply_one(seen, y, w, count)` for each group and image, as many at once as lie at equal distances.
    template <class F> miopenStatus_t each(size_t first, size_t images, F &&multiply_some) const {
        const bool by_groups = last || groups > images;  // with channels last all images are one matrix
        const size_t steps = last ? 1 : by_groups ? images : groups;
        for (size_t i = 0; i < steps; i++) {
            Matrix s = seen(first), of_y = y(first), of_w = w();
            if (by_groups) {
                s = s.at(i * s.stride), of_y = of_y.at(i * of_y.stride);
                s.stride = int64_t(seen_group(1)), of_y.stride = int64_t(y_group(1)), of_w.stride = int64_t(filters) * rows;
            } else {
                s = s.at(seen_group(i)), of_y = of_y.at(y_group(i)), of_w = of_w.at(i * filters * rows);
            }
            DNN_TRY(multiply_some(s, of_y, of_w, by_groups ? groups : int64_t(images)));
        }
        return miopenStatusSuccess;
    }

    miopenStatus_t forward(size_t first, size_t images) {
        DNN_TRY(see_images(first, images));
        return each(first, images, [&](Matrix s, Matrix of_y, Matrix of_w, int64_t count) {
            if (!last) return multiply(handle, places, filters, rows, s, of_w, of_y, count, b.alpha, b.beta);
            of_w.is_transposed = true;
            return multiply(handle, filters, int64_t(places) * images, rows, of_w, s, of_y, count, b.alpha, b.beta);
        });
    }

    miopenStatus_t data(size_t first, size_t images) {
        windows.first = uint32_t(first), windows.images = uint32_t(images);
        const double alpha = itself ? b.alpha : 1, beta = itself ? b.beta : 0;
        DNN_TRY(each(first, images, [&](Matrix s, Matrix of_y, Matrix of_w, int64_t count) {
            if (last) return multiply(handle, rows, int64_t(places) * images, filters, of_w, of_y, s, count, alpha, beta);
            of_w.is_transposed = true;
            return multiply(handle, places, rows, filters, of_y, of_w, s, count, alpha, beta);
        }));
        return itself ? miopenStatusSuccess : unsee_images();
    }

    // Each image, or all of them with channels last, adds to `sums`, which are w or lie like it.
    miopenStatus_t weights(size_t first, size_t images, const void *sums, double alpha, double beta) {
        DNN_TRY(see_images(first, images));
        for (size_t i = 0; i < (last ? 1 : images); i++) {
            Matrix s = seen(first), of_y = y(first), to = {sums, sum_type(p.w.type), rows, int64_t(filters) * rows};
            s = s.at(i * s.stride), of_y = of_y.at(i * of_y.stride);
            s.stride = int64_t(seen_group(1)), of_y.stride = int64_t(y_group(1));
            const double old = first + i == 0 ? beta : 1;
            if (last) of_y.is_transposed = true;
            else s.is_transposed = true;
            DNN_TRY(multiply(handle, rows, filters, last ? int64_t(places) * images : places, s, of_y, to, groups, alpha, old));
        }
        return miopenStatusSuccess;
    }

    miopenStatus_t run() {
        Temporary own(handle), sums(handle);
        const size_t needed = workspace_of(p, Way::product);
        memory = b.workspace;
        if (needed && (!memory || b.workspace_size < needed)) {
            DNN_TRY(own.take(needed));
            memory = own.memory;
        }
        const bool rounds = p.direction == Direction::weights && p.w.type != sum_type(p.w.type);
        if (rounds) DNN_TRY(sums.take(p.w.count() * sizeof(float)));
        const size_t step = itself ? p.n() : images_at_a_time(p);
        for (size_t first = 0; first < p.n(); first += step) {
            const size_t images = std::min(step, p.n() - first);
            DNN_TRY(p.direction == Direction::forward ? forward(first, images)
                    : p.direction == Direction::data  ? data(first, images)
                                                      : weights(first, images, rounds ? sums.memory : b.w, rounds ? 1 : b.alpha, rounds ? 0 : b.beta));
        }
        if (!rounds) return miopenStatusSuccess;
        return transform(handle, line(sums.memory, miopenFloat, p.w.count()), line(b.w, p.w.type, p.w.count()), b.alpha, b.beta);
    }
};

}  // namespace

miopenStatus_t convolve_by_products(Handle &handle, const Problem &problem, const Buffers &buffers) { return Products(handle, problem, buffers).run(); }

}  // namespace dnn
