// Operators done as one, CTC losses, the beta interface's layers and losses, and Adam, beside loops in double.
#include "check.h"

// A small convolution: 3 by 3, padded by one.
static Doubles convolved(const Tensor &x, const Tensor &w) {
    const int n = x.lens[0], c = x.lens[1], k = w.lens[0], height = x.lens[2], width = x.lens[3];
    Doubles y(size_t(n * k * height * width));
    for (int i = 0; i < n * k * height * width; i++) {
        const int at = i % width, row = i / width % height, filter = i / width / height % k, image = i / width / height / k;
        for (int t = 0; t < c * 9; t++) {
            const int h = row + t / 3 % 3 - 1, v = at + t % 3 - 1;
            if (h >= 0 && h < height && v >= 0 && v < width)
                y[size_t(i)] += x.values[size_t(((image * c + t / 9) * height + h) * width + v)] * w.values[size_t(filter * c * 9 + t)];
        }
    }
    return y;
}

static void check_fusion(miopenDataType_t type) {
    Tensor x(type, {2, 6, 7, 6}), w(type, {8, 6, 3, 3}), bias(type, {1, 8, 1, 1}), z(type, {2, 8, 7, 6}), y(type, z.lens);
    Tensor scale(miopenFloat, {1, 8, 1, 1}), shift(miopenFloat, {1, 8, 1, 1}), mean(miopenFloat, {1, 8, 1, 1}), variance(miopenFloat, {1, 8, 1, 1});
    for (double &v : variance.values) v = std::fabs(v);
    variance.upload();
    miopenConvolutionDescriptor_t convolution;
    miopenActivationDescriptor_t activation;
    DNN(miopenCreateConvolutionDescriptor(&convolution));
    DNN(miopenInitConvolutionDescriptor(convolution, miopenConvolution, 1, 1, 1, 1, 1, 1));
    DNN(miopenCreateActivationDescriptor(&activation));
    DNN(miopenSetActivationDescriptor(activation, miopenActivationLEAKYRELU, 0.25, 0, 0));
    const float two = 2, half = 0.5f;
    const Doubles sums = convolved(x, w);
    Doubles wanted(sums);
    for (size_t i = 0; i < sums.size(); i++) {
        const double v = 2 * sums[i] + 0.5 * z.values[i] + bias.values[i / 42 % 8];
        wanted[i] = v > 0 ? v : 0.25 * v;
    }
    DNN(miopenConvolutionBiasActivationForward(handle(), &two, x.descriptor, x, w.descriptor, w, convolution, miopenConvolutionFwdAlgoDirect, nullptr, 0, &half,
                                               z.descriptor, z, bias.descriptor, bias, activation, y.descriptor, y));
    bool right = is_near(y, wanted);

    miopenFusionPlanDescriptor_t plan;
    miopenFusionOpDescriptor_t of_convolution, of_bias, of_norm, of_activation, found;
    miopenOperatorArgs_t arguments;
    DNN(miopenCreateFusionPlan(&plan, miopenVerticalFusion, x.descriptor));
    DNN(miopenCreateOpConvForward(plan, &of_convolution, convolution, w.descriptor));
    DNN(miopenCreateOpBiasForward(plan, &of_bias, bias.descriptor));
    DNN(miopenCreateOpBatchNormInference(plan, &of_norm, miopenBNSpatial, scale.descriptor));
    DNN(miopenCreateOpActivationForward(plan, &of_activation, miopenActivationRELU));
    DNN(miopenCompileFusionPlan(handle(), plan));
    DNN(miopenFusionPlanGetOp(plan, 2, &found));
    DNN(miopenCreateOperatorArgs(&arguments));
    // Factors that are doubles, as MIOpen's own tests have them: nobody looks at them.
    const double unit = 1, none = 0;
    DNN(miopenSetOpArgsConvForward(arguments, of_convolution, &unit, &none, w));
    DNN(miopenSetOpArgsBiasForward(arguments, of_bias, &unit, &none, bias));
    DNN(miopenSetOpArgsBatchNormInference(arguments, of_norm, &unit, &none, scale, shift, mean, variance, 0.001));
    DNN(miopenSetOpArgsActivForward(arguments, of_activation, &unit, &none, 0, 0, 0));
    DNN(miopenExecuteFusionPlan(handle(), plan, x.descriptor, x, y.descriptor, y, arguments));
    for (size_t i = 0; i < sums.size(); i++) {
        const size_t k = i / 42 % 8;
        wanted[i] = std::max(0.0, (sums[i] + bias.values[k] - mean.values[k]) / std::sqrt(variance.values[k] + 0.001) * scale.values[k] + shift.values[k]);
    }
    right &= is_near(y, wanted, 2) && found == of_norm;
    DNN(miopenDestroyOperatorArgs(arguments));
    DNN(miopenDestroyFusionPlan(plan));

    // The same as problems, kept as bytes in between.
    miopenProblem_t problem, behind, last;
    DNN(miopenCreateConvProblem(&problem, convolution, miopenProblemDirectionForward));
    DNN(miopenSetProblemTensorDescriptor(problem, miopenTensorConvolutionX, x.descriptor));
    DNN(miopenSetProblemTensorDescriptor(problem, miopenTensorConvolutionW, w.descriptor));
    DNN(miopenSetProblemTensorDescriptor(problem, miopenTensorConvolutionY, y.descriptor));
    const auto run = [&](std::vector<miopenTensorArgument_t> tensors) {
        miopenSolution_t solutions[4], read;
        size_t count, bytes, workspace_size;
        DNN(miopenFindSolutions(handle(), problem, nullptr, solutions, &count, 4));
        right &= count > 0;
        for (size_t i = 0; i < count; i++) {
            y.fill(0);
            DNN(miopenGetSolutionSize(solutions[i], &bytes));
            std::vector<char> kept(bytes);
            DNN(miopenSaveSolution(solutions[i], kept.data()));
            DNN(miopenLoadSolution(&read, kept.data(), bytes));
            right &= miopenLoadSolution(&solutions[i], kept.data(), bytes - 1) == miopenStatusVersionMismatch;
            DNN(miopenGetSolutionWorkspaceSize(read, &workspace_size));
            Memory workspace(workspace_size);
            DNN(miopenRunSolution(handle(), read, tensors.size(), tensors.data(), workspace, workspace_size));
            right &= is_near(y, wanted, 2);
            for (const miopenSolution_t solution : {solutions[i], read}) DNN(miopenDestroySolution(solution));
        }
    };
    wanted = sums;
    run({{miopenTensorConvolutionX, nullptr, x}, {miopenTensorConvolutionW, nullptr, w}, {miopenTensorConvolutionY, nullptr, y}});
    DNN(miopenCreateBiasProblem(&behind, miopenProblemDirectionForward));
    DNN(miopenSetProblemTensorDescriptor(behind, miopenTensorBias, bias.descriptor));
    DNN(miopenCreateActivationProblem(&last, activation, miopenProblemDirectionForward));
    DNN(miopenSetProblemTensorDescriptor(last, miopenTensorActivationY, y.descriptor));
    DNN(miopenFuseProblems(problem, behind));
    DNN(miopenFuseProblems(problem, last));
    for (size_t i = 0; i < sums.size(); i++) {
        const double v = sums[i] + bias.values[i / 42 % 8];
        wanted[i] = v > 0 ? v : 0.25 * v;
    }
    run({{miopenTensorConvolutionX, nullptr, x}, {miopenTensorConvolutionW, nullptr, w}, {miopenTensorBias, nullptr, bias}, {miopenTensorActivationY, nullptr, y}});
    for (const miopenProblem_t p : {problem, behind, last}) DNN(miopenDestroyProblem(p));
    DNN(miopenDestroyActivationDescriptor(activation));
    DNN(miopenDestroyConvolutionDescriptor(convolution));
    result("fusion_" + name_of(type), right);
}

// A normalisation and the activation behind it backwards, as problems, by the names that MIOpen's tests give: as the one call does it.
static void check_fused_gradient() {
    const Lens shape = {1, 3, 1, 1};
    Tensor x(miopenFloat, {4, 3, 5, 6}), y(miopenFloat, x.lens), dy(miopenFloat, x.lens), dx(miopenFloat, x.lens), wanted(miopenFloat, x.lens), scale(miopenFloat, shape);
    Tensor bias(miopenFloat, shape), mean(miopenFloat, shape), inverse(miopenFloat, shape), dscale(miopenFloat, shape), dbias(miopenFloat, shape), of_scale(miopenFloat, shape);
    Tensor of_bias(miopenFloat, shape);
    for (double &v : inverse.values) v = 2 + v;
    inverse.upload();
    miopenActivationDescriptor_t leaky;
    DNN(miopenCreateActivationDescriptor(&leaky));
    DNN(miopenSetActivationDescriptor(leaky, miopenActivationLEAKYRELU, 0.25, 0, 0));
    const miopenTensorDescriptor_t p = scale.descriptor;
    DNN(miopenBatchNormBackwardActivation(handle(), miopenBNSpatial, &one, &zero, &one, &zero, x.descriptor, x, dy.descriptor, dy, wanted.descriptor, wanted, p, p, p, p, scale,
                                          bias, of_scale, of_bias, 1e-5, mean, inverse, leaky));
    miopenProblem_t problem, behind;
    DNN(miopenCreateBatchnormProblem(&problem, miopenBNSpatial, true, miopenProblemDirectionBackward));
    for (const auto id : {miopenTensorBatchnormDY, miopenTensorBatchnormX}) DNN(miopenSetProblemTensorDescriptor(problem, id, x.descriptor));
    for (const auto id : {miopenTensorBatchnormScale, miopenTensorBatchnormBias, miopenTensorBatchnormSavedMean, miopenTensorBatchnormSavedVariance, miopenTensorBatchnormScaleDiff,
                          miopenTensorBatchnormBiasDiff})
        DNN(miopenSetProblemTensorDescriptor(problem, id, p));
    DNN(miopenCreateActivationProblem(&behind, leaky, miopenProblemDirectionBackward));
    DNN(miopenFuseProblems(problem, behind));
    miopenSolution_t solution;
    size_t found = 0;
    DNN(miopenFindSolutions(handle(), problem, nullptr, &solution, &found, 1));
    const miopenTensorArgument_t given[] = {{miopenTensorBatchnormX, nullptr, x},
                                            {miopenTensorBatchnormDY, nullptr, dy},
                                            {miopenTensorBatchnormScale, nullptr, scale},
                                            {miopenTensorBatchnormBias, nullptr, bias},
                                            {miopenTensorBatchnormSavedMean, nullptr, mean},
                                            {miopenTensorBatchnormSavedVariance, nullptr, inverse},
                                            {miopenTensorBatchnormScaleDiff, nullptr, dscale},
                                            {miopenTensorBatchnormBiasDiff, nullptr, dbias},
                                            {miopenTensorActivationY, nullptr, y},
                                            {miopenTensorActivationDX, nullptr, dx}};
    DNN(miopenRunSolution(handle(), solution, sizeof given / sizeof *given, given, nullptr, 0));
    result("fused_gradient", found == 1 && dx.download() == wanted.download() && dscale.download() == of_scale.download() && dbias.download() == of_bias.download() &&
                                 wanted.download() != wanted.values);
    DNN(miopenDestroySolution(solution));
    for (const miopenProblem_t made : {problem, behind}) DNN(miopenDestroyProblem(made));
    DNN(miopenDestroyActivationDescriptor(leaky));
}

// The chance of labels, over all ways through classes; differences of its logarithm.
static double loss_of(const Doubles &x, int times, int batch, int classes, int sequence, int len, const std::vector<int> &labels, int blank) {
    std::vector<int> places;
    for (const int label : labels) places.push_back(blank), places.push_back(label);
    places.push_back(blank);
    Doubles chances(places.size());
    (void)times;
    for (int t = 0; t < len; t++) {
        const double *const said = &x[size_t((t * batch + sequence) * classes)];
        double sum = 0;
        for (int c = 0; c < classes; c++) sum += std::exp(said[c]);
        Doubles next(places.size());
        for (size_t i = 0; i < places.size(); i++) {
            double from = t == 0 ? (i < 2 ? 1 : 0) : chances[i] + (i ? chances[i - 1] : 0);
            if (t > 0 && i > 1 && places[i] != blank && places[i] != places[i - 2]) from += chances[i - 2];
            next[i] = from * std::exp(said[places[i]]) / sum;
        }
        chances = next;
    }
    return -std::log(chances.back() + chances[chances.size() - 2]);
}

static void check_ctc(miopenDataType_t type, int blank) {
    const int times = 8, batch = 3, classes = 5, lens[] = {8, 7, 5}, label_lens[] = {3, 3, 1}, labels[] = {1, 2, 2, 3, 1, 3, 2};
    Tensor x(type, {times, batch, classes}, false, 2), gradients(type, x.lens), losses(type, {batch});
    miopenCTCLossDescriptor_t ctc;
    DNN(miopenCreateCTCLossDescriptor(&ctc));
    DNN(miopenSetCTCLossDescriptor(ctc, type, blank, true));
    size_t bytes;
    DNN(miopenGetCTCLossWorkspaceSize(handle(), x.descriptor, gradients.descriptor, labels, label_lens, lens, MIOPEN_CTC_LOSS_ALGO_DETERMINISTIC, ctc, &bytes));
    Memory workspace(bytes);
    DNN(miopenCTCLoss(handle(), x.descriptor, x, labels, label_lens, lens, losses, gradients.descriptor, gradients, MIOPEN_CTC_LOSS_ALGO_DETERMINISTIC, ctc, workspace,
                      bytes));
    const auto all = [&](const Doubles &at) {
        Doubles each;
        for (int b = 0, first = 0; b < batch; first += label_lens[b++])
            each.push_back(loss_of(at, times, batch, classes, b, lens[b], {labels + first, labels + first + label_lens[b]}, blank));
        return each;
    };
    const Doubles slopes = gradient(x.values, [&](const Doubles &at) { return dot(all(at), Doubles(batch, 1)); });
    DNN(miopenDestroyCTCLossDescriptor(ctc));
    result("ctc_" + name_of(type) + std::to_string(blank), is_near(losses, all(x.values)) && is_near(gradients, slopes, 2));
}

static void check_layers(miopenDataType_t type) {
    Tensor a(type, {2, 3, 4}), b(type, {2, 5, 4}), both(type, {2, 8, 4});
    const miopenTensorDescriptor_t descriptors[] = {a.descriptor, b.descriptor};
    const void *const parts[] = {a, b};
    DNN(miopenCatForward(handle(), 2, descriptors, parts, both.descriptor, both, 1));
    Doubles wanted;
    for (size_t i = 0; i < 2; i++) {
        wanted.insert(wanted.end(), a.values.begin() + long(i) * 12, a.values.begin() + long(i + 1) * 12);
        wanted.insert(wanted.end(), b.values.begin() + long(i) * 20, b.values.begin() + long(i + 1) * 20);
    }
    result("cat_" + name_of(type), is_near(both, wanted));

    Tensor gated(type, {2, 4, 4}), dgated(type, {2, 4, 4}), dboth(type, both.lens);
    const auto glu = [&](const Doubles &at) {
        Doubles opened;
        for (size_t i = 0; i < 32; i++) {
            const size_t first = i / 16 * 32 + i % 16;
            opened.push_back(at[first] / (1 + std::exp(-at[first + 16])));
        }
        return opened;
    };
    both.values = both.download();
    DNN(miopenGLUForward(handle(), both.descriptor, both, gated.descriptor, gated, 1));
    DNN(miopenGLUBackward(handle(), both.descriptor, both, dgated.descriptor, dgated, dboth.descriptor, dboth, 1));
    result("glu_" + name_of(type), is_near(gated, glu(both.values)) &&
                                       is_near(dboth, gradient(both.values, [&](const Doubles &at) { return dot(glu(at), dgated.values); }), 2));

    Tensor x(type, {3, 7, 4}), y(type, x.lens), dy(type, x.lens), dx(type, x.lens), kth(type, {3, 4}), places(miopenInt64, {3, 4});
    DNN(miopenKthvalueForward(handle(), x.descriptor, x, kth.descriptor, kth, places.descriptor, static_cast<size_t *>(places.memory.at), 3, 1, false));
    Doubles thirds, where;
    for (size_t i = 0; i < 12; i++) {
        std::vector<size_t> order(7);
        for (size_t j = 0; j < 7; j++) order[j] = j;
        const auto at = [&](size_t j) { return x.values[i / 4 * 28 + j * 4 + i % 4]; };
        std::sort(order.begin(), order.end(), [&](size_t p, size_t q) { return at(p) != at(q) ? at(p) < at(q) : p < q; });
        thirds.push_back(at(order[2])), where.push_back(double(order[2]));
    }
    result("kth_" + name_of(type), is_near(kth, thirds) && places.download() == where);

    Tensor cosine(type, {7, 4}), sine(type, {7, 4});
    const auto turned = [&](const Doubles &at) {
        Doubles turned(at.size());
        for (size_t i = 0; i < at.size(); i++) turned[i] = at[i] * cosine.values[i % 28] + (i % 2 ? at[i - 1] : -at[i + 1]) * sine.values[i % 28];
        return turned;
    };
    DNN(miopenRoPEForward(handle(), x.descriptor, x, cosine.descriptor, cosine, sine.descriptor, sine, y.descriptor, y));
    DNN(miopenRoPEBackward(handle(), dy.descriptor, dy, cosine.descriptor, cosine, sine.descriptor, sine, dx.descriptor, dx));
    bool right = is_near(y, turned(x.values));
    right &= is_near(dx, gradient(x.values, [&](const Doubles &at) { return dot(turned(at), dy.values); }));
    result("rope_" + name_of(type), right);

    Tensor weight(type, {7}), dweight(type, {7});
    const auto rectified = [&](const Doubles &at, const Doubles &by) {
        Doubles v(at);
        for (size_t i = 0; i < v.size(); i++) v[i] *= v[i] > 0 ? 1 : by[i / 4 % 7];
        return v;
    };
    DNN(miopenPReLUBackward(handle(), nullptr, 0, x.descriptor, x, weight.descriptor, weight, dy.descriptor, dy, dx.descriptor, dx, dweight.descriptor, dweight));
    right = is_near(dx, gradient(x.values, [&](const Doubles &at) { return dot(rectified(at, weight.values), dy.values); }));
    right &= is_near(dweight, gradient(weight.values, [&](const Doubles &at) { return dot(rectified(x.values, at), dy.values); }), 2);
    result("prelu_" + name_of(type), right);
}

static void check_losses(miopenDataType_t type) {
    Tensor x(type, {6, 5}), signs(type, {6, 5}), dx(type, x.lens), dy(type, x.lens), all(type, {1}), each(type, {6}), right_ones(miopenInt64, {6}), weight(type, {5});
    for (double &v : signs.values) v = v > 0 ? 1 : -1;
    for (double &v : weight.values) v = std::fabs(v);
    for (size_t i = 0; i < 6; i++) right_ones.values[i] = double(i * 2 % 5);
    signs.upload(), weight.upload(), right_ones.upload();
    const auto soft = [&](const Doubles &at) {
        double sum = 0;
        for (size_t i = 0; i < at.size(); i++) sum += std::log1p(std::exp(-at[i] * signs.values[i])) / double(at.size());
        return sum;
    };
    DNN(miopenSoftMarginLossForward(handle(), x.descriptor, x, signs.descriptor, signs, all.descriptor, all, MIOPEN_LOSS_REDUCTION_MEAN, nullptr, 0));
    dy.fill(0.5);
    DNN(miopenSoftMarginLossBackward(handle(), x.descriptor, x, signs.descriptor, signs, dy.descriptor, dy, dx.descriptor, dx, MIOPEN_LOSS_REDUCTION_MEAN));
    bool right = is_near(all, {soft(x.values)}) && is_near(dx, gradient(x.values, [&](const Doubles &at) { return 0.5 * soft(at); }));
    for (const int power : {1, 2}) {
        Doubles wanted(6);
        double sum = 0;
        for (size_t i = 0; i < 6; i++) {
            const size_t own = size_t(right_ones.values[i]);
            for (size_t c = 0; c < 5; c++)
                if (c != own) wanted[i] += weight.values[own] * std::pow(std::max(0.0, 0.75 - x.values[i * 5 + own] + x.values[i * 5 + c]), power) / 5;
            sum += wanted[i];
        }
        const auto call = [&](Tensor &to, miopenLossReductionMode_t mode) {
            DNN(miopenMultiMarginLossForward(handle(), x.descriptor, x, right_ones.descriptor, right_ones, weight.descriptor, weight, to.descriptor, to, power, 0.75f, mode,
                                             nullptr, 0));
        };
        call(each, MIOPEN_LOSS_REDUCTION_NONE), call(all, MIOPEN_LOSS_REDUCTION_SUM);
        right &= is_near(each, wanted) && is_near(all, {sum});
    }
    result("losses_" + name_of(type), right);
}

static void check_adam() {
    for (const bool is_transformers : {false, true}) {
        Tensor parameter(miopenFloat, {50}), gradient(miopenFloat, {50}), mean(miopenFloat, {50}), square(miopenFloat, {50}), largest(miopenFloat, {50}), step(miopenInt32, {1});
        for (Tensor *t : {&mean, &square, &largest, &step}) t->fill(0);
        Doubles wanted(parameter.values), means(50), squares(50), tops(50);
        for (int s = 1; s <= 3; s++) {
            const double rate = 0.01, b1 = 0.8f, b2 = 0.95f, decay = 0.1, c1 = 1 - std::pow(b1, s), c2 = 1 - std::pow(b2, s);
            for (size_t i = 0; i < 50; i++) {
                const double slope = gradient.values[i] + (is_transformers ? 0 : decay * wanted[i]);
                means[i] = b1 * means[i] + (1 - b1) * slope, squares[i] = b2 * squares[i] + (1 - b2) * slope * slope, tops[i] = std::max(tops[i], squares[i]);
                if (is_transformers) {
                    wanted[i] -= rate * std::sqrt(c2) / c1 * means[i] / (std::sqrt(squares[i]) + 0.001);
                    wanted[i] -= wanted[i] * rate * decay;
                } else {
                    wanted[i] -= rate / c1 * means[i] / (std::sqrt(tops[i] / c2) + 0.001);
                }
            }
            const miopenTensorDescriptor_t d = parameter.descriptor;
            if (is_transformers)
                DNN(miopenTransformersAdamW(handle(), d, parameter, d, gradient, d, mean, d, square, step.descriptor, step, 0, 0.01f, 0.8f, 0.95f, 0.1f, 0.001f, true,
                                            nullptr, nullptr, nullptr, nullptr));
            else
                DNN(miopenFusedAdam(handle(), d, parameter, d, gradient, d, mean, d, square, d, largest, step.descriptor, step, 0, 0.01f, 0.8f, 0.95f, 0.1f, 0.001f, true,
                                    false, false, nullptr, nullptr, nullptr, nullptr));
        }
        result(is_transformers ? "adamw" : "adam", is_near(parameter, wanted) && step.download()[0] == 3);
    }
}

// The gradient of y[a, i, b] = x[a, list 0's i, list 1's i, b], added to what dx has; elements that several i choose have all of theirs.
static void check_choices(miopenDataType_t type) {
    Tensor dx(type, {3, 4, 5, 2}), dy(type, {3, 6, 2}), error(miopenInt32, {2}), first(miopenInt32, {6}), second(miopenInt32, {6}), whole(type, {2, 7}), part(type, {2, 3});
    first.values = {0, 3, -1, 2, 2, -4}, second.values = {4, 0, -5, 1, 1, -1};
    first.upload(), second.upload(), error.fill(0);
    const miopenTensorDescriptor_t lists[] = {first.descriptor, second.descriptor};
    const void *const indices[] = {first, second};
    const int32_t dims[] = {1, 2}, slice[] = {1, 0, 6, 2};
    size_t bytes;
    DNN(miopenGetGetitemWorkspaceSize(handle(), 2, lists, &bytes));
    Memory workspace(bytes);
    Doubles wanted(dx.values);
    const auto go = [&] {
        DNN(miopenGetitemBackward(handle(), workspace, bytes, dy.descriptor, dy, 2, lists, indices, dx.descriptor, dx, error.descriptor, error, 2, dims, 0, nullptr, 0));
        for (size_t i = 0; i < dy.count(); i++) {
            const int a = int(first.values[i / 2 % 6]), b = int(second.values[i / 2 % 6]);
            if (a < 4) wanted[i / 12 * 40 + size_t(a < 0 ? a + 4 : a) * 10 + size_t(b < 0 ? b + 5 : b) * 2 + i % 2] += dy.values[i];
        }
        return is_near(dx, wanted, 2);
    };
    bool right = go() && error.download() == Doubles{0, 0};
    first.values[1] = 4, first.upload();  // none of x': all others are added all the same
    right &= go() && error.download() == Doubles{-1, 0};
    // Without lists a slice alone: every second one.
    wanted = whole.values;
    DNN(miopenGetitemBackward(handle(), workspace, bytes, part.descriptor, part, 0, nullptr, nullptr, whole.descriptor, whole, nullptr, nullptr, 0, nullptr, 1, slice, 0));
    for (size_t i = 0; i < part.count(); i++) wanted[i / 3 * 7 + i % 3 * 2] += part.values[i];
    result("choices_" + name_of(type), right && is_near(whole, wanted));
}

int main() {
    for (const miopenDataType_t type : {miopenFloat, miopenHalf}) {
        check_fusion(type);
        check_ctc(type, 0), check_ctc(type, 4);
        check_layers(type);
        check_losses(type);
    }
    for (const miopenDataType_t type : {miopenFloat, miopenHalf, miopenBFloat16, miopenDouble}) check_choices(type);
    check_fused_gradient();
    check_adam();
    return failures != 0;
}
