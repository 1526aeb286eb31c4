// AMD's instruction that meets a ray with a node of a bounding volume hierarchy, as HIPRT uses it: boxes in single precision and half, the two triangles of
// a node, both ways of telling a hit, pointers of 32 and 64 bits, against the host's calculation in double.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

using Corner = float[3];
typedef unsigned Result __attribute__((ext_vector_type(4)));
typedef _Float16 Halves __attribute__((ext_vector_type(4)));

template <class T> struct alignas(64) BoxNode {
    unsigned children[4];
    T corners[4][2][3];
};
struct alignas(64) TriangleNode {
    Corner corners[4];
    unsigned reserved[2], id, sources;
};
struct Ray {
    Corner origin, direction;
    float extent;
};

static const int rays = 512, nodes = 8;
static const unsigned none = ~0u, descending = 1u << 31, barycentrics = 1u << 24;

// What the instruction says of each ray and node of a type; `low`: a pointer of 32 bits beside a base in the descriptor.
__global__ void intersect(const Ray *of, const char *node, unsigned bytes, unsigned type, unsigned order, unsigned mode, bool low, Result *results) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    const Ray ray = of[at];
    const float *o = ray.origin, *d = ray.direction;
    for (int n = 0; n < nodes; n++) {
        const unsigned long long address = reinterpret_cast<unsigned long long>(node + n * bytes);
        const unsigned long long base = low ? address >> 8 << 8 : 0, pointer = (address - base) / 64 << 3 | type;
        const unsigned high = unsigned(base >> 40) | order, last = mode | 8u << 28 | 0x3ff;
        const unsigned word = unsigned(base >> 8);
        Result got;
        if (low)
            got = __builtin_amdgcn_image_bvh_intersect_ray(unsigned(pointer), ray.extent, {o[0], o[1], o[2], 0}, {d[0], d[1], d[2], 0},
                                                           {1 / d[0], 1 / d[1], 1 / d[2], 0}, {word, high, ~0u, last});
        else
            got = __builtin_amdgcn_image_bvh_intersect_ray_l(pointer, ray.extent, {o[0], o[1], o[2], 0}, {d[0], d[1], d[2], 0},
                                                             {1 / d[0], 1 / d[1], 1 / d[2], 0}, {word, high, ~0u, last});
        results[at * nodes + n] = got;
    }
}

// With directions in half precision.
__global__ void intersect_half(const Ray *of, const char *node, unsigned bytes, unsigned type, Result *results) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    const Ray ray = of[at];
    const float *o = ray.origin, *d = ray.direction;
    const Halves along = {_Float16(d[0]), _Float16(d[1]), _Float16(d[2]), 0};
    const Halves inverse = {_Float16(1) / along.x, _Float16(1) / along.y, _Float16(1) / along.z, 0};
    for (int n = 0; n < nodes; n++) {
        const unsigned long long pointer = reinterpret_cast<unsigned long long>(node + n * bytes) / 64 << 3 | type;
        results[at * nodes + n] = __builtin_amdgcn_image_bvh_intersect_ray_lh(pointer, ray.extent, {o[0], o[1], o[2], 0}, along, inverse,
                                                                              {0, descending, ~0u, barycentrics | 8u << 28});
    }
}

static unsigned state = 7;
static float number() { return state = state * 1664525 + 1013904223, float(state >> 8) / 16777216 * 2 - 1; }

// How far inside (above zero) or outside each box a ray passes, and where it enters.
template <class T> static double meets(const T corners[2][3], const Ray &ray, double &enters) {
    double leaves = ray.extent;
    enters = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double a = (double(corners[0][axis]) - ray.origin[axis]) / ray.direction[axis], b = (double(corners[1][axis]) - ray.origin[axis]) / ray.direction[axis];
        enters = std::max(enters, std::min(a, b)), leaves = std::min(leaves, std::max(a, b));
    }
    return leaves - enters;
}

template <class T> static int wrong_boxes(const std::vector<Ray> &of, const std::vector<BoxNode<T>> &node, const std::vector<Result> &got, bool sorted, double near, int &hits) {
    int wrong = 0;
    for (int r = 0; r < rays; r++)
        for (int n = 0; n < nodes; n++) {
            const Result result = got[r * nodes + n];
            double enters[4], last = -1;
            int found = 0, sure = 0, perhaps = 0;
            for (int i = 0; i < 4; i++) {
                const double inside = meets(node[n].corners[i], of[r], enters[i]);
                sure += inside > near, perhaps += inside > -near;
            }
            for (int i = 0; i < 4; i++) {
                if (result[i] == none) continue;
                const int child = int(result[i] - node[n].children[0]) / 8;
                double unused;
                if (child < 0 || child > 3 || meets(node[n].corners[child], of[r], unused) <= -near) wrong++;
                else if (sorted && (enters[child] < last - near || found != i)) wrong++;
                else if (!sorted && child != i) wrong++;
                else last = enters[child];
                found++;
            }
            wrong += found < sure || found > perhaps;
            hits += found;
        }
    return wrong;
}

static float number_of(unsigned bits) {
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static int wrong_triangles(const std::vector<Ray> &of, const std::vector<TriangleNode> &node, const std::vector<Result> &got, int which, bool told, double near, int &hits) {
    int wrong = 0;
    const int corner[2][3] = {{0, 1, 2}, {1, 3, 2}};
    for (int r = 0; r < rays; r++)
        for (int n = 0; n < nodes; n++) {
            const Result result = got[r * nodes + n];
            double e[2][3], p[3], to[3], q[3], det = 0, parts[3] = {}, distance = 0;
            const float *d = of[r].direction, *a = node[n].corners[corner[which][0]];
            for (int i = 0; i < 3; i++)
                e[0][i] = double(node[n].corners[corner[which][1]][i]) - a[i], e[1][i] = double(node[n].corners[corner[which][2]][i]) - a[i], to[i] = double(of[r].origin[i]) - a[i];
            for (int i = 0; i < 3; i++) {
                const int j = (i + 1) % 3, k = (i + 2) % 3;
                p[i] = d[j] * e[1][k] - d[k] * e[1][j], q[i] = to[j] * e[0][k] - to[k] * e[0][j];
            }
            for (int i = 0; i < 3; i++) det += e[0][i] * p[i];
            for (int i = 0; i < 3; i++) parts[1] += to[i] * p[i] / det, parts[2] += d[i] * q[i] / det, distance += e[1][i] * q[i] / det;
            parts[0] = 1 - parts[1] - parts[2];
            const double inside = std::min({parts[0], parts[1], parts[2], distance, of[r].extent - distance});
            if (std::fabs(inside) < near) continue;  // at an edge either may be right
            const double at = double(number_of(result[0])) / number_of(result[1]);
            const bool hit = std::isfinite(at);
            hits += hit;
            if (hit != (inside > 0)) wrong++;
            else if (!told) wrong += result[2] != node[n].id || result[3] != unsigned(hit);
            else if (hit) {
                const unsigned sources = node[n].sources >> 8 * which;
                const double first = double(number_of(result[2])) / number_of(result[1]), second = double(number_of(result[3])) / number_of(result[1]);
                wrong += std::fabs(first - parts[sources & 3]) > near || std::fabs(second - parts[sources >> 2 & 3]) > near;
            }
            wrong += hit && std::fabs(at - distance) > near * (1 + distance);
        }
    return wrong;
}

template <class T> static T *device(const std::vector<T> &from) {
    T *memory = nullptr;
    if (hipMalloc(&memory, from.size() * sizeof(T)) != hipSuccess || hipMemcpy(memory, from.data(), from.size() * sizeof(T), hipMemcpyHostToDevice) != hipSuccess) exit(2);
    return memory;
}

template <class T> static std::vector<BoxNode<T>> box_nodes() {
    std::vector<BoxNode<T>> made(nodes);
    for (int n = 0; n < nodes; n++)
        for (int i = 0; i < 4; i++) {
            made[n].children[i] = n * 256 + i * 8 + 5;
            for (int axis = 0; axis < 3; axis++) {
                const float a = number(), b = number();
                made[n].corners[i][0][axis] = T(std::min(a, b)), made[n].corners[i][1][axis] = T(std::max(a, b));
            }
        }
    return made;
}

int main() {
    std::vector<Ray> of(rays);
    for (Ray &ray : of) {
        for (int i = 0; i < 3; i++) ray.origin[i] = number() * 2, ray.direction[i] = number() * 0.7f - ray.origin[i] * 0.5f;
        ray.extent = 2 + number();
    }
    std::vector<TriangleNode> triangle(nodes);
    for (TriangleNode &node : triangle) {
        for (Corner &corner : node.corners)
            for (float &x : corner) x = number();
        node.id = state;
        node.sources = 1 | 2 << 2 | (2 | 0 << 2) << 8;
    }
    const std::vector<BoxNode<float>> single = box_nodes<float>();
    const std::vector<BoxNode<_Float16>> half = box_nodes<_Float16>();
    const Ray *on_device = device(of);
    std::vector<Result> got(rays * nodes);
    Result *results = device(got);
    const auto read = [&] { return hipMemcpy(got.data(), results, got.size() * sizeof(Result), hipMemcpyDeviceToHost) == hipSuccess; };
    int wrong = 0, box_hits = 0, hits = 0;
    const BoxNode<float> *single_device = device(single);
    const BoxNode<_Float16> *half_device = device(half);
    const TriangleNode *triangle_device = device(triangle);
    const auto run = [&](const void *node, size_t bytes, unsigned type, unsigned order, unsigned mode, bool low) {
        intersect<<<rays / 64, 64>>>(on_device, static_cast<const char *>(node), bytes, type, order, mode, low, results);
        if (!read()) wrong += 1000;
    };
    for (bool low : {false, true}) {
        for (unsigned order : {descending, 0u}) {
            run(single_device, sizeof single[0], 5, order, 0, low), wrong += wrong_boxes(of, single, got, order != 0, 1e-4, box_hits);
            run(half_device, sizeof half[0], 4, order, 0, low), wrong += wrong_boxes(of, half, got, order != 0, 1e-4, box_hits);
        }
        for (int which : {0, 1})
            for (unsigned mode : {0u, barycentrics})
                run(triangle_device, sizeof triangle[0], which, 0, mode, low), wrong += wrong_triangles(of, triangle, got, which, mode != 0, 1e-3, hits);
        // A type that is no node's.
        run(triangle_device, sizeof triangle[0], 7, 0, 0, low);
        for (const Result &result : got) wrong += result[0] != none || result[1] != none || result[2] != none || result[3] != none;
    }
    // Rays whose directions are halves anyway.
    for (Ray &ray : of)
        for (float &x : ray.direction) x = float(_Float16(x));
    on_device = device(of);
    intersect_half<<<rays / 64, 64>>>(on_device, reinterpret_cast<const char *>(single_device), sizeof single[0], 5, results);
    wrong += read() ? wrong_boxes(of, single, got, true, 2e-2, box_hits) : 1000;
    intersect_half<<<rays / 64, 64>>>(on_device, reinterpret_cast<const char *>(triangle_device), sizeof triangle[0], 0, results);
    wrong += read() ? wrong_triangles(of, triangle, got, 0, true, 1e-3, hits) : 1000;
    const bool ok = wrong == 0 && box_hits > 1000 && hits > 1000;
    printf("RESULT name=bvh ok=%d wrong=%d boxes=%d of %d triangles=%d of %d\n", ok, wrong, box_hits, 9 * rays * nodes * 4, hits, 9 * rays * nodes);
    return !ok;
}
