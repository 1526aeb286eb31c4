// rocSOLVER's parts of LAPACK: reflectors alone and joined, interchanges, squares of triangles, equations of two matrices as those of one, and the spectra
// of matrices of two and three diagonals. Judged by their definitions, in long double.
//
// Built against an installation and run by tests/tests/solver.rs.
#include "check.h"

#include <algorithm>

#define IS(call, want) result(std::string(#call).substr(0, 60), (call) == (want))

template <class T> struct Roc;
#define FUNCTIONS(T, x, sy)                                          \
    template <> struct Roc<T> {                                      \
        static constexpr auto laswp = rocsolver_##x##laswp;          \
        static constexpr auto larfg = rocsolver_##x##larfg;          \
        static constexpr auto larf = rocsolver_##x##larf;            \
        static constexpr auto larft = rocsolver_##x##larft;          \
        static constexpr auto larfb = rocsolver_##x##larfb;          \
        static constexpr auto lauum = rocsolver_##x##lauum;          \
        static constexpr auto steqr = rocsolver_##x##steqr;          \
        static constexpr auto stedc = rocsolver_##x##stedc;          \
        static constexpr auto bdsqr = rocsolver_##x##bdsqr;          \
        static constexpr auto potrf = rocsolver_##x##potrf;          \
        static constexpr auto sygst = rocsolver_##x##sy##gst;        \
        static constexpr auto sygst_batched = rocsolver_##x##sy##gst_batched; \
    };
FUNCTIONS(float, s, sy)
FUNCTIONS(double, d, sy)
FUNCTIONS(rocblas_float_complex, c, he)
FUNCTIONS(rocblas_double_complex, z, he)

template <class T> static Matrix random_matrix(int rows, int columns) {
    Matrix a(rows, columns);
    for (Exact &element : a.elements) element = Of<T>::exact(Of<T>::from(next_number()));
    return a;
}
static Matrix operator+(Matrix a, const Matrix &b) {
    for (size_t i = 0; i < a.elements.size(); i++) a.elements[i] += b.elements[i];
    return a;
}
static Matrix scaled(Matrix a, Exact by) {
    for (Exact &e : a.elements) e *= by;
    return a;
}
// 1 - tau v v^H.
static Matrix reflector(const Matrix &v, Exact tau) { return Matrix::one(v.rows) - scaled(v * v.adjoint(), tau); }

template <class T> static void one_reflector() {
    const std::string name = letter<T>;
    const int n = 300, inc = 2;
    std::vector<T> x(n * inc), alpha(1);
    for (T &e : x) e = Of<T>::from(next_number());
    alpha[0] = Of<T>::from(next_number());
    Memory<T> dx(n * inc), da(1), tau(1);
    dx.upload(x), da.upload(alpha);
    SOLVER(Roc<T>::larfg(handle, n, da.device, dx.device, inc, tau.device));
    Matrix was(n, 1), v(n, 1), want(n, 1);
    const auto now = dx.download();
    was.at(0, 0) = Of<T>::exact(alpha[0]), v.at(0, 0) = 1, want.at(0, 0) = Of<T>::exact(da.download()[0]);
    for (int i = 1; i < n; i++) was.at(i, 0) = Of<T>::exact(x[(i - 1) * inc]), v.at(i, 0) = Of<T>::exact(now[(i - 1) * inc]);
    const Exact t = Of<T>::exact(tau.download()[0]);
    const Matrix h = reflector(v, t);
    // LAPACK: H^H (alpha, x) = (beta, 0), with a real beta.
    result(name + "larfg", is_small<T>(h.adjoint() * was - want, was.norm(), n) && is_orthogonal<T>(h) && want.at(0, 0).imag() == 0);

    // With the increment backwards.
    for (const rocblas_side side : {rocblas_side_left, rocblas_side_right}) {
        const int m = 40, columns = 30, length = side == rocblas_side_left ? m : columns;
        Batch<T> a({random_matrix<T>(m, columns)});
        Matrix u = random_matrix<T>(length, 1);
        std::vector<T> reversed(length);
        for (int i = 0; i < length; i++) reversed[length - 1 - i] = Of<T>::from(u.at(i, 0));
        Memory<T> du(length);
        du.upload(reversed);
        SOLVER(Roc<T>::larf(handle, side, m, columns, du.device, -1, tau.device, a.memory.device, a.ld));
        const Matrix product = side == rocblas_side_left ? reflector(u, t) * a.was(0) : a.was(0) * reflector(u, t);
        result(name + "larf", is_small<T>(a.are()[0] - product, product.norm() * length, length) && a.is_clean());
    }
    // Nothing to do.
    std::vector<T> zeros(n * inc, Of<T>::from(0)), real(1, Of<T>::from(Exact(2, 0)));
    dx.upload(zeros), da.upload(real);
    SOLVER(Roc<T>::larfg(handle, n, da.device, dx.device, inc, tau.device));
    result(name + "larfg_zero", Of<T>::exact(tau.download()[0]) == Exact(0) && Of<T>::exact(da.download()[0]) == Exact(2));
}

template <class T> static void joined_reflectors() {
    const int n = 25, k = 6, others = 17;
    for (const rocblas_direct direct : {rocblas_forward_direction, rocblas_backward_direction}) {
        for (const rocblas_storev storev : {rocblas_column_wise, rocblas_row_wise}) {
            const bool rows = storev == rocblas_row_wise, backward = direct == rocblas_backward_direction;
            const std::string name = std::string(letter<T>) + "larfb_" + (backward ? "backward" : "forward") + (rows ? "_rows" : "");
            Batch<T> v({random_matrix<T>(rows ? k : n, rows ? n : k)}), t(k, k, 1);
            std::vector<T> taus(k);
            for (T &e : taus) e = Of<T>::from(next_number() * 0.1L);
            Memory<T> tau(k);
            tau.upload(taus);
            SOLVER(Roc<T>::larft(handle, direct, storev, n, k, v.memory.device, v.ld, tau.device, t.memory.device, t.ld));
            Matrix all(n, k), product = Matrix::one(n);
            for (int j = 0; j < k; j++) {
                const int one = backward ? n - k + j : j;
                Matrix column(n, 1);
                for (int i = 0; i < n; i++) {
                    const Exact e = rows ? std::conj(v.was(0).at(j, i)) : v.was(0).at(i, j);
                    column.at(i, 0) = all.at(i, j) = i == one ? Exact(1) : (backward ? i < one : i > one) ? e : Exact(0);
                }
                product = backward ? reflector(column, Of<T>::exact(taus[j])) * product : product * reflector(column, Of<T>::exact(taus[j]));
            }
            const Matrix triangle = t.are()[0].where([&](int i, int j) { return backward ? i >= j : i <= j; });
            result(name + "_larft", is_small<T>(Matrix::one(n) - all * triangle * all.adjoint() - product, product.norm() * n, n));
            for (const rocblas_side side : {rocblas_side_left, rocblas_side_right}) {
                for (const rocblas_operation op : {rocblas_operation_none, rocblas_operation_conjugate_transpose}) {
                    const bool left = side == rocblas_side_left;
                    Batch<T> a({random_matrix<T>(left ? n : others, left ? others : n)});
                    SOLVER(Roc<T>::larfb(handle, side, op, direct, storev, a.rows, a.columns, k, v.memory.device, v.ld, t.memory.device, t.ld, a.memory.device, a.ld));
                    const Matrix want = left ? product.under(op) * a.was(0) : a.was(0) * product.under(op);
                    result(name, is_small<T>(a.are()[0] - want, want.norm() * n, n) && a.is_clean());
                }
            }
        }
    }
}

template <class T> static void others() {
    const std::string name = letter<T>;
    const int n = 40;
    Batch<T> a({random_matrix<T>(n, 7)});
    // Pivots of rows 3 to 6, two apart; both ways.
    const std::vector<int> pivots = {0, 0, 9, 0, 4, 0, 30, 0, 6};
    Memory<int> ipiv(pivots.size());
    ipiv.upload(pivots);
    SOLVER(Roc<T>::laswp(handle, 7, a.memory.device, a.ld, 3, 6, ipiv.device, 2));
    Matrix want = a.was(0);
    const auto swap = [&](int i, int j) { for (int c = 0; c < 7; c++) std::swap(want.at(i - 1, c), want.at(j - 1, c)); };
    swap(3, 9), swap(4, 4), swap(5, 30), swap(6, 6);
    result(name + "laswp", (a.are()[0] - want).norm() == 0 && (want - a.was(0)).norm() > 0);
    SOLVER(Roc<T>::laswp(handle, 7, a.memory.device, a.ld, 3, 6, ipiv.device, -2));
    result(name + "laswp_back", (a.are()[0] - a.was(0)).norm() == 0);

    for (const rocblas_fill fill : {rocblas_fill_upper, rocblas_fill_lower}) {
        const bool upper = fill == rocblas_fill_upper;
        const auto half = [&](int i, int j) { return upper ? i <= j : i >= j; };
        Batch<T> b({random_matrix<T>(n, n)});
        SOLVER(Roc<T>::lauum(handle, fill, n, b.memory.device, b.ld));
        const Matrix triangle = b.was(0).where(half), square = upper ? triangle * triangle.adjoint() : triangle.adjoint() * triangle;
        const Matrix other = b.are()[0].where([&](int i, int j) { return !half(i, j); }) - b.was(0).where([&](int i, int j) { return !half(i, j); });
        result(name + "lauum", is_small<T>(b.are()[0].where(half) - square.where(half), square.norm(), n) && other.norm() == 0 && b.is_clean());

        // B = L L^H; A becomes what has the same eigenvalues: L^-1 A L^-H, and L^H A L.
        const Matrix random = random_matrix<T>(n, n), hermitian = random + random.adjoint();
        Matrix positive = random * random.adjoint();
        for (int i = 0; i < n; i++) positive.at(i, i) += 5;
        for (const rocblas_eform form : {rocblas_eform_ax, rocblas_eform_abx, rocblas_eform_bax}) {
            Batch<T> c({hermitian, hermitian}), d({positive, positive});
            Memory<int> info(1);
            for (int i = 0; i < 2; i++) SOLVER(Roc<T>::potrf(handle, fill, n, d.memory.device + i * d.stride, d.ld, info.device));
            SOLVER(Roc<T>::sygst_batched(handle, form, fill, n, c.each.device, c.ld, d.each.device, d.ld, 2));
            bool ok = c.is_clean();
            for (int i = 0; i < 2; i++) {
                Matrix l = d.are()[i].where(half);
                if (upper) l = l.adjoint();
                Matrix full = c.are()[i].where(half);
                for (int p = 0; p < n; p++) for (int q = 0; q < n; q++) if (!half(p, q)) full.at(p, q) = std::conj(full.at(q, p));
                const Matrix left = form == rocblas_eform_ax ? l * full * l.adjoint() : full, right = form == rocblas_eform_ax ? hermitian : l.adjoint() * hermitian * l;
                ok = ok && is_small<T>(left - right, right.norm() * 10, n);
            }
            result(name + "sygst", ok);
        }
    }
}

template <class T> static void spectra() {
    const std::string name = letter<T>;
    const int n = 50;
    std::vector<Real<T>> d(n), e(n - 1);
    for (auto &x : d) x = Real<T>(next_number().real());
    for (auto &x : e) x = Real<T>(next_number().real());
    Matrix three(n, n), two(n, n), low(n, n);
    for (int i = 0; i < n; i++) {
        three.at(i, i) = two.at(i, i) = low.at(i, i) = d[i];
        if (i + 1 < n) three.at(i, i + 1) = three.at(i + 1, i) = two.at(i, i + 1) = low.at(i + 1, i) = e[i];
    }
    Memory<Real<T>> dd(n), de(n - 1);
    Memory<int> info(1);
    const auto diagonal = [&] {
        Matrix s(n, n);
        const auto values = dd.download();
        for (int i = 0; i < n; i++) s.at(i, i) = values[i];
        return s;
    };
    for (const bool divided : {false, true}) {
        const auto function = divided ? Roc<T>::stedc : Roc<T>::steqr;
        for (const rocblas_evect evect : {rocblas_evect_tridiagonal, rocblas_evect_original, rocblas_evect_none}) {
            Batch<T> c({random_matrix<T>(n, n)});
            dd.upload(d), de.upload(e);
            SOLVER(function(handle, evect, n, dd.device, de.device, c.memory.device, c.ld, info.device));
            const auto values = dd.download();
            bool ok = std::is_sorted(values.begin(), values.end()) && info.download()[0] == 0 && c.is_clean();
            const Matrix vectors = c.are()[0];
            // C times the vectors: C T = C V S V^H, so (C V) S = (C T V) and C' S C'^H is C T C^H.
            if (evect == rocblas_evect_tridiagonal) ok = ok && is_orthogonal<T>(vectors) && is_small<T>(three * vectors - vectors * diagonal(), three.norm(), n);
            if (evect == rocblas_evect_original) {
                const Matrix want = c.was(0) * three * c.was(0).adjoint();
                ok = ok && is_small<T>(vectors * diagonal() * vectors.adjoint() - want, want.norm(), n);
            }
            if (evect == rocblas_evect_none) ok = ok && (vectors - c.was(0)).norm() == 0;
            result(name + (divided ? "stedc" : "steqr"), ok);
        }
    }
    for (const rocblas_fill fill : {rocblas_fill_upper, rocblas_fill_lower}) {
        const Matrix &b = fill == rocblas_fill_upper ? two : low;
        const int nv = 9, nu = 60, nc = 4;
        Batch<T> v({random_matrix<T>(n, nv)}), u({random_matrix<T>(nu, n)}), c({random_matrix<T>(n, nc)});
        dd.upload(d), de.upload(e);
        SOLVER(Roc<T>::bdsqr(handle, fill, n, nv, nu, nc, dd.device, de.device, v.memory.device, v.ld, u.memory.device, u.ld, c.memory.device, c.ld, info.device));
        const auto values = dd.download();
        // U B V stays what it is, as U Q S P^H V; and Q^H C with it: U C.
        const Matrix want = u.was(0) * b * v.was(0), product = u.was(0) * c.was(0);
        const bool ok = std::is_sorted(values.rbegin(), values.rend()) && values[n - 1] >= 0 && info.download()[0] == 0;
        result(name + "bdsqr", ok && is_small<T>(u.are()[0] * diagonal() * v.are()[0] - want, want.norm(), n) &&
                                   is_small<T>(u.are()[0] * c.are()[0] - product, product.norm(), n) && v.is_clean() && u.is_clean() && c.is_clean());
    }
}

static void alone() {
    const int n = 70;
    std::vector<rocblas_double_complex> x(n);
    for (auto &e : x) e = Of<rocblas_double_complex>::from(next_number());
    Memory<rocblas_double_complex> dx(n);
    dx.upload(x);
    SOLVER(rocsolver_zlacgv(handle, n / 2, dx.device, -2));
    const auto now = dx.download();
    bool ok = true;
    for (int i = 0; i < n; i++) ok = ok && now[i].real() == x[i].real() && now[i].imag() == (i % 2 ? 1 : -1) * x[i].imag();
    result("zlacgv", ok);
    std::vector<double> d = {3, 1, 2}, e = {0, 0};
    Memory<double> dd(3), de(2);
    Memory<int> info(1);
    dd.upload(d), de.upload(e);
    SOLVER(rocsolver_dsterf(handle, 3, dd.device, de.device, info.device));
    const auto values = dd.download();
    result("dsterf", std::abs(values[0] - 1) < 1e-14 && std::abs(values[1] - 2) < 1e-14 && std::abs(values[2] - 3) < 1e-14 && info.download()[0] == 0);
    IS(rocsolver_dsterf(handle, -1, dd.device, de.device, info.device), rocblas_status_invalid_size);
    IS(rocsolver_dsteqr(handle, rocblas_evect(0), 3, dd.device, de.device, nullptr, 3, info.device), rocblas_status_invalid_value);
    IS(rocsolver_dsteqr(handle, rocblas_evect_original, 3, dd.device, de.device, nullptr, 3, info.device), rocblas_status_invalid_pointer);
    IS(rocsolver_dlarfg(handle, 3, dd.device, nullptr, 1, de.device), rocblas_status_invalid_pointer);
    IS(rocsolver_dlarfg(handle, 3, dd.device, dd.device, 0, de.device), rocblas_status_invalid_size);
    IS(rocsolver_dlaswp(handle, 1, dd.device, 3, 2, 1, info.device, 1), rocblas_status_invalid_size);
    IS(rocsolver_dsygst(handle, rocblas_eform(0), rocblas_fill_lower, 1, dd.device, 1, de.device, 1), rocblas_status_invalid_value);
    IS(rocsolver_dbdsqr(handle, rocblas_fill_upper, 3, 1, 0, 0, dd.device, de.device, nullptr, 3, nullptr, 1, nullptr, 1, info.device), rocblas_status_invalid_pointer);
    IS(rocsolver_dlauum(nullptr, rocblas_fill_upper, 3, dd.device, 3), rocblas_status_invalid_handle);
}

template <class T> static void all() {
    one_reflector<T>();
    joined_reflectors<T>();
    others<T>();
    spectra<T>();
}

int main() {
    begin();
    all<float>();
    all<double>();
    all<rocblas_float_complex>();
    all<rocblas_double_complex>();
    alone();
    return end();
}
