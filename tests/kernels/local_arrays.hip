// Local arrays of a size that is only known at run time: variable arrays, alloca, in loops, in functions that are not inlined, in recursion.
//
// Each function runs on the host and in a kernel, for many threads whose sizes differ; results must be equal. One RESULT line per
// kernel, and one for an array that does not fit hipLimitStackSize, which must stop its thread and not go on wrongly.
#include <hip/hip_runtime.h>

#include <cstdio>

#define BOTH __host__ __device__
#define CALLED BOTH __attribute__((noinline))

static const int count = 128;

BOTH int variable(int i) {
    const int n = i % 37 + 1;
    int a[n];
    for (int k = 0; k < n; k++) a[k] = k * i;
    int sum = 0;
    for (int k = 0; k < n; k++) sum = sum * 3 + a[n - 1 - k];
    return sum;
}

// Each scope gives back what it took: together they are more than the stack.
BOTH int scopes(int i) {
    int sum = i;
    for (int n = 1; n < 60; n++) {
        unsigned char bytes[n];
        short words[n + i % 5];
        for (int k = 0; k < n; k++) bytes[k] = k ^ sum, words[k] = sum + k;
        for (int k = 0; k < n; k++) sum = sum * 5 + bytes[n - 1 - k] + words[k];
    }
    return sum;
}

struct Node {
    Node *next;
    int value;
};

// alloca's memory is kept to the function's end.
BOTH int list(int i) {
    Node *head = nullptr;
    for (int k = 0; k < i % 50; k++) {
        Node *node = static_cast<Node *>(__builtin_alloca(sizeof(Node)));
        node->next = head;
        node->value = k * i;
        head = node;
    }
    int sum = 0;
    for (; head; head = head->next) sum = sum * 7 + head->value;
    return sum;
}

CALLED int of_function(int n, int seed) {
    alignas(32) double a[n];
    for (int k = 0; k < n; k++) a[k] = seed + k * 0.5;
    double sum = reinterpret_cast<size_t>(a) % 32;
    for (int k = n; k-- > 0;) sum = sum * 0.5 + a[k];
    return int(sum * 16);
}
BOTH int functions(int i) {
    int sum = 0;
    for (int k = 1; k < 40; k++) sum += of_function(k, i);
    return sum;
}

CALLED int sums(const int *above, int length, int depth) {
    if (depth == 0) return above[length - 1];
    const int n = length % 7 + depth;
    int a[n];
    for (int k = 0; k < n; k++) a[k] = above[k % length] + depth;
    const int left = sums(a, n, depth - 1), right = sums(a, n / 2 + 1, depth - 1);
    int sum = left * 3 + right;
    for (int k = 0; k < n; k++) sum = sum * 3 + a[k];
    return sum;
}
BOTH int recursive(int i) { return sums(&i, 1, i % 5 + 1); }

// More than hipLimitStackSize for the last threads.
BOTH int large(int i) {
    const int n = i * 64 + 1;
    volatile int a[n];
    a[n - 1] = i;
    return a[n - 1];
}

template <int function(int)> __global__ void kernel(int *out) { out[threadIdx.x] = function(threadIdx.x); }

template <int function(int)> static bool check(const char *name, int most = count) {
    int *out = nullptr;
    bool ok = hipMallocManaged(&out, count * sizeof(int)) == hipSuccess;
    if (!ok) return false;
    for (int i = 0; i < count; i++) out[i] = 0x55555555;
    kernel<function><<<1, count>>>(out);
    const bool done = hipDeviceSynchronize() == hipSuccess;
    ok &= done == (most == count);
    for (int i = 0; i < count; i++) {
        const int expected = i < most ? function(i) : 0x55555555;
        if (out[i] != expected && ok) ok = false, printf("%s: thread %d has %d, not %d\n", name, i, out[i], expected);
    }
    (void)hipFree(out);
    printf("RESULT name=%s ok=%d\n", name, ok);
    return ok;
}

int main() {
    bool ok = check<variable>("variable");
    ok &= check<scopes>("scopes");
    ok &= check<list>("list");
    ok &= check<functions>("functions");
    ok &= check<recursive>("recursive");
    // Last, as it leaves the device in error: arrays of up to 16 threads fit 4 KiB.
    ok &= check<large>("overflow", 16);
    return ok ? 0 : 1;
}
