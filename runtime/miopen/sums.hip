// sums.hip: sums of rows, in the same order each time.
//
// Called by convolution_calls.hip and others of this folder.
#include "sums.h"

namespace dnn {

template <class W> __global__ void sum_each_row(Rows from, View to, Team team, W alpha, W beta) {
    DNN_ROWS(i, row, team, from) {
        const int64_t first = from.row(row);
        W sum = 0;
        DNN_ALONG(j, column, team, from) sum += from.inner.get<W>(first + from.column(column));
        sum = alpha * team.sum(sum);
        const int64_t at = to.place(i);
        if (team.lane() == 0) to.set<W>(at, beta == 0 ? sum : sum + beta * to.get<W>(at));
    }
}

miopenStatus_t sum_rows(const Handle &handle, Rows from, const View &to, double alpha, double beta) {
    flatten_rows(from);
    const Team team = team_for(from);
    return DNN_BY_WIDTH(is_wide(from.inner.type), launch(handle, sum_each_row<Work>, team.grid(), dim3(threads), from, to, team, Work(alpha), Work(beta)));
}

}  // namespace dnn
