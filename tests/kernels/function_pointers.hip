// Calls whose target only the run knows: virtual functions of objects made on the device, tables of function pointers in constant and
// device memory, pointers that travel from kernel to kernel, pointers to members, and a type-erased callable.
//
// Each function is checked against the same computation on the host. One RESULT line per kernel.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <new>

static const int count = 256;

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual int sides() const { return 0; }
    __device__ virtual void grow(float by) = 0;
};

struct Square : Shape {
    float side;
    __device__ explicit Square(float side) : side(side) {}
    __device__ float area() const override { return side * side; }
    __device__ int sides() const override { return 4; }
    __device__ void grow(float by) override { side += by; }
};

struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float radius) : radius(radius) {}
    __device__ float area() const override { return 3.0f * radius * radius; }
    __device__ void grow(float by) override { radius *= by; }
};

struct alignas(16) Slot {
    char bytes[16];
};

__global__ void construct(Slot *memory, Shape **shapes) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 1) shapes[i] = new (memory + i) Square(float(i));
    else shapes[i] = new (memory + i) Circle(float(i));
}

__global__ void measure(Shape **shapes, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    shapes[i]->grow(2.0f);
    out[i] = int(shapes[i]->area()) * 10 + shapes[i]->sides();
}

static int measured(int i) { return i % 2 == 1 ? (i + 2) * (i + 2) * 10 + 4 : 3 * (2 * i) * (2 * i) * 10; }

typedef int (*Operation)(int, int);
__host__ __device__ int add(int a, int b) { return a + b; }
__host__ __device__ int multiply(int a, int b) { return a * b; }
__host__ __device__ int subtract(int a, int b) { return a - b; }

__device__ Operation device_table[4] = {add, multiply, subtract, nullptr};
__constant__ Operation constant_table[3] = {subtract, multiply, add};

__global__ void tables(int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Operation first = device_table[i % 4];
    out[i] = (first == nullptr ? -7 : first(i, 3)) + constant_table[i % 3](i, 5);
}

static int table_result(int i) {
    const Operation four[4] = {add, multiply, subtract, nullptr}, three[3] = {subtract, multiply, add};
    return (four[i % 4] ? four[i % 4](i, 3) : -7) + three[i % 3](i, 5);
}

__device__ Operation chosen;
__global__ void choose(int which) { chosen = which == 0 ? add : which == 1 ? multiply : subtract; }
__global__ void use(int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = chosen(i, 10);
}

struct Counter {
    int value;
    __host__ __device__ int up(int by) { return value += by; }
    __host__ __device__ int down(int by) { return value -= by; }
};
typedef int (Counter::*Step)(int);

__global__ void members(int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Counter counter = {100};
    const Step steps[2] = {&Counter::up, &Counter::down};
    for (int n = 0; n < 5; n++) (counter.*steps[(i >> n) & 1])(n + i);
    out[i] = counter.value;
}

static int member_result(int i) {
    Counter counter = {100};
    const Step steps[2] = {&Counter::up, &Counter::down};
    for (int n = 0; n < 5; n++) (counter.*steps[(i >> n) & 1])(n + i);
    return counter.value;
}

// What std::function does inside: the callable's bytes and a pointer to a function that knows their type.
struct Callable {
    alignas(8) char storage[16];
    int (*invoke)(const void *, int);
    template <typename F> __device__ explicit Callable(F f) {
        static_assert(sizeof(F) <= sizeof(storage), "");
        new (storage) F(f);
        invoke = [](const void *self, int x) { return (*static_cast<const F *>(self))(x); };
    }
    __device__ int operator()(int x) const { return invoke(storage, x); }
};

__global__ void erased(Callable *made, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const double scale = 0.5 * i;
    if (i % 3 == 0) new (made + i) Callable([i](int x) { return x + i; });
    else if (i % 3 == 1) new (made + i) Callable([scale](int x) { return int(x * scale); });
    else new (made + i) Callable([](int x) { return -x; });
    out[i] = made[i](i * 2);
}

static int erased_result(int i) { return i % 3 == 0 ? 3 * i : i % 3 == 1 ? int(i * 2 * (0.5 * i)) : -2 * i; }

template <typename Launch, typename Expected> static bool check(const char *name, Launch launch, Expected expected) {
    int *out = nullptr;
    if (hipMallocManaged(&out, count * sizeof(int)) != hipSuccess) return false;
    for (int i = 0; i < count; i++) out[i] = 0x55555555;
    launch(out);
    int wrong = hipDeviceSynchronize() != hipSuccess;
    for (int i = 0; i < count; i++) {
        if (out[i] == expected(i)) continue;
        if (wrong++ < 3) printf("%s[%d] is %d, not %d\n", name, i, out[i], expected(i));
    }
    (void)hipFree(out);
    printf("RESULT name=function_pointers kernel=%s ok=%d\n", name, wrong == 0);
    return wrong == 0;
}

int main() {
    Slot *memory = nullptr;
    Shape **shapes = nullptr;
    Callable *callables = nullptr;
    if (hipMalloc(&memory, count * sizeof(Slot)) != hipSuccess || hipMalloc(&shapes, count * sizeof(Shape *)) != hipSuccess ||
        hipMalloc(&callables, count * sizeof(Callable)) != hipSuccess)
        return 1;
    bool ok = check("virtual", [&](int *out) {
        construct<<<4, count / 4>>>(memory, shapes);
        measure<<<4, count / 4>>>(shapes, out);
    }, measured);
    ok &= check("tables", [](int *out) { tables<<<4, count / 4>>>(out); }, table_result);
    for (int which = 0; which < 3; which++) {
        ok &= check("chosen", [&](int *out) {
            choose<<<1, 1>>>(which);
            use<<<4, count / 4>>>(out);
        }, [&](int i) { return which == 0 ? i + 10 : which == 1 ? i * 10 : i - 10; });
    }
    ok &= check("members", [](int *out) { members<<<4, count / 4>>>(out); }, member_result);
    ok &= check("erased", [&](int *out) { erased<<<4, count / 4>>>(callables, out); }, erased_result);
    (void)hipFree(memory);
    (void)hipFree(shapes);
    (void)hipFree(callables);
    return ok ? 0 : 1;
}
