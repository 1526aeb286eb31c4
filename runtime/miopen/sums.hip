// sums.hip: sums of rows, in the same order each time.
//
// Called by convolution_calls.hip and others of this folder.
#include "sums.h"

namespace dnn {

// Of each part of a row, one behind the other.
template <class W> __global__ void sum_each_row(Rows from, View to, Team team, W alpha, W beta) {
    DNN_ROWS(i, row, team, from) {
        const int64_t first = from.row(row);
        W sum = 0;
        DNN_ALONG(j, column, team, from) sum += from.inner.get<W>(first + from.column(column));
        sum = alpha * team.sum(sum);
        const int64_t at = to.place(team.parts == 1 ? i : i * team.parts + team.part());
        if (team.leads()) to.set<W>(at, beta == 0 ? sum : sum + beta * to.get<W>(at));
    }
}

miopenStatus_t sum_rows(Handle &handle, Rows from, const View &to, double alpha, double beta) {
    flatten_rows(from);
    const bool wide = is_wide(from.inner.type);
    const auto sum = [&](const Rows &rows, const View &sums, const Team &team, double a, double b) {
        return DNN_BY_WIDTH(wide, launch(handle, sum_each_row<Work>, team.grid(), dim3(threads), rows, sums, team, Work(a), Work(b)));
    };
    const Team team = in_parts(team_for(from));
    if (team.parts == 1) return sum(from, to, team, alpha, beta);
    const Tensor parts = packed(wide ? miopenDouble : miopenFloat, {team.rows, team.parts});
    Temporary memory(handle);
    DNN_TRY(memory.take(parts.bytes()));
    DNN_TRY(sum(from, line(memory.memory, parts.type, parts.count()), team, 1, 0));
    const Rows rest = rows_of(view(parts, memory.memory), 2, 2);
    return sum(rest, to, team_for(rest), alpha, beta);
}

}  // namespace dnn
