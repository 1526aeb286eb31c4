// Convolutions and their gradients, in each way, beside loops in double: types, layouts, groups, dilation, one to three dimensions, transposed ones; the way by
// search, by solution and by problem; biases.
#include "check.h"

struct Shape {
    const char *name;
    bool transposed;
    int n, c, k, groups;
    Lens spatial, size, stride, pad, dilation, extra;
};

// Of a plain convolution: for each product of an element of x, of w and of y, their places.
template <class F> static void each_product(const Lens &x, const Lens &w, const Lens &y, const Shape &s, F &&f) {
    const size_t dims = x.size() - 2;
    const int filters = w[0] / s.groups;
    size_t places = 1, taps = 1;
    for (size_t d = 0; d < dims; d++) places *= size_t(y[2 + d]), taps *= size_t(w[2 + d]);
    for (int n = 0; n < y[0]; n++)
        for (int k = 0; k < w[0]; k++)
            for (int c = 0; c < w[1]; c++)
                for (size_t place = 0; place < places; place++)
                    for (size_t tap = 0; tap < taps; tap++) {
                        size_t from = 0, scale = 1, p = place, t = tap;
                        bool inside = true;
                        for (size_t d = dims; d-- > 0;) {
                            const int at = int(p % size_t(y[2 + d])) * s.stride[d] - s.pad[d] + int(t % size_t(w[2 + d])) * s.dilation[d];
                            inside &= at >= 0 && at < x[2 + d];
                            from += size_t(at) * scale, scale *= size_t(x[2 + d]);
                            p /= size_t(y[2 + d]), t /= size_t(w[2 + d]);
                        }
                        if (inside) f(size_t(n * x[1] + k / filters * w[1] + c) * scale + from, size_t(k * w[1] + c) * taps + tap, size_t(n * w[0] + k) * places + place);
                    }
}

struct Case {
    const Shape &s;
    miopenConvolutionDescriptor_t convolution;
    Tensor x, w;
    Lens y_lens;

    static Lens lens(int a, int b, const Lens &rest) {
        Lens all{a, b};
        all.insert(all.end(), rest.begin(), rest.end());
        return all;
    }
    Case(const Shape &shape, miopenDataType_t type, bool last)
        : s(shape), x(type, lens(s.n, s.c, s.spatial), last),
          w(type, s.transposed ? lens(s.c, s.k / s.groups, s.size) : lens(s.k, s.c / s.groups, s.size), last), y_lens(2 + s.spatial.size()) {
        const int dims = int(s.spatial.size());
        DNN(miopenCreateConvolutionDescriptor(&convolution));
        DNN(miopenInitConvolutionNdDescriptor(convolution, dims, s.pad.data(), s.stride.data(), s.dilation.data(),
                                              s.transposed ? miopenTranspose : miopenConvolution));
        DNN(miopenSetConvolutionGroupCount(convolution, s.groups));
        if (s.transposed) DNN(miopenSetTransposeConvNdOutputPadding(convolution, dims, s.extra.data()));
        int asked;
        DNN(miopenGetConvolutionNdForwardOutputDim(convolution, x.descriptor, w.descriptor, &asked, y_lens.data()));
    }
    ~Case() { (void)miopenDestroyConvolutionDescriptor(convolution); }

    template <class F> void each(F &&f) const {
        if (!s.transposed) return each_product(x.lens, w.lens, y_lens, s, f);
        each_product(y_lens, w.lens, x.lens, s, [&](size_t i, size_t j, size_t k) { f(k, j, i); });
    }
};

static void check_case(const Shape &shape, miopenDataType_t type, bool last) {
    Case c(shape, type, last);
    Tensor y(type, c.y_lens, last), dy(type, c.y_lens, last), dx(type, c.x.lens, last), dw(type, c.w.lens, last);
    Doubles of_y(y.count()), of_x(dx.count()), of_w(dw.count());
    c.each([&](size_t i, size_t j, size_t k) {
        of_y[k] += c.x.values[i] * c.w.values[j], of_x[i] += dy.values[k] * c.w.values[j], of_w[j] += dy.values[k] * c.x.values[i];
    });
    bool right = true;
    for (const int way : {0, 1}) {
        for (Tensor *t : {&y, &dx, &dw}) t->fill(1);
        DNN(miopenConvolutionForward(handle(), &one, c.x.descriptor, c.x, c.w.descriptor, c.w, c.convolution, miopenConvFwdAlgorithm_t(way), &zero, y.descriptor, y,
                                     nullptr, 0));
        DNN(miopenConvolutionBackwardData(handle(), &one, dy.descriptor, dy, c.w.descriptor, c.w, c.convolution, miopenConvBwdDataAlgorithm_t(way), &zero,
                                          dx.descriptor, dx, nullptr, 0));
        // Added to what is there.
        DNN(miopenConvolutionBackwardWeights(handle(), &one, dy.descriptor, dy, c.x.descriptor, c.x, c.convolution, miopenConvBwdWeightsAlgorithm_t(way), &one,
                                             dw.descriptor, dw, nullptr, 0));
        Doubles added = of_w;
        for (double &v : added) v += 1;
        right &= is_near(y, of_y) && is_near(dx, of_x) && is_near(dw, added);
    }
    Lens of_bias(c.y_lens.size(), 1);
    of_bias[1] = c.y_lens[1];
    Tensor bias(type, of_bias), dbias(type, of_bias);
    Doubles sums(bias.count()), biased = of_y;
    const size_t places = y.count() / size_t(c.y_lens[0] * c.y_lens[1]);
    for (size_t i = 0; i < y.count(); i++) sums[i / places % sums.size()] += dy.values[i], biased[i] += bias.values[i / places % sums.size()];
    DNN(miopenConvolutionForwardBias(handle(), &one, bias.descriptor, bias, &zero, y.descriptor, y));
    DNN(miopenConvolutionBackwardBias(handle(), &one, dy.descriptor, dy, &zero, dbias.descriptor, dbias));
    right &= is_near(y, biased, 2) && is_near(dbias, sums);
    result(std::string(shape.name) + "_" + name_of(type) + (last ? "_last" : ""), right);
}

static void check_bytes() {
    const Shape shape = {"bytes", false, 2, 4, 8, 1, {6, 5}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {}};
    Case c(shape, miopenInt8, false);
    for (Tensor *t : {&c.x, &c.w}) {
        for (double &v : t->values) v = std::rint(100 * random_numbers().next());
        t->upload();
    }
    Tensor y(miopenInt32, c.y_lens), bytes(miopenInt8, c.y_lens);
    Doubles of_y(y.count());
    c.each([&](size_t i, size_t j, size_t k) { of_y[k] += c.x.values[i] * c.w.values[j]; });
    bool right = true;
    for (const int way : {0, 1}) {
        y.fill(0);
        DNN(miopenConvolutionForward(handle(), &one, c.x.descriptor, c.x, c.w.descriptor, c.w, c.convolution, miopenConvFwdAlgorithm_t(way), &zero, y.descriptor, y,
                                     nullptr, 0));
        right &= is_near(y, of_y);
    }
    DNN(miopenConvolutionForward(handle(), &one, c.x.descriptor, c.x, c.w.descriptor, c.w, c.convolution, miopenConvolutionFwdAlgoDirect, &zero, bytes.descriptor,
                                 bytes, nullptr, 0));
    for (double &v : of_y) v = std::min(127.0, std::max(-128.0, v));
    result("bytes", right && is_near(bytes, of_y));
}

static const Shape large = {"large", false, 3, 16, 24, 1, {12, 11}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {}};

// Each solution, with the workspace that it asks for; and what a search finds.
static void check_ways() {
    Case c(large, miopenFloat, false);
    Tensor y(miopenFloat, c.y_lens);
    Doubles of_y(y.count());
    c.each([&](size_t i, size_t j, size_t k) { of_y[k] += c.x.values[i] * c.w.values[j]; });
    size_t count, size;
    DNN(miopenConvolutionForwardGetSolutionCount(handle(), c.w.descriptor, c.x.descriptor, c.convolution, y.descriptor, &count));
    std::vector<miopenConvSolution_t> solutions(count);
    DNN(miopenConvolutionForwardGetSolution(handle(), c.w.descriptor, c.x.descriptor, c.convolution, y.descriptor, count, &count, solutions.data()));
    bool right = count == 2 && solutions[0].algorithm == miopenConvolutionAlgoGEMM && solutions[0].workspace_size > 0;
    for (const miopenConvSolution_t &solution : solutions) {
        miopenConvAlgorithm_t algorithm;
        y.fill(0);
        DNN(miopenConvolutionForwardGetSolutionWorkspaceSize(handle(), c.w.descriptor, c.x.descriptor, c.convolution, y.descriptor, solution.solution_id, &size));
        Memory workspace(size);
        DNN(miopenConvolutionForwardCompileSolution(handle(), c.w.descriptor, c.x.descriptor, c.convolution, y.descriptor, solution.solution_id));
        DNN(miopenConvolutionForwardImmediate(handle(), c.w.descriptor, c.w, c.x.descriptor, c.x, c.convolution, y.descriptor, y, workspace, size,
                                              solution.solution_id));
        DNN(miopenGetSolverIdConvAlgorithm(solution.solution_id, &algorithm));
        right &= is_near(y, of_y) && size == solution.workspace_size && algorithm == solution.algorithm;
    }
    result("solutions", right);

    int found;
    miopenConvAlgoPerf_t results[4];
    DNN(miopenConvolutionForwardGetWorkSpaceSize(handle(), c.w.descriptor, c.x.descriptor, c.convolution, y.descriptor, &size));
    Memory workspace(size);
    DNN(miopenFindConvolutionForwardAlgorithm(handle(), c.x.descriptor, c.x, c.w.descriptor, c.w, c.convolution, y.descriptor, y, 4, &found, results, workspace, size,
                                              false));
    right = found == 2 && results[0].time <= results[1].time && results[0].memory <= size;
    y.fill(0);
    DNN(miopenConvolutionForward(handle(), &one, c.x.descriptor, c.x, c.w.descriptor, c.w, c.convolution, results[0].fwd_algo, &zero, y.descriptor, y, workspace,
                                 size));
    result("search", right && is_near(y, of_y));
}

int main() {
    const Shape shapes[] = {
        {"strided", false, 2, 6, 8, 1, {9, 8}, {3, 2}, {2, 1}, {1, 1}, {1, 2}, {}},
        {"groups", false, 3, 6, 8, 2, {7, 6}, {3, 3}, {2, 2}, {1, 2}, {1, 1}, {}},
        {"depthwise", false, 2, 4, 8, 4, {7, 6}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {}},
        {"points", false, 2, 6, 5, 1, {7, 6}, {1, 1}, {1, 1}, {0, 0}, {1, 1}, {}},
        {"transposed", true, 3, 6, 8, 2, {7, 6}, {3, 3}, {2, 2}, {1, 2}, {1, 1}, {1, 0}},
        {"volumes", false, 2, 4, 6, 2, {5, 6, 4}, {3, 2, 2}, {2, 1, 1}, {1, 1, 0}, {1, 1, 2}, {}},
    };
    for (const Shape &shape : shapes)
        for (const bool last : {false, true}) {
            check_case(shape, miopenFloat, last);
            check_case(shape, miopenHalf, last);
        }
    check_case(shapes[0], miopenBFloat16, false);
    check_case(shapes[4], miopenBFloat16, true);
    check_case(shapes[1], miopenDouble, true);
    const Shape lines = {"lines", true, 2, 4, 6, 2, {11}, {3}, {2}, {1}, {1}, {1}};
    check_case(lines, miopenFloat, false);
    check_bytes();
    check_ways();
    return failures != 0;
}
