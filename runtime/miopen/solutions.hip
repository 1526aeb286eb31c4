// solutions.hip: problems, what solves them, and solutions that are run, kept and read again.
//
// Called by programs. A problem is a convolution in a direction, an activation, a softmax, a bias or a batch normalisation, or a convolution with a bias and an
// activation behind it. A convolution has a solution for each way, any other problem one.
#include "fusion.h"
#include "softmax.h"
#include "tensor_ops.h"

#include <map>

namespace dnn {

namespace {

enum class Kind : uint32_t { convolution, activation, softmax, bias, batchnorm };

struct Asked : miopenProblem {
    Kind kind = Kind::convolution;
    miopenProblemDirection_t direction = miopenProblemDirectionForward;
    Convolution convolution;
    Activation activation;
    Softmax softmax;
    miopenBatchNormMode_t norm = miopenBNSpatial;
    bool averages = false;
    std::map<miopenTensorArgumentId_t, Tensor> tensors;
    std::vector<Asked> behind;  // problems that are fused with it, in their order
};

struct Options : miopenFindOptions {
    int tuning = 0;
    miopenFindResultsOrder_t order = miopenFindResultsOrderByTime;
    size_t workspace_limit = SIZE_MAX;
    void *workspace = nullptr;
    size_t workspace_size = 0;
    std::map<miopenTensorArgumentId_t, void *> tensors;
};

struct Solved : miopenSolution {
    Asked problem;
    Way way = Way::direct;
    size_t workspace = 0;
    float time = 0;
};

using Id = miopenTensorArgumentId_t;

Direction direction_of(miopenProblemDirection_t direction) {
    return direction == miopenProblemDirectionBackward ? Direction::data : direction == miopenProblemDirectionBackwardWeights ? Direction::weights : Direction::forward;
}

// What a run is given: descriptors of the problem or of the run, and memory.
struct Given {
    const Asked &problem;
    std::map<Id, Located> located;
    mutable std::map<Id, Tensor> tensors;

    Given(const Asked &p, size_t count, const miopenTensorArgument_t *arguments) : problem(p), tensors(p.tensors) {
        for (size_t i = 0; i < count; i++) {
            if (arguments[i].descriptor && *arguments[i].descriptor) tensors[arguments[i].id] = of(*arguments[i].descriptor);
            located[arguments[i].id] = {nullptr, arguments[i].buffer};
        }
        for (const Asked &next : p.behind)
            for (const auto &[id, tensor] : next.tensors) tensors.emplace(id, tensor);
    }
    // What problems hand on to each other need not be described: it is like the result of what comes first, of which an image is.
    Tensor *described(Id id) const {
        static const Id images[] = {miopenTensorBatchnormY,  miopenTensorBatchnormDX, miopenTensorBatchnormDY, miopenTensorActivationX, miopenTensorActivationY,
                                    miopenTensorActivationDX, miopenTensorActivationDY, miopenTensorBiasX,      miopenTensorBiasY};
        if (const auto own = tensors.find(id); own != tensors.end()) return &own->second;
        if (std::find(std::begin(images), std::end(images), id) == std::end(images)) return nullptr;
        for (const Id like : {miopenTensorConvolutionY, miopenTensorBatchnormX, miopenTensorBatchnormDY, miopenTensorActivationX, miopenTensorActivationDY, miopenTensorBiasX})
            if (const auto other = tensors.find(like); other != tensors.end()) return &other->second;
        return nullptr;
    }
    Located at(Id id) const {
        const auto memory = located.find(id);
        return {described(id), memory == located.end() ? nullptr : memory->second.data};
    }
    bool has(Id id) const { return at(id).data != nullptr; }
    // A scalar that the run gives, in host memory.
    double scalar(Id id, double otherwise) const {
        const auto memory = located.find(id);
        return memory == located.end() || !memory->second.data ? otherwise : *static_cast<const double *>(memory->second.data);
    }
};

miopenStatus_t described(const Asked &asked, Problem &problem) {
    const auto find = [&](Id id) -> const Tensor * {
        const auto found = asked.tensors.find(id);
        return found == asked.tensors.end() ? nullptr : &found->second;
    };
    const Tensor *x = find(miopenTensorConvolutionX), *w = find(miopenTensorConvolutionW), *y = find(miopenTensorConvolutionY);
    if (any_null(x, w, y)) return miopenStatusBadParm;
    return describe(problem, asked.convolution, direction_of(asked.direction), *x, *w, *y);
}

miopenStatus_t run_convolution(Handle &handle, const Solved &solution, const Given &given, void *workspace, size_t size) {
    const Asked &asked = solution.problem;
    const Located x = given.at(miopenTensorConvolutionX), w = given.at(miopenTensorConvolutionW), y = given.at(miopenTensorConvolutionY);
    if (!asked.behind.empty()) {
        // A bias and an activation, whose result is the last one's.
        BiasedConvolution call = {&asked.convolution, x, w, y, {}, {}, 1, 0, nullptr, workspace, size};
        for (const Asked &next : asked.behind) {
            if (next.kind == Kind::bias) call.bias = given.at(miopenTensorBias), call.y = given.at(miopenTensorBiasY);
            if (next.kind == Kind::activation) call.activation = &next.activation, call.y = given.at(miopenTensorActivationY);
        }
        return convolve_biased(handle, call);
    }
    Problem problem;
    DNN_TRY(described(asked, problem));
    const bool is_other_way = is_turned(asked.convolution);
    return convolve(handle, problem, solution.way, {is_other_way ? y.data : x.data, w.data, is_other_way ? x.data : y.data, 1, 0, workspace, size});
}

bool are_there(std::initializer_list<Located> all) {
    return std::all_of(all.begin(), all.end(), [](const Located &l) { return l.tensor && l.data && is_small(of(l.tensor)) && is_real(of(l.tensor).type); });
}
View view(const Located &l) { return dnn::view(of(l.tensor), l.data); }

miopenStatus_t run_activation(Handle &handle, const Asked &asked, const Given &given) {
    const Located x = given.at(miopenTensorActivationX), y = given.at(miopenTensorActivationY), dx = given.at(miopenTensorActivationDX), dy = given.at(miopenTensorActivationDY);
    if (asked.direction != miopenProblemDirectionBackward) {
        if (!are_there({x, y}) || of(x.tensor).lens != of(y.tensor).lens) return miopenStatusBadParm;
        return activate(handle, asked.activation, view(x), view(y), 1, 0);
    }
    if (!are_there({x, y, dx, dy}) || of(dx.tensor).lens != of(dy.tensor).lens || of(x.tensor).lens != of(dx.tensor).lens || of(y.tensor).lens != of(dx.tensor).lens)
        return miopenStatusBadParm;
    return activate_backward(handle, asked.activation, view(y), view(dy), view(x), view(dx), 1, 0);
}

miopenStatus_t run_softmax(Handle &handle, const Asked &asked, const Given &given) {
    const Located x = given.at(miopenTensorSoftmaxX), y = given.at(miopenTensorSoftmaxY), dx = given.at(miopenTensorSoftmaxDX), dy = given.at(miopenTensorSoftmaxDY);
    if (asked.direction != miopenProblemDirectionBackward)
        return any_null(x.tensor, y.tensor) ? miopenStatusBadParm : softmax(handle, asked.softmax, of(x.tensor), x.data, of(y.tensor), const_cast<void *>(y.data));
    if (any_null(y.tensor, dy.tensor, dx.tensor)) return miopenStatusBadParm;
    return softmax_backward(handle, asked.softmax, of(y.tensor), y.data, of(dy.tensor), dy.data, of(dx.tensor), const_cast<void *>(dx.data));
}

miopenStatus_t run_bias(Handle &handle, const Given &given) {
    const Located x = given.at(miopenTensorBiasX), y = given.at(miopenTensorBiasY), bias = given.at(miopenTensorBias);
    if (!are_there({x, y, bias}) || of(x.tensor).lens != of(y.tensor).lens || of(bias.tensor).dims() != of(x.tensor).dims()) return miopenStatusBadParm;
    for (int d = 0; d < of(x.tensor).dims(); d++)
        if (of(bias.tensor).lens[d] != 1 && of(bias.tensor).lens[d] != of(x.tensor).lens[d]) return miopenStatusBadParm;
    return put_together(handle, miopenTensorOpAdd, view(x), dnn::view(of(bias.tensor), bias.data, of(x.tensor).lens), view(y), 1, 1, 0);
}

miopenStatus_t run_batchnorm(Handle &handle, const Asked &asked, const Given &given) {
    const double epsilon = given.scalar(miopenScalarBatchnormEpsilon, 1e-5);
    const Located x = given.at(miopenTensorBatchnormX), scale = given.at(miopenTensorBatchnormScale), bias = given.at(miopenTensorBatchnormBias);
    BatchNorm norm = {asked.norm, x, given.at(miopenTensorBatchnormY), scale, bias, {}, {}, epsilon, nullptr};
    // The activation behind it takes the place of its result.
    for (const Asked &next : asked.behind)
        if (next.kind == Kind::activation) norm.activation = &next.activation, norm.y = given.at(miopenTensorActivationY);
    if (asked.direction == miopenProblemDirectionInference) {
        norm.mean = given.at(miopenTensorBatchnormEstimatedMean), norm.variance = given.at(miopenTensorBatchnormEstimatedVariance);
        return normalise_inference(handle, norm);
    }
    norm.mean = given.at(miopenTensorBatchnormSavedMean), norm.variance = given.at(miopenTensorBatchnormSavedVariance);
    if (asked.direction == miopenProblemDirectionForward)
        return normalise_training(handle, norm, given.scalar(miopenScalarBatchnormExpAvgFactor, 0.1), asked.averages ? given.at(miopenTensorBatchnormRunningMean) : Located{},
                                  asked.averages ? given.at(miopenTensorBatchnormRunningVariance) : Located{});
    // Problems fused backwards are in the order that they have forwards: what comes in is the norm's and what goes out is the activation's, whose own names do as well.
    norm.y = given.at(norm.activation && given.has(miopenTensorActivationDY) ? miopenTensorActivationDY : miopenTensorBatchnormDY);
    const Id dx = norm.activation && !given.has(miopenTensorBatchnormDX) ? miopenTensorActivationDX : miopenTensorBatchnormDX;
    return normalise_backward(handle, norm, given.at(dx), given.at(miopenTensorBatchnormScaleDiff), given.at(miopenTensorBatchnormBiasDiff), 1, 0);
}

miopenStatus_t run(Handle &handle, const Solved &solution, const Given &given, void *workspace, size_t size) {
    switch (solution.problem.kind) {
        case Kind::convolution: return run_convolution(handle, solution, given, workspace, size);
        case Kind::activation: return run_activation(handle, solution.problem, given);
        case Kind::softmax: return run_softmax(handle, solution.problem, given);
        case Kind::bias: return run_bias(handle, given);
        default: return run_batchnorm(handle, solution.problem, given);
    }
}

// With all of a convolution's buffers its ways are tried; without them the order is what is known to be best.
miopenStatus_t find(Handle &handle, const Asked &asked, const Options &options, std::vector<Solved> &found) {
    Solved solution;
    solution.problem = asked;
    if (asked.kind != Kind::convolution || !asked.behind.empty()) {
        found.push_back(solution);
        return miopenStatusSuccess;
    }
    Problem problem;
    DNN_TRY(described(asked, problem));
    const auto memory = [&](Id id) {
        const auto at = options.tensors.find(id);
        return at == options.tensors.end() ? nullptr : at->second;
    };
    void *const x = memory(miopenTensorConvolutionX), *const w = memory(miopenTensorConvolutionW), *const y = memory(miopenTensorConvolutionY);
    const bool is_other_way = is_turned(asked.convolution), can_try = x && w && y && problem.work() <= 0x1p26;
    for (const Way way : {best_way(problem), best_way(problem) == Way::direct ? Way::product : Way::direct}) {
        if (way == Way::product && !has_product(problem)) continue;
        solution.way = way, solution.workspace = workspace_of(problem, way), solution.time = float(found.size() + 1);
        if (solution.workspace > options.workspace_limit) continue;
        if (can_try)
            DNN_TRY(timed(handle, problem, way, {is_other_way ? y : x, w, is_other_way ? x : y, 1, 0, options.workspace, options.workspace_size}, solution.time));
        found.push_back(solution);
    }
    std::sort(found.begin(), found.end(), [&](const Solved &a, const Solved &b) {
        return options.order == miopenFindResultsOrderByTime ? a.time < b.time : a.workspace < b.workspace;
    });
    return miopenStatusSuccess;
}

// A solution as bytes: numbers one behind the other.
struct Bytes {
    std::vector<char> bytes;
    const char *from = nullptr, *end = nullptr;  // where it is read
    bool is_read = false, is_right = true;

    template <class T> void number(T &value) {
        if (!is_read) {
            const char *const at = reinterpret_cast<const char *>(&value);
            bytes.insert(bytes.end(), at, at + sizeof value);
        } else if (size_t(end - from) < sizeof value) {
            is_right = false;
        } else {
            memcpy(&value, from, sizeof value);
            from += sizeof value;
        }
    }
    template <class T> void numbers(std::vector<T> &values) {
        uint64_t count = values.size();
        number(count);
        if (!is_right || (is_read && count > 64)) return void(is_right = false);
        values.resize(count);
        for (T &value : values) number(value);
    }
    void tensor(Tensor &t) {
        number(t.type), numbers(t.lens), numbers(t.strides), number(t.vector_length);
    }
    void problem(Asked &p, int depth = 0) {
        number(p.kind), number(p.direction), number(p.norm), number(p.averages);
        number(p.convolution.mode), numbers(p.convolution.pads), numbers(p.convolution.strides), numbers(p.convolution.dilations), numbers(p.convolution.output_pads);
        number(p.convolution.groups), number(p.activation.mode), number(p.activation.alpha), number(p.activation.beta), number(p.activation.gamma);
        number(p.softmax.alpha), number(p.softmax.beta), number(p.softmax.algorithm), number(p.softmax.mode);
        uint64_t tensors = p.tensors.size(), behind = p.behind.size();
        number(tensors);
        auto next = p.tensors.begin();
        for (uint64_t i = 0; is_right && i < tensors; i++) {
            Id id = is_read ? miopenTensorArgumentIdInvalid : next->first;
            Tensor t = is_read ? Tensor() : (next++)->second;
            number(id), tensor(t);
            if (is_read) p.tensors[id] = t;
        }
        number(behind);
        if (!is_right || behind > 8 || depth > 1) return void(is_right = is_right && behind == 0);
        p.behind.resize(behind);
        for (Asked &asked : p.behind) problem(asked, depth + 1);
    }
    void solution(Solved &s) {
        uint32_t mark = 0x4d4e4448;
        number(mark);
        if (mark != 0x4d4e4448) return void(is_right = false);
        problem(s.problem), number(s.way), number(s.workspace), number(s.time);
    }
};

Bytes written(const Solved &solution) {
    Solved copy = solution;
    Bytes bytes;
    bytes.solution(copy);
    return bytes;
}

Asked &ours(miopenProblem_t problem) { return *static_cast<Asked *>(problem); }
Options &ours(miopenFindOptions_t options) { return *static_cast<Options *>(options); }
Solved &ours(miopenSolution_t solution) { return *static_cast<Solved *>(solution); }

miopenStatus_t make(miopenProblem_t *to, Kind kind, miopenProblemDirection_t direction) {
    DNN_TRY(create<Asked>(to));
    ours(*to).kind = kind, ours(*to).direction = direction;
    return miopenStatusSuccess;
}

}  // namespace

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateConvProblem(miopenProblem_t *problem, miopenConvolutionDescriptor_t operatorDesc, miopenProblemDirection_t direction) {
    if (!operatorDesc || direction > miopenProblemDirectionBackwardWeights) return miopenStatusBadParm;
    DNN_TRY(make(problem, Kind::convolution, direction));
    ours(*problem).convolution = *static_cast<Convolution *>(operatorDesc);
    return miopenStatusSuccess;
}
miopenStatus_t miopenCreateActivationProblem(miopenProblem_t *problem, miopenActivationDescriptor_t operatorDesc, miopenProblemDirection_t direction) {
    if (!operatorDesc) return miopenStatusBadParm;
    DNN_TRY(make(problem, Kind::activation, direction));
    ours(*problem).activation = *static_cast<Activation *>(operatorDesc);
    return miopenStatusSuccess;
}
miopenStatus_t miopenCreateSoftmaxProblem(miopenProblem_t *problem, miopenSoftmaxDescriptor_t operatorDesc, miopenProblemDirection_t direction) {
    if (!operatorDesc) return miopenStatusBadParm;
    DNN_TRY(make(problem, Kind::softmax, direction));
    ours(*problem).softmax = *static_cast<Softmax *>(operatorDesc);
    return miopenStatusSuccess;
}
miopenStatus_t miopenCreateBiasProblem(miopenProblem_t *problem, miopenProblemDirection_t direction) {
    if (direction == miopenProblemDirectionBackward) return missing("miopenCreateBiasProblem", "a gradient");
    return make(problem, Kind::bias, direction);
}
miopenStatus_t miopenCreateBatchnormProblem(miopenProblem_t *problem, miopenBatchNormMode_t mode, bool runningMeanVariance, miopenProblemDirection_t direction) {
    if (unsigned(mode) > miopenBNSpatial) return miopenStatusBadParm;
    DNN_TRY(make(problem, Kind::batchnorm, direction));
    ours(*problem).norm = mode, ours(*problem).averages = runningMeanVariance;
    return miopenStatusSuccess;
}
miopenStatus_t miopenDestroyProblem(miopenProblem_t problem) { return destroy<Asked>(problem); }

// Behind a convolution or a normalisation a bias or an activation; the second problem is the program's still.
miopenStatus_t miopenFuseProblems(miopenProblem_t problem1, miopenProblem_t problem2) {
    if (any_null(problem1, problem2)) return miopenStatusBadParm;
    Asked &first = ours(problem1);
    const Asked &second = ours(problem2);
    const bool is_forward = first.direction != miopenProblemDirectionBackwardWeights && (first.kind == Kind::batchnorm || first.direction != miopenProblemDirectionBackward);
    const bool goes = is_forward && ((first.kind == Kind::convolution && (second.kind == Kind::bias || second.kind == Kind::activation)) ||
                                     (first.kind == Kind::batchnorm && second.kind == Kind::activation));
    if (!goes) return missing("miopenFuseProblems", "this pair of problems", miopenStatusUnsupportedOp);
    first.behind.push_back(second);
    first.behind.back().behind.clear();
    for (const Asked &next : second.behind) first.behind.push_back(next);
    return miopenStatusSuccess;
}

miopenStatus_t miopenSetProblemTensorDescriptor(miopenProblem_t problem, miopenTensorArgumentId_t id, const miopenTensorDescriptor_t descriptor) {
    if (!problem || !descriptor || id == miopenTensorArgumentIdInvalid) return miopenStatusBadParm;
    ours(problem).tensors[id] = of(descriptor);
    return miopenStatusSuccess;
}

miopenStatus_t miopenCreateFindOptions(miopenFindOptions_t *options) { return create<Options>(options); }
miopenStatus_t miopenDestroyFindOptions(miopenFindOptions_t options) { return destroy<Options>(options); }
miopenStatus_t miopenSetFindOptionTuning(miopenFindOptions_t options, int value) {
    if (!options) return miopenStatusBadParm;
    ours(options).tuning = value;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetFindOptionResultsOrder(miopenFindOptions_t options, miopenFindResultsOrder_t value) {
    if (!options || unsigned(value) > miopenFindResultsOrderByWorkspaceSize) return miopenStatusBadParm;
    ours(options).order = value;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetFindOptionWorkspaceLimit(miopenFindOptions_t options, size_t value) {
    if (!options) return miopenStatusBadParm;
    ours(options).workspace_limit = value;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetFindOptionPreallocatedWorkspace(miopenFindOptions_t options, void *buffer, size_t size) {
    if (!options) return miopenStatusBadParm;
    ours(options).workspace = buffer, ours(options).workspace_size = size;
    return miopenStatusSuccess;
}
miopenStatus_t miopenSetFindOptionPreallocatedTensor(miopenFindOptions_t options, miopenTensorArgumentId_t id, void *buffer) {
    if (!options || id == miopenTensorArgumentIdInvalid) return miopenStatusBadParm;
    ours(options).tensors[id] = buffer;
    return miopenStatusSuccess;
}
// There are no binaries to attach.
miopenStatus_t miopenSetFindOptionAttachBinaries(miopenFindOptions_t options, unsigned attach) {
    return options && attach <= 1 ? miopenStatusSuccess : miopenStatusBadParm;
}

miopenStatus_t miopenFindSolutions(miopenHandle_t handle, miopenProblem_t problem, miopenFindOptions_t options, miopenSolution_t *solutions, size_t *numSolutions,
                                   size_t maxSolutions) {
    return with(handle, [&](Handle &h) {
        if (!problem || !solutions || (maxSolutions && !numSolutions)) return miopenStatusBadParm;
        std::vector<Solved> found;
        const Options plain;
        DNN_TRY(find(h, ours(problem), options ? ours(options) : plain, found));
        const size_t count = std::min(found.size(), maxSolutions);
        for (size_t i = 0; i < count; i++) {
            DNN_TRY(create<Solved>(&solutions[i]));
            ours(solutions[i]) = found[i];
        }
        put(numSolutions, count);
        return miopenStatusSuccess;
    });
}
miopenStatus_t miopenRunSolution(miopenHandle_t handle, miopenSolution_t solution, size_t nInputs, const miopenTensorArgument_t *tensors, void *workspace,
                                 size_t workspaceSize) {
    return with(handle, [&](Handle &h) {
        if (!solution || (nInputs && !tensors)) return miopenStatusBadParm;
        return run(h, ours(solution), Given(ours(solution).problem, nInputs, tensors), workspace, workspaceSize);
    });
}
miopenStatus_t miopenDestroySolution(miopenSolution_t solution) { return destroy<Solved>(solution); }

miopenStatus_t miopenGetSolutionSize(miopenSolution_t solution, size_t *size) {
    if (!solution || !size) return miopenStatusBadParm;
    *size = written(ours(solution)).bytes.size();
    return miopenStatusSuccess;
}
miopenStatus_t miopenSaveSolution(miopenSolution_t solution, char *data) {
    if (!solution || !data) return miopenStatusBadParm;
    const Bytes bytes = written(ours(solution));
    std::copy(bytes.bytes.begin(), bytes.bytes.end(), data);
    return miopenStatusSuccess;
}
miopenStatus_t miopenLoadSolution(miopenSolution_t *solution, const char *data, size_t size) {
    if (!solution || !data) return miopenStatusBadParm;
    Bytes bytes;
    bytes.is_read = true, bytes.from = data, bytes.end = data + size;
    Solved read;
    bytes.solution(read);
    if (!bytes.is_right) return miopenStatusVersionMismatch;
    DNN_TRY(create<Solved>(solution));
    ours(*solution) = read;
    return miopenStatusSuccess;
}

miopenStatus_t miopenGetSolutionWorkspaceSize(miopenSolution_t solution, size_t *workspaceSize) {
    if (!solution || !workspaceSize) return miopenStatusBadParm;
    *workspaceSize = ours(solution).workspace;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetSolutionTime(miopenSolution_t solution, float *time) {
    if (!solution || !time) return miopenStatusBadParm;
    *time = ours(solution).time;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetSolutionSolverId(miopenSolution_t solution, uint64_t *solverId) {
    if (!solution || !solverId) return miopenStatusBadParm;
    *solverId = solution_of(direction_of(ours(solution).problem.direction), ours(solution).way);
    return miopenStatusSuccess;
}
