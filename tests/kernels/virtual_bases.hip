// Virtual base classes on the device: objects made there, called and cast through every base, diamonds that share theirs.
#include <hip/hip_runtime.h>

#include <cstdio>

#define HD __host__ __device__
struct Root {
    int x;
    HD Root(int x) : x(x) {}
    HD virtual int f(int a) { return a + x; }
    HD virtual ~Root() {}
};
struct Left : virtual Root {
    int y = 2;
    HD Left(int x) : Root(x) {}
    HD int f(int a) override { return a * y + x; }
};
struct Right : virtual Root {
    int z = 3;
    HD Right(int x) : Root(x) {}
    HD virtual int g(int a) { return f(a) + z; }
};
struct Both : Left, Right {
    HD Both(int x) : Root(x), Left(-1), Right(-2) {}
    HD int g(int a) override { return f(a) * 10 + z + y; }
};

HD int through(Root *root, int a) { return root->f(a); }
HD int through(Right *right, int a) { return right->g(a) + right->x; }

HD int result(int i) {
    Root root(7);
    Left left(i);
    Right right(i + 1);
    Both both(i + 2);
    Root *roots[] = {&root, &left, &right, &both};
    Right *rights[] = {&right, &both};
    Left *cast = &both;
    return through(roots[i % 4], i) + 1000 * through(rights[i & 1], i) + 100000 * (static_cast<Root *>(cast) == roots[3]) + cast->x;
}

__global__ void objects(int *out) { out[threadIdx.x] = result(threadIdx.x); }

int main() {
    const int count = 64;
    int *out = nullptr, host[count];
    bool ok = hipMalloc(&out, sizeof host) == hipSuccess;
    objects<<<1, count>>>(out);
    ok &= hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost) == hipSuccess;
    for (int i = 0; i < count; i++) ok &= host[i] == result(i);
    std::printf("RESULT name=virtual_bases kernel=objects ok=%d\n", ok);
    return ok ? 0 : 1;
}
