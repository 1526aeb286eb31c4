// fusion.hip: plans of operators that are done as one, and convolutions with bias and activation.
//
// Called by programs and solutions.hip. A plan's operators are done one behind the other, each result unrounded until the last one. Any order of convolution, bias,
// normalisation and activation is taken forwards; backwards, a normalisation and the activation behind it.
#include "fusion.h"
#include "tensor_ops.h"

#include <map>
#include <memory>

namespace dnn {

namespace {

enum class Kind { convolution, bias, activation, activation_backward, inference, training, backward };

struct Op : miopenFusionOpDescriptor {
    Kind kind;
    Convolution *convolution = nullptr;
    Tensor parameters;  // of filters, biases or normalisation
    miopenActivationMode_t activation = miopenActivationPASTHRU;
    miopenBatchNormMode_t norm = miopenBNSpatial;
    bool averages = false;
    explicit Op(Kind k) : kind(k) {}
};

struct Plan : miopenFusionPlanDescriptor {
    Tensor input;
    std::vector<std::unique_ptr<Op>> ops;
    miopenConvFwdAlgorithm_t algorithm = miopenConvolutionFwdAlgoGEMM;
};

// What an operator is called with. Factors are not among it, as MIOpen's kernels do not look at them: its own programs give doubles as well as floats.
struct Arguments {
    const void *w = nullptr;  // filters, a bias, or what the activation was given
    Activation activation;
    const void *scale = nullptr, *bias = nullptr, *x = nullptr, *mean = nullptr, *variance = nullptr;
    void *dscale = nullptr, *dbias = nullptr, *running_mean = nullptr, *running_variance = nullptr;
    double average = 0, epsilon = 0;
};
struct OperatorArgs : miopenOperatorArgs {
    std::map<const Op *, Arguments> of;
};

miopenDataType_t unrounded(miopenDataType_t type) { return type == miopenDouble || !is_real(type) ? type : miopenFloat; }

// What lies between two operators, in memory of the call.
struct Between {
    Tensor tensor;
    Temporary memory;
    explicit Between(Handle &handle) : memory(handle) {}
    miopenStatus_t take(const Tensor &like, const std::vector<size_t> &lens) {
        tensor = packed_like(like, lens, unrounded(like.type));
        return memory.take(tensor.bytes());
    }
};

miopenStatus_t add_bias(const Handle &handle, Located x, const Tensor &bias, const void *data, Located y) {
    const Tensor &from = of(x.tensor), &to = of(y.tensor);
    if (bias.count() != from.len(1) || from.lens != to.lens) return miopenStatusBadParm;
    std::vector<size_t> lens(from.dims(), 1);
    lens[1] = from.lens[1];
    return put_together(handle, miopenTensorOpAdd, view(from, x.data), view(packed(bias.type, lens), data, from.lens), view(to, y.data), 1, 1, 0);
}

struct Execution {
    Handle &handle;
    const Plan &plan;
    const OperatorArgs &args;

    const Arguments *arguments(const Op &op) const {
        const auto found = args.of.find(&op);
        return found == args.of.end() ? nullptr : &found->second;
    }

    miopenStatus_t norm(const Op &op, const Arguments &a, Located x, Located y) const {
        Tensor parameters = op.parameters;
        if (parameters.lens.empty()) {
            // Training's are those of the input.
            DNN_TRY(miopenDeriveBNTensorDescriptor(&parameters, x.tensor, op.norm));
            if (of(x.tensor).type == miopenDouble) parameters.type = miopenDouble;
        }
        const auto located = [&](const void *data) { return Located{&parameters, data}; };
        const BatchNorm norm = {op.norm, x, y, located(a.scale), located(a.bias), located(a.mean), located(a.variance), a.epsilon, nullptr};
        if (op.kind == Kind::inference) return normalise_inference(handle, norm);
        return normalise_training(handle, norm, a.average, located(op.averages ? a.running_mean : nullptr), located(op.averages ? a.running_variance : nullptr));
    }

    miopenStatus_t one(const Op &op, Located x, Located y) const {
        const Arguments *const a = arguments(op);
        if (!a) return miopenStatusBadParm;
        switch (op.kind) {
            case Kind::convolution: {
                Tensor filters = op.parameters;
                if (filters.type != of(x.tensor).type) return miopenStatusBadParm;
                return convolve_biased(handle, {op.convolution, x, {&filters, a->w}, y, {}, {}, 1, 0, nullptr, nullptr, 0});
            }
            case Kind::bias: return add_bias(handle, x, op.parameters, a->w, y);
            case Kind::activation: {
                Activation activation = a->activation;
                activation.mode = op.activation;
                return activate(handle, activation, view(of(x.tensor), x.data), view(of(y.tensor), y.data), 1, 0);
            }
            case Kind::inference:
            case Kind::training: return norm(op, *a, x, y);
            default: return miopenStatusUnsupportedOp;
        }
    }

    // The activation behind it, if there is one, is the plan's other operator.
    miopenStatus_t backward(Located dy, Located dx) const {
        const Op *norm = nullptr, *activation = nullptr;
        for (const auto &op : plan.ops) (op->kind == Kind::backward ? norm : activation) = op.get();
        if (!norm || !arguments(*norm) || (activation && !arguments(*activation))) return miopenStatusBadParm;
        const Arguments &a = *arguments(*norm);
        Tensor parameters;
        DNN_TRY(miopenDeriveBNTensorDescriptor(&parameters, dx.tensor, norm->norm));
        if (of(dx.tensor).type == miopenDouble) parameters.type = miopenDouble;
        const auto located = [&](const void *data) { return Located{&parameters, data}; };
        Activation behind;
        if (activation) behind = arguments(*activation)->activation, behind.mode = activation->activation;
        const BatchNorm call = {norm->norm, {dx.tensor, a.x}, dy, located(a.scale), located(a.bias), located(a.mean), located(a.variance), a.epsilon,
                                activation ? &behind : nullptr, 1, 0};
        return normalise_backward(handle, call, dx, located(a.dscale), located(a.dbias), 1, 0);
    }

    miopenStatus_t run(Located x, Located y) const {
        const size_t count = plan.ops.size();
        if (std::any_of(plan.ops.begin(), plan.ops.end(), [](const auto &op) { return op->kind == Kind::backward; })) return backward(x, y);
        Between ping(handle), pong(handle);
        Located from = x;
        for (size_t i = 0; i < count; i++) {
            Between &between = i % 2 ? pong : ping;
            // Only a convolution changes sizes, and it is the plan's first operator.
            if (i + 1 < count && i < 2) DNN_TRY(between.take(of(y.tensor), of(y.tensor).lens));
            const Located to = i + 1 < count ? Located{&between.tensor, between.memory.memory} : y;
            DNN_TRY(one(*plan.ops[i], from, to));
            from = to;
        }
        return miopenStatusSuccess;
    }
};

Plan &ours(miopenFusionPlanDescriptor_t plan) { return *static_cast<Plan *>(plan); }

// Operators that go together.
bool is_supported(const Plan &plan) {
    bool has_backward = false;
    for (size_t i = 0; i < plan.ops.size(); i++) {
        const Kind kind = plan.ops[i]->kind;
        if (kind == Kind::convolution && i > 0) return false;
        has_backward |= kind == Kind::backward;
    }
    for (const auto &op : plan.ops)
        if (has_backward != (op->kind == Kind::backward || op->kind == Kind::activation_backward)) return false;
    return !plan.ops.empty() && (!has_backward || plan.ops.size() <= 2);
}

miopenStatus_t add(miopenFusionPlanDescriptor_t plan, miopenFusionOpDescriptor_t *to, std::unique_ptr<Op> op) {
    if (!plan || !to) return miopenStatusBadParm;
    *to = op.get();
    ours(plan).ops.push_back(std::move(op));
    return miopenStatusSuccess;
}

// An operator's arguments, of a kind.
Arguments *arguments(miopenOperatorArgs_t args, miopenFusionOpDescriptor_t op, Kind kind) {
    if (!args || !op || static_cast<Op *>(op)->kind != kind) return nullptr;
    Arguments &a = static_cast<OperatorArgs *>(args)->of[static_cast<Op *>(op)];
    a = Arguments();
    return &a;
}

}  // namespace

miopenStatus_t convolve_biased(Handle &handle, const BiasedConvolution &c) {
    if (!c.convolution || any_null(c.x.tensor, c.w.tensor, c.y.tensor) || any_null(c.x.data, c.w.data, c.y.data)) return miopenStatusBadParm;
    const Tensor &y = of(c.y.tensor);
    const bool has_more = c.bias.data || c.activation || (c.z.data && c.alpha_z != 0);
    Between sums(handle);
    if (has_more) DNN_TRY(sums.take(y, y.lens));
    const Located to = has_more ? Located{&sums.tensor, sums.memory.memory} : c.y;
    Problem problem;
    DNN_TRY(describe(problem, *c.convolution, Direction::forward, of(c.x.tensor), of(c.w.tensor), of(to.tensor)));
    const bool is_other_way = is_turned(*c.convolution);
    const Buffers buffers = {is_other_way ? to.data : c.x.data, c.w.data, is_other_way ? c.x.data : to.data, c.alpha, 0, c.workspace, c.workspace_size};
    DNN_TRY(convolve(handle, problem, best_way(problem), buffers));
    if (!has_more) return miopenStatusSuccess;
    const View whole = view(sums.tensor, sums.memory.memory);
    if (c.z.data && c.alpha_z != 0) {
        if (!c.z.tensor || of(c.z.tensor).lens != y.lens) return miopenStatusBadParm;
        DNN_TRY(put_together(handle, miopenTensorOpAdd, whole, view(of(c.z.tensor), c.z.data), whole, 1, c.alpha_z, 0));
    }
    if (c.bias.data) {
        if (!c.bias.tensor) return miopenStatusBadParm;
        DNN_TRY(add_bias(handle, to, of(c.bias.tensor), c.bias.data, to));
    }
    return c.activation ? activate(handle, *c.activation, whole, view(y, c.y.data), 1, 0) : transform(handle, whole, view(y, c.y.data), 1, 0);
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateFusionPlan(miopenFusionPlanDescriptor_t *fusePlanDesc, const miopenFusionDirection_t fuseDirection, const miopenTensorDescriptor_t inputDesc) {
    if (!inputDesc) return miopenStatusBadParm;
    if (fuseDirection != miopenVerticalFusion) return missing("miopenCreateFusionPlan", "a horizontal fusion");
    DNN_TRY(create<Plan>(fusePlanDesc));
    ours(*fusePlanDesc).input = of(inputDesc);
    return miopenStatusSuccess;
}
miopenStatus_t miopenDestroyFusionPlan(miopenFusionPlanDescriptor_t fusePlanDesc) { return destroy<Plan>(fusePlanDesc); }
miopenStatus_t miopenCompileFusionPlan(miopenHandle_t handle, miopenFusionPlanDescriptor_t fusePlanDesc) {
    if (!handle || !fusePlanDesc) return miopenStatusBadParm;
    return is_supported(ours(fusePlanDesc)) ? miopenStatusSuccess : missing("miopenCompileFusionPlan", "this order of operators", miopenStatusUnsupportedOp);
}
miopenStatus_t miopenFusionPlanGetOp(miopenFusionPlanDescriptor_t fusePlanDesc, const int op_idx, miopenFusionOpDescriptor_t *op) {
    if (!fusePlanDesc || !op || op_idx < 0 || op_idx >= int(ours(fusePlanDesc).ops.size())) return miopenStatusBadParm;
    *op = ours(fusePlanDesc).ops[op_idx].get();
    return miopenStatusSuccess;
}
// Calls take memory of their own.
miopenStatus_t miopenFusionPlanGetWorkSpaceSize(miopenHandle_t handle, miopenFusionPlanDescriptor_t fusePlanDesc, size_t *workSpaceSize, miopenConvFwdAlgorithm_t) {
    if (!handle || !fusePlanDesc || !workSpaceSize) return miopenStatusBadParm;
    *workSpaceSize = 0;
    return miopenStatusSuccess;
}
miopenStatus_t miopenFusionPlanConvolutionGetAlgo(miopenFusionPlanDescriptor_t fusePlanDesc, const int requestAlgoCount, int *returnedAlgoCount,
                                                  miopenConvFwdAlgorithm_t *returnedAlgos) {
    if (!fusePlanDesc || !returnedAlgoCount || !returnedAlgos || requestAlgoCount < 0) return miopenStatusBadParm;
    *returnedAlgoCount = std::min(requestAlgoCount, 2);
    for (int i = 0; i < *returnedAlgoCount; i++) returnedAlgos[i] = i ? miopenConvolutionFwdAlgoDirect : miopenConvolutionFwdAlgoGEMM;
    return miopenStatusSuccess;
}
miopenStatus_t miopenFusionPlanConvolutionSetAlgo(miopenFusionPlanDescriptor_t fusePlanDesc, miopenConvFwdAlgorithm_t algo) {
    if (!fusePlanDesc) return miopenStatusBadParm;
    ours(fusePlanDesc).algorithm = algo;
    return miopenStatusSuccess;
}

miopenStatus_t miopenCreateOpConvForward(miopenFusionPlanDescriptor_t fusePlanDesc, miopenFusionOpDescriptor_t *convOp, miopenConvolutionDescriptor_t convDesc,
                                         const miopenTensorDescriptor_t wDesc) {
    if (!convDesc || !wDesc) return miopenStatusBadParm;
    auto op = std::make_unique<Op>(Kind::convolution);
    op->convolution = static_cast<Convolution *>(convDesc), op->parameters = of(wDesc);
    return add(fusePlanDesc, convOp, std::move(op));
}
static miopenStatus_t add_activation(miopenFusionPlanDescriptor_t plan, miopenFusionOpDescriptor_t *to, miopenActivationMode_t mode, Kind kind) {
    if (!is_mode(mode)) return miopenStatusBadParm;
    auto op = std::make_unique<Op>(kind);
    op->activation = mode;
    return add(plan, to, std::move(op));
}
miopenStatus_t miopenCreateOpActivationForward(miopenFusionPlanDescriptor_t fusePlanDesc, miopenFusionOpDescriptor_t *activFwdOp, miopenActivationMode_t mode) {
    return add_activation(fusePlanDesc, activFwdOp, mode, Kind::activation);
}
miopenStatus_t miopenCreateOpActivationBackward(miopenFusionPlanDescriptor_t fusePlanDesc, miopenFusionOpDescriptor_t *activBwdOp, miopenActivationMode_t mode) {
    return add_activation(fusePlanDesc, activBwdOp, mode, Kind::activation_backward);
}
miopenStatus_t miopenCreateOpBiasForward(miopenFusionPlanDescriptor_t fusePlanDesc, miopenFusionOpDescriptor_t *biasOp, const miopenTensorDescriptor_t bDesc) {
    if (!bDesc) return miopenStatusBadParm;
    auto op = std::make_unique<Op>(Kind::bias);
    op->parameters = of(bDesc);
    return add(fusePlanDesc, biasOp, std::move(op));
}
static miopenStatus_t add_norm(miopenFusionPlanDescriptor_t plan, miopenFusionOpDescriptor_t *to, miopenBatchNormMode_t mode, Kind kind, bool averages,
                               miopenTensorDescriptor_t parameters) {
    if (unsigned(mode) > miopenBNSpatial) return miopenStatusBadParm;
    auto op = std::make_unique<Op>(kind);
    op->norm = mode, op->averages = averages;
    if (parameters) op->parameters = of(parameters);
    return add(plan, to, std::move(op));
}
miopenStatus_t miopenCreateOpBatchNormInference(miopenFusionPlanDescriptor_t fusePlanDesc, miopenFusionOpDescriptor_t *bnOp, const miopenBatchNormMode_t bn_mode,
                                                const miopenTensorDescriptor_t bnScaleBiasMeanVarDesc) {
    return bnScaleBiasMeanVarDesc ? add_norm(fusePlanDesc, bnOp, bn_mode, Kind::inference, false, bnScaleBiasMeanVarDesc) : miopenStatusBadParm;
}
miopenStatus_t miopenCreateOpBatchNormForward(miopenFusionPlanDescriptor_t fusePlanDesc, miopenFusionOpDescriptor_t *bnFwdOp, const miopenBatchNormMode_t bn_mode,
                                              bool runningMeanVariance) {
    return add_norm(fusePlanDesc, bnFwdOp, bn_mode, Kind::training, runningMeanVariance, nullptr);
}
miopenStatus_t miopenCreateOpBatchNormBackward(miopenFusionPlanDescriptor_t fusePlanDesc, miopenFusionOpDescriptor_t *bnBwdOp, const miopenBatchNormMode_t bn_mode) {
    return add_norm(fusePlanDesc, bnBwdOp, bn_mode, Kind::backward, false, nullptr);
}

miopenStatus_t miopenCreateOperatorArgs(miopenOperatorArgs_t *args) { return create<OperatorArgs>(args); }
miopenStatus_t miopenDestroyOperatorArgs(miopenOperatorArgs_t args) { return destroy<OperatorArgs>(args); }

miopenStatus_t miopenSetOpArgsConvForward(miopenOperatorArgs_t args, const miopenFusionOpDescriptor_t convOp, const void *, const void *, const void *w) {
    Arguments *const a = arguments(args, convOp, Kind::convolution);
    if (!a) return miopenStatusBadParm;
    a->w = w;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetOpArgsBiasForward(miopenOperatorArgs_t args, const miopenFusionOpDescriptor_t biasOp, const void *, const void *, const void *bias) {
    Arguments *const a = arguments(args, biasOp, Kind::bias);
    if (!a) return miopenStatusBadParm;
    a->w = bias;
    return miopenStatusSuccess;
}
static miopenStatus_t set_activation(Arguments *a, double activAlpha, double activBeta, double activGamma) {
    if (!a) return miopenStatusBadParm;
    a->activation.alpha = activAlpha, a->activation.beta = activBeta, a->activation.gamma = activGamma;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetOpArgsActivForward(miopenOperatorArgs_t args, const miopenFusionOpDescriptor_t activFwdOp, const void *, const void *, double activAlpha,
                                           double activBeta, double activGamma) {
    return set_activation(arguments(args, activFwdOp, Kind::activation), activAlpha, activBeta, activGamma);
}
miopenStatus_t miopenSetOpArgsActivBackward(miopenOperatorArgs_t args, const miopenFusionOpDescriptor_t activBwdOp, const void *, const void *, const void *,
                                            const void *, double activAlpha, double activBeta, double activGamma) {
    return set_activation(arguments(args, activBwdOp, Kind::activation_backward), activAlpha, activBeta, activGamma);
}
miopenStatus_t miopenSetOpArgsBatchNormInference(miopenOperatorArgs_t args, const miopenFusionOpDescriptor_t bnOp, const void *, const void *, const void *bnScale,
                                                 const void *bnBias, const void *estimatedMean, const void *estimatedVariance, double epsilon) {
    Arguments *const a = arguments(args, bnOp, Kind::inference);
    if (!a) return miopenStatusBadParm;
    a->scale = bnScale, a->bias = bnBias, a->mean = estimatedMean, a->variance = estimatedVariance, a->epsilon = epsilon;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetOpArgsBatchNormForward(miopenOperatorArgs_t args, const miopenFusionOpDescriptor_t bnOp, const void *, const void *, const void *bnScale,
                                               const void *bnBias, void *savedMean, void *savedInvVariance, void *runningMean, void *runningVariance, double expAvgFactor,
                                               double epsilon) {
    Arguments *const a = arguments(args, bnOp, Kind::training);
    if (!a) return miopenStatusBadParm;
    a->scale = bnScale, a->bias = bnBias, a->mean = savedMean, a->variance = savedInvVariance, a->running_mean = runningMean, a->running_variance = runningVariance;
    a->average = expAvgFactor, a->epsilon = epsilon;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetOpArgsBatchNormBackward(miopenOperatorArgs_t args, const miopenFusionOpDescriptor_t bnOp, const void *, const void *, const void *x,
                                                const void *bnScale, const void *bnBias, void *resultBnScaleDiff, void *resultBnBiasDiff, const void *savedMean,
                                                const void *savedInvVariance) {
    Arguments *const a = arguments(args, bnOp, Kind::backward);
    if (!a) return miopenStatusBadParm;
    a->x = x, a->scale = bnScale, a->bias = bnBias, a->dscale = resultBnScaleDiff, a->dbias = resultBnBiasDiff, a->mean = savedMean, a->variance = savedInvVariance;
    return miopenStatusSuccess;
}

miopenStatus_t miopenExecuteFusionPlan(const miopenHandle_t handle, const miopenFusionPlanDescriptor_t fusePlanDesc, const miopenTensorDescriptor_t inputDesc,
                                       const void *input, const miopenTensorDescriptor_t outputDesc, void *output, miopenOperatorArgs_t args) {
    return with(handle, [&](Handle &h) {
        if (!fusePlanDesc || any_null(inputDesc, outputDesc) || !args || any_null<const void *>(input, output)) return miopenStatusBadParm;
        if (!is_supported(ours(fusePlanDesc)) || of(inputDesc).lens != ours(fusePlanDesc).input.lens) return miopenStatusBadParm;
        return Execution{h, ours(fusePlanDesc), *static_cast<OperatorArgs *>(args)}.run({inputDesc, input}, {outputDesc, output});
    });
}

miopenStatus_t miopenConvolutionBiasActivationForward(miopenHandle_t handle, const void *alpha1, const miopenTensorDescriptor_t xDesc, const void *x,
                                                      const miopenTensorDescriptor_t wDesc, const void *w, const miopenConvolutionDescriptor_t convDesc,
                                                      miopenConvFwdAlgorithm_t, void *workspace, size_t workspaceSizeInBytes, const void *alpha2,
                                                      const miopenTensorDescriptor_t zDesc, const void *z, const miopenTensorDescriptor_t biasDesc, const void *bias,
                                                      const miopenActivationDescriptor_t activationDesc, const miopenTensorDescriptor_t yDesc, void *y) {
    return with(handle, [&](Handle &h) {
        return convolve_biased(h, {static_cast<Convolution *>(convDesc), {xDesc, x}, {wDesc, w}, {yDesc, y}, {zDesc, z}, {biasDesc, bias}, factor(alpha1, 1),
                                   factor(alpha2, 0), static_cast<Activation *>(activationDesc), workspace, workspaceSizeInBytes});
    });
}
