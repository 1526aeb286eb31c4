// What is done to elements of tensors, activations, softmax and pooling, forwards and backwards, beside loops in double: types and layouts.
#include "check.h"

static void check_elements(miopenDataType_t type) {
    const bool is_integer = epsilon(type) == 0;
    Tensor a(type, {2, 3, 4, 5}, false, 5), c(type, {2, 3, 4, 5}, true, 5), b(type, {1, 3, 1, 1}, false, 5);
    const float two = 2, three = 3;
    bool right = true;
    for (int op = 0; op < 4; op++) {
        Doubles wanted(a.count());
        for (size_t i = 0; i < a.count(); i++) {
            const double x = 2 * a.values[i], y = b.values[i / 20 % 3];
            const double both = op == 0 ? x + y : op == 1 ? x * y : op == 2 ? std::min(x, y) : std::max(x, y);
            wanted[i] = both + c.values[i];
            if (type == miopenInt8) wanted[i] = std::min(127.0, std::max(-128.0, wanted[i]));
        }
        c.upload();
        DNN(miopenOpTensor(handle(), miopenTensorOp_t(op), &two, a.descriptor, a, &one, b.descriptor, b, &one, c.descriptor, c));
        right &= is_near(c, wanted);
    }
    c.upload();
    Doubles wanted(a.count());
    for (size_t i = 0; i < a.count(); i++) wanted[i] = 2 * a.values[i] + (is_integer ? 0 : c.values[i]);
    if (type != miopenInt8) {
        DNN(miopenTransformTensor(handle(), &two, a.descriptor, a, is_integer ? &zero : &one, c.descriptor, c));
        right &= is_near(c, wanted);
    }
    DNN(miopenSetTensor(handle(), c.descriptor, c, &three));
    DNN(miopenScaleTensor(handle(), c.descriptor, c, &two));
    right &= is_near(c, Doubles(c.count(), 6));
    result("elements_" + name_of(type) + std::to_string(int(type)), right);
}

struct Function {
    miopenActivationMode_t mode;
    double (*value)(double);
    double (*slope)(double, double);  // of x and y
};
// alpha 0.5, beta 0.7, gamma 2
static const Function functions[] = {
    {miopenActivationPASTHRU, [](double x) { return x; }, [](double, double) { return 1.0; }},
    {miopenActivationLOGISTIC, [](double x) { return 1 / (1 + std::exp(-x)); }, [](double, double y) { return y * (1 - y); }},
    {miopenActivationTANH, [](double x) { return 0.7 * std::tanh(0.5 * x); }, [](double x, double) { return 0.35 / std::pow(std::cosh(0.5 * x), 2); }},
    {miopenActivationRELU, [](double x) { return std::max(x, 0.0); }, [](double x, double) { return x > 0 ? 1.0 : 0; }},
    {miopenActivationSOFTRELU, [](double x) { return std::log1p(std::exp(x)); }, [](double x, double) { return 1 / (1 + std::exp(-x)); }},
    {miopenActivationABS, [](double x) { return std::fabs(x); }, [](double x, double) { return x > 0 ? 1.0 : -1; }},
    {miopenActivationPOWER, [](double x) { return 0.5 + 0.7 * x > 0 ? std::pow(0.5 + 0.7 * x, 2) : 0; }, nullptr},
    {miopenActivationCLIPPEDRELU, [](double x) { return std::min(0.5, std::max(x, 0.0)); }, [](double x, double) { return x > 0 && x <= 0.5 ? 1.0 : 0; }},
    {miopenActivationLEAKYRELU, [](double x) { return x > 0 ? x : 0.5 * x; }, [](double x, double) { return x > 0 ? 1 : 0.5; }},
    {miopenActivationELU, [](double x) { return x > 0 ? x : 0.5 * std::expm1(x); }, [](double x, double) { return x > 0 ? 1 : 0.5 * std::exp(x); }},
    {miopenActivationCLAMP, [](double x) { return std::max(0.5, std::min(x, 0.7)); }, [](double x, double) { return x > 0.5 && x <= 0.7 ? 1.0 : 0; }},
};

static void check_activations(miopenDataType_t type, bool last) {
    Tensor x(type, {2, 5, 6, 7}, last, 2), y(type, x.lens, last), dy(type, x.lens, last), dx(type, x.lens, last);
    miopenActivationDescriptor_t activation;
    DNN(miopenCreateActivationDescriptor(&activation));
    bool right = true;
    for (const Function &f : functions) {
        DNN(miopenSetActivationDescriptor(activation, f.mode, 0.5, 0.7, 2));
        DNN(miopenActivationForward(handle(), activation, &one, x.descriptor, x, &zero, y.descriptor, y));
        DNN(miopenActivationBackward(handle(), activation, &one, y.descriptor, y, dy.descriptor, dy, x.descriptor, x, &zero, dx.descriptor, dx));
        Doubles of_y(x.count()), of_dx(x.count());
        for (size_t i = 0; i < x.count(); i++) {
            of_y[i] = f.value(x.values[i]);
            if (f.slope) of_dx[i] = dy.values[i] * f.slope(x.values[i], of_y[i]);
        }
        right &= is_near(y, of_y) && (!f.slope || is_near(dx, of_dx));
    }
    DNN(miopenDestroyActivationDescriptor(activation));
    result("activations_" + name_of(type) + (last ? "_last" : ""), right);
}

static void check_softmax(miopenDataType_t type, bool last) {
    const int n = 2, c = 5, places = 42;
    Tensor x(type, {n, c, 6, 7}, last, 3), y(type, x.lens, last), dy(type, x.lens, last), dx(type, x.lens, last);
    bool right = true;
    for (int algorithm = 0; algorithm < 3; algorithm++)
        for (int mode = 0; mode < 2; mode++) {
            DNN(miopenSoftmaxForward_V2(handle(), &one, x.descriptor, x, &zero, y.descriptor, y, miopenSoftmaxAlgorithm_t(algorithm), miopenSoftmaxMode_t(mode)));
            DNN(miopenSoftmaxBackward_V2(handle(), &one, y.descriptor, y, dy.descriptor, dy, &zero, dx.descriptor, dx, miopenSoftmaxAlgorithm_t(algorithm),
                                         miopenSoftmaxMode_t(mode)));
            // Rows: of an image, or of its places.
            const size_t rows = mode ? n * places : n;
            const auto row = [&](size_t i) { return mode ? i / (c * places) * places + i % places : i / (c * places); };
            Doubles sums(rows), products(rows), of_y(x.count()), of_dx(x.count());
            for (size_t i = 0; i < x.count(); i++) sums[row(i)] += std::exp(x.values[i]);
            for (size_t i = 0; i < x.count(); i++) {
                const double share = std::exp(x.values[i]) / sums[row(i)];
                of_y[i] = algorithm == MIOPEN_SOFTMAX_LOG ? std::log(share) : share;
                products[row(i)] += dy.values[i] * (algorithm == MIOPEN_SOFTMAX_LOG ? 1 : share);
            }
            for (size_t i = 0; i < x.count(); i++) {
                const double share = std::exp(x.values[i]) / sums[row(i)];
                of_dx[i] = algorithm == MIOPEN_SOFTMAX_LOG ? dy.values[i] - share * products[row(i)] : share * (dy.values[i] - products[row(i)]);
            }
            right &= is_near(y, of_y) && is_near(dx, of_dx, 4);
        }
    result("softmax_" + name_of(type) + (last ? "_last" : ""), right);
}

static void check_pooling(miopenDataType_t type, bool last, const Lens &spatial) {
    const int dims = int(spatial.size()), n = 2, c = 3;
    const Lens size = dims == 2 ? Lens{3, 2} : Lens{2, 3, 2}, stride = dims == 2 ? Lens{2, 1} : Lens{1, 2, 2}, pad = dims == 2 ? Lens{1, 1} : Lens{1, 1, 0};
    Lens lens{n, c}, y_lens(2 + spatial.size());
    lens.insert(lens.end(), spatial.begin(), spatial.end());
    Tensor x(type, lens, last), dx(type, lens, last);
    bool right = true;
    miopenPoolingDescriptor_t pooling;
    DNN(miopenCreatePoolingDescriptor(&pooling));
    for (int mode = 0; mode < 3; mode++)
        for (int variant = 0; variant < (mode ? 1 : 4); variant++) {
            DNN(miopenSetNdPoolingDescriptor(pooling, miopenPoolingMode_t(mode), dims, size.data(), pad.data(), stride.data()));
            DNN(miopenSetPoolingIndexType(pooling, miopenIndexType_t(variant)));
            DNN(miopenSetPoolingWorkSpaceIndexMode(pooling, miopenPoolingWorkspaceIndexMode_t(variant % 2)));
            DNN(miopenGetPoolingNdForwardOutputDim(pooling, x.descriptor, dims + 2, y_lens.data()));
            Tensor y(type, y_lens, last), dy(type, y_lens, last);
            size_t bytes;
            DNN(miopenPoolingGetWorkSpaceSizeV2(pooling, y.descriptor, &bytes));
            Memory workspace(bytes);
            DNN(miopenPoolingForward(handle(), pooling, &one, x.descriptor, x, &zero, y.descriptor, y, true, workspace, variant == 1 ? 0 : bytes));  // 0 is what MIOpen's driver says
            DNN(miopenPoolingBackward(handle(), pooling, &one, y.descriptor, y, dy.descriptor, dy, x.descriptor, x, &zero, dx.descriptor, dx, workspace));
            Doubles of_y(y.count()), of_dx(x.count());
            const size_t x_places = x.count() / (n * c), y_places = y.count() / (n * c);
            size_t taps = 1;
            for (const int s : size) taps *= size_t(s);
            for (size_t i = 0; i < y.count(); i++) {
                std::vector<size_t> seen;
                for (size_t tap = 0; tap < taps; tap++) {
                    size_t p = i % y_places, t = tap, from = 0, scale = 1;
                    bool inside = true;
                    for (int d = dims - 1; d >= 0; d--) {
                        const int at = int(p % size_t(y_lens[2 + d])) * stride[d] - pad[d] + int(t % size_t(size[d]));
                        inside &= at >= 0 && at < spatial[d];
                        from += size_t(at) * scale, scale *= size_t(spatial[d]);
                        p /= size_t(y_lens[2 + d]), t /= size_t(size[d]);
                    }
                    if (inside) seen.push_back(i / y_places * x_places + from);
                }
                size_t best = seen[0];
                double sum = 0;
                for (const size_t j : seen) {
                    if (x.values[j] > x.values[best]) best = j;
                    sum += x.values[j];
                }
                const double divisor = double(mode == miopenPoolingAverage ? seen.size() : taps);
                of_y[i] = mode == miopenPoolingMax ? x.values[best] : sum / divisor;
                if (mode == miopenPoolingMax) of_dx[best] += dy.values[i];
                else
                    for (const size_t j : seen) of_dx[j] += dy.values[i] / divisor;
            }
            right &= is_near(y, of_y) && is_near(dx, of_dx);
        }
    DNN(miopenDestroyPoolingDescriptor(pooling));
    result("pooling" + std::to_string(dims) + "_" + name_of(type) + (last ? "_last" : ""), right);
}

int main() {
    for (const miopenDataType_t type : {miopenFloat, miopenHalf, miopenInt32, miopenInt8, miopenDouble}) check_elements(type);
    for (const miopenDataType_t type : {miopenFloat, miopenHalf, miopenBFloat16, miopenDouble})
        for (const bool last : {false, true}) {
            check_activations(type, last);
            check_softmax(type, last);
        }
    for (const bool last : {false, true}) {
        check_pooling(miopenFloat, last, {9, 8});
        check_pooling(miopenHalf, last, {5, 6, 7});
    }
    return failures != 0;
}
