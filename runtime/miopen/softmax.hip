// softmax.hip: softmax and its logarithm, forwards and backwards, along the channels or along all of an image.
//
// Called by programs and solutions.hip.
#include "softmax.h"

#include "rows.h"

namespace dnn {

template <class W> __global__ void softmax_rows(Rows x, Rows y, Team team, miopenSoftmaxAlgorithm_t algorithm, W alpha, W beta) {
    DNN_ROWS(i, row, team, x) {
        const int64_t from = x.row(row), to = y.row(row);
        W largest = 0;
        if (algorithm != MIOPEN_SOFTMAX_FAST) {
            largest = -INFINITY;
            DNN_ALONG(j, column, team, x) largest = fmax(largest, x.inner.get<W>(from + x.column(column)));
            largest = team.all(largest, [](W a, W b) { return fmax(a, b); });
        }
        W sum = 0;
        DNN_ALONG(j, column, team, x) sum += exp(x.inner.get<W>(from + x.column(column)) - largest);
        sum = team.sum(sum);
        const W log_sum = algorithm == MIOPEN_SOFTMAX_LOG ? log(sum) : W(0);
        DNN_ALONG(j, column, team, x) {
            const W value = x.inner.get<W>(from + x.column(column)) - largest;
            const W result = alpha * (algorithm == MIOPEN_SOFTMAX_LOG ? value - log_sum : exp(value) / sum);
            const int64_t at = to + y.column(column);
            y.inner.set<W>(at, beta == 0 ? result : result + beta * y.inner.get<W>(at));
        }
    }
}

template <class W> __global__ void softmax_rows_backward(Rows y, Rows dy, Rows dx, Team team, miopenSoftmaxAlgorithm_t algorithm, W alpha, W beta) {
    const bool is_log = algorithm == MIOPEN_SOFTMAX_LOG;
    DNN_ROWS(i, row, team, y) {
        const int64_t of_y = y.row(row), of_dy = dy.row(row), to = dx.row(row);
        W sum = 0;
        DNN_ALONG(j, column, team, y) {
            const W d = dy.inner.get<W>(of_dy + dy.column(column));
            sum += is_log ? d : d * y.inner.get<W>(of_y + y.column(column));
        }
        sum = team.sum(sum);
        DNN_ALONG(j, column, team, y) {
            const W d = dy.inner.get<W>(of_dy + dy.column(column)), value = y.inner.get<W>(of_y + y.column(column));
            const W result = alpha * (is_log ? d - sum * exp(value) : value * (d - sum));
            const int64_t at = to + dx.column(column);
            dx.inner.set<W>(at, beta == 0 ? result : result + beta * dx.inner.get<W>(at));
        }
    }
}

static Rows rows_by(const Softmax &how, const Tensor &tensor, const void *data) {
    return rows_of(view(tensor, data), tensor.dims(), how.mode == MIOPEN_SOFTMAX_MODE_CHANNEL ? 2 : all_but(1, tensor.dims()));
}

static miopenStatus_t check(const Softmax &how, const Tensor &to, std::initializer_list<const Tensor *> others) {
    if (unsigned(how.algorithm) > MIOPEN_SOFTMAX_LOG || unsigned(how.mode) > MIOPEN_SOFTMAX_MODE_CHANNEL || to.dims() < 2) return miopenStatusBadParm;
    for (const Tensor *other : others)
        if (other->lens != to.lens || other->type != to.type) return miopenStatusBadParm;
    return is_small(to) && is_real(to.type) ? miopenStatusSuccess : missing("softmax", "a tensor of this type or size");
}

miopenStatus_t softmax(const Handle &handle, const Softmax &how, const Tensor &x_tensor, const void *x, const Tensor &y_tensor, void *y) {
    if (any_null<const void *>(x, y)) return miopenStatusBadParm;
    DNN_TRY(check(how, y_tensor, {&x_tensor}));
    Rows from = rows_by(how, x_tensor, x), to = rows_by(how, y_tensor, y);
    flatten_rows(from, to);
    const Team team = team_for(to);
    return DNN_BY_WIDTH(is_wide(y_tensor.type), launch(handle, softmax_rows<Work>, team.grid(), dim3(threads), from, to, team, how.algorithm, Work(how.alpha),
                                                       Work(how.beta)));
}

miopenStatus_t softmax_backward(const Handle &handle, const Softmax &how, const Tensor &y_tensor, const void *y, const Tensor &dy_tensor, const void *dy,
                                const Tensor &dx_tensor, void *dx) {
    if (any_null<const void *>(y, dy, dx)) return miopenStatusBadParm;
    DNN_TRY(check(how, dx_tensor, {&y_tensor, &dy_tensor}));
    Rows of_y = rows_by(how, y_tensor, y), of_dy = rows_by(how, dy_tensor, dy), to = rows_by(how, dx_tensor, dx);
    flatten_rows(to, of_y, of_dy);
    const Team team = team_for(to);
    return DNN_BY_WIDTH(is_wide(dx_tensor.type), launch(handle, softmax_rows_backward<Work>, team.grid(), dim3(threads), of_y, of_dy, to, team, how.algorithm,
                                                        Work(how.alpha), Work(how.beta)));
}

static Softmax described(const void *alpha, const void *beta, miopenSoftmaxAlgorithm_t algorithm, miopenSoftmaxMode_t mode) {
    Softmax how;
    how.alpha = float(factor(alpha, 1)), how.beta = float(factor(beta, 0)), how.algorithm = algorithm, how.mode = mode;
    return how;
}

}  // namespace dnn

using namespace dnn;

miopenStatus_t miopenSoftmaxForward_V2(miopenHandle_t handle, const void *alpha, const miopenTensorDescriptor_t xDesc, const void *x, const void *beta,
                                       const miopenTensorDescriptor_t yDesc, void *y, miopenSoftmaxAlgorithm_t algorithm, miopenSoftmaxMode_t mode) {
    return with(handle, [&](Handle &h) {
        if (any_null(xDesc, yDesc)) return miopenStatusBadParm;
        return softmax(h, described(alpha, beta, algorithm, mode), of(xDesc), x, of(yDesc), y);
    });
}
miopenStatus_t miopenSoftmaxForward(miopenHandle_t handle, const void *alpha, const miopenTensorDescriptor_t xDesc, const void *x, const void *beta,
                                    const miopenTensorDescriptor_t yDesc, void *y) {
    return miopenSoftmaxForward_V2(handle, alpha, xDesc, x, beta, yDesc, y, MIOPEN_SOFTMAX_ACCURATE, MIOPEN_SOFTMAX_MODE_CHANNEL);
}

miopenStatus_t miopenSoftmaxBackward_V2(miopenHandle_t handle, const void *alpha, const miopenTensorDescriptor_t yDesc, const void *y,
                                        const miopenTensorDescriptor_t dyDesc, const void *dy, const void *beta, const miopenTensorDescriptor_t dxDesc, void *dx,
                                        miopenSoftmaxAlgorithm_t algorithm, miopenSoftmaxMode_t mode) {
    return with(handle, [&](Handle &h) {
        if (any_null(yDesc, dyDesc, dxDesc)) return miopenStatusBadParm;
        return softmax_backward(h, described(alpha, beta, algorithm, mode), of(yDesc), y, of(dyDesc), dy, of(dxDesc), dx);
    });
}
miopenStatus_t miopenSoftmaxBackward(miopenHandle_t handle, const void *alpha, const miopenTensorDescriptor_t yDesc, const void *y,
                                     const miopenTensorDescriptor_t dyDesc, const void *dy, const void *beta, const miopenTensorDescriptor_t dxDesc, void *dx) {
    return miopenSoftmaxBackward_V2(handle, alpha, yDesc, y, dyDesc, dy, beta, dxDesc, dx, MIOPEN_SOFTMAX_ACCURATE, MIOPEN_SOFTMAX_MODE_CHANNEL);
}

miopenStatus_t miopenCreateSoftmaxDescriptor(miopenSoftmaxDescriptor_t *softmaxDesc) { return create<Softmax>(softmaxDesc); }
miopenStatus_t miopenSetSoftmaxDescriptor(miopenSoftmaxDescriptor_t softmaxDesc, float alpha, float beta, miopenSoftmaxAlgorithm_t algorithm,
                                          miopenSoftmaxMode_t mode) {
    if (!softmaxDesc) return miopenStatusBadParm;
    Softmax &how = *static_cast<Softmax *>(softmaxDesc);
    how.alpha = alpha, how.beta = beta, how.algorithm = algorithm, how.mode = mode;
    return miopenStatusSuccess;
}
miopenStatus_t miopenGetSoftmaxDescriptor(const miopenSoftmaxDescriptor_t softmaxDesc, float *alpha, float *beta, miopenSoftmaxAlgorithm_t *algorithm,
                                          miopenSoftmaxMode_t *mode) {
    if (!softmaxDesc) return miopenStatusBadParm;
    const Softmax &how = *static_cast<Softmax *>(softmaxDesc);
    put(alpha, how.alpha), put(beta, how.beta), put(algorithm, how.algorithm), put(mode, how.mode);
    return miopenStatusSuccess;
}
