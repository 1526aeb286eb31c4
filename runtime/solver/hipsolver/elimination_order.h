// elimination_order.h: in which order a sparse symmetric matrix' unknowns are eliminated, so that its factor has few entries. Used by cholesky.hip.
#pragma once

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

namespace solver {

// A square matrix' rows, from 0 on.
struct Pattern {
    std::vector<int> rows, columns;

    bool is_one(int n, int count) const {
        if (rows[0] != 0 || rows[n] != count) return false;
        for (int i = 0; i < n; i++) if (rows[i] > rows[i + 1]) return false;
        return std::all_of(columns.begin(), columns.end(), [&](int column) { return column >= 0 && column < n; });
    }
};

// Whom an unknown meets in an equation of the lower triangle, each once.
inline std::vector<std::vector<int>> neighbours(const Pattern &pattern, int n) {
    std::vector<std::vector<int>> result(n);
    for (int i = 0; i < n; i++) {
        for (int k = pattern.rows[i]; k < pattern.rows[i + 1]; k++) {
            if (pattern.columns[k] < i) result[i].push_back(pattern.columns[k]), result[pattern.columns[k]].push_back(i);
        }
    }
    for (auto &all : result) {
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
    }
    return result;
}

// Cuthill and McKee's: breadth first from unknowns of few neighbours, and backwards.
inline std::vector<int> banded_order(const std::vector<std::vector<int>> &next) {
    const int n = int(next.size());
    const auto fewer = [&](int a, int b) { return std::make_pair(next[a].size(), a) < std::make_pair(next[b].size(), b); };
    std::vector<int> starts(n), order;
    for (int i = 0; i < n; i++) starts[i] = i;
    std::sort(starts.begin(), starts.end(), fewer);
    std::vector<bool> seen(n);
    for (const int start : starts) {
        if (seen[start]) continue;
        seen[start] = true;
        order.push_back(start);
        for (size_t at = order.size() - 1; at < order.size(); at++) {
            const size_t first = order.size();
            for (const int other : next[order[at]]) {
                if (!seen[other]) seen[other] = true, order.push_back(other);
            }
            std::sort(order.begin() + first, order.end(), fewer);
        }
    }
    std::reverse(order.begin(), order.end());
    return order;
}

// The unknown with the fewest neighbours first, which then are neighbours of each other: an eliminated unknown stands for that clique, and for those that it
// took in.
inline std::vector<int> least_degree_order(std::vector<std::vector<int>> next) {
    const int n = int(next.size());
    std::vector<std::vector<int>> cliques(n);  // of each unknown: the eliminated ones that it meets
    std::vector<bool> gone(n), absorbed(n);
    std::vector<int> mark(n, -1), degree(n), outside(n), order;
    std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> least;
    for (int i = 0; i < n; i++) least.emplace(degree[i] = int(next[i].size()), i);
    while (!least.empty()) {
        const int size = least.top().first, pivot = least.top().second;
        least.pop();
        if (gone[pivot] || size != degree[pivot]) continue;
        // Its clique: neighbours that are left, and those of its cliques.
        std::vector<int> clique;
        mark[pivot] = pivot;
        const auto take = [&](const std::vector<int> &from) {
            for (const int other : from) if (!gone[other] && mark[other] != pivot) mark[other] = pivot, clique.push_back(other);
        };
        take(next[pivot]);
        for (const int old : cliques[pivot]) take(next[old]), absorbed[old] = true, next[old].clear();
        gone[pivot] = true;
        order.push_back(pivot);
        for (const int other : clique) {
            auto &alone = next[other];
            alone.erase(std::remove_if(alone.begin(), alone.end(), [&](int i) { return gone[i] || mark[i] == pivot; }), alone.end());
            auto &held = cliques[other];
            held.erase(std::remove_if(held.begin(), held.end(), [&](int i) { return bool(absorbed[i]); }), held.end());
            held.push_back(pivot);
        }
        next[pivot] = clique;
        // What an older clique has besides this one; those that share more unknowns are counted twice, so degrees are at most these.
        for (const int other : clique) {
            for (const int held : cliques[other]) if (held != pivot) outside[held] = int(next[held].size());
        }
        for (const int other : clique) {
            for (const int held : cliques[other]) if (held != pivot) outside[held]--;
        }
        for (const int other : clique) {
            size_t most = next[other].size() + clique.size() - 1;
            for (const int held : cliques[other]) if (held != pivot) most += outside[held];
            least.emplace(degree[other] = int(std::min<size_t>(most, size_t(n) - order.size())), other);
        }
    }
    return order;
}

// cuSOLVER's numbers: none, reverse Cuthill-McKee, least degree, and nested dissection, which least degree stands for.
inline std::vector<int> elimination_order(const Pattern &pattern, int n, int reorder) {
    if (reorder == 1) return banded_order(neighbours(pattern, n));
    if (reorder >= 2) return least_degree_order(neighbours(pattern, n));
    std::vector<int> order(n);
    for (int i = 0; i < n; i++) order[i] = i;
    return order;
}

}  // namespace solver
