// An inline function and a template whose tables hold addresses of labels (computed goto), as two files have them: labels_caller.hip, labels_callee.hip.
#pragma once
#include <hip/hip_runtime.h>

inline __device__ int machine(const unsigned char *code, int value) {
    static const void *const labels[] = {&&add, &&twice, &&less, &&stop};
    goto *labels[*code];
add:
    value += 7;
    goto *labels[*++code];
twice:
    value *= 2;
    goto *labels[*++code];
less:
    value -= 3;
    goto *labels[*++code];
stop:
    return value;
}

template <int step> __device__ int walk(const unsigned char *code, int value) {
    static const void *const labels[] = {&&up, &&down, &&stop};
    goto *labels[*code];
down:
    value -= step;
    goto *labels[*++code];
up:
    value += step;
    goto *labels[*++code];
stop:
    return value;
}
