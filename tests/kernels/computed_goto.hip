// Computed goto: a small machine whose instructions are labels, with its table in constant memory, and labels kept in a variable.
#include <hip/hip_runtime.h>

#include <cstdio>

static const int count = 64;

// Interprets `code` from a place that differs between the lanes of a warp.
__global__ void interpret(const unsigned char *code, int *out) {
    static const void *const labels[] = {&&add, &&twice, &&less, &&skip, &&stop};
    int value = threadIdx.x, at = threadIdx.x % 4;
    goto *labels[code[at]];
add:
    value += 7;
    goto *labels[code[++at]];
twice:
    value *= 2;
    goto *labels[code[++at]];
less:
    value -= at;
    goto *labels[code[++at]];
skip:
    at += value & 1 ? 2 : 1;
    goto *labels[code[at]];
stop:
    out[threadIdx.x] = value;
}

__global__ void kept(int *out, int rounds) {
    const void *next = threadIdx.x & 1 ? &&odd : &&even;
    int sum = 0;
again:
    if (rounds-- == 0) {
        out[threadIdx.x] = next != nullptr ? sum : -1;
        return;
    }
    goto *next;
odd:
    sum += 10;
    next = &&even;
    goto again;
even:
    sum += 1;
    next = &&odd;
    goto again;
}

static int interpreted(const unsigned char *code, int i) {
    int value = i, at = i % 4;
    for (;;) switch (code[at]) {
        case 0: value += 7, at++; break;
        case 1: value *= 2, at++; break;
        case 2: value -= at, at++; break;
        case 3: at += value & 1 ? 2 : 1; break;
        default: return value;
    }
}

int main() {
    const unsigned char code[] = {0, 3, 1, 2, 3, 0, 1, 0, 3, 2, 1, 4};
    unsigned char *device = nullptr;
    int *out = nullptr, host[count];
    bool right = hipMalloc(&device, sizeof code) == hipSuccess && hipMalloc(&out, sizeof host) == hipSuccess;
    right &= hipMemcpy(device, code, sizeof code, hipMemcpyHostToDevice) == hipSuccess;
    interpret<<<1, count>>>(device, out);
    right &= hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost) == hipSuccess;
    for (int i = 0; i < count; i++) right &= host[i] == interpreted(code, i);
    std::printf("RESULT name=computed_goto kernel=interpret ok=%d\n", right);
    kept<<<1, count>>>(out, 5);
    bool jumped = hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost) == hipSuccess;
    for (int i = 0; i < count; i++) jumped &= host[i] == (i & 1 ? 32 : 23);
    std::printf("RESULT name=computed_goto kernel=kept ok=%d\n", jumped);
    return right && jumped ? 0 : 1;
}
