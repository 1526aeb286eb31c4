// nbody: gravity between all pairs of bodies, a few steps of time. The block reads the bodies in tiles of its own size
// through shared memory; a body is a float4 (position and mass).
// Usage: nbody [bodies] [steps]
#include "../common/example.h"

constexpr int BLOCK = 128;
constexpr float SOFTENING = 0.01f;
constexpr float STEP = 0.001f;

__global__ void advance(const float4 *bodies, float4 *moved, float4 *velocities, int count) {
    __shared__ float4 tile[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float4 me = i < count ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 pull = make_float3(0, 0, 0);
    for (int first = 0; first < count; first += BLOCK) {
        const int j = first + threadIdx.x;
        // A body without mass pulls nothing.
        tile[threadIdx.x] = j < count ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < BLOCK; ++k) {
            const float3 d = make_float3(tile[k].x - me.x, tile[k].y - me.y, tile[k].z - me.z);
            const float inverse = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z + SOFTENING);
            pull += d * (tile[k].w * inverse * inverse * inverse);
        }
        __syncthreads();
    }
    if (i >= count) return;
    float4 v = velocities[i];
    v += make_float4(pull.x, pull.y, pull.z, 0) * STEP;
    velocities[i] = v;
    moved[i] = make_float4(me.x + v.x * STEP, me.y + v.y * STEP, me.z + v.z * STEP, me.w);
}

/// The same step in double precision.
static void advance_on_host(std::vector<double> &bodies, std::vector<double> &velocities) {
    const std::vector<double> old = bodies;
    const size_t count = old.size() / 4;
    for (size_t i = 0; i < count; ++i) {
        double pull[3] = {0, 0, 0};
        for (size_t j = 0; j < count; ++j) {
            double d[3], square = SOFTENING;
            for (int axis = 0; axis < 3; ++axis) {
                d[axis] = old[4 * j + axis] - old[4 * i + axis];
                square += d[axis] * d[axis];
            }
            const double scale = old[4 * j + 3] / (square * std::sqrt(square));
            for (int axis = 0; axis < 3; ++axis) pull[axis] += d[axis] * scale;
        }
        for (int axis = 0; axis < 3; ++axis) {
            velocities[4 * i + axis] += pull[axis] * STEP;
            bodies[4 * i + axis] += velocities[4 * i + axis] * STEP;
        }
    }
}

int main(int argc, char **argv) {
    example::name() = "nbody";
    const int count = example::argument(argc, argv, 1, 700);
    const int steps = example::argument(argc, argv, 2, 4);

    const std::vector<float> start = example::random_floats(4 * (size_t)count, 0.1f, 1);
    std::vector<float4> bodies(count);
    for (int i = 0; i < count; ++i)
        bodies[i] = make_float4(start[4 * i], start[4 * i + 1], start[4 * i + 2], start[4 * i + 3]);
    const std::vector<float4> at_rest(count, make_float4(0, 0, 0, 0));
    example::Buffer<float4> now(bodies), next(count), velocities(at_rest);

    float4 *from = now.get(), *to = next.get();
    const double ms = example::time_ms([&] {
        // Each measured run starts from the same state.
        CHECK(hipMemcpyAsync(now.get(), bodies.data(), count * sizeof(float4), hipMemcpyHostToDevice));
        CHECK(hipMemcpyAsync(velocities.get(), at_rest.data(), count * sizeof(float4), hipMemcpyHostToDevice));
        from = now.get(), to = next.get();
        for (int step = 0; step < steps; ++step) {
            advance<<<example::blocks_for(count, BLOCK), BLOCK>>>(from, to, velocities.get(), count);
            std::swap(from, to);
        }
        CHECK(hipGetLastError());
    });

    std::vector<double> exact(start.begin(), start.end()), exact_velocities(start.size(), 0.0);
    for (int step = 0; step < steps; ++step) advance_on_host(exact, exact_velocities);
    const std::vector<float4> end = from == now.get() ? now.download() : next.download();
    const std::vector<float4> speeds = velocities.download();
    // The velocities carry the whole of the forces; positions move only a little in so few steps.
    std::vector<float> got, expected;
    for (int i = 0; i < count; ++i) {
        for (float value : {end[i].x, end[i].y, end[i].z, speeds[i].x, speeds[i].y, speeds[i].z}) got.push_back(value);
        for (int axis = 0; axis < 3; ++axis) expected.push_back((float)exact[4 * i + axis]);
        for (int axis = 0; axis < 3; ++axis) expected.push_back((float)exact_velocities[4 * i + axis]);
    }
    const bool ok = example::close(got, expected, 1e-4f);
    return example::report(ok, "advance", ms, 0, 20.0 * steps * count * count);
}
