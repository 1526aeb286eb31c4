// activation.h: activation functions and their gradients, as kernels of this folder apply them.
#pragma once

#include "elements.h"

namespace dnn {

struct Activation : miopenActivationDescriptor {
    miopenActivationMode_t mode = miopenActivationPASTHRU;
    double alpha = 0, beta = 0, gamma = 0;
};

inline bool is_mode(miopenActivationMode_t mode) { return unsigned(mode) <= miopenActivationCLAMP; }

// In a kernel.
template <class W> struct Activating {
    miopenActivationMode_t mode;
    W alpha, beta, gamma;

    Activating(const Activation &of) : mode(of.mode), alpha(W(of.alpha)), beta(W(of.beta)), gamma(W(of.gamma)) {}

    __device__ W forward(W x) const {
        switch (mode) {
            case miopenActivationLOGISTIC: return W(1) / (W(1) + exp(-x));
            case miopenActivationTANH: return beta * tanh(alpha * x);
            case miopenActivationRELU: return x > 0 ? x : W(0);
            case miopenActivationSOFTRELU: return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
            case miopenActivationABS: return fabs(x);
            case miopenActivationPOWER: {
                const W sum = alpha + beta * x;
                return sum <= W(1e-6) ? W(0) : pow(sum, gamma);
            }
            case miopenActivationCLIPPEDRELU: return fmin(alpha, fmax(x, W(0)));
            case miopenActivationLEAKYRELU: return x > 0 ? x : alpha * x;
            case miopenActivationELU: return x > 0 ? x : alpha * expm1(x);
            case miopenActivationCLAMP: return fmax(alpha, fmin(beta, x));
            default: return x;
        }
    }

    // The power's is MIOpen's, which does not take dy.
    __device__ W backward(W dy, W x, W y) const {
        switch (mode) {
            case miopenActivationLOGISTIC: return dy * y * (W(1) - y);
            case miopenActivationTANH: return dy * alpha * (beta - y * y / beta);
            case miopenActivationRELU: return x > 0 ? dy : W(0);
            case miopenActivationSOFTRELU: return dy / (W(1) + exp(-x));
            case miopenActivationABS: return x > 0 ? dy : -dy;
            case miopenActivationPOWER: {
                const W sum = alpha + beta * x;
                return sum <= W(1e-6) ? W(0) : gamma * beta * y / sum;
            }
            case miopenActivationCLIPPEDRELU: return x > 0 && x <= alpha ? dy : W(0);
            case miopenActivationLEAKYRELU: return x > 0 ? dy : alpha * dy;
            case miopenActivationELU: return x > 0 ? dy : dy * (y + alpha);
            case miopenActivationCLAMP: return x > alpha && x <= beta ? dy : W(0);
            default: return dy;
        }
    }
};

miopenStatus_t activate(const Handle &handle, const Activation &activation, View x, View y, double alpha, double beta);
// What of x and y the mode does not read may be of any address that can be read.
miopenStatus_t activate_backward(const Handle &handle, const Activation &activation, View y, View dy, View x, View dx, double alpha, double beta);

}  // namespace dnn
