// Pointers into local and shared memory that go through other memory: in structures that are copied, and as one side of a copy whose other side
// is known to be shared. One RESULT line each.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

static const int count = 64;

struct View {
    int *values;
    int first, second;
};

// Which of the views is copied is known at run time only, so they lie in memory, and are copied as it lies there.
__device__ void make_views(View *views, int *values, int zero) {
    for (int i = 0; i < 8; i++) views[i] = {values + 4 * i + zero, i, zero};
}

__global__ void through_shared(int *out, View *, char **, int zero) {
    __shared__ int values[count];
    __shared__ View kept[count];
    View views[8];
    const int i = threadIdx.x;
    values[i] = 3 * i;
    make_views(views, values, zero);
    kept[i] = views[(i + zero) & 7];
    __syncthreads();
    const View *view = &kept[(5 * i + zero) & (count - 1)];
    out[i] = view->values[i & 3] + 1000 * view->first;
}

__global__ void through_device(int *out, View *kept, char **, int zero) {
    __shared__ int values[count];
    View views[8];
    const int i = threadIdx.x;
    values[i] = 3 * i;
    make_views(views, values, zero);
    kept[i] = views[(i + zero) & 7];
    __syncthreads();
    const View *view = &kept[(5 * i + zero) & (count - 1)];
    out[i] = view->values[i & 3] + 1000 * view->first;
}
static int view_is(int i) {
    const int which = 5 * i & 7;
    return 3 * (4 * which + (i & 3)) + 1000 * which;
}

// `pointer` holds a pointer to `bytes`, which nobody can tell from others.
__device__ char *hidden(char *bytes, char **pointer) {
    *pointer = bytes;
    return *(char *volatile *)pointer;
}

__global__ void moved_down(int *out, View *, char **pointer, int zero) {
    __shared__ char bytes[512];
    const int i = threadIdx.x;
    for (int j = i; j < 512; j += count) bytes[j] = (char)(j * 7 + j / 64);
    __syncthreads();
    if (i == 0) {
        char *same = hidden(bytes, pointer);
        memmove(same + 5, bytes + 8, 200 + zero);
        memmove(bytes + 260, same + 263, 200 + zero);
    }
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < 8; j++) sum = 3 * sum + bytes[8 * i + j];
    out[i] = sum;
}

__global__ void moved_up(int *out, View *, char **pointer, int zero) {
    __shared__ char bytes[512];
    const int i = threadIdx.x;
    for (int j = i; j < 512; j += count) bytes[j] = (char)(j * 7 + j / 64);
    __syncthreads();
    if (i == 0) {
        char *same = hidden(bytes, pointer);
        memmove(same + 8, bytes + 5, 200 + zero);
        memmove(bytes + 263, same + 260, 200 + zero);
    }
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < 8; j++) sum = 3 * sum + bytes[8 * i + j];
    out[i] = sum;
}

static int moved_is(int i, bool down) {
    signed char bytes[512];
    for (int j = 0; j < 512; j++) bytes[j] = (signed char)(j * 7 + j / 64);
    std::memmove(bytes + (down ? 5 : 8), bytes + (down ? 8 : 5), 200);
    std::memmove(bytes + (down ? 260 : 263), bytes + (down ? 263 : 260), 200);
    int sum = 0;
    for (int j = 0; j < 8; j++) sum = 3 * sum + bytes[8 * i + j];
    return sum;
}
static int moved_down_is(int i) { return moved_is(i, true); }
static int moved_up_is(int i) { return moved_is(i, false); }

static bool check(const char *name, void (*kernel)(int *, View *, char **, int), int (*expected)(int)) {
    int *out = nullptr, host[count], wrong = 0;
    View *views = nullptr;
    char **pointer = nullptr;
    if (hipMalloc(&out, sizeof host) != hipSuccess || hipMemset(out, 0xff, sizeof host) != hipSuccess) return false;
    if (hipMalloc(&views, count * sizeof *views) != hipSuccess || hipMalloc(&pointer, sizeof *pointer) != hipSuccess) return false;
    kernel<<<1, count>>>(out, views, pointer, 0);
    if (hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost) != hipSuccess) return false;
    for (int i = 0; i < count; i++) {
        if (host[i] != expected(i) && !wrong++) std::printf("%s: thread %d: %d, expected %d\n", name, i, host[i], expected(i));
    }
    (void)hipFree(out);
    (void)hipFree(views);
    (void)hipFree(pointer);
    std::printf("RESULT name=copied_pointers kernel=%s ok=%d\n", name, wrong == 0);
    return wrong == 0;
}

int main() {
    bool ok = check("through_shared", through_shared, view_is);
    ok &= check("through_device", through_device, view_is);
    ok &= check("moved_down", moved_down, moved_down_is);
    ok &= check("moved_up", moved_up, moved_up_is);
    return ok ? 0 : 1;
}
