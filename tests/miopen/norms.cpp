// Normalisations, reductions and dropout, beside double: gradients beside differences of what double says.
#include "check.h"

// Rows of a tensor: for each element the row that it is in, and how many there are.
struct Rows {
    std::vector<size_t> row;
    size_t count = 0;
};
template <class F> static Rows rows_by(const Lens &lens, F &&row_of) {
    Rows rows;
    Lens at(lens.size());
    for (size_t i = 0; i < Tensor::count(lens); i++) {
        size_t rest = i;
        for (size_t d = lens.size(); d-- > 0;) at[d] = int(rest % size_t(lens[d])), rest /= size_t(lens[d]);
        rows.row.push_back(row_of(at));
        rows.count = std::max(rows.count, rows.row.back() + 1);
    }
    return rows;
}

static const double eps = 1e-3;
struct Moments {
    Doubles mean, variance;
    Moments(const Doubles &x, const Rows &rows) : mean(rows.count), variance(rows.count) {
        const double share = double(rows.count) / double(x.size());
        for (size_t i = 0; i < x.size(); i++) mean[rows.row[i]] += share * x[i];
        for (size_t i = 0; i < x.size(); i++) variance[rows.row[i]] += share * std::pow(x[i] - mean[rows.row[i]], 2);
    }
};
static Doubles inverse_roots(Doubles variances) {
    for (double &v : variances) v = 1 / std::sqrt(v + eps);
    return variances;
}

static void check_batch(miopenDataType_t type, bool last, miopenBatchNormMode_t mode, const Lens &lens) {
    const bool is_spatial = mode == miopenBNSpatial;
    const miopenDataType_t of_parameters = type == miopenDouble ? miopenDouble : miopenFloat;
    Lens shape(lens);
    shape[0] = 1;
    for (size_t d = 2; is_spatial && d < shape.size(); d++) shape[d] = 1;
    const Rows rows = rows_by(lens, [&](const Lens &at) {
        size_t row = size_t(at[1]);
        for (size_t d = 2; !is_spatial && d < at.size(); d++) row = row * size_t(lens[d]) + size_t(at[d]);
        return row;
    });
    Tensor x(type, lens, last), y(type, lens, last), dy(type, lens, last), dx(type, lens, last);
    Tensor scale(of_parameters, shape, last), bias(of_parameters, shape, last), mean(of_parameters, shape, last), inverse(of_parameters, shape, last);
    Tensor running_mean(of_parameters, shape, last), running_variance(of_parameters, shape, last), dscale(of_parameters, shape, last), dbias(of_parameters, shape, last);
    const auto normal = [&](const Doubles &of, const Doubles &scales, const Doubles &biases) {
        const Moments moments(of, rows);
        const Doubles inverses = inverse_roots(moments.variance);
        Doubles result(of.size());
        for (size_t i = 0; i < of.size(); i++) {
            const size_t r = rows.row[i];
            result[i] = (of[i] - moments.mean[r]) * inverses[r] * scales[r] + biases[r];
        }
        return result;
    };
    float alpha = 1, beta = 0;
    const double share = 0.25, n = double(x.count() / rows.count);
    DNN(miopenBatchNormalizationForwardTraining(handle(), mode, &alpha, &beta, x.descriptor, x, y.descriptor, y, scale.descriptor, scale, bias, share, running_mean,
                                                running_variance, eps, mean, inverse));
    const Moments moments(x.values, rows);
    Doubles averages(rows.count), variances(rows.count);
    for (size_t r = 0; r < rows.count; r++) {
        averages[r] = (1 - share) * running_mean.values[r] + share * moments.mean[r];
        variances[r] = (1 - share) * running_variance.values[r] + share * moments.variance[r] * n / (n - 1);
    }
    bool right = is_near(y, normal(x.values, scale.values, bias.values), 2) && is_near(mean, moments.mean) && is_near(inverse, inverse_roots(moments.variance), 2) &&
                 is_near(running_mean, averages) && is_near(running_variance, variances);
    const Doubles of_dx = gradient(x.values, [&](const Doubles &at) { return dot(dy.values, normal(at, scale.values, bias.values)); });
    const Doubles of_dscale = gradient(scale.values, [&](const Doubles &at) { return dot(dy.values, normal(x.values, at, bias.values)); });
    const Doubles of_dbias = gradient(bias.values, [&](const Doubles &at) { return dot(dy.values, normal(x.values, scale.values, at)); });
    for (const bool is_saved : {true, false}) {
        for (Tensor *t : {&dx, &dscale, &dbias}) t->fill(7);
        DNN(miopenBatchNormalizationBackward(handle(), mode, &one, &zero, &one, &zero, x.descriptor, x, dy.descriptor, dy, dx.descriptor, dx, scale.descriptor, scale,
                                             dscale, dbias, eps, is_saved ? mean.memory.at : nullptr, is_saved ? inverse.memory.at : nullptr));
        right &= is_near(dx.download(), of_dx, std::max(1e-6, 4 * epsilon(type))) && is_near(dscale.download(), of_dscale, 1e-5) &&
                 is_near(dbias.download(), of_dbias, 1e-5);
    }
    // Inference with the averages; they are positive where they are variances.
    for (double &v : running_variance.values) v = std::fabs(v);
    running_variance.upload(), running_mean.upload();
    DNN(miopenBatchNormalizationForwardInference(handle(), mode, &alpha, &beta, x.descriptor, x, y.descriptor, y, scale.descriptor, scale, bias, running_mean,
                                                 running_variance, eps));
    Doubles inferred(x.count());
    const Doubles inverses = inverse_roots(running_variance.values);
    for (size_t i = 0; i < x.count(); i++) {
        const size_t r = rows.row[i];
        inferred[i] = (x.values[i] - running_mean.values[r]) * inverses[r] * scale.values[r] + bias.values[r];
    }
    right &= is_near(y, inferred, 2);

    miopenActivationDescriptor_t leaky;
    DNN(miopenCreateActivationDescriptor(&leaky));
    DNN(miopenSetActivationDescriptor(leaky, miopenActivationLEAKYRELU, 0.25, 0, 0));
    const auto activated = [&](Doubles of) {
        for (double &v : of) v = v > 0 ? v : 0.25 * v;
        return of;
    };
    const miopenTensorDescriptor_t p = scale.descriptor;
    DNN(miopenBatchNormForwardTrainingActivation(handle(), mode, &alpha, &beta, x.descriptor, x, y.descriptor, y, p, p, p, p, scale, bias, share, nullptr, nullptr, eps,
                                                 mean, inverse, leaky));
    right &= is_near(y, activated(normal(x.values, scale.values, bias.values)), 2);
    DNN(miopenBatchNormBackwardActivation(handle(), mode, &one, &zero, &one, &zero, x.descriptor, x, dy.descriptor, dy, dx.descriptor, dx, p, p, p, p, scale, bias, dscale,
                                          dbias, eps, mean, inverse, leaky));
    const Doubles of_both = gradient(x.values, [&](const Doubles &at) { return dot(dy.values, activated(normal(at, scale.values, bias.values))); });
    right &= is_near(dx.download(), of_both, std::max(1e-6, 4 * epsilon(type)));
    DNN(miopenDestroyActivationDescriptor(leaky));
    result(std::string(is_spatial ? "spatial_" : "elements_") + name_of(type) + (last ? "_last" : ""), right);
}

static void check_rows(miopenDataType_t type) {
    const Lens lens{2, 6, 5, 4};
    Tensor x(type, lens), x2(type, lens), y(type, lens), weight(type, {5, 4}), bias(type, {5, 4}), mean(type, {2, 6}), rstd(type, {2, 6});
    const Rows rows = rows_by(lens, [](const Lens &at) { return size_t(at[0] * 6 + at[1]); });
    const auto normal = [&](const Doubles &of, const Rows &by, auto &&finish) {
        const Moments m(of, by);
        const Doubles inverses = inverse_roots(m.variance);
        Doubles result(of.size());
        for (size_t i = 0; i < of.size(); i++) result[i] = finish(i, (of[i] - m.mean[by.row[i]]) * inverses[by.row[i]]);
        return result;
    };
    const auto weighted = [&](size_t i, double v) { return v * weight.values[i % 20] + bias.values[i % 20]; };
    DNN(miopenLayerNormForward(handle(), MIOPEN_WEIGHT_BIAS, x.descriptor, x, weight.descriptor, weight, bias.descriptor, bias, float(eps), 2, y.descriptor, y,
                               mean.descriptor, mean, rstd.descriptor, rstd));
    const Moments moments(x.values, rows);
    bool right = is_near(y, normal(x.values, rows, weighted), 2) && is_near(mean, moments.mean, 4) && is_near(rstd, inverse_roots(moments.variance), 2);
    Doubles sum(x.values);
    for (size_t i = 0; i < sum.size(); i++) sum[i] += x2.values[i];
    DNN(miopenAddLayerNormForward(handle(), MIOPEN_WEIGHT_BIAS_FUSED_ADD, x.descriptor, x, x2.descriptor, x2, weight.descriptor, weight, bias.descriptor, bias, float(eps),
                                  2, y.descriptor, y, mean.descriptor, mean, rstd.descriptor, rstd));
    result("layers_" + name_of(type), right && is_near(y, normal(sum, rows, weighted), 2));

    Tensor of_channels(type, {6}), to_channels(type, {6}), of_groups(type, {2, 3}), too(type, {2, 3});
    const Rows groups = rows_by(lens, [](const Lens &at) { return size_t(at[0] * 3 + at[1] / 2); });
    right = true;
    for (const bool last : {false, true}) {
        Tensor from(type, lens, last), to(type, lens, last);
        DNN(miopenGroupNormForward(handle(), MIOPEN_WEIGHT_BIAS, from.descriptor, from, of_channels.descriptor, of_channels, to_channels.descriptor, to_channels, 3,
                                   float(eps), to.descriptor, to, of_groups.descriptor, of_groups, too.descriptor, too));
        right &= is_near(to, normal(from.values, groups, [&](size_t i, double v) { return v * of_channels.values[i / 20 % 6] + to_channels.values[i / 20 % 6]; }), 2);
    }
    result("groups_" + name_of(type), right);

    Tensor w(type, {4}), dw(type, {4}), dx(type, lens), dy(type, lens), roots(type, {2, 6, 5});
    const auto root_mean = [&](const Doubles &of, const Doubles &weights) {
        Doubles result(of.size());
        for (size_t i = 0; i < of.size(); i++) {
            double squares = 0;
            for (size_t j = 0; j < 4; j++) squares += std::pow(of[i / 4 * 4 + j], 2) / 4;
            result[i] = of[i] / std::sqrt(squares + eps) * weights[i % 4];
        }
        return result;
    };
    DNN(miopenT5LayerNormForward(handle(), MIOPEN_WEIGHT_BIAS_T5, x.descriptor, x, w.descriptor, w, float(eps), y.descriptor, y, roots.descriptor, roots));
    DNN(miopenT5LayerNormBackward(handle(), MIOPEN_WEIGHT_BIAS_T5, nullptr, 0, dy.descriptor, dy, x.descriptor, x, w.descriptor, w, roots.descriptor, roots, dx.descriptor,
                                  dx, dw.descriptor, dw));
    right = is_near(y, root_mean(x.values, w.values), 2);
    right &= is_near(dx, gradient(x.values, [&](const Doubles &at) { return dot(dy.values, root_mean(at, w.values)); }), 4);
    const Doubles of_dw = gradient(w.values, [&](const Doubles &at) { return dot(dy.values, root_mean(x.values, at)); });
    right &= is_near(dw, of_dw, 4);
    // Without weights the gradient that they would have is the same.
    dw.fill(7);
    DNN(miopenT5LayerNormBackward(handle(), MIOPEN_ELEMENTWISE_AFFINE_T5, nullptr, 0, dy.descriptor, dy, x.descriptor, x, w.descriptor, w, roots.descriptor, roots,
                                  dx.descriptor, dx, dw.descriptor, dw));
    right &= is_near(dw, of_dw, 4);
    result("roots_" + name_of(type), right);
}

static void check_reductions(miopenDataType_t type) {
    Tensor a(type, {3, 4, 50, 2});
    for (double &v : a.values) v = 0.5 + std::fabs(v);
    a.values[77] *= -2, a.values[200] *= -3;
    a.upload();
    a.values = a.download();
    const double one_double = 1, zero_double = 0;
    const void *const alpha = type == miopenDouble ? static_cast<const void *>(&one_double) : &one;
    const void *const beta = type == miopenDouble ? static_cast<const void *>(&zero_double) : &zero;
    miopenReduceTensorDescriptor_t reduction;
    DNN(miopenCreateReduceTensorDescriptor(&reduction));
    bool right = true;
    for (const Lens &lens : {Lens{3, 4, 1, 2}, Lens{1, 4, 50, 1}, Lens{1, 1, 1, 1}}) {
        Tensor c(type, lens), indices(miopenInt32, lens);
        const Rows rows = rows_by(a.lens, [&](const Lens &at) {
            size_t row = 0;
            for (size_t d = 0; d < 4; d++) row = row * size_t(lens[d]) + (lens[d] == 1 ? 0 : size_t(at[d]));
            return row;
        });
        for (int op = 0; op < 8; op++) {
            if (op == MIOPEN_REDUCE_TENSOR_MUL && lens[2] == 1 && lens[0] == 1) continue;  // larger than a half float
            const bool finds = op >= MIOPEN_REDUCE_TENSOR_MIN && op <= MIOPEN_REDUCE_TENSOR_AMAX;
            DNN(miopenSetReduceTensorDescriptor(reduction, miopenReduceTensorOp_t(op), type == miopenDouble ? miopenDouble : miopenFloat, MIOPEN_NOT_PROPAGATE_NAN,
                                                finds ? MIOPEN_REDUCE_TENSOR_FLATTENED_INDICES : MIOPEN_REDUCE_TENSOR_NO_INDICES, MIOPEN_32BIT_INDICES));
            size_t bytes;
            DNN(miopenGetReductionIndicesSize(handle(), reduction, a.descriptor, c.descriptor, &bytes));
            right &= bytes == (finds ? indices.bytes() : 0);
            DNN(miopenReduceTensor(handle(), reduction, indices, bytes, nullptr, 0, alpha, a.descriptor, a, beta, c.descriptor, c));
            Doubles wanted(c.count(), op == MIOPEN_REDUCE_TENSOR_MUL ? 1 : op == MIOPEN_REDUCE_TENSOR_MIN ? 1e9 : op == MIOPEN_REDUCE_TENSOR_MAX ? -1e9 : 0), where(c.count());
            std::vector<size_t> seen(c.count());
            for (size_t i = 0; i < a.count(); i++) {
                double &to = wanted[rows.row[i]];
                const double v = a.values[i], size = std::fabs(v), before = to;
                switch (op) {
                    case MIOPEN_REDUCE_TENSOR_ADD: to += v; break;
                    case MIOPEN_REDUCE_TENSOR_MUL: to *= v; break;
                    case MIOPEN_REDUCE_TENSOR_MIN: to = std::min(to, v); break;
                    case MIOPEN_REDUCE_TENSOR_MAX: to = std::max(to, v); break;
                    case MIOPEN_REDUCE_TENSOR_AMAX: to = std::max(to, size); break;
                    case MIOPEN_REDUCE_TENSOR_AVG: to += v * double(c.count()) / double(a.count()); break;
                    case MIOPEN_REDUCE_TENSOR_NORM1: to += size; break;
                    default: to = std::sqrt(to * to + v * v);
                }
                if (to != before) where[rows.row[i]] = double(seen[rows.row[i]]);
                seen[rows.row[i]]++;
            }
            right &= is_near(c, wanted, 2) && (!finds || indices.download() == where);
        }
    }
    DNN(miopenDestroyReduceTensorDescriptor(reduction));
    result("reductions_" + name_of(type), right);
}

static void check_responses(miopenDataType_t type) {
    Tensor x(type, {2, 7, 4, 3}), y(type, x.lens), dy(type, x.lens), dx(type, x.lens);
    miopenLRNDescriptor_t lrn;
    DNN(miopenCreateLRNDescriptor(&lrn));
    DNN(miopenSetLRNDescriptor(lrn, miopenLRNCrossChannel, 5, 0.5, 0.75, 1.5));
    size_t bytes;
    DNN(miopenLRNGetWorkSpaceSize(y.descriptor, &bytes));
    Memory workspace(bytes);
    // Factors that are halves, as MIOpen's driver has them for halves: nobody looks at them.
    const uint16_t halves[2] = {0x3c00, 0x1234};
    const void *const alpha = type == miopenHalf ? static_cast<const void *>(halves) : &one;
    DNN(miopenLRNForward(handle(), lrn, alpha, x.descriptor, x, &zero, y.descriptor, y, true, workspace));
    DNN(miopenLRNBackward(handle(), lrn, alpha, y.descriptor, y, dy.descriptor, dy, x.descriptor, x, &zero, dx.descriptor, dx, workspace));
    const auto normal = [&](const Doubles &of) {
        Doubles result(of.size());
        for (size_t i = 0; i < of.size(); i++) {
            double squares = 0;
            const int c = int(i / 12 % 7);
            for (int d = std::max(-c, -2); d <= 2 && c + d < 7; d++) squares += std::pow(of[size_t(int(i) + 12 * d)], 2);
            result[i] = of[i] * std::pow(1.5 + 0.1 * squares, -0.75);
        }
        return result;
    };
    const Doubles of_dx = gradient(x.values, [&](const Doubles &at) { return dot(dy.values, normal(at)); });
    DNN(miopenDestroyLRNDescriptor(lrn));
    result("responses_" + name_of(type), is_near(y, normal(x.values)) && is_near(dx, of_dx, 3));
}

// Masks are MIOpen's: as rocRAND's XORWOW draws them on the host (rocrand_xorwow.h), one state an element, or the 16384 states in turns. Calls leave the states.
struct Drawn {
    int count;
    unsigned long long seed;
    int kept;
    uint64_t hash;  // FNV-1a's, of the mask's bytes
};
static const Drawn drawn[] = {{4000, 7, 3016, 0xbcf2d382ffb51643}, {4000, 0x123456789abcdef, 3064, 0xa0df71798ce4f62f},
                              {40000, 7, 29964, 0x51fa1b75cc112f0f}, {40000, 0x123456789abcdef, 30010, 0xc62184cb524841ff}};

static void check_dropout() {
    bool right = true;
    for (const Drawn &wanted : drawn) {
        Tensor x(miopenFloat, {4, wanted.count / 4}), y(miopenFloat, x.lens), dx(miopenFloat, x.lens), mask(miopenInt8, x.lens);
        miopenDropoutDescriptor_t dropout;
        size_t bytes;
        DNN(miopenCreateDropoutDescriptor(&dropout));
        DNN(miopenDropoutGetStatesSize(handle(), &bytes));
        right &= bytes == 16384 * 24;
        Memory states(bytes);
        DNN(miopenSetDropoutDescriptor(dropout, handle(), 0.25f, states, bytes, wanted.seed, false, false, MIOPEN_RNG_PSEUDO_XORWOW));
        DNN(miopenDropoutGetReserveSpaceSize(x.descriptor, &bytes));
        right &= bytes == mask.bytes();
        for (int call = 0; call < 2; call++) {
            mask.fill(2);
            DNN(miopenDropoutForward(handle(), dropout, x.descriptor, x.descriptor, x, y.descriptor, y, mask, bytes));
            DNN(miopenDropoutBackward(handle(), dropout, x.descriptor, x.descriptor, x, dx.descriptor, dx, mask, bytes));
            const Doubles kept = mask.download();
            Doubles scaled(x.count());
            int count = 0;
            uint64_t hash = 0xcbf29ce484222325;
            for (size_t i = 0; i < x.count(); i++) {
                count += int(kept[i]), scaled[i] = kept[i] * x.values[i] / 0.75;
                hash = (hash ^ uint64_t(kept[i])) * 0x100000001b3;
            }
            right &= count == wanted.kept && hash == wanted.hash && is_near(y, scaled) && is_near(dx, scaled);
        }
        DNN(miopenDestroyDropoutDescriptor(dropout));
    }
    result("dropout", right);
}

// A half's scale beside gradients of floats, as MIOpen's driver has them: the bias' descriptor says what both are.
static void check_mixed_gradients() {
    const Lens shape = {1, 3, 1, 1};
    Tensor x(miopenHalf, {4, 3, 5, 6}), dy(miopenFloat, x.lens), dx(miopenFloat, x.lens), scale(miopenHalf, shape), mean(miopenFloat, shape), inverse(miopenFloat, shape);
    Tensor dscale(miopenFloat, shape), dbias(miopenFloat, shape);
    DNN(miopenBatchNormalizationBackward_V2(handle(), miopenBNSpatial, &one, &zero, &one, &zero, x.descriptor, x, dy.descriptor, dy, dx.descriptor, dx, scale.descriptor,
                                            dbias.descriptor, mean.descriptor, inverse.descriptor, scale, dscale, dbias, eps, mean, inverse));
    Doubles products(3), sums(3);
    for (size_t i = 0; i < x.count(); i++) {
        const size_t c = i / 30 % 3;
        sums[c] += dy.values[i], products[c] += dy.values[i] * (x.values[i] - mean.values[c]) * inverse.values[c];
    }
    result("mixed_gradients", is_near(dscale, products) && is_near(dbias, sums));
}

// Few rows that are long: several blocks do one. Gradients by their formula.
static void check_long_rows(miopenDataType_t type, bool last) {
    const Lens shape = {1, 3, 1, 1};
    Tensor x(type, {8, 3, 60, 51}, last), dy(type, x.lens, last), y(type, x.lens, last), dx(type, x.lens, last);
    Tensor scale(miopenFloat, shape), bias(miopenFloat, shape), mean(miopenFloat, shape), inverse(miopenFloat, shape), average(miopenFloat, shape), variance(miopenFloat, shape);
    Tensor dscale(miopenFloat, shape), dbias(miopenFloat, shape), sums(type, shape);
    // A mean that is far from zero beside what varies around it.
    for (double &v : x.values) v = 4 + 0.5 * v;
    x.upload(), x.values = x.download();
    const Rows rows = rows_by(x.lens, [](const Lens &at) { return size_t(at[1]); });
    const Moments moments(x.values, rows);
    const Doubles inverses = inverse_roots(moments.variance);
    const double n = double(x.count() / 3), share = 0.25;
    Doubles normal(x.count()), of_y(x.count()), of_dx(x.count()), products(3), slopes(3), averages(3), variances(3);
    for (size_t i = 0; i < x.count(); i++) {
        const size_t c = rows.row[i];
        normal[i] = (x.values[i] - moments.mean[c]) * inverses[c], of_y[i] = normal[i] * scale.values[c] + bias.values[c];
        slopes[c] += dy.values[i], products[c] += dy.values[i] * normal[i];
    }
    for (size_t c = 0; c < 3; c++) {
        averages[c] = (1 - share) * average.values[c] + share * moments.mean[c];
        variances[c] = (1 - share) * variance.values[c] + share * moments.variance[c] * n / (n - 1);
    }
    for (size_t i = 0; i < x.count(); i++) {
        const size_t c = rows.row[i];
        of_dx[i] = scale.values[c] * inverses[c] * (dy.values[i] - (slopes[c] + normal[i] * products[c]) / n);
    }
    float alpha = 1, beta = 0;
    DNN(miopenBatchNormalizationForwardTraining(handle(), miopenBNSpatial, &alpha, &beta, x.descriptor, x, y.descriptor, y, scale.descriptor, scale, bias, share, average,
                                                variance, eps, mean, inverse));
    bool right = is_near(y, of_y) && is_near(mean, moments.mean) && is_near(inverse, inverses) && is_near(average, averages) && is_near(variance, variances);
    for (const bool is_saved : {true, false}) {
        for (Tensor *t : {&dx, &dscale, &dbias}) t->fill(7);
        DNN(miopenBatchNormalizationBackward(handle(), miopenBNSpatial, &one, &zero, &one, &zero, x.descriptor, x, dy.descriptor, dy, dx.descriptor, dx, scale.descriptor,
                                             scale, dscale, dbias, eps, is_saved ? mean.memory.at : nullptr, is_saved ? inverse.memory.at : nullptr));
        right &= is_near(dx, of_dx) && is_near(dscale, products) && is_near(dbias, slopes);
    }
    // Inference without averages has the batch's own.
    y.fill(7);
    DNN(miopenBatchNormalizationForwardInference(handle(), miopenBNSpatial, &alpha, &beta, x.descriptor, x, y.descriptor, y, scale.descriptor, scale, bias, nullptr, nullptr, eps));
    right &= is_near(y, of_y);
    DNN(miopenConvolutionBackwardBias(handle(), &one, dy.descriptor, dy, &zero, sums.descriptor, sums));
    right &= is_near(sums, slopes, 4);
    result(std::string("long_rows_") + name_of(type) + (last ? "_last" : ""), right);
}

// Groups and rows that several blocks normalise, of two tensors' sum too, and without a mean.
static void check_long_norms(miopenDataType_t type) {
    Tensor x(type, {1, 4, 80, 81}), x2(type, x.lens), y(type, x.lens), w(type, {4}), b(type, {4}), mean(miopenFloat, {1, 2}), rstd(miopenFloat, {1, 2});
    for (double &v : x.values) v = 4 + 0.5 * v;
    x.upload(), x.values = x.download();
    const Rows groups = rows_by(x.lens, [](const Lens &at) { return size_t(at[1] / 2); });
    const auto normal = [&](const Doubles &of, bool is_weighted) {
        const Moments moments(of, groups);
        const Doubles inverses = inverse_roots(moments.variance);
        Doubles result(of.size());
        for (size_t i = 0; i < of.size(); i++) {
            const size_t r = groups.row[i], c = i / 6480;
            result[i] = (of[i] - moments.mean[r]) * inverses[r] * (is_weighted ? w.values[c] : 1) + (is_weighted ? b.values[c] : 0);
        }
        return result;
    };
    DNN(miopenGroupNormForward(handle(), MIOPEN_WEIGHT_BIAS, x.descriptor, x, w.descriptor, w, b.descriptor, b, 2, float(eps), y.descriptor, y, mean.descriptor, mean,
                               rstd.descriptor, rstd));
    const Moments moments(x.values, groups);
    bool right = is_near(y, normal(x.values, true)) && is_near(mean, moments.mean) && is_near(rstd, inverse_roots(moments.variance));
    // The same elements as two rows.
    const int lens[] = {2, 12960}, one_row[] = {12960}, rows[] = {2};
    miopenTensorDescriptor_t matrix, row, column;
    for (miopenTensorDescriptor_t *made : {&matrix, &row, &column}) DNN(miopenCreateTensorDescriptor(made));
    DNN(miopenSetTensorDescriptor(matrix, type, 2, lens, nullptr));
    DNN(miopenSetTensorDescriptor(row, type, 1, one_row, nullptr));
    DNN(miopenSetTensorDescriptor(column, miopenFloat, 1, rows, nullptr));
    Doubles sum(x.values), of_y(x.values), squares(2);
    for (size_t i = 0; i < sum.size(); i++) sum[i] += x2.values[i], squares[i / 12960] += x.values[i] * x.values[i] / 12960;
    y.fill(7);
    DNN(miopenAddLayerNormForward(handle(), MIOPEN_ELEMENTWISE_AFFINE_FUSED_ADD, matrix, x, matrix, x2, row, nullptr, row, nullptr, float(eps), 1, matrix, y, column, mean, column,
                                  rstd));
    right &= is_near(y, normal(sum, false)) && is_near(mean, Moments(sum, groups).mean);
    const Doubles inverses = inverse_roots(squares);
    for (size_t i = 0; i < of_y.size(); i++) of_y[i] *= inverses[i / 12960];
    DNN(miopenT5LayerNormForward(handle(), MIOPEN_ELEMENTWISE_AFFINE_T5, matrix, x, row, nullptr, float(eps), matrix, y, column, rstd));
    right &= is_near(y, of_y) && is_near(rstd, inverses);
    for (miopenTensorDescriptor_t made : {matrix, row, column}) DNN(miopenDestroyTensorDescriptor(made));
    result("long_norms_" + name_of(type), right);
}

static void check_long_reductions(miopenDataType_t type) {
    Tensor a(type, {2, 30011}), c(type, {2, 1}), indices(miopenInt32, {2, 1});
    a.values[12345] = 3, a.values[30011 + 29999] = 5, a.values[2000] = a.values[22222] = -3;  // the first of equals
    a.upload();
    const double one_double = 1, zero_double = 0;
    const void *const alpha = type == miopenDouble ? static_cast<const void *>(&one_double) : &one, *const beta = type == miopenDouble ? static_cast<const void *>(&zero_double) : &zero;
    miopenReduceTensorDescriptor_t reduction;
    DNN(miopenCreateReduceTensorDescriptor(&reduction));
    bool right = true;
    for (const auto op : {MIOPEN_REDUCE_TENSOR_NORM1, MIOPEN_REDUCE_TENSOR_NORM2, MIOPEN_REDUCE_TENSOR_AVG, MIOPEN_REDUCE_TENSOR_MAX, MIOPEN_REDUCE_TENSOR_MIN}) {
        Doubles wanted(2), where(2);
        for (size_t i = 0; i < a.count(); i++) {
            const size_t r = i / 30011;
            const double v = a.values[i];
            const bool is_first = i % 30011 == 0, is_better = op == MIOPEN_REDUCE_TENSOR_MAX ? v > wanted[r] : v < wanted[r];
            if (op == MIOPEN_REDUCE_TENSOR_NORM1) wanted[r] += std::fabs(v);
            else if (op == MIOPEN_REDUCE_TENSOR_NORM2) wanted[r] = std::sqrt(wanted[r] * wanted[r] + v * v);
            else if (op == MIOPEN_REDUCE_TENSOR_AVG) wanted[r] += v / 30011;
            else if (is_first || is_better) wanted[r] = v, where[r] = double(i % 30011);
        }
        const bool finds = op == MIOPEN_REDUCE_TENSOR_MAX || op == MIOPEN_REDUCE_TENSOR_MIN;
        c.fill(7);
        DNN(miopenSetReduceTensorDescriptor(reduction, op, type == miopenDouble ? miopenDouble : miopenFloat, MIOPEN_NOT_PROPAGATE_NAN,
                                            finds ? MIOPEN_REDUCE_TENSOR_FLATTENED_INDICES : MIOPEN_REDUCE_TENSOR_NO_INDICES, MIOPEN_32BIT_INDICES));
        DNN(miopenReduceTensor(handle(), reduction, indices, indices.bytes(), nullptr, 0, alpha, a.descriptor, a, beta, c.descriptor, c));
        right &= is_near(c, wanted, op == MIOPEN_REDUCE_TENSOR_AVG ? 10 : 2) && (!finds || indices.download() == where);
    }
    DNN(miopenDestroyReduceTensorDescriptor(reduction));
    result("long_reductions_" + name_of(type), right);
}

int main() {
    for (const miopenDataType_t type : {miopenFloat, miopenHalf})
        for (const bool last : {false, true}) {
            check_batch(type, last, miopenBNSpatial, {4, 3, 6, 5});
            check_batch(type, last, miopenBNPerActivation, {4, 3, 6, 5});
        }
    check_batch(miopenBFloat16, false, miopenBNSpatial, {3, 4, 3, 4, 5});
    check_rows(miopenFloat), check_rows(miopenHalf);
    check_reductions(miopenFloat), check_reductions(miopenHalf), check_reductions(miopenDouble);
    check_responses(miopenFloat), check_responses(miopenHalf);
    for (const miopenDataType_t type : {miopenFloat, miopenHalf})
        for (const bool last : {false, true}) check_long_rows(type, last);
    check_long_norms(miopenFloat), check_long_norms(miopenHalf);
    check_long_reductions(miopenFloat), check_long_reductions(miopenDouble);
    check_dropout();
    check_mixed_gradients();
    return failures != 0;
}
