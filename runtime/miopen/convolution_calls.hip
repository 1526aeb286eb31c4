// convolution_calls.hip: convolutions by search and by solution, forwards and backwards, and their biases.
//
// Called by programs. Where a program's workspace is too small, a call takes memory of its own.
#include "convolution.h"
#include "sums.h"

namespace dnn {

namespace {

struct Call {
    Convolution *convolution;
    Direction direction;
    miopenTensorDescriptor_t x, w, y;

    miopenStatus_t problem(Problem &problem) const {
        if (!convolution || any_null(x, w, y)) return miopenStatusBadParm;
        return describe(problem, *convolution, direction, of(x), of(w), of(y));
    }
    // Buffers of the problem's tensors, which may be the other way round.
    Buffers buffers(const void *of_x, const void *of_w, const void *of_y, void *workspace = nullptr, size_t size = 0) const {
        const bool is_other_way = is_turned(*convolution);
        return {is_other_way ? of_y : of_x, of_w, is_other_way ? of_x : of_y, 1, 0, workspace, size};
    }
};

Call call(Direction direction, miopenConvolutionDescriptor_t convolution, miopenTensorDescriptor_t x, miopenTensorDescriptor_t w, miopenTensorDescriptor_t y) {
    return {static_cast<Convolution *>(convolution), direction, x, w, y};
}

// Ways, the best one first.
std::vector<Way> ways(const Problem &problem) {
    if (!has_product(problem)) return {Way::direct};
    if (best_way(problem) == Way::product) return {Way::product, Way::direct};
    return {Way::direct, Way::product};
}

miopenStatus_t largest_workspace(miopenHandle_t handle, const Call &call, size_t *size) {
    if (!handle || !size) return miopenStatusBadParm;
    Problem problem;
    DNN_TRY(call.problem(problem));
    *size = workspace_of(problem, Way::product);
    return miopenStatusSuccess;
}

// Where there is much to multiply only the best way is tried: the other one would take long.
miopenStatus_t find(Handle &handle, const Call &call, const Buffers &buffers, int asked, int *found, miopenConvAlgoPerf_t *results) {
    Problem problem;
    DNN_TRY(call.problem(problem));
    if (asked < 1 || any_null(found) || !results) return miopenStatusBadParm;
    std::vector<Way> all = ways(problem);
    if (problem.work() > 0x1p26) all.resize(1);
    int count = 0;
    for (const Way way : all) {
        if (count == asked) break;
        miopenConvAlgoPerf_t &result = results[count++];
        result = {};
        result.fwd_algo = miopenConvFwdAlgorithm_t(algorithm_of(way));
        result.memory = workspace_of(problem, way);
        DNN_TRY(timed(handle, problem, way, buffers, result.time));
    }
    std::sort(results, results + count, [](const auto &a, const auto &b) { return a.time < b.time; });
    *found = count;
    return miopenStatusSuccess;
}

miopenStatus_t run(Handle &handle, const Call &call, Buffers buffers, int algorithm, const void *alpha, const void *beta) {
    Problem problem;
    DNN_TRY(call.problem(problem));
    buffers.alpha = factor(alpha, 1), buffers.beta = factor(beta, 0);
    const Way way = algorithm == miopenConvolutionAlgoDirect ? Way::direct : algorithm == miopenConvolutionAlgoGEMM ? Way::product : best_way(problem);
    return convolve(handle, problem, way, buffers);
}

miopenStatus_t solution_count(miopenHandle_t handle, const Call &call, size_t *count) {
    if (!handle || !count) return miopenStatusBadParm;
    Problem problem;
    DNN_TRY(call.problem(problem));
    *count = ways(problem).size();
    return miopenStatusSuccess;
}

// Times of ways that were not tried say only which one is better.
miopenStatus_t solutions(miopenHandle_t handle, const Call &call, size_t most, size_t *count, miopenConvSolution_t *to) {
    if (!handle || !count || !to) return miopenStatusBadParm;
    Problem problem;
    DNN_TRY(call.problem(problem));
    *count = 0;
    for (const Way way : ways(problem)) {
        if (*count == most) break;
        to[*count] = {float(*count + 1), workspace_of(problem, way), solution_of(problem.direction, way), algorithm_of(way)};
        ++*count;
    }
    return miopenStatusSuccess;
}

miopenStatus_t solution_workspace(miopenHandle_t handle, const Call &call, uint64_t solution, size_t *size) {
    Problem problem;
    Way way;
    if (!handle || !size || !way_of(solution, way)) return miopenStatusBadParm;
    DNN_TRY(call.problem(problem));
    *size = workspace_of(problem, way);
    return miopenStatusSuccess;
}

// Kernels are compiled when they are first launched.
miopenStatus_t compile(miopenHandle_t handle, const Call &call, uint64_t solution) {
    Problem problem;
    Way way;
    return handle && way_of(solution, way) ? call.problem(problem) : miopenStatusBadParm;
}

miopenStatus_t immediate(Handle &handle, const Call &call, const Buffers &buffers, uint64_t solution) {
    Problem problem;
    Way way;
    DNN_TRY(call.problem(problem));
    if (!way_of(solution, way) || (way == Way::product && !has_product(problem))) return miopenStatusBadParm;
    return convolve(handle, problem, way, buffers);
}

}  // namespace

}  // namespace dnn

using namespace dnn;

// What each direction's functions are called with: its tensors, in the order that MIOpen has them.
#define FORWARD call(Direction::forward, convDesc, xDesc, wDesc, yDesc)
#define DATA call(Direction::data, convDesc, dxDesc, wDesc, dyDesc)
#define WEIGHTS call(Direction::weights, convDesc, xDesc, dwDesc, dyDesc)

// The functions that every direction has: `A`, `B` and `C` are its tensors' descriptors, and the result is `C`'s.
#define DIRECTION(name, space_name, A, a, B, b, C, c, made, x, w, y)                                                               \
    miopenStatus_t space_name(miopenHandle_t handle, const miopenTensorDescriptor_t A, const miopenTensorDescriptor_t B,                                     \
                              const miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t C, size_t *workSpaceSize) {                       \
        return largest_workspace(handle, made, workSpaceSize);                                                                                                \
    }                                                                                                                                                         \
    miopenStatus_t name##GetSolutionCount(miopenHandle_t handle, const miopenTensorDescriptor_t A, const miopenTensorDescriptor_t B,                         \
                                          const miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t C, size_t *solutionCount) {           \
        return solution_count(handle, made, solutionCount);                                                                                                   \
    }                                                                                                                                                         \
    miopenStatus_t name##GetSolution(miopenHandle_t handle, const miopenTensorDescriptor_t A, const miopenTensorDescriptor_t B,                              \
                                     const miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t C, const size_t maxSolutionCount,          \
                                     size_t *solutionCount, miopenConvSolution_t *to) {                                                                       \
        return solutions(handle, made, maxSolutionCount, solutionCount, to);                                                                                  \
    }                                                                                                                                                         \
    miopenStatus_t name##GetSolutionWorkspaceSize(miopenHandle_t handle, const miopenTensorDescriptor_t A, const miopenTensorDescriptor_t B,                 \
                                                  const miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t C,                            \
                                                  const uint64_t solution_id, size_t *workSpaceSize) {                                                        \
        return solution_workspace(handle, made, solution_id, workSpaceSize);                                                                                  \
    }                                                                                                                                                         \
    miopenStatus_t name##CompileSolution(miopenHandle_t handle, const miopenTensorDescriptor_t A, const miopenTensorDescriptor_t B,                          \
                                         const miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t C, const uint64_t solution_id) {       \
        return compile(handle, made, solution_id);                                                                                                            \
    }                                                                                                                                                         \
    miopenStatus_t name##Immediate(miopenHandle_t handle, const miopenTensorDescriptor_t A, const void *a, const miopenTensorDescriptor_t B, const void *b,  \
                                   const miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t C, void *c, void *workSpace,                 \
                                   size_t workSpaceSize, const uint64_t solution_id) {                                                                        \
        return with(handle, [&](Handle &h) {                                                                                                                  \
            return convDesc ? immediate(h, made, (made).buffers(x, w, y, workSpace, workSpaceSize), solution_id) : miopenStatusBadParm;                      \
        });                                                                                                                                                   \
    }

// And those whose tensors every direction has in another order.
#define SEARCH(name, find_name, algorithm_type, A, a, B, b, C, c, made, x, w, y)                                                                              \
    miopenStatus_t find_name(miopenHandle_t handle, const miopenTensorDescriptor_t A, const void *a, const miopenTensorDescriptor_t B, const void *b,        \
                             const miopenConvolutionDescriptor_t convDesc, const miopenTensorDescriptor_t C, void *c, const int requestAlgoCount,            \
                             int *returnedAlgoCount, miopenConvAlgoPerf_t *perfResults, void *workSpace, size_t workSpaceSize, bool) {                       \
        return with(handle, [&](Handle &h) {                                                                                                                  \
            if (!convDesc) return miopenStatusBadParm;                                                                                                        \
            return find(h, made, (made).buffers(x, w, y, workSpace, workSpaceSize), requestAlgoCount, returnedAlgoCount, perfResults);                       \
        });                                                                                                                                                   \
    }                                                                                                                                                         \
    miopenStatus_t name(miopenHandle_t handle, const void *alpha, const miopenTensorDescriptor_t A, const void *a, const miopenTensorDescriptor_t B,         \
                        const void *b, const miopenConvolutionDescriptor_t convDesc, algorithm_type algo, const void *beta,                                  \
                        const miopenTensorDescriptor_t C, void *c, void *workSpace, size_t workSpaceSize) {                                                   \
        return with(handle, [&](Handle &h) {                                                                                                                  \
            return convDesc ? run(h, made, (made).buffers(x, w, y, workSpace, workSpaceSize), algo, alpha, beta) : miopenStatusBadParm;                      \
        });                                                                                                                                                   \
    }

DIRECTION(miopenConvolutionForward, miopenConvolutionForwardGetWorkSpaceSize, wDesc, w, xDesc, x, yDesc, y, FORWARD, x, w, y)
DIRECTION(miopenConvolutionBackwardData, miopenConvolutionBackwardDataGetWorkSpaceSize, dyDesc, dy, wDesc, w, dxDesc, dx, DATA, dx, w, dy)
DIRECTION(miopenConvolutionBackwardWeights, miopenConvolutionBackwardWeightsGetWorkSpaceSize, dyDesc, dy, xDesc, x, dwDesc, dw, WEIGHTS, x, dw, dy)
SEARCH(miopenConvolutionForward, miopenFindConvolutionForwardAlgorithm, miopenConvFwdAlgorithm_t, xDesc, x, wDesc, w, yDesc, y, FORWARD, x, w, y)
SEARCH(miopenConvolutionBackwardData, miopenFindConvolutionBackwardDataAlgorithm, miopenConvBwdDataAlgorithm_t, dyDesc, dy, wDesc, w, dxDesc, dx, DATA, dx, w, dy)
SEARCH(miopenConvolutionBackwardWeights, miopenFindConvolutionBackwardWeightsAlgorithm, miopenConvBwdWeightsAlgorithm_t, dyDesc, dy, xDesc, x, dwDesc, dw, WEIGHTS, x,
       dw, dy)

miopenStatus_t miopenConvolutionForwardBias(miopenHandle_t handle, const void *alpha, const miopenTensorDescriptor_t bDesc, const void *b, const void *beta,
                                            const miopenTensorDescriptor_t yDesc, void *y) {
    return miopenOpTensor(handle, miopenTensorOpAdd, alpha, yDesc, y, alpha, bDesc, b, beta, yDesc, y);
}

miopenStatus_t miopenConvolutionBackwardBias(miopenHandle_t handle, const void *alpha, const miopenTensorDescriptor_t dyDesc, const void *dy, const void *beta,
                                             const miopenTensorDescriptor_t dbDesc, void *db) {
    return with(handle, [&](Handle &h) {
        if (any_null(dyDesc, dbDesc) || any_null<const void *>(dy, db)) return miopenStatusBadParm;
        const Tensor &from = of(dyDesc), &to = of(dbDesc);
        if (from.dims() < 2 || to.count() != from.lens[1] || from.type != to.type) return miopenStatusBadParm;
        if (!is_small(from) || !is_real(from.type)) return missing("miopenConvolutionBackwardBias", "a tensor of this type or size");
        const Rows rows = rows_of(view(from, dy), from.dims(), all_but(2, from.dims()));
        return sum_rows(h, rows, line(db, to.type, to.count()), factor(alpha, 1), factor(beta, 0));
    });
}

miopenStatus_t miopenGetSolverIdConvAlgorithm(uint64_t solverId, miopenConvAlgorithm_t *result) {
    Way way;
    if (!result || !way_of(solverId, way)) return miopenStatusBadParm;
    *result = algorithm_of(way);
    return miopenStatusSuccess;
}
