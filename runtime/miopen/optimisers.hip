// optimisers.hip: Adam and AdamW, as PyTorch and as Transformers have it, with scaled gradients and steps that are left out where something is infinite.
//
// Called by programs. A step's number is the program's, or one that the device counts.
#include "elements.h"
#include "tensor_ops.h"

namespace dnn {

struct Adam {
    View parameter, parameter_to, short_to, gradient, mean, mean_to, square, square_to, largest, largest_to;  // those that are not there have no pointer
    const int *scale, *step_memory;
    const uint8_t *found_infinity;
    uint32_t step;
    float rate, beta1, beta2, decay, epsilon, step_size;
    bool keeps_largest, maximises, decays_apart, is_transformers, corrects;
};

__global__ void adam(Adam a, uint32_t count) {
    const bool is_left_out = a.found_infinity && *a.found_infinity;
    const uint32_t step = a.step_memory ? uint32_t(*a.step_memory) + 1 : a.step;
    const float scale = a.scale ? float(*a.scale) : 1, correction1 = 1 - powf(a.beta1, float(step)), correction2 = 1 - powf(a.beta2, float(step));
    DNN_EACH(i, count) {
        const Index at(a.parameter, i);
        float parameter = a.parameter.get<float>(a.parameter.place(at)), mean = a.mean.get<float>(a.mean.place(at)), square = a.square.get<float>(a.square.place(at));
        float largest = a.keeps_largest ? a.largest.get<float>(a.largest.place(at)) : 0;
        if (!is_left_out) {
            float gradient = a.gradient.get<float>(a.gradient.place(at)) / scale;
            if (a.maximises) gradient = -gradient;
            if (a.decay != 0 && !a.is_transformers) {
                if (a.decays_apart) parameter -= a.rate * a.decay * parameter;
                else gradient += parameter * a.decay;
            }
            mean = mean * a.beta1 + gradient * (1 - a.beta1);
            square = square * a.beta2 + gradient * gradient * (1 - a.beta2);
            largest = fmaxf(largest, square);
            if (a.is_transformers) {
                const float size = a.step_size >= 0 ? a.step_size : a.corrects ? a.rate * sqrtf(correction2) / correction1 : a.rate;
                parameter -= size * mean / (sqrtf(square) + a.epsilon);
                if (a.decay > 0) parameter -= parameter * (a.rate * a.decay);
            } else {
                parameter -= a.rate / correction1 * mean / (sqrtf(a.keeps_largest ? largest : square) / sqrtf(correction2) + a.epsilon);
            }
        }
        a.parameter_to.set<float>(a.parameter_to.place(at), parameter);
        a.mean_to.set<float>(a.mean_to.place(at), mean);
        a.square_to.set<float>(a.square_to.place(at), square);
        if (a.keeps_largest) a.largest_to.set<float>(a.largest_to.place(at), largest);
        if (a.short_to.data) a.short_to.set<float>(a.short_to.place(at), parameter);
    }
}

__global__ void count_step(const uint8_t *found_infinity, const int *from, int *to) { *to = *from + !(found_infinity && *found_infinity); }

namespace {

struct Given {
    miopenTensorDescriptor_t tensor;
    const void *data;
};

struct Call {
    Given parameter, parameter_to, short_to, gradient, mean, mean_to, square, square_to, largest, largest_to, step, step_to, scale, infinity;
    uint32_t number;
    float rate, beta1, beta2, decay, epsilon, step_size;
    bool keeps_largest, maximises, decays_apart, is_transformers, corrects;

    miopenStatus_t run(Handle &handle) const {
        if (!parameter.tensor || !parameter.data) return miopenStatusBadParm;
        const Tensor &like = of(parameter.tensor);
        bool is_right = is_small(like) && is_real(like.type) && like.type != miopenDouble;
        const auto seen = [&](const Given &g, bool must) {
            if (!g.data) is_right &= !must;
            else is_right &= g.tensor && of(g.tensor).lens == like.lens && is_real(of(g.tensor).type) && of(g.tensor).type != miopenDouble;
            return is_right && g.data ? view(of(g.tensor), g.data) : view(like, nullptr);
        };
        Adam a = {seen(parameter, true), seen(parameter_to, true), seen(short_to, false), seen(gradient, true), seen(mean, true), seen(mean_to, true),
                  seen(square, true), seen(square_to, true), seen(largest, keeps_largest), seen(largest_to, keeps_largest), static_cast<const int *>(scale.data),
                  static_cast<const int *>(step.data), static_cast<const uint8_t *>(infinity.data), number, rate, beta1, beta2, decay, epsilon, step_size,
                  keeps_largest, maximises, decays_apart, is_transformers, corrects};
        if (!is_right || (step.data && !step_to.data)) return miopenStatusBadParm;
        flatten(a.parameter, a.parameter_to, a.short_to, a.gradient, a.mean, a.mean_to, a.square, a.square_to, a.largest, a.largest_to);
        const uint32_t count = uint32_t(like.count());
        DNN_TRY(launch(handle, adam, blocks_for(count), dim3(threads), a, count));
        if (!step.data) return miopenStatusSuccess;
        return launch(handle, count_step, dim3(1), dim3(1), a.found_infinity, a.step_memory, static_cast<int *>(const_cast<void *>(step_to.data)));
    }
};

}  // namespace

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenFusedAdamWithOutput(miopenHandle_t handle, const miopenTensorDescriptor_t paramInDesc, void *paramIn, const miopenTensorDescriptor_t paramOutDesc,
                                         void *paramOut, const miopenTensorDescriptor_t paramOutFloat16Desc, void *paramOutFloat16,
                                         const miopenTensorDescriptor_t gradInDesc, const void *gradIn, const miopenTensorDescriptor_t expAvgInDesc, void *expAvgIn,
                                         const miopenTensorDescriptor_t expAvgOutDesc, void *expAvgOut, const miopenTensorDescriptor_t expAvgSqInDesc, void *expAvgSqIn,
                                         const miopenTensorDescriptor_t expAvgSqOutDesc, void *expAvgSqOut, const miopenTensorDescriptor_t maxExpAvgSqInDesc,
                                         void *maxExpAvgSqIn, const miopenTensorDescriptor_t maxExpAvgSqOutDesc, void *maxExpAvgSqOut,
                                         const miopenTensorDescriptor_t stateStepInDesc, void *stateStepIn, const miopenTensorDescriptor_t stateStepOutDesc,
                                         void *stateStepOut, const unsigned int state_step, const float lr, const float beta1, const float beta2,
                                         const float weight_decay, const float eps, const bool amsgrad, const bool maximize, const bool adamw,
                                         const miopenTensorDescriptor_t gradScaleDesc, const void *gradScale, const miopenTensorDescriptor_t foundInfDesc,
                                         const void *foundInf) {
    return with(handle, [&](Handle &h) {
        return Call{{paramInDesc, paramIn}, {paramOutDesc, paramOut}, {paramOutFloat16Desc, paramOutFloat16}, {gradInDesc, gradIn}, {expAvgInDesc, expAvgIn},
                    {expAvgOutDesc, expAvgOut}, {expAvgSqInDesc, expAvgSqIn}, {expAvgSqOutDesc, expAvgSqOut}, {maxExpAvgSqInDesc, maxExpAvgSqIn},
                    {maxExpAvgSqOutDesc, maxExpAvgSqOut}, {stateStepInDesc, stateStepIn}, {stateStepOutDesc, stateStepOut}, {gradScaleDesc, gradScale},
                    {foundInfDesc, foundInf}, state_step, lr, beta1, beta2, weight_decay, eps, -1, amsgrad, maximize, adamw, false, true}
            .run(h);
    });
}
miopenStatus_t miopenFusedAdam(miopenHandle_t handle, const miopenTensorDescriptor_t paramDesc, void *param, const miopenTensorDescriptor_t gradDesc, const void *grad,
                               const miopenTensorDescriptor_t expAvgDesc, void *expAvg, const miopenTensorDescriptor_t expAvgSqDesc, void *expAvgSq,
                               const miopenTensorDescriptor_t maxExpAvgSqDesc, void *maxExpAvgSq, const miopenTensorDescriptor_t stateStepDesc, void *stateStep,
                               const unsigned int state_step, const float lr, const float beta1, const float beta2, const float weight_decay, const float eps,
                               const bool amsgrad, const bool maximize, const bool adamw, const miopenTensorDescriptor_t gradScaleDesc, const void *gradScale,
                               const miopenTensorDescriptor_t foundInfDesc, const void *foundInf) {
    return miopenFusedAdamWithOutput(handle, paramDesc, param, paramDesc, param, nullptr, nullptr, gradDesc, grad, expAvgDesc, expAvg, expAvgDesc, expAvg, expAvgSqDesc,
                                     expAvgSq, expAvgSqDesc, expAvgSq, maxExpAvgSqDesc, maxExpAvgSq, maxExpAvgSqDesc, maxExpAvgSq, stateStepDesc, stateStep,
                                     stateStepDesc, stateStep, state_step, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, adamw, gradScaleDesc, gradScale,
                                     foundInfDesc, foundInf);
}

// A size of step that is negative is what the rate and the corrections say.
miopenStatus_t miopenTransformersAdamWWithOutput(miopenHandle_t handle, const miopenTensorDescriptor_t paramInDesc, void *paramIn,
                                                 const miopenTensorDescriptor_t paramOutDesc, void *paramOut, const miopenTensorDescriptor_t paramOutFloat16Desc,
                                                 void *paramOutFloat16, const miopenTensorDescriptor_t gradInDesc, const void *gradIn,
                                                 const miopenTensorDescriptor_t expAvgInDesc, void *expAvgIn, const miopenTensorDescriptor_t expAvgOutDesc,
                                                 void *expAvgOut, const miopenTensorDescriptor_t expAvgSqInDesc, void *expAvgSqIn,
                                                 const miopenTensorDescriptor_t expAvgSqOutDesc, void *expAvgSqOut, const miopenTensorDescriptor_t stateStepInDesc,
                                                 void *stateStepIn, const miopenTensorDescriptor_t stateStepOutDesc, void *stateStepOut, const unsigned int state_step,
                                                 const float lr, const float beta1, const float beta2, const float weight_decay, const float eps, const float step_size,
                                                 const bool correct_bias, const miopenTensorDescriptor_t gradScaleDesc, const void *gradScale,
                                                 const miopenTensorDescriptor_t foundInfDesc, const void *foundInf) {
    return with(handle, [&](Handle &h) {
        return Call{{paramInDesc, paramIn}, {paramOutDesc, paramOut}, {paramOutFloat16Desc, paramOutFloat16}, {gradInDesc, gradIn}, {expAvgInDesc, expAvgIn},
                    {expAvgOutDesc, expAvgOut}, {expAvgSqInDesc, expAvgSqIn}, {expAvgSqOutDesc, expAvgSqOut}, {}, {}, {stateStepInDesc, stateStepIn},
                    {stateStepOutDesc, stateStepOut}, {gradScaleDesc, gradScale}, {foundInfDesc, foundInf}, state_step, lr, beta1, beta2, weight_decay, eps, step_size,
                    false, false, true, true, correct_bias}
            .run(h);
    });
}
miopenStatus_t miopenTransformersAdamW(miopenHandle_t handle, const miopenTensorDescriptor_t paramDesc, void *param, const miopenTensorDescriptor_t gradDesc,
                                       const void *grad, const miopenTensorDescriptor_t expAvgDesc, void *expAvg, const miopenTensorDescriptor_t expAvgSqDesc,
                                       void *expAvgSq, const miopenTensorDescriptor_t stateStepDesc, void *stateStep, const unsigned int state_step, const float lr,
                                       const float beta1, const float beta2, const float weight_decay, const float eps, const bool correct_bias,
                                       const miopenTensorDescriptor_t gradScaleDesc, const void *gradScale, const miopenTensorDescriptor_t foundInfDesc,
                                       const void *foundInf) {
    return miopenTransformersAdamWWithOutput(handle, paramDesc, param, paramDesc, param, nullptr, nullptr, gradDesc, grad, expAvgDesc, expAvg, expAvgDesc, expAvg,
                                             expAvgSqDesc, expAvgSq, expAvgSqDesc, expAvgSq, stateStepDesc, stateStep, stateStepDesc, stateStep, state_step, lr, beta1,
                                             beta2, weight_decay, eps, -1, correct_bias, gradScaleDesc, gradScale, foundInfDesc, foundInf);
}
