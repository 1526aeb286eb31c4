// moments.h: means and variances of rows: the mean comes first, and a variance is a sum of squares of differences. A row in parts has those of its parts put together
// as Chan, Golub and LeVeque do, so that nothing is lost where a mean is far from zero.
//
// Used by batchnorm_rows.hip and norms.hip.
#pragma once

#include "rows.h"

namespace dnn {

// Of a part of a row, or of all of it. Without a mean, squares are the elements' own.
template <class W> struct Moments {
    W count, mean, squares;

    __device__ Moments() : count(0), mean(0), squares(0) {}
    // `value` of a place in the row.
    template <class F> __device__ Moments(const Rows &rows, const Team &team, bool is_centred, F &&value) : Moments() {
        W own = 0, sum = 0, differences = 0;
        count = W(team.length);
        if (is_centred || team.parts > 1) {
            DNN_ALONG(j, column, team, rows) sum += value(column), own++;
            if (team.parts > 1) count = team.sum(own);
            if (is_centred) mean = team.sum(sum) / count;
        }
        DNN_ALONG(j, column, team, rows) {
            const W off = value(column) - mean;
            differences += off * off;
        }
        squares = team.sum(differences);
    }
    // Of all parts of a row, for a block with a thread a part: what each thread gives is put together.
    __device__ static Moments together(const Moments *parts, const Team &team, bool is_centred) {
        Moments own, all;
        if (threadIdx.x < team.parts) own = parts[threadIdx.x];
        all.count = W(team.length);
        if (is_centred) all.mean = block_sum(own.count * own.mean) / all.count;
        const W off = own.mean - all.mean;
        all.squares = block_sum(own.squares + own.count * off * off);
        return all;
    }
    __device__ W variance() const { return squares / count; }
};

template <class W> __device__ inline W inverse_root(W of) { return W(1) / sqrt(of); }

// Memory of rows in parts: what is known of each row, and behind it its parts' moments.
template <class Known, class W> struct InParts {
    Temporary memory;
    Known *known = nullptr;
    Moments<W> *parts = nullptr;

    explicit InParts(Handle &handle) : memory(handle) {}
    miopenStatus_t take(const Team &team) {
        static_assert(sizeof(Known) % alignof(Moments<W>) == 0, "parts lie behind what is known");
        DNN_TRY(memory.take(team.rows * (sizeof(Known) + team.parts * sizeof(Moments<W>))));
        known = static_cast<Known *>(memory.memory), parts = reinterpret_cast<Moments<W> *>(known + team.rows);
        return miopenStatusSuccess;
    }
};

}  // namespace dnn
