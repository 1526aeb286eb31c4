// ctc.hip: connectionist temporal classification: losses, and their gradients by what the network says.
//
// Called by programs. All in logarithms, in float: what is said, the sums over paths that end at each place of the labels (with blanks between them) and over those
// that begin there, by time, and what each class has of all paths. A sequence is a block's.
#include "elements.h"

#include <numeric>

namespace dnn {

struct Ctc : miopenCTCLossDescriptor {
    miopenDataType_t type = miopenFloat;
    int blank = 0;
    bool has_softmax = true;
};

// What kernels know; the arrays of ints are in the workspace.
struct CtcCall {
    View said, gradients;                        // times, sequences, classes
    int times, batch, classes, places, blank;    // places: of the longest labels
    bool has_softmax;
    const int *lens, *labels_lens, *starts, *labels;
    float *logs, *before, *behind;               // by time and sequence: classes, and places twice

    __device__ int place_class(int sequence, int place) const { return place % 2 ? labels[starts[sequence] + place / 2] : blank; }
    // A path may come from two places before.
    __device__ bool jumps(int sequence, int place) const {
        return place % 2 && place >= 2 && place_class(sequence, place) != place_class(sequence, place - 2);
    }
    __device__ int64_t row(int time, int sequence) const { return int64_t(time) * batch + sequence; }
};

__device__ static float sum_of_logs(float a, float b) {
    const float larger = fmaxf(a, b);
    return larger == -INFINITY ? larger : larger + log1pf(expf(fminf(a, b) - larger));
}

// A thread a row.
__global__ void take_logs(CtcCall p, uint32_t count) {
    DNN_EACH(i, count) {
        const int64_t from = p.said.strides[2] * (i / p.batch) + p.said.strides[3] * (i % p.batch);
        float largest = -INFINITY, sum = 0;
        for (int c = 0; c < p.classes; c++) largest = fmaxf(largest, p.said.get<float>(from + c * p.said.strides[4]));
        for (int c = 0; c < p.classes; c++) sum += expf(p.said.get<float>(from + c * p.said.strides[4]) - largest);
        const float less = p.has_softmax ? largest + logf(sum) : 0;
        for (int c = 0; c < p.classes; c++) p.logs[int64_t(i) * p.classes + c] = p.said.get<float>(from + c * p.said.strides[4]) - less;
    }
}

__global__ void sum_paths(CtcCall p, View losses) {
    const int sequence = int(blockIdx.x), len = p.lens[sequence], places = 2 * p.labels_lens[sequence] + 1;
    const auto said = [&](int time, int place) { return p.logs[p.row(time, sequence) * p.classes + p.place_class(sequence, place)]; };
    for (int step = 0; step < len; step++) {
        const int forth = step, back = len - 1 - step;
        float *const before = p.before + p.row(forth, sequence) * p.places, *const behind = p.behind + p.row(back, sequence) * p.places;
        const float *const earlier = p.before + p.row(forth - 1, sequence) * p.places, *const later = p.behind + p.row(back + 1, sequence) * p.places;
        for (int place = int(threadIdx.x); place < places; place += threads) {
            float from = step == 0 ? (place < 2 ? 0 : -INFINITY) : earlier[place], to = step == 0 ? (place >= places - 2 ? 0 : -INFINITY) : later[place];
            if (step > 0) {
                if (place >= 1) from = sum_of_logs(from, earlier[place - 1]);
                if (p.jumps(sequence, place)) from = sum_of_logs(from, earlier[place - 2]);
                if (place + 1 < places) to = sum_of_logs(to, later[place + 1]);
                if (place + 2 < places && p.jumps(sequence, place + 2)) to = sum_of_logs(to, later[place + 2]);
            }
            before[place] = from + said(forth, place);
            behind[place] = to + said(back, place);
        }
        __syncthreads();
    }
    if (threadIdx.x != 0) return;
    float all = 0;
    if (len > 0) {
        const float *const last = p.before + p.row(len - 1, sequence) * p.places;
        all = places > 1 ? sum_of_logs(last[places - 1], last[places - 2]) : last[0];
    }
    losses.set<float>(sequence, -all);
}

// By what goes into the softmax; without one, by probabilities whose logarithms are said.
__global__ void find_gradients(CtcCall p, uint32_t count) {
    DNN_EACH(i, count) {
        const int c = int(i % p.classes), sequence = int(i / p.classes % p.batch), time = int(i / p.classes / p.batch);
        float gradient = 0;
        if (time < p.lens[sequence]) {
            const float said = p.logs[i];
            const float *const before = p.before + p.row(time, sequence) * p.places, *const behind = p.behind + p.row(time, sequence) * p.places;
            float paths = -INFINITY;
            for (int place = 0; place < 2 * p.labels_lens[sequence] + 1; place++)
                if (p.place_class(sequence, place) == c) paths = sum_of_logs(paths, before[place] + behind[place]);
            // Both sums have what is said.
            const float *const last = p.before + p.row(p.lens[sequence] - 1, sequence) * p.places;
            const int places = 2 * p.labels_lens[sequence] + 1;
            const float all = places > 1 ? sum_of_logs(last[places - 1], last[places - 2]) : last[0];
            const float share = expf(paths - said - all);
            gradient = p.has_softmax ? expf(said) - share : -expf(paths - 2 * said - all);
        }
        p.gradients.set<float>(p.gradients.strides[2] * time + p.gradients.strides[3] * sequence + p.gradients.strides[4] * c, gradient);
    }
}

// Where everything is in the workspace, in words of four bytes.
struct CtcSpace {
    size_t ints, logs, before, behind, words;
    CtcSpace(size_t times, size_t batch, size_t classes, size_t places, size_t labels) {
        ints = 0, logs = 3 * batch + labels, before = logs + times * batch * classes, behind = before + times * batch * places;
        words = behind + times * batch * places;
    }
};

// Lengths that go together; places of the longest labels.
static miopenStatus_t measure(const Tensor &said, const int *labels, const int *label_lens, const int *lens, int &places, int &all) {
    if (said.dims() != 3 || any_null(labels, label_lens, lens)) return miopenStatusBadParm;
    places = 1, all = 0;
    for (size_t b = 0; b < said.lens[1]; b++) {
        if (lens[b] < 0 || lens[b] > int(said.lens[0]) || label_lens[b] < 0) return miopenStatusBadParm;
        int repeated = 0;
        for (int j = 0; j < label_lens[b]; j++) {
            const int label = labels[all + j];
            if (label < 0 || label >= int(said.lens[2])) return miopenStatusBadParm;
            repeated += j > 0 && label == labels[all + j - 1];
        }
        if (label_lens[b] + repeated > lens[b]) return miopenStatusBadParm;
        places = std::max(places, 2 * label_lens[b] + 1), all += label_lens[b];
    }
    return miopenStatusSuccess;
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenCreateCTCLossDescriptor(miopenCTCLossDescriptor_t *ctcLossDesc) { return create<Ctc>(ctcLossDesc); }
miopenStatus_t miopenDestroyCTCLossDescriptor(miopenCTCLossDescriptor_t ctcLossDesc) { return destroy<Ctc>(ctcLossDesc); }
miopenStatus_t miopenSetCTCLossDescriptor(miopenCTCLossDescriptor_t ctcLossDesc, miopenDataType_t dataType, const int blank_label_id, bool apply_softmax_layer) {
    if (!ctcLossDesc) return miopenStatusBadParm;
    Ctc &ctc = *static_cast<Ctc *>(ctcLossDesc);
    ctc.type = dataType, ctc.blank = blank_label_id, ctc.has_softmax = apply_softmax_layer;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetCTCLossDescriptor(miopenCTCLossDescriptor_t ctcLossDesc, miopenDataType_t *dataType, int *blank_label_id, bool *apply_softmax_layer) {
    if (!ctcLossDesc) return miopenStatusBadParm;
    const Ctc &ctc = *static_cast<Ctc *>(ctcLossDesc);
    put(dataType, ctc.type), put(blank_label_id, ctc.blank), put(apply_softmax_layer, ctc.has_softmax);
    return miopenStatusSuccess;
}

miopenStatus_t miopenGetCTCLossWorkspaceSize(miopenHandle_t handle, const miopenTensorDescriptor_t probsDesc, const miopenTensorDescriptor_t gradientsDesc,
                                             const int *labels, const int *labelLengths, const int *inputLengths, miopenCTCLossAlgo_t,
                                             const miopenCTCLossDescriptor_t ctcLossDesc, size_t *workSpaceSize) {
    if (!handle || any_null(probsDesc, gradientsDesc) || !ctcLossDesc || !workSpaceSize) return miopenStatusBadParm;
    const Tensor &said = of(probsDesc);
    int places, all;
    DNN_TRY(measure(said, labels, labelLengths, inputLengths, places, all));
    *workSpaceSize = CtcSpace(said.lens[0], said.lens[1], said.lens[2], size_t(places), size_t(all)).words * 4;
    return miopenStatusSuccess;
}

// A blank that is no class is the nearest one.
miopenStatus_t miopenCTCLoss(miopenHandle_t handle, const miopenTensorDescriptor_t probsDesc, const void *probs, const int *labels, const int *labelLengths,
                             const int *inputLengths, void *losses, const miopenTensorDescriptor_t gradientsDesc, void *gradients, miopenCTCLossAlgo_t,
                             const miopenCTCLossDescriptor_t ctcLossDesc, void *workSpace, size_t workSpaceSize) {
    return with(handle, [&](Handle &h) {
        if (any_null(probsDesc, gradientsDesc) || !ctcLossDesc || any_null<const void *>(probs, losses, gradients, workSpace)) return miopenStatusBadParm;
        const Tensor &said = of(probsDesc);
        const Ctc &ctc = *static_cast<Ctc *>(ctcLossDesc);
        int places, all;
        DNN_TRY(measure(said, labels, labelLengths, inputLengths, places, all));
        if (of(gradientsDesc).lens != said.lens || (said.type != miopenFloat && said.type != miopenHalf) || !is_small(said)) return miopenStatusBadParm;
        const int times = int(said.lens[0]), batch = int(said.lens[1]), classes = int(said.lens[2]);
        const CtcSpace space(times, batch, classes, places, all);
        if (workSpaceSize < space.words * 4) return miopenStatusBadParm;
        std::vector<int> ints(inputLengths, inputLengths + batch);
        ints.insert(ints.end(), labelLengths, labelLengths + batch);
        for (int b = 0, start = 0; b < batch; start += labelLengths[b++]) ints.push_back(start);
        ints.insert(ints.end(), labels, labels + all);
        int *const memory = static_cast<int *>(workSpace);
        DNN_TRY(status_of(hipMemcpyAsync(memory, ints.data(), ints.size() * sizeof(int), hipMemcpyHostToDevice, h.stream)));
        float *const floats = static_cast<float *>(workSpace);
        const CtcCall call = {view(said, probs), view(of(gradientsDesc), gradients), times, batch, classes, places, std::clamp(ctc.blank, 0, classes - 1), ctc.has_softmax,
                              memory, memory + batch, memory + 2 * batch, memory + 3 * batch, floats + space.logs, floats + space.before, floats + space.behind};
        const View to = line(losses, said.type, size_t(batch));
        const uint32_t rows = uint32_t(times) * batch, count = rows * uint32_t(classes);
        DNN_TRY(launch(h, take_logs, blocks_for(rows), dim3(threads), call, rows));
        DNN_TRY(launch(h, sum_paths, dim3(unsigned(batch)), dim3(threads), call, to));
        return launch(h, find_gradients, blocks_for(count), dim3(threads), call, count);
    });
}
