// Recursion: direct, mutual, nested, through virtual functions and pointers, with local arrays, structures by value and references.
//
// Each function runs on the host and in a kernel, for many threads whose recursions differ in depth; results must be equal.
// One RESULT line per kernel, and one for an overflow of the stack, which must stop the thread and not go on wrongly.
#include <hip/hip_runtime.h>

#include <cstdio>

#define BOTH __host__ __device__
#define RECURSIVE BOTH __attribute__((noinline))

static const int count = 128, any = -1;

RECURSIVE int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
BOTH int fib(int i) { return fibonacci(i % 14); }

RECURSIVE unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
BOTH int acker(int i) { return int(ackermann(i % 3, i % 5)); }

RECURSIVE bool is_odd(int n);
RECURSIVE bool is_even(int n) {
    if (n == 0) return true;
    return !is_odd(n - 1) == false;
}
RECURSIVE bool is_odd(int n) {
    if (n == 0) return false;
    return !is_even(n - 1) == false;
}
BOTH int parity(int i) { return is_even(i % 40) * 2 + is_odd((i * 7) % 40); }

// Sorts a local array: pointers into the caller's frame.
RECURSIVE void quicksort(int *a, int low, int high) {
    if (low >= high) return;
    const int pivot = a[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
            const int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quicksort(a, low, j);
    quicksort(a, i, high);
}
BOTH int sorted(int i) {
    int a[24];
    unsigned seed = i * 2654435761u + 1;
    for (int n = 0; n < 24; n++) {
        seed = seed * 1664525u + 1013904223u;
        a[n] = int(seed >> 20);
    }
    quicksort(a, 0, 23);
    unsigned hash = 0;
    for (int n = 0; n < 24; n++) hash = hash * 31 + a[n];
    for (int n = 1; n < 24; n++) hash += a[n - 1] > a[n] ? 1u << 31 : 0;
    return int(hash);
}

RECURSIVE int queens(int n, unsigned columns, unsigned left, unsigned right) {
    const unsigned all = (1u << n) - 1;
    if (columns == all) return 1;
    int found = 0;
    for (unsigned open = all & ~(columns | left | right); open; open &= open - 1) {
        const unsigned place = open & -open;
        found += queens(n, columns | place, (left | place) << 1, (right | place) >> 1);
    }
    return found;
}
BOTH int queen(int i) { return queens(1 + i % 7, 0, 0, 0); }

// Each activation has a local array of its own, and gets and gives structures by value.
struct Triple {
    int a, b;
    double c[4];
};
RECURSIVE Triple weave(Triple t, int depth) {
    int mine[6];
    for (int n = 0; n < 6; n++) mine[n] = t.a * n + depth;
    if (depth > 0) {
        Triple less = t;
        less.a += 1;
        less.c[depth % 4] += 0.5;
        const Triple back = weave(less, depth - 1);
        t.b += back.b;
        for (int n = 0; n < 4; n++) t.c[n] += back.c[n];
    }
    for (int n = 0; n < 6; n++) t.b = t.b * 3 + mine[(n + depth) % 6];
    return t;
}
BOTH int woven(int i) {
    const Triple start = {i, 1, {1, 2, 3, 4}};
    const Triple t = weave(start, i % 7);
    return t.b + int(t.c[0] * 2 + t.c[1] * 4 + t.c[2] * 8 + t.c[3] * 16);
}

// A recursion inside a recursion.
RECURSIVE int power(int base, int n) { return n == 0 ? 1 : n % 2 ? base * power(base, n - 1) : power(base * base, n / 2); }
RECURSIVE int sum_of_powers(int n) { return n == 0 ? 0 : power(n, 3) + sum_of_powers(n - 1); }
BOTH int nested(int i) { return sum_of_powers(i % 20) + power(3, i % 9); }

// References to a caller's variable, a loop around the call, and a return in its middle.
RECURSIVE bool walk(int node, int wanted, int &steps, long long &sum) {
    steps++;
    sum += node;
    if (node == wanted) return true;
    for (int child = 2 * node; child <= 2 * node + 1; child++) {
        if (child < 64 && walk(child, wanted, steps, sum)) {
            sum += 1000 * (long long)node;
            return true;
        }
    }
    return false;
}
BOTH int walked(int i) {
    int steps = 0;
    long long sum = 0;
    const bool found = walk(1, i % 70, steps, sum);
    return int(sum * 3 + steps * 5 + found);
}

// An expression tree of objects in device memory whose virtual functions call each other.
struct Node {
    __device__ virtual float value(float x) const = 0;
};
struct Constant : Node {
    float c;
    __device__ explicit Constant(float c) : c(c) {}
    __device__ float value(float) const override { return c; }
};
struct Variable : Node {
    __device__ float value(float x) const override { return x; }
};
struct Sum : Node {
    const Node *a, *b;
    __device__ Sum(const Node *a, const Node *b) : a(a), b(b) {}
    __device__ float value(float x) const override { return a->value(x) + b->value(x); }
};
struct Product : Node {
    const Node *a, *b;
    __device__ Product(const Node *a, const Node *b) : a(a), b(b) {}
    __device__ float value(float x) const override { return a->value(x) * b->value(x); }
};
struct alignas(32) Place {
    char bytes[32];
};
__global__ void grow(Place *p, const Node **root) {
    const Node *x = new (p) Variable, *two = new (p + 1) Constant(2), *three = new (p + 2) Constant(3);
    const Node *square = new (p + 3) Product(x, x), *twice = new (p + 4) Product(two, x);
    *root = new (p + 5) Sum(new (p + 6) Product(three, square), new (p + 7) Sum(twice, new (p + 8) Product(square, x)));
}
__global__ void evaluate(const Node **root, int *out) { out[threadIdx.x] = int((*root)->value(float(threadIdx.x))); }
static int evaluated(int i) { return 3 * i * i + 2 * i + i * i * i; }

// Pointers to functions that call through pointers.
typedef int (*Step)(int, int);
struct Steps {
    Step first, second;
};
BOTH int shrink(int n, int acc);
BOTH int halve(int n, int acc);
__device__ Steps device_steps = {shrink, halve};
static Steps host_steps = {shrink, halve};
BOTH const Steps &steps() {
#ifdef __HIP_DEVICE_COMPILE__
    return device_steps;
#else
    return host_steps;
#endif
}
BOTH int shrink(int n, int acc) { return n <= 0 ? acc : (n % 3 ? steps().first : steps().second)(n - 1, acc * 2 + 1); }
BOTH int halve(int n, int acc) { return n <= 0 ? acc : (n % 2 ? steps().first : steps().second)(n / 2, acc + n); }
BOTH int stepped(int i) { return (i % 2 ? steps().first : steps().second)(i % 21, i); }

// How deep thread i goes; each level keeps an array.
RECURSIVE int depth(int n) {
    volatile int mine[4] = {n, n, n, n};
    return n == 0 ? 0 : depth(n - 1) + mine[n % 4] - n + 1;
}
__global__ void deep(int *out, int step) { out[threadIdx.x] = depth(int(threadIdx.x) * step); }

#define KERNEL(name) \
    __global__ void kernel_##name(int *out) { \
        const int i = blockIdx.x * blockDim.x + threadIdx.x; \
        out[i] = name(i); \
    }
KERNEL(fib)
KERNEL(acker)
KERNEL(parity)
KERNEL(sorted)
KERNEL(queen)
KERNEL(woven)
KERNEL(nested)
KERNEL(walked)
KERNEL(stepped)

template <typename Launch, typename Expected>
static bool check(const char *name, Launch launch, Expected expected, bool may_fail = false) {
    int *out = nullptr;
    if (hipMallocManaged(&out, count * sizeof(int)) != hipSuccess) return false;
    for (int i = 0; i < count; i++) out[i] = 0x55555555;
    launch(out);
    const hipError_t error = hipDeviceSynchronize();
    int wrong = error != hipSuccess && !may_fail;
    for (int i = 0; i < count; i++) {
        if (out[i] == expected(i) || expected(i) == any) continue;
        if (wrong++ < 3) printf("%s[%d] is %d, not %d\n", name, i, out[i], expected(i));
    }
    (void)hipFree(out);
    printf("RESULT name=recursion kernel=%s ok=%d\n", name, wrong == 0);
    return wrong == 0;
}

#define RUN(name) ok &= check(#name, [](int *out) { kernel_##name<<<2, count / 2>>>(out); }, name)

int main() {
    bool ok = true;
    RUN(fib);
    RUN(acker);
    RUN(parity);
    RUN(sorted);
    RUN(queen);
    RUN(woven);
    RUN(nested);
    RUN(walked);
    RUN(stepped);
    Place *places = nullptr;
    const Node **root = nullptr;
    if (hipMalloc(&places, 16 * sizeof(Place)) != hipSuccess || hipMalloc(&root, sizeof *root) != hipSuccess) return 1;
    ok &= check("virtual", [&](int *out) {
        grow<<<1, 1>>>(places, root);
        evaluate<<<1, count>>>(root, out);
    }, evaluated);
    // 127 levels do not fit the default. (NVIDIA's driver refuses stacks of 16 KiB.)
    size_t limit = 0;
    ok &= hipDeviceSetLimit(hipLimitStackSize, 8192) == hipSuccess &&
          hipDeviceGetLimit(&limit, hipLimitStackSize) == hipSuccess && limit == 8192;
    ok &= check("limit", [](int *out) { deep<<<1, count>>>(out, 1); }, [](int i) { return i; });
    (void)hipFree(places);
    (void)hipFree(root);
    // 127 levels of less than 64 bytes do not fit 2 KiB: the deepest threads must stop and write nothing. Last, as it may
    // leave the device in error.
    ok &= hipDeviceSetLimit(hipLimitStackSize, 2048) == hipSuccess;
    ok &= check("overflow", [](int *out) { deep<<<1, count>>>(out, 2), (void)hipDeviceSynchronize(); }, [](int i) {
        return i < 16 ? 2 * i : i > 126 ? 0x55555555 : any;
    }, true);
    return ok ? 0 : 1;
}
