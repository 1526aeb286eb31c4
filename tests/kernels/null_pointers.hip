// No object of any memory lies at a null pointer: local and shared variables that come first, found, listed, kept in structures, chosen
// and compared, also as pointers that name their memory. One RESULT line each.
#include <hip/hip_runtime.h>

#include <cstdio>

static const int count = 64;

typedef __attribute__((address_space(3))) int *SharedPointer;
typedef __attribute__((address_space(5))) int *PrivatePointer;

struct Node {
    int value;
    Node *left, *right;
};

__device__ __noinline__ int *find(int *from, int n, int wanted) {
    for (int i = 0; i < n; i++)
        if (from[i] == wanted) return from + i;
    return nullptr;
}

__device__ int depth(const Node *node) { return node ? 1 + max(depth(node->left), depth(node->right)) : 0; }

__device__ int length(const Node *node) {
    int n = 0;
    for (; node; node = node->left) n++;
    return n;
}

__device__ void make_tree(Node *nodes) {
    for (int i = 0; i < 7; i++) {
        nodes[i].left = 2 * i + 1 < 7 ? nodes + 2 * i + 1 : nullptr;
        nodes[i].right = 2 * i + 2 < 7 ? nodes + 2 * i + 2 : nullptr;
    }
}

__global__ void chosen(int *out, int zero) {
    __shared__ int shared[count];
    int local[count];
    local[zero] = 1;
    const int i = threadIdx.x;
    int *a = i < 32 ? &shared[i & 31] : nullptr, *b = i < 32 ? &local[i & 31] : nullptr, *c = i & 1 ? a : b;
    out[i] = (a != nullptr) + 2 * (b != nullptr) + 4 * (c != nullptr) + 8 * (nullptr == a) + 16 * !b;
}
static int chosen_is(int i) { return i < 32 ? 7 : 24; }

__global__ void found(int *out, int zero) {
    __shared__ int shared[count];
    int local[count];
    shared[threadIdx.x] = threadIdx.x + 10;
    for (int i = 0; i < count; i++) local[i] = i + 10;
    __syncthreads();
    const int i = threadIdx.x;
    int *a = find(shared, count, i + 10 + zero), *b = find(local, count, i + 10), *c = find(i & 1 ? local : shared, count, 9);
    out[i] = (a ? *a : -1) + (b ? *b : -1) + (c ? 1000 : 0);
}
static int found_is(int i) { return 2 * i + 20; }

__global__ void trees(int *out, int zero) {
    __shared__ Node shared[7];
    Node local[7];
    make_tree(local);
    if (threadIdx.x == 0) make_tree(shared);
    __syncthreads();
    const int i = threadIdx.x;
    out[i] = depth(shared + zero) + 10 * depth(local + zero) + 100 * depth(i & 1 ? shared + i % 7 : local + i % 7);
}
static int trees_is(int i) { return 33 + 100 * (i % 7 == 0 ? 3 : i % 7 < 3 ? 2 : 1); }

__global__ void lists(int *out, int zero) {
    __shared__ Node shared[4];
    Node local[4], *head = nullptr;
    for (int j = 3; j >= 0; j--) {
        local[(j + zero) & 3].left = head;
        head = &local[(j + zero) & 3];
    }
    if (threadIdx.x < 4) shared[threadIdx.x].left = threadIdx.x < 3 ? shared + threadIdx.x + 1 : nullptr;
    __syncthreads();
    out[threadIdx.x] = length(head) + 10 * length(shared + zero) + 100 * length(threadIdx.x & 1 ? shared + 1 : head);
}
static int lists_is(int i) { return 44 + 100 * (i & 1 ? 3 : 4); }

// Pointers kept in memory, also as null.
__global__ void kept(int *out, int zero) {
    __shared__ int values[count];
    __shared__ int *pointers[count];
    int x = zero, *mixed[4] = {&x, nullptr, values, nullptr}, i = threadIdx.x, n = 0;
    values[i] = i;
    pointers[i] = i & 1 ? &values[count - 1 - i] : nullptr;
    __syncthreads();
    for (int j = 0; j < 4; j++) n += mixed[(j + i) & 3] != nullptr;
    int *p = pointers[(i + 1) & (count - 1)];
    out[i] = n + 10 * (p ? 1 + *p : 0) + (pointers[i ^ 1] == nullptr ? 1000 : 0);
}
static int kept_is(int i) {
    const int next = (i + 1) & (count - 1);
    return 2 + 10 * (next & 1 ? count - next : 0) + (i & 1 ? 1000 : 0);
}

// Pointers that name their memory, there and back. (Null of a type that names it by number is 0 for clang, where an object may lie on
// AMD's hardware too: only the generic pointer is asked.)
__global__ void named(int *out, int zero) {
    __shared__ int shared[4];
    int local = zero;
    int *a = threadIdx.x & 1 ? shared + zero : nullptr, *b = threadIdx.x & 2 ? nullptr : &local + zero;
    if (zero) a = b = out;
    SharedPointer s = (SharedPointer)a;
    PrivatePointer p = (PrivatePointer)b;
    if (zero) s++, p++;
    out[threadIdx.x] = ((int *)s == nullptr) + 2 * ((int *)p == nullptr) + 4 * ((int *)(SharedPointer)shared != nullptr) +
                       8 * ((int *)s == a) + 16 * ((int *)p == b);
}
static int named_is(int i) { return (i & 1 ? 0 : 1) + (i & 2 ? 2 : 0) + 28; }

static bool check(const char *name, void (*kernel)(int *, int), int (*expected)(int)) {
    int *out = nullptr, host[count], wrong = 0;
    if (hipMalloc(&out, sizeof host) != hipSuccess || hipMemset(out, 0xff, sizeof host) != hipSuccess) return false;
    kernel<<<1, count>>>(out, 0);
    if (hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost) != hipSuccess) return false;
    for (int i = 0; i < count; i++) {
        if (host[i] != expected(i) && !wrong++) std::printf("%s: thread %d: %d, expected %d\n", name, i, host[i], expected(i));
    }
    (void)hipFree(out);
    std::printf("RESULT name=null_pointers kernel=%s ok=%d\n", name, wrong == 0);
    return wrong == 0;
}

#define RUN(name) ok &= check(#name, name, name##_is)

int main() {
    bool ok = true;
    RUN(chosen);
    RUN(found);
    RUN(trees);
    RUN(lists);
    RUN(kept);
    RUN(named);
    return ok ? 0 : 1;
}
