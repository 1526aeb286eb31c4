// batchnorm.hip: batch normalisation, for each channel or each element of an image, with an activation behind it if the program wants one.
//
// Called by programs, fusion.hip and solutions.hip. A row is what is normalised together (batchnorm_rows.hip). What an activation is applied to lies in memory of the
// call, unrounded: kernels with every activation in them would take drivers' compilers long.
#include "batchnorm.h"

#include "batchnorm_rows.h"

namespace dnn {

namespace {

// What a call has of its tensors.
struct Shapes {
    const Tensor &x;
    unsigned along;
    std::vector<size_t> parameters;  // sizes of what a row has one of

    Shapes(const BatchNorm &norm) : x(of(norm.x.tensor)), along(norm.mode == miopenBNSpatial ? all_but(2, x.dims()) : 1), parameters(x.lens) {
        for (int d = 0; d < x.dims(); d++)
            if (along >> d & 1) parameters[d] = 1;
    }
    Rows rows(Located of_tensor) const { return rows_of(view(of(of_tensor.tensor), of_tensor.data), x.dims(), along); }
    // Parameters of other dimensions lie one behind the other.
    View parameter(Located p) const {
        if (!p.data) return view(packed(miopenFloat, parameters), nullptr);
        const Tensor &tensor = of(p.tensor);
        if (tensor.lens == parameters) return view(tensor, p.data);
        return view(packed(tensor.type, parameters), p.data);
    }
    miopenStatus_t check(const char *function, const BatchNorm &norm, std::initializer_list<Located> tensors, std::initializer_list<Located> all_parameters) const {
        if (unsigned(norm.mode) > miopenBNSpatial || x.dims() < 2) return miopenStatusBadParm;
        for (const Located &t : tensors)
            if (!t.tensor || !t.data || of(t.tensor).lens != x.lens) return miopenStatusBadParm;
        size_t count = 1;
        for (const size_t len : parameters) count *= len;
        for (const Located &p : all_parameters) {
            if (!p.data) continue;
            if (!p.tensor || of(p.tensor).count() != count) return miopenStatusBadParm;
            if (!is_real(of(p.tensor).type)) return missing(function, "parameters of this type");
        }
        for (const Located &t : tensors)
            if (!is_small(of(t.tensor)) || !is_real(of(t.tensor).type)) return missing(function, "a tensor of this type or size");
        return miopenStatusSuccess;
    }
};

bool is_double(const BatchNorm &norm) { return of(norm.x.tensor).type == miopenDouble || (norm.scale.data && of(norm.scale.tensor).type == miopenDouble); }
miopenStatus_t normalise_alone(Handle &handle, const BatchNorm &norm, Role role, double average, Located running_mean, Located running_variance) {
    if (!norm.x.tensor) return miopenStatusBadParm;
    const Shapes shapes(norm);
    DNN_TRY(shapes.check("batch normalisation", norm, {norm.x, norm.y}, {norm.scale, norm.bias, norm.mean, norm.variance, running_mean, running_variance}));
    if (!norm.mean.data != !norm.variance.data || !running_mean.data != !running_variance.data) return miopenStatusBadParm;
    const Parameters p = {shapes.parameter(norm.scale), shapes.parameter(norm.bias), shapes.parameter(norm.mean), shapes.parameter(norm.variance)};
    return normalise_rows(handle, {shapes.rows(norm.x), shapes.rows(norm.y), p, shapes.parameter(running_mean), shapes.parameter(running_variance), role, average,
                                   norm.epsilon, norm.alpha, norm.beta}, is_double(norm));
}

miopenStatus_t backward_alone(Handle &handle, const BatchNorm &norm, Located dx, Located dscale, Located dbias, double parameter_alpha, double parameter_beta) {
    if (!norm.x.tensor) return miopenStatusBadParm;
    const Shapes shapes(norm);
    DNN_TRY(shapes.check("the gradient of batch normalisation", norm, {norm.x, norm.y, dx}, {norm.scale, norm.bias, norm.mean, norm.variance, dscale, dbias}));
    if (!norm.mean.data != !norm.variance.data) return miopenStatusBadParm;
    const Parameters p = {shapes.parameter(norm.scale), shapes.parameter(norm.bias), shapes.parameter(norm.mean), shapes.parameter(norm.variance)};
    return normalise_rows_backward(handle, {shapes.rows(norm.x), shapes.rows(norm.y), shapes.rows(dx), p, shapes.parameter(dscale), shapes.parameter(dbias), norm.epsilon,
                                            norm.alpha, norm.beta, parameter_alpha, parameter_beta}, is_double(norm));
}

// What lies like another tensor, of float or double elements, in memory of the call.
struct Unrounded {
    Tensor tensor;
    Temporary memory;
    Unrounded(Handle &handle, const Tensor &like) : tensor(packed_like(like, like.lens, is_wide(like.type) ? miopenDouble : miopenFloat)), memory(handle) {}
    miopenStatus_t take() { return memory.take(tensor.bytes()); }
    Located located() { return {&tensor, memory.memory}; }
    View whole() const { return view(tensor, memory.memory); }
};

bool activates(const BatchNorm &norm) { return norm.activation && norm.activation->mode != miopenActivationPASTHRU; }

miopenStatus_t normalise(Handle &handle, const BatchNorm &norm, Role role, double average, Located running_mean, Located running_variance) {
    if (!activates(norm) || !norm.y.tensor) return normalise_alone(handle, norm, role, average, running_mean, running_variance);
    Unrounded before(handle, of(norm.y.tensor));
    DNN_TRY(before.take());
    BatchNorm alone = norm;
    alone.y = before.located(), alone.alpha = 1, alone.beta = 0;
    DNN_TRY(normalise_alone(handle, alone, role, average, running_mean, running_variance));
    return activate(handle, *norm.activation, before.whole(), view(of(norm.y.tensor), norm.y.data), norm.alpha, norm.beta);
}

}  // namespace

miopenStatus_t normalise_training(Handle &handle, const BatchNorm &norm, double average, Located running_mean, Located running_variance) {
    return normalise(handle, norm, Role::training, average, running_mean, running_variance);
}
miopenStatus_t normalise_inference(Handle &handle, const BatchNorm &norm) { return normalise(handle, norm, Role::inference, 0, {}, {}); }

miopenStatus_t normalise_backward(Handle &handle, const BatchNorm &norm, Located dx, Located dscale, Located dbias, double parameter_alpha, double parameter_beta) {
    if (!activates(norm) || !norm.y.tensor || !norm.x.tensor) return backward_alone(handle, norm, dx, dscale, dbias, parameter_alpha, parameter_beta);
    // What the activation was applied to, what it made of that, and the gradient in front of it, which takes the place of the first.
    Unrounded before(handle, of(norm.x.tensor)), behind(handle, of(norm.x.tensor));
    DNN_TRY(before.take());
    DNN_TRY(behind.take());
    BatchNorm alone = norm;
    alone.y = before.located(), alone.alpha = 1, alone.beta = 0;
    DNN_TRY(normalise_alone(handle, alone, Role::again, 0, {}, {}));
    DNN_TRY(activate(handle, *norm.activation, before.whole(), behind.whole(), 1, 0));
    DNN_TRY(activate_backward(handle, *norm.activation, behind.whole(), view(of(norm.y.tensor), norm.y.data), before.whole(), before.whole(), 1, 0));
    BatchNorm rest = norm;
    rest.y = before.located();
    return backward_alone(handle, rest, dx, dscale, dbias, parameter_alpha, parameter_beta);
}

}  // namespace dnn

using namespace dnn;

static const Activation *ours(miopenActivationDescriptor_t activation) { return static_cast<Activation *>(activation); }

miopenStatus_t miopenDeriveBNTensorDescriptor(miopenTensorDescriptor_t derivedBnDesc, const miopenTensorDescriptor_t xDesc, miopenBatchNormMode_t bn_mode) {
    if (any_null(derivedBnDesc, xDesc) || unsigned(bn_mode) > miopenBNSpatial) return miopenStatusBadParm;
    std::vector<size_t> lens = of(xDesc).lens;
    for (size_t d = 0; d < lens.size(); d++)
        if (d == 0 || (d > 1 && bn_mode == miopenBNSpatial)) lens[d] = 1;
    of(derivedBnDesc) = packed(miopenFloat, lens);
    return miopenStatusSuccess;
}

miopenStatus_t miopenBatchNormForwardTrainingActivation(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, void *alpha, void *beta,
                                                        const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t yDesc, void *y,
                                                        const miopenTensorDescriptor_t scaleDesc, const miopenTensorDescriptor_t biasVarDesc,
                                                        const miopenTensorDescriptor_t savedMeanDesc, const miopenTensorDescriptor_t savedVarDesc, void *bnScale,
                                                        void *bnBias, double expAvgFactor, void *resultRunningMean, void *resultRunningVariance, double epsilon,
                                                        void *resultSaveMean, void *resultSaveInvVariance, const miopenActivationDescriptor_t activDesc) {
    return with(handle, [&](Handle &h) {
        const BatchNorm norm = {bn_mode, {xDesc, x}, {yDesc, y}, {scaleDesc, bnScale}, {biasVarDesc, bnBias}, {savedMeanDesc, resultSaveMean},
                                {savedVarDesc, resultSaveInvVariance}, epsilon, ours(activDesc), factor(alpha, 1), factor(beta, 0)};
        return normalise_training(h, norm, expAvgFactor, {savedMeanDesc, resultRunningMean}, {savedVarDesc, resultRunningVariance});
    });
}
miopenStatus_t miopenBatchNormalizationForwardTraining_V2(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, void *alpha, void *beta,
                                                          const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t yDesc, void *y,
                                                          const miopenTensorDescriptor_t scaleDesc, const miopenTensorDescriptor_t biasVarDesc,
                                                          const miopenTensorDescriptor_t savedMeanDesc, const miopenTensorDescriptor_t savedVarDesc, void *bnScale,
                                                          void *bnBias, double expAvgFactor, void *resultRunningMean, void *resultRunningVariance, double epsilon,
                                                          void *resultSaveMean, void *resultSaveInvVariance) {
    return miopenBatchNormForwardTrainingActivation(handle, bn_mode, alpha, beta, xDesc, x, yDesc, y, scaleDesc, biasVarDesc, savedMeanDesc, savedVarDesc, bnScale,
                                                    bnBias, expAvgFactor, resultRunningMean, resultRunningVariance, epsilon, resultSaveMean, resultSaveInvVariance,
                                                    nullptr);
}
miopenStatus_t miopenBatchNormalizationForwardTraining(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, void *alpha, void *beta,
                                                       const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t yDesc, void *y,
                                                       const miopenTensorDescriptor_t bnScaleBiasMeanVarDesc, void *bnScale, void *bnBias, double expAvgFactor,
                                                       void *resultRunningMean, void *resultRunningVariance, double epsilon, void *resultSaveMean,
                                                       void *resultSaveInvVariance) {
    const miopenTensorDescriptor_t all = bnScaleBiasMeanVarDesc;
    return miopenBatchNormForwardTrainingActivation(handle, bn_mode, alpha, beta, xDesc, x, yDesc, y, all, all, all, all, bnScale, bnBias, expAvgFactor,
                                                    resultRunningMean, resultRunningVariance, epsilon, resultSaveMean, resultSaveInvVariance, nullptr);
}

miopenStatus_t miopenBatchNormForwardInferenceActivation(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, void *alpha, void *beta,
                                                         const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t yDesc, void *y,
                                                         const miopenTensorDescriptor_t scaleDesc, const miopenTensorDescriptor_t biasDesc,
                                                         const miopenTensorDescriptor_t estMeanDesc, const miopenTensorDescriptor_t estVarianceDesc, void *bnScale,
                                                         void *bnBias, void *estimatedMean, void *estimatedVariance, double epsilon,
                                                         const miopenActivationDescriptor_t activDesc) {
    return with(handle, [&](Handle &h) {
        const bool has_both = estimatedMean && estimatedVariance;  // else they are x's own
        const BatchNorm norm = {bn_mode, {xDesc, x}, {yDesc, y}, {scaleDesc, bnScale}, {biasDesc, bnBias}, {estMeanDesc, has_both ? estimatedMean : nullptr},
                                {estVarianceDesc, has_both ? estimatedVariance : nullptr}, epsilon, ours(activDesc), factor(alpha, 1), factor(beta, 0)};
        return normalise_inference(h, norm);
    });
}
miopenStatus_t miopenBatchNormalizationForwardInference_V2(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, void *alpha, void *beta,
                                                           const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t yDesc, void *y,
                                                           const miopenTensorDescriptor_t scaleDesc, const miopenTensorDescriptor_t biasDesc,
                                                           const miopenTensorDescriptor_t estMeanDesc, const miopenTensorDescriptor_t estVarianceDesc, void *bnScale,
                                                           void *bnBias, void *estimatedMean, void *estimatedVariance, double epsilon) {
    return miopenBatchNormForwardInferenceActivation(handle, bn_mode, alpha, beta, xDesc, x, yDesc, y, scaleDesc, biasDesc, estMeanDesc, estVarianceDesc, bnScale,
                                                     bnBias, estimatedMean, estimatedVariance, epsilon, nullptr);
}
miopenStatus_t miopenBatchNormalizationForwardInference(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, void *alpha, void *beta,
                                                        const miopenTensorDescriptor_t xDesc, const void *x, const miopenTensorDescriptor_t yDesc, void *y,
                                                        const miopenTensorDescriptor_t bnScaleBiasMeanVarDesc, void *bnScale, void *bnBias, void *estimatedMean,
                                                        void *estimatedVariance, double epsilon) {
    const miopenTensorDescriptor_t all = bnScaleBiasMeanVarDesc;
    return miopenBatchNormForwardInferenceActivation(handle, bn_mode, alpha, beta, xDesc, x, yDesc, y, all, all, all, all, bnScale, bnBias, estimatedMean,
                                                     estimatedVariance, epsilon, nullptr);
}

miopenStatus_t miopenBatchNormBackwardActivation(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, const void *alphaDataDiff, const void *betaDataDiff,
                                                 const void *alphaParamDiff, const void *betaParamDiff, const miopenTensorDescriptor_t xDesc, const void *x,
                                                 const miopenTensorDescriptor_t dyDesc, const void *dy, const miopenTensorDescriptor_t dxDesc, void *dx,
                                                 const miopenTensorDescriptor_t scaleDesc, const miopenTensorDescriptor_t biasDesc,
                                                 const miopenTensorDescriptor_t savedMeanDesc, const miopenTensorDescriptor_t savedVarDesc, const void *bnScale,
                                                 const void *bnBias, void *resultBnScaleDiff, void *resultBnBiasDiff, double epsilon, const void *savedMean,
                                                 const void *savedInvVariance, const miopenActivationDescriptor_t activDesc) {
    return with(handle, [&](Handle &h) {
        const BatchNorm norm = {bn_mode, {xDesc, x}, {dyDesc, dy}, {scaleDesc, bnScale}, {biasDesc, bnBias}, {savedMeanDesc, savedMean},
                                {savedVarDesc, savedInvVariance}, epsilon, ours(activDesc), factor(alphaDataDiff, 1), factor(betaDataDiff, 0)};
        if (any_null(resultBnScaleDiff, resultBnBiasDiff)) return miopenStatusBadParm;
        // Both gradients are of the type that the bias is said to have: a half's scale may have one of floats.
        return normalise_backward(h, norm, {dxDesc, dx}, {biasDesc, resultBnScaleDiff}, {biasDesc, resultBnBiasDiff}, factor(alphaParamDiff, 1),
                                  factor(betaParamDiff, 0));
    });
}
miopenStatus_t miopenBatchNormalizationBackward_V2(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, const void *alphaDataDiff, const void *betaDataDiff,
                                                   const void *alphaParamDiff, const void *betaParamDiff, const miopenTensorDescriptor_t xDesc, const void *x,
                                                   const miopenTensorDescriptor_t dyDesc, const void *dy, const miopenTensorDescriptor_t dxDesc, void *dx,
                                                   const miopenTensorDescriptor_t scaleDesc, const miopenTensorDescriptor_t biasDesc,
                                                   const miopenTensorDescriptor_t savedMeanDesc, const miopenTensorDescriptor_t savedVarDesc, const void *bnScale,
                                                   void *resultBnScaleDiff, void *resultBnBiasDiff, double epsilon, const void *savedMean,
                                                   const void *savedInvVariance) {
    return miopenBatchNormBackwardActivation(handle, bn_mode, alphaDataDiff, betaDataDiff, alphaParamDiff, betaParamDiff, xDesc, x, dyDesc, dy, dxDesc, dx, scaleDesc,
                                             biasDesc, savedMeanDesc, savedVarDesc, bnScale, nullptr, resultBnScaleDiff, resultBnBiasDiff, epsilon, savedMean,
                                             savedInvVariance, nullptr);
}
miopenStatus_t miopenBatchNormalizationBackward(miopenHandle_t handle, miopenBatchNormMode_t bn_mode, const void *alphaDataDiff, const void *betaDataDiff,
                                                const void *alphaParamDiff, const void *betaParamDiff, const miopenTensorDescriptor_t xDesc, const void *x,
                                                const miopenTensorDescriptor_t dyDesc, const void *dy, const miopenTensorDescriptor_t dxDesc, void *dx,
                                                const miopenTensorDescriptor_t bnScaleBiasDiffDesc, const void *bnScale, void *resultBnScaleDiff,
                                                void *resultBnBiasDiff, double epsilon, const void *savedMean, const void *savedInvVariance) {
    const miopenTensorDescriptor_t all = bnScaleBiasDiffDesc;
    return miopenBatchNormalizationBackward_V2(handle, bn_mode, alphaDataDiff, betaDataDiff, alphaParamDiff, betaParamDiff, xDesc, x, dyDesc, dy, dxDesc, dx, all, all,
                                               all, all, bnScale, resultBnScaleDiff, resultBnBiasDiff, epsilon, savedMean, savedInvVariance);
}
