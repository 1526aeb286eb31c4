// jacobi.hip: see jacobi.h.
//
// A sweep goes through all pairs of columns in rounds, in each of which a column has one partner, as in a tournament. A block rotates a small matrix to
// its end; of a larger one a round is a launch, and after each sweep the host asks whether there was anything to rotate.
#include "jacobi.h"

namespace solver {

constexpr int threads = 256, most_lanes = 32;

// What is known of a matrix between two launches.
struct Progress {
    int rotated;  // pairs, in this sweep
    int sweeps;
    int is_done;
};

template <class T> struct Round {
    Rotations<T> all;
    double least;    // cosine, of those that are rotated
    int lanes;       // threads that have a pair of columns together, a power of two
    int first, end;  // rounds of a sweep
    int sweeps;      // that this launch makes at most
    Progress *progress;
};

// Partners number `pair` in a round, of which the first comes first; an odd column out has one that is not there.
__device__ inline int2 partners(int round, int pair, int even) {
    const int last = even - 1;
    const int a = pair == 0 ? last : (round + pair) % last, b = pair == 0 ? round : (round - pair + last) % last;
    return a < b ? make_int2(a, b) : make_int2(b, a);
}

struct Products {
    double of_x, of_y, re, im;  // x^H x, y^H y and x^H y
};
template <class T> __device__ void add_products(Products &sum, T x, T y) {
    if constexpr (is_complex<T>) {
        const double xr = x.re, xi = x.im, yr = y.re, yi = y.im;
        sum.of_x += xr * xr + xi * xi;
        sum.of_y += yr * yr + yi * yi;
        sum.re += xr * yr + xi * yi;
        sum.im += xr * yi - xi * yr;
    } else {
        const double a = x, b = y;
        sum.of_x += a * a;
        sum.of_y += b * b;
        sum.re += a * b;
    }
}
// Sums over the lanes of each group. The block comes here together.
__device__ inline Products over_lanes(Products mine, int lanes) {
    __shared__ double parts[4][threads], sums[4][threads / 4];
    const int lane = threadIdx.x % lanes, group = threadIdx.x / lanes;
    parts[0][threadIdx.x] = mine.of_x, parts[1][threadIdx.x] = mine.of_y, parts[2][threadIdx.x] = mine.re, parts[3][threadIdx.x] = mine.im;
    __syncthreads();
    if (lane < 4) {
        double sum = 0;
        for (int i = 0; i < lanes; i++) sum += parts[lane][group * lanes + i];
        sums[lane][group] = sum;
    }
    __syncthreads();
    return {sums[0][group], sums[1][group], sums[2][group], sums[3][group]};
}

// The rotation after which x and y are orthogonal: x' = c x - s y, y' = s^* x + c y. It is kept as what it does to them, x' = x - s (turn y + half x) and
// so on, where half is the tangent of half the angle: then small rotations have small errors, and many of them leave lengths alone.
template <class T> struct Rotation {
    Real<T> s, half;
    T turn;
};
template <class T> __device__ Rotation<T> rotation_of(Products p) {
    const double length = is_complex<T> ? sqrt(p.re * p.re + p.im * p.im) : fabs(p.re);
    const double cotangent = (p.of_y - p.of_x) / (2 * length);
    const double tangent = (cotangent < 0 ? -1 : 1) / (fabs(cotangent) + sqrt(1 + cotangent * cotangent)), c = 1 / sqrt(1 + tangent * tangent);
    Rotation<T> r = {Real<T>(c * tangent), Real<T>(c * tangent / (1 + c)), T(Real<T>(p.re / length))};
    if constexpr (is_complex<T>) r.turn.im = Real<T>(-p.im / length);
    return r;
}
template <class T> __device__ void rotate(const Rotation<T> &r, T *x, T *y, int lane, int lanes, int rows) {
    for (int i = lane; i < rows; i += lanes) {
        const T a = x[i], b = y[i];
        x[i] = a - T(r.s) * (r.turn * b + T(r.half) * a);
        y[i] = b + T(r.s) * (conj_if(true, r.turn) * a - T(r.half) * b);
    }
}

// One round of a matrix; whether this thread's groups had anything to rotate.
template <class T> __device__ int make_round(const Round<T> &p, int64_t batch, int round, double least) {
    const int lane = threadIdx.x % p.lanes, group = threadIdx.x / p.lanes, groups = blockDim.x / p.lanes;
    const int columns = int(p.all.columns), rows = int(p.all.rows), even = columns + columns % 2;
    constexpr double unit = sizeof(Real<T>) == 4 ? 0x1p-23 : 0x1p-52, nothing = unit * unit * unit * unit;
    int rotated = 0;
    for (int first = blockIdx.x * groups; first < even / 2; first += gridDim.x * groups) {
        const int2 pair = partners(round, first + group, even);
        const bool is_there = first + group < even / 2 && pair.y < columns;
        T *const x = p.all.x.at(batch) + pair.x * p.all.x.ld, *const y = p.all.x.at(batch) + pair.y * p.all.x.ld;
        Products mine = {0, 0, 0, 0};
        if (is_there)
            for (int i = lane; i < rows; i += p.lanes) add_products(mine, x[i], y[i]);
        const Products sums = over_lanes(mine, p.lanes);
        // What is not a number is not rotated, and so comes to an end; nor is what is nothing beside the matrix: where there are more columns than
        // dimensions some have no direction but that of their roundings.
        if (is_there && fmin(sums.of_x, sums.of_y) > nothing && sums.re * sums.re + sums.im * sums.im > least * least * sums.of_x * sums.of_y) {
            const Rotation<T> r = rotation_of<T>(sums);
            rotate(r, x, y, lane, p.lanes, rows);
            if (!p.all.v.is_null()) rotate(r, p.all.v.at(batch) + pair.x * p.all.v.ld, p.all.v.at(batch) + pair.y * p.all.v.ld, lane, p.lanes, columns);
            rotated++;
        }
    }
    return rotated;
}

template <class T> __global__ __launch_bounds__(threads) void rotate_rounds(Round<T> p) {
    __shared__ int rotated;
    for (int64_t batch = blockIdx.z; batch < p.all.batches; batch += gridDim.z) {
        if (p.progress[batch].is_done) continue;
        double least = p.least;
        if (p.all.scales) least = fmax(least, p.all.tolerance * double(p.all.scales[batch]));
        bool is_done = false;
        for (int sweep = 0; sweep < p.sweeps && !is_done; sweep++) {
            if (threadIdx.x == 0) rotated = 0;
            __syncthreads();
            int mine = 0;
            for (int round = p.first; round < p.end; round++) {
                mine += make_round(p, batch, round, least);
                __syncthreads();
            }
            if (mine) atomicAdd(&rotated, 1);
            __syncthreads();
            is_done = rotated == 0;
            if (threadIdx.x == 0 && !is_done) atomicAdd(&p.progress[batch].rotated, 1);
            if (threadIdx.x == 0 && p.sweeps > 1) p.progress[batch].sweeps = is_done ? sweep : sweep + 1, p.progress[batch].is_done = is_done;
            __syncthreads();
        }
    }
}

// Behind a sweep, of a matrix whose rounds were launches: `active` counts those that go on.
__global__ void end_sweep(Progress *progress, int *active, int64_t batches) {
    const int64_t batch = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
    if (batch >= batches) return;
    Progress &p = progress[batch];
    if (p.is_done) return;
    if (p.rotated == 0) p.is_done = 1;
    else p.sweeps++, atomicAdd(active, 1);
    p.rotated = 0;
}
__global__ void tell_sweeps(const Progress *progress, int *sweeps, int most, int64_t batches) {
    const int64_t batch = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
    if (batch < batches) sweeps[batch] = progress[batch].is_done ? progress[batch].sweeps : most + 1;
}

// Sweeps whose rounds are launches. While a graph is captured nothing can be asked, and the sweeps are as many as there may be.
template <class T> static Status sweep_by_launches(const Handle &handle, Round<T> round, int *active) {
    const int64_t even = round.all.columns + round.all.columns % 2, groups = threads / round.lanes, batches = round.all.batches;
    hipStreamCaptureStatus capture = hipStreamCaptureStatusNone;
    SOLVER_TRY(status_of(hipStreamIsCapturing(handle.stream, &capture)));
    round.sweeps = 1;
    for (int sweep = 0; sweep < round.all.most_sweeps; sweep++) {
        for (round.first = 0; round.first < even - 1; round.first++) {
            round.end = round.first + 1;
            SOLVER_TRY(launch(handle, rotate_rounds<T>, dim3(divide_up(even / 2, groups), 1, batch_blocks(batches)), dim3(threads), round));
        }
        SOLVER_TRY(clear(handle, active, sizeof *active));
        SOLVER_TRY(launch(handle, end_sweep, dim3(divide_up(batches, 64)), dim3(64), round.progress, active, batches));
        if (capture != hipStreamCaptureStatusNone) continue;
        int left;
        SOLVER_TRY(status_of(hipMemcpyAsync(&left, active, sizeof left, hipMemcpyDeviceToHost, handle.stream)));
        SOLVER_TRY(status_of(hipStreamSynchronize(handle.stream)));
        if (left == 0) break;
    }
    return HIPBLAS_STATUS_SUCCESS;
}

template <class T> Status rotate_columns(const Handle &handle, const Rotations<T> &all) {
    const int64_t n = all.columns;
    Parts parts(handle);
    const int64_t progress = parts.add<Progress>(all.batches), active = parts.add<int>(1);
    SOLVER_TRY(parts.take());
    // What rounding leaves of a cosine, and some more.
    const double least = std::max(4.0, std::sqrt(double(all.rows)) / 4) * std::numeric_limits<Real<T>>::epsilon();
    Round<T> round = {all, least, most_lanes, 0, 0, all.most_sweeps, parts.at<Progress>(progress)};
    while (round.lanes > 8 && round.lanes >= all.rows) round.lanes /= 2;
    SOLVER_TRY(clear(handle, round.progress, all.batches * sizeof(Progress)));
    // One block does what is small, or what there is enough of to keep the device busy.
    const bool by_blocks = n <= 64 || (n <= 256 && all.batches >= handle.multiprocessors);
    round.end = int(n + n % 2 - 1);
    if (n > 1 && by_blocks && all.most_sweeps > 1) {
        const int64_t wanted = divide_up(n, 2) * round.lanes;
        SOLVER_TRY(launch(handle, rotate_rounds<T>, dim3(1, 1, batch_blocks(all.batches)), dim3(wanted <= 64 ? 64 : wanted <= 128 ? 128 : threads), round));
    } else
        SOLVER_TRY(sweep_by_launches(handle, round, parts.at<int>(active)));
    return launch(handle, tell_sweeps, dim3(divide_up(all.batches, 64)), dim3(64), round.progress, all.sweeps, all.most_sweeps, all.batches);
}
template Status rotate_columns<float>(const Handle &, const Rotations<float> &);
template Status rotate_columns<double>(const Handle &, const Rotations<double> &);
template Status rotate_columns<Complex<float>>(const Handle &, const Rotations<Complex<float>> &);
template Status rotate_columns<Complex<double>>(const Handle &, const Rotations<Complex<double>> &);

}  // namespace solver
