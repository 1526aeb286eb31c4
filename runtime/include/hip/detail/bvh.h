// bvh.h: AMD's instruction that meets a ray with a node of a bounding volume hierarchy, IMAGE_BVH_INTERSECT_RAY, as functions.
//
// HIPRT traces rays by it on the architecture that our devices say they are, and programs name it by clang's builtins, which are macros here: no other
// maker's GPU has it, and Vulkan's ray queries read no node that the program built itself. Nodes, descriptor and result are those of AMD's "RDNA 2"
// Instruction Set Architecture, 8.2.10; with other rounding than the hardware's, which is not documented.
// Included by hip_runtime.h.
#ifndef HIPVK_HIP_DETAIL_BVH_H
#define HIPVK_HIP_DETAIL_BVH_H

#include <hip/host_defines.h>

namespace hipvk_bvh {
typedef float vec4 __attribute__((ext_vector_type(4)));
typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef unsigned int uvec4 __attribute__((ext_vector_type(4)));

// Types of nodes: the low three bits of their pointers.
constexpr unsigned last_triangle = 3, box16 = 4, box32 = 5;
constexpr unsigned none = 0xffffffffu;

struct Ray {
    float extent;
    vec4 origin, direction, inverse;
};

// A node with four boxes: pointers of its children, then each box's least and greatest corner.
template <class T> struct Boxes {
    unsigned children[4];
    T corners[4][2][3];
};

// A node with up to two triangles of four corners. `sources` says for each (a byte) which barycentrics are told.
struct Triangles {
    float corners[4][3];
    unsigned reserved[2], id, sources;
};

// The distance where the ray enters the box that begins and ends at `corners`, or below zero if it goes past.
template <class T> __device__ inline float entered(const T corners[2][3], const Ray &ray, float growth) {
    float enters = 0, leaves = ray.extent;
#pragma unroll
    for (int axis = 0; axis < 3; axis++) {
        const float a = (float(corners[0][axis]) - ray.origin[axis]) * ray.inverse[axis];
        const float b = (float(corners[1][axis]) - ray.origin[axis]) * ray.inverse[axis];
        // Of a number and a NaN, which a ray in the box's plane makes (0 times infinity), these take the number.
        enters = __builtin_fmaxf(enters, __builtin_fminf(a, b));
        leaves = __builtin_fminf(leaves, __builtin_fmaxf(a, b) * growth);
    }
    return enters <= leaves ? enters : -1.0f;
}

// The children whose boxes the ray meets, the nearest first if the descriptor says so.
template <class T> __device__ inline uvec4 boxes(const Boxes<T> *node, const Ray &ray, uvec4 descriptor) {
    const float growth = 1.0f + float(descriptor[1] >> 23 & 0xff) * 0x1p-23f;
    float distances[4];
    uvec4 children;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        distances[i] = entered(node->corners[i], ray, growth);
        children[i] = distances[i] >= 0 ? node->children[i] : none;
        if (children[i] == none) distances[i] = __builtin_inff();
    }
    if (!(descriptor[1] >> 31)) return children;
    // A sorting network; of two as near as each other the first stays first.
    constexpr int network[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
#pragma unroll
    for (int step = 0; step < 5; step++) {
        const int i = network[step][0], j = network[step][1];
        const bool swap = distances[j] < distances[i];
        const float near = swap ? distances[j] : distances[i], far = swap ? distances[i] : distances[j];
        const unsigned first = swap ? children[j] : children[i], second = swap ? children[i] : children[j];
        distances[i] = near, distances[j] = far, children[i] = first, children[j] = second;
    }
    return children;
}

__device__ inline unsigned bits(float x) { return __builtin_bit_cast(unsigned, x); }

// Numerator and denominator of the distance, and of two barycentrics, or the triangle's number and whether it is hit. Past it the distance is infinite.
//
// In a space where the ray is the z axis, so that neighbours see one edge alike and none lets a ray through between them (Woop, Benthin, Wald:
// "Watertight Ray/Triangle Intersection", JCGT 2013).
__device__ inline uvec4 triangle(const Triangles *node, unsigned which, const Ray &ray, uvec4 descriptor) {
    // Of two in a node the second is turned so that it has the shared edge's corners, too.
    const int corner[3] = {which & 1 ? 1 : 0, which & 1 ? 3 : 1, 2};
    const vec4 direction = ray.direction, size = __builtin_elementwise_abs(direction);
    const int z = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    const int x = z == 2 ? 0 : z + 1, y = x == 2 ? 0 : x + 1;
    const auto along = [](vec4 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; };
    const float scale = 1.0f / along(direction, z), shear_x = along(direction, x) * scale, shear_y = along(direction, y) * scale;
    float px[3], py[3], pz[3];
#pragma unroll
    for (int i = 0; i < 3; i++) {
        const float *at = node->corners[corner[i]];
        const vec4 p = vec4{at[0], at[1], at[2], 0} - ray.origin;
        pz[i] = along(p, z);
        px[i] = along(p, x) - shear_x * pz[i];
        py[i] = along(p, y) - shear_y * pz[i];
    }
    const float part[3] = {px[1] * py[2] - py[1] * px[2], px[2] * py[0] - py[2] * px[0], px[0] * py[1] - py[0] * px[1]};
    const bool before = part[0] < 0 || part[1] < 0 || part[2] < 0, behind = part[0] > 0 || part[1] > 0 || part[2] > 0;
    const float all = part[0] + part[1] + part[2];
    const float distance = (part[0] * pz[0] + part[1] * pz[1] + part[2] * pz[2]) * scale;
    const float at = distance / all;
    const bool hit = !(before && behind) && all != 0 && at >= 0 && at <= ray.extent;
    const bool barycentrics = descriptor[3] >> 24 & 1;
    if (!hit) return uvec4{bits(__builtin_inff()), bits(1.0f), barycentrics ? 0 : node->id, 0};
    if (!barycentrics) return uvec4{bits(distance), bits(all), node->id, 1};
    const unsigned sources = node->sources >> 8 * (which & 1);
    const auto told = [&part](unsigned source) { return source == 0 ? part[0] : source == 1 ? part[1] : part[2]; };
    return uvec4{bits(distance), bits(all), bits(told(sources & 3)), bits(told(sources >> 2 & 3))};
}

__device__ inline uvec4 intersect(unsigned long long node, const Ray &ray, uvec4 descriptor) {
    const unsigned type = node & 7;
    const unsigned long long base = descriptor[0] | (unsigned long long)(descriptor[1] & 0xff) << 32;
    const unsigned long long address = (base << 8) + (node >> 3 << 6);
    if (type <= last_triangle) return triangle(reinterpret_cast<const Triangles *>(address), type, ray, descriptor);
    if (type == box32) return boxes(reinterpret_cast<const Boxes<float> *>(address), ray, descriptor);
    if (type == box16) return boxes(reinterpret_cast<const Boxes<_Float16> *>(address), ray, descriptor);
    return uvec4{none, none, none, none};
}

// The four builtins: a node's pointer in 32 bits or 64, directions in single precision or half.
__device__ inline uvec4 node32(unsigned node, float extent, vec4 origin, vec4 direction, vec4 inverse, uvec4 descriptor) {
    return intersect(node, Ray{extent, origin, direction, inverse}, descriptor);
}
__device__ inline uvec4 node64(unsigned long long node, float extent, vec4 origin, vec4 direction, vec4 inverse, uvec4 descriptor) {
    return intersect(node, Ray{extent, origin, direction, inverse}, descriptor);
}
__device__ inline vec4 widened(half4 v) { return __builtin_convertvector(v, vec4); }
__device__ inline uvec4 node32_half(unsigned node, float extent, vec4 origin, half4 direction, half4 inverse, uvec4 descriptor) {
    return intersect(node, Ray{extent, origin, widened(direction), widened(inverse)}, descriptor);
}
__device__ inline uvec4 node64_half(unsigned long long node, float extent, vec4 origin, half4 direction, half4 inverse, uvec4 descriptor) {
    return intersect(node, Ray{extent, origin, widened(direction), widened(inverse)}, descriptor);
}
} // namespace hipvk_bvh

#define __builtin_amdgcn_image_bvh_intersect_ray(...) hipvk_bvh::node32(__VA_ARGS__)
#define __builtin_amdgcn_image_bvh_intersect_ray_l(...) hipvk_bvh::node64(__VA_ARGS__)
#define __builtin_amdgcn_image_bvh_intersect_ray_h(...) hipvk_bvh::node32_half(__VA_ARGS__)
#define __builtin_amdgcn_image_bvh_intersect_ray_lh(...) hipvk_bvh::node64_half(__VA_ARGS__)

#endif // HIPVK_HIP_DETAIL_BVH_H
