// batchnorm_rows.hip: batch normalisation of rows.
//
// Called by batchnorm.hip. Where rows are few and long, as a network's first layers have few channels and large images, a row is in parts (rows.h): each block has its
// part's mean and squares, a block puts those of a row together, and what is done to each element has as many blocks again. Else one kernel does all.
#include "batchnorm_rows.h"
#include "moments.h"

namespace dnn {

template <class W> struct Settings {
    W average, epsilon, alpha, beta;
};

// What is known of a row when its elements are changed: the mean, the root of the variance's inverse; and backwards the sums of slopes and of their products with
// what is normal.
template <class W> struct Known {
    W mean, inverse, sum, products;
};

template <class W> __device__ static Moments<W> moments_of(const Rows &x, int64_t first, const Team &team) {
    return Moments<W>(x, team, true, [&](const Index &column) { return x.inner.get<W>(first + x.column(column)); });
}

// With an average, of what was before and now, or without; saved or not. For one of a row's threads.
template <class W>
__device__ static void save(const Moments<W> &moments, W inverse, const Parameters &p, const View &running_mean, const View &running_variance, const Index &row,
                            uint32_t length, W average) {
    if (p.mean.data) p.mean.set<W>(p.mean.place(row), moments.mean), p.variance.set<W>(p.variance.place(row), inverse);
    if (!running_mean.data) return;
    const W variance = moments.variance(), unbiased = length == 1 ? variance : variance * (W(length) / W(length - 1));
    const int64_t at = running_mean.place(row), too = running_variance.place(row);
    running_mean.set<W>(at, (W(1) - average) * running_mean.get<W>(at) + average * moments.mean);
    running_variance.set<W>(too, (W(1) - average) * running_variance.get<W>(too) + average * unbiased);
}
template <class W> __device__ static void put_slope(const View &v, const Index &row, W value, W alpha, W beta) {
    if (!v.data) return;
    const int64_t at = v.place(row);
    value *= alpha;
    v.set<W>(at, beta == 0 ? value : value + beta * v.get<W>(at));
}

// `known`: of rows in parts, else null.
template <class W>
__global__ void normalise_each_row(Rows x, Rows y, Team team, Parameters p, View running_mean, View running_variance, Role role, Settings<W> by,
                                   const Known<W> *known) {
    DNN_ROWS(i, row, team, x) {
        const int64_t from = x.row(row), to = y.row(row);
        W mean, inverse;
        const bool is_training = role == Role::training;
        if (known) {
            mean = known[i].mean, inverse = known[i].inverse;
        } else if (is_training || !p.mean.data) {
            const Moments<W> moments = moments_of<W>(x, from, team);
            mean = moments.mean, inverse = inverse_root(moments.variance() + by.epsilon);
            if (is_training && team.leads()) save(moments, inverse, p, running_mean, running_variance, row, team.length, by.average);
        } else {
            mean = p.mean.get<W>(p.mean.place(row)), inverse = p.variance.get<W>(p.variance.place(row));
            if (role == Role::inference) inverse = inverse_root(inverse + by.epsilon);
        }
        const W scale = Parameters::of<W>(p.scale, row, 1), bias = Parameters::of<W>(p.bias, row, 0);
        DNN_ALONG(j, column, team, x) {
            const W normal = (x.inner.get<W>(from + x.column(column)) - mean) * inverse;
            const W value = by.alpha * (scale * normal + bias);
            const int64_t at = to + y.column(column);
            y.inner.set<W>(at, by.beta == 0 ? value : value + by.beta * y.inner.get<W>(at));
        }
    }
}

template <class W> __global__ void moments_of_parts(Rows x, Team team, Moments<W> *parts) {
    DNN_ROWS(i, row, team, x) {
        const Moments<W> moments = moments_of<W>(x, x.row(row), team);
        if (team.leads()) parts[i * team.parts + team.part()] = moments;
    }
}
// A block a row; a thread a part.
template <class W>
__global__ void settle_moments(Rows x, Team team, const Moments<W> *parts, Known<W> *known, Parameters p, View running_mean, View running_variance, bool saves,
                               Settings<W> by) {
    for (uint32_t i = blockIdx.x; i < team.rows; i += gridDim.x) {
        const Moments<W> all = Moments<W>::together(parts + i * team.parts, team, true);
        if (threadIdx.x != 0) continue;
        known[i].mean = all.mean, known[i].inverse = inverse_root(all.variance() + by.epsilon);
        if (saves) save(all, known[i].inverse, p, running_mean, running_variance, Index(x.outer, i), team.length, by.average);
    }
}
// What training saved, by number.
template <class W> __global__ void know_saved(Rows x, uint32_t rows, Parameters p, Known<W> *known) {
    DNN_EACH(i, rows) {
        const Index row(x.outer, i);
        known[i].mean = p.mean.get<W>(p.mean.place(row)), known[i].inverse = p.variance.get<W>(p.variance.place(row));
    }
}

// Of a row or a part of it.
template <class W> struct Slopes {
    W sum, products;

    __device__ Slopes(W s, W p) : sum(s), products(p) {}
    __device__ Slopes(const Rows &x, int64_t from, const Rows &dy, int64_t of_dy, const Team &team, W mean, W inverse) : sum(0), products(0) {
        DNN_ALONG(j, column, team, x) {
            const W normal = (x.inner.get<W>(from + x.column(column)) - mean) * inverse, slope = dy.inner.get<W>(of_dy + dy.column(column));
            sum += slope, products += slope * normal;
        }
        sum = team.sum(sum), products = team.sum(products);
    }
};

template <class W>
__global__ void normalise_each_row_backward(Rows x, Rows dy, Rows dx, Team team, Parameters p, View dscale, View dbias, Settings<W> by, W parameter_alpha,
                                            W parameter_beta, const Known<W> *known) {
    DNN_ROWS(i, row, team, x) {
        const int64_t from = x.row(row), of_dy = dy.row(row), to = dx.row(row);
        W mean, inverse, sum, products;
        if (known) {
            mean = known[i].mean, inverse = known[i].inverse, sum = known[i].sum, products = known[i].products;
        } else {
            if (p.mean.data) {
                mean = p.mean.get<W>(p.mean.place(row)), inverse = p.variance.get<W>(p.variance.place(row));
            } else {
                const Moments<W> moments = moments_of<W>(x, from, team);
                mean = moments.mean, inverse = inverse_root(moments.variance() + by.epsilon);
            }
            const Slopes<W> slopes(x, from, dy, of_dy, team, mean, inverse);
            sum = slopes.sum, products = slopes.products;
            if (team.leads()) put_slope(dscale, row, products, parameter_alpha, parameter_beta), put_slope(dbias, row, sum, parameter_alpha, parameter_beta);
        }
        const W share = W(1) / W(team.length), factor = by.alpha * Parameters::of<W>(p.scale, row, 1) * inverse;
        DNN_ALONG(j, column, team, x) {
            const W normal = (x.inner.get<W>(from + x.column(column)) - mean) * inverse, slope = dy.inner.get<W>(of_dy + dy.column(column));
            const W value = factor * (slope - share * (sum + normal * products));
            const int64_t at = to + dx.column(column);
            dx.inner.set<W>(at, by.beta == 0 ? value : value + by.beta * dx.inner.get<W>(at));
        }
    }
}

template <class W> __global__ void slopes_of_parts(Rows x, Rows dy, Team team, const Known<W> *known, Slopes<W> *parts) {
    DNN_ROWS(i, row, team, x) {
        const Slopes<W> slopes(x, x.row(row), dy, dy.row(row), team, known[i].mean, known[i].inverse);
        if (team.leads()) parts[i * team.parts + team.part()] = slopes;
    }
}
template <class W>
__global__ void settle_slopes(Rows x, Team team, const Slopes<W> *parts, Known<W> *known, View dscale, View dbias, W parameter_alpha, W parameter_beta) {
    for (uint32_t i = blockIdx.x; i < team.rows; i += gridDim.x) {
        Slopes<W> own(0, 0);
        if (threadIdx.x < team.parts) own = parts[i * team.parts + threadIdx.x];
        const W sum = block_sum(own.sum), products = block_sum(own.products);
        if (threadIdx.x != 0) continue;
        const Index row(x.outer, i);
        known[i].sum = sum, known[i].products = products;
        put_slope(dscale, row, products, parameter_alpha, parameter_beta), put_slope(dbias, row, sum, parameter_alpha, parameter_beta);
    }
}

namespace {

template <class W> miopenStatus_t forward(Handle &handle, RowsForward c) {
    flatten(c.x.outer, c.y.outer, c.p.scale, c.p.bias, c.p.mean, c.p.variance, c.running_mean, c.running_variance);
    flatten(c.x.inner, c.y.inner);
    const Settings<W> by = {W(c.average), W(c.epsilon), W(c.alpha), W(c.beta)};
    const bool is_training = c.role == Role::training, has_moments = !is_training && c.p.mean.data;
    const Team team = in_parts(team_for(c.x));
    InParts<Known<W>, W> row(handle);
    if (team.parts > 1 && !has_moments) {
        DNN_TRY(row.take(team));
        DNN_TRY(launch(handle, moments_of_parts<W>, team.grid(), dim3(threads), c.x, team, row.parts));
        DNN_TRY(launch(handle, settle_moments<W>, dim3(team.rows), dim3(threads), c.x, team, row.parts, row.known, c.p, c.running_mean, c.running_variance, is_training, by));
    }
    return launch(handle, normalise_each_row<W>, team.grid(), dim3(threads), c.x, c.y, team, c.p, c.running_mean, c.running_variance, c.role, by, row.known);
}

template <class W> miopenStatus_t backward(Handle &handle, RowsBackward c) {
    flatten(c.x.outer, c.dy.outer, c.dx.outer, c.p.scale, c.p.bias, c.p.mean, c.p.variance, c.dscale, c.dbias);
    flatten(c.x.inner, c.dy.inner, c.dx.inner);
    const Settings<W> by = {0, W(c.epsilon), W(c.alpha), W(c.beta)};
    const W alpha = W(c.parameter_alpha), beta = W(c.parameter_beta);
    const Team team = in_parts(team_for(c.x));
    InParts<Known<W>, W> row(handle);  // the parts' slopes take their moments' place
    static_assert(sizeof(Slopes<W>) <= sizeof(Moments<W>) && alignof(Slopes<W>) == alignof(Moments<W>), "slopes take the place of moments");
    if (team.parts > 1) {
        DNN_TRY(row.take(team));
        if (c.p.mean.data) {
            DNN_TRY(launch(handle, know_saved<W>, blocks_for(team.rows), dim3(threads), c.x, team.rows, c.p, row.known));
        } else {
            DNN_TRY(launch(handle, moments_of_parts<W>, team.grid(), dim3(threads), c.x, team, row.parts));
            DNN_TRY(launch(handle, settle_moments<W>, dim3(team.rows), dim3(threads), c.x, team, row.parts, row.known, c.p, c.dscale, c.dbias, false, by));
        }
        Slopes<W> *const parts = reinterpret_cast<Slopes<W> *>(row.parts);
        DNN_TRY(launch(handle, slopes_of_parts<W>, team.grid(), dim3(threads), c.x, c.dy, team, row.known, parts));
        DNN_TRY(launch(handle, settle_slopes<W>, dim3(team.rows), dim3(threads), c.x, team, parts, row.known, c.dscale, c.dbias, alpha, beta));
    }
    return launch(handle, normalise_each_row_backward<W>, team.grid(), dim3(threads), c.x, c.dy, c.dx, team, c.p, c.dscale, c.dbias, by, alpha, beta, row.known);
}

}  // namespace

miopenStatus_t normalise_rows(Handle &handle, const RowsForward &call, bool is_wide) { return is_wide ? forward<double>(handle, call) : forward<float>(handle, call); }
miopenStatus_t normalise_rows_backward(Handle &handle, const RowsBackward &call, bool is_wide) {
    return is_wide ? backward<double>(handle, call) : backward<float>(handle, call);
}

}  // namespace dnn
