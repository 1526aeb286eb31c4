// Functions whose types are arguments: AxpyEx, ScalEx, RotEx, DotEx, DotcEx, Nrm2Ex and TrsmEx, in every combination that is documented, in all forms
// and both pointer modes. gemm.cpp has GemmEx.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "batch.h"

template <class E> constexpr hipDataType type_of = HIP_R_32F;
template <> constexpr hipDataType type_of<double> = HIP_R_64F;
template <> constexpr hipDataType type_of<hipComplex> = HIP_C_32F;
template <> constexpr hipDataType type_of<hipDoubleComplex> = HIP_C_64F;
template <> constexpr hipDataType type_of<hipblasHalf> = HIP_R_16F;
template <> constexpr hipDataType type_of<hipblasBfloat16> = HIP_R_16BF;

static constexpr int count = 3;  // vectors of a batch

// Vectors of a batch as the calls get them.
template <class E> struct Vectors {
    int n, inc;
    int64_t stride;
    Array<E> array;
    Pointers<E> each;
    Vectors(int n, int inc)
        : n(n), inc(inc), stride(int64_t(std::max(n, 1)) * std::abs(inc) + 3), array(stride * count), each(array.device, stride, count) {
        array.upload();
    }
    size_t place(int batch, int i) const { return batch * stride + size_t(inc > 0 ? i : n - 1 - i) * std::abs(inc); }
    Exact at(int batch, int i) const { return Of<E>::exact(array.host[place(batch, i)]); }
    void *pointer(Form form) const { return form == BATCHED ? static_cast<void *>(each.device) : array.device; }
    // The device's elements are `want`, up to roundings of what is calculated and one of the result; all else is what it was.
    template <class Want> bool is(Form form, Want want) const {
        const std::vector<E> got = array.download();
        std::vector<bool> used(got.size());
        for (int batch = 0; batch < (form == PLAIN ? 1 : count); batch++)
            for (int i = 0; i < n; i++) {
                const Bounded wanted = want(batch, i);
                used[place(batch, i)] = true;
                const double bound = 5 * Of<E>::unit * wanted.sizes + Of<E>::last * std::abs(wanted.value);
                if (!within(Of<E>::exact(got[place(batch, i)]), wanted.value, bound + 1e-7 * (sizeof(E) == 2))) return false;
            }
        for (size_t i = 0; i < got.size(); i++)
            if (!used[i] && memcmp(&got[i], &array.host[i], sizeof(E))) return false;
        return true;
    }
};

// A function's form: plain(...), batched(..., count) and strided(...).
#define CALL(name, plain, batched, strided)                                                             \
    (form == PLAIN ? hipblas##name##Ex plain : form == BATCHED ? hipblas##name##BatchedEx batched       \
                                                               : hipblas##name##StridedBatchedEx strided)

static std::string title(const char *name, Form form, int n) { return std::string(name) + std::to_string(form) + "_" + std::to_string(n) + "_of"; }
template <class E> static void say_of(const std::string &name, bool ok) { result(name + std::to_string(int(type_of<E>)), ok); }

static constexpr int LENGTHS[] = {0, 1, 17, 700};

template <class E, class A> static void axpy(hipDataType execution) {
    for (auto form : FORMS)
        for (int n : LENGTHS)
            for (int inc : {1, -2}) {
                next();
                const Vectors<E> x(n, inc), y(n, 3);
                Number<A> alpha({0.75, -0.5}, on_device);
                A *const at = alpha;
                const auto X = type_of<E>;
                BLAS(CALL(Axpy, (handle, n, at, type_of<A>, x.pointer(form), X, inc, y.pointer(form), X, 3, execution),
                          (handle, n, at, type_of<A>, x.pointer(form), X, inc, y.pointer(form), X, 3, count, execution),
                          (handle, n, at, type_of<A>, x.pointer(form), X, inc, x.stride, y.pointer(form), X, 3, y.stride, count, execution)));
                const Exact a = alpha.value();
                say_of<E>(title("AxpyEx", form, n), y.is(form, [&](int batch, int i) {
                    return Bounded{a * x.at(batch, i) + y.at(batch, i), std::abs(a * x.at(batch, i)) + std::abs(y.at(batch, i))};
                }));
            }
}

template <class E, class A> static void scal(hipDataType execution) {
    for (auto form : FORMS)
        for (int n : LENGTHS) {
            next();
            const Vectors<E> x(n, 2);
            Number<A> alpha({0.75, -0.5}, on_device);
            A *const at = alpha;
            const auto X = type_of<E>;
            BLAS(CALL(Scal, (handle, n, at, type_of<A>, x.pointer(form), X, 2, execution), (handle, n, at, type_of<A>, x.pointer(form), X, 2, count, execution),
                      (handle, n, at, type_of<A>, x.pointer(form), X, 2, x.stride, count, execution)));
            const Exact a = alpha.value();
            say_of<E>(title("ScalEx", form, n), x.is(form, [&](int batch, int i) { return Bounded{a * x.at(batch, i), std::abs(a * x.at(batch, i))}; }));
        }
}

template <class E, class S> static void rot(hipDataType execution) {
    for (auto form : FORMS)
        for (int n : LENGTHS) {
            next();
            const Vectors<E> x(n, -1), y(n, 2);
            Number<S> c({0.6, 9.0}, on_device), s({0.8, 0.3}, on_device);  // "the imaginary part of c is ignored"
            S *const at_c = c, *const at_s = s;
            const auto X = type_of<E>;
            BLAS(CALL(Rot, (handle, n, x.pointer(form), X, -1, y.pointer(form), X, 2, at_c, at_s, type_of<S>, execution),
                      (handle, n, x.pointer(form), X, -1, y.pointer(form), X, 2, at_c, at_s, type_of<S>, count, execution),
                      (handle, n, x.pointer(form), X, -1, x.stride, y.pointer(form), X, 2, y.stride, at_c, at_s, type_of<S>, count, execution)));
            const double cosine = c.value().real();
            const Exact sine = s.value();
            const auto sum = [](Exact p, Exact a, Exact q, Exact b) { return Bounded{p * a + q * b, std::abs(p * a) + std::abs(q * b)}; };
            say_of<E>(title("RotEx", form, n),
                      x.is(form, [&](int batch, int i) { return sum(cosine, x.at(batch, i), sine, y.at(batch, i)); }) &&
                          y.is(form, [&](int batch, int i) { return sum(cosine, y.at(batch, i), -std::conj(sine), x.at(batch, i)); }));
        }
}

// Results of a batch on the side that the pointer mode says.
template <class R> struct Results {
    Array<R> array;
    Results() : array(count) { array.upload(); }
    R *pointer() { return on_device ? array.device : array.host.data(); }
    Exact at(int batch) { return Of<R>::exact((on_device ? array.download() : array.host)[batch]); }
};

template <class E, class R> static void dot(hipDataType execution) {
    for (bool conjugated : {false, true})
        for (auto form : FORMS)
            for (int n : LENGTHS) {
                next();
                const Vectors<E> x(n, 2), y(n, -1);
                Results<R> results;
                const auto X = type_of<E>, to = type_of<R>;
                void *const at = results.pointer();
                const auto plain = conjugated ? hipblasDotcEx : hipblasDotEx;
                const auto batched = conjugated ? hipblasDotcBatchedEx : hipblasDotBatchedEx;
                const auto strided = conjugated ? hipblasDotcStridedBatchedEx : hipblasDotStridedBatchedEx;
                if (form == PLAIN) BLAS(plain(handle, n, x.pointer(form), X, 2, y.pointer(form), X, -1, at, to, execution));
                if (form == BATCHED) BLAS(batched(handle, n, x.pointer(form), X, 2, y.pointer(form), X, -1, count, at, to, execution));
                if (form == STRIDED) BLAS(strided(handle, n, x.pointer(form), X, 2, x.stride, y.pointer(form), X, -1, y.stride, count, at, to, execution));
                bool ok = true;
                for (int batch = 0; batch < (form == PLAIN ? 1 : count); batch++) {
                    Bounded sum;
                    for (int i = 0; i < n; i++) sum.add(conjugated ? std::conj(x.at(batch, i)) : x.at(batch, i), y.at(batch, i));
                    ok = ok && within(results.at(batch), sum.value, n * Of<R>::unit * 2 * sum.sizes + 2 * Of<R>::last * std::abs(sum.value));
                }
                say_of<E>(title(conjugated ? "DotcEx" : "DotEx", form, n), ok);
            }
}

template <class E, class R> static void nrm2(hipDataType execution) {
    for (auto form : FORMS)
        for (int n : LENGTHS) {
            next();
            const Vectors<E> x(n, 2);
            Results<R> results;
            const auto X = type_of<E>, to = type_of<R>;
            void *const at = results.pointer();
            BLAS(CALL(Nrm2, (handle, n, x.pointer(form), X, 2, at, to, execution), (handle, n, x.pointer(form), X, 2, count, at, to, execution),
                      (handle, n, x.pointer(form), X, 2, x.stride, count, at, to, execution)));
            bool ok = true;
            for (int batch = 0; batch < (form == PLAIN ? 1 : count); batch++) {
                double squares = 0;
                for (int i = 0; i < n; i++) squares += std::norm(x.at(batch, i));
                ok = ok && within(results.at(batch), std::sqrt(squares), (sizeof(R) == 8 ? n + 2 : 4) * Of<R>::last * std::sqrt(squares));
            }
            say_of<E>(title("Nrm2Ex", form, n), ok);
        }
}

// TrsmEx is trsm: the same bits, with the inverses that a program may hand over (here none that mean anything) too.
template <class E> static void trsm() {
    for (auto form : FORMS)
        for (auto side : SIDES)
            for (auto op : OPS) {
                next();
                constexpr int m = 37, n = 43;
                const auto fill = FILLS[number / 2 % 2];
                const auto diag = DIAGS[number / 4 % 2];
                const int size = side == HIPBLAS_SIDE_LEFT ? m : n;
                Batch<E> a(size, size, count), b(m, n, count), want(m, n, count);
                for (int batch = 0; batch < count; batch++)
                    for (int i = 0; i < size; i++) a.set(batch, i, i, a.at(batch, i, i) + 5.0);
                want.array.host = b.array.host;
                a.upload(), want.upload();
                Number<E> alpha({1.5, 0.5}, on_device);
                E *const at = alpha;
                BLAS(Names<E>::trsm_strided(handle, side, fill, op, diag, m, n, at, a.device(), a.ld, a.stride, want.device(), want.ld, want.stride, count));
                const auto T = type_of<E>;
                void *const pa = form == BATCHED ? static_cast<void *>(a.each.device) : a.device(), *const pb = form == BATCHED ? static_cast<void *>(b.each.device) : b.device();
                const void *const inverse = on_device ? a.device() : nullptr;
                const int of_inverse = on_device ? 128 * size : 0;
                BLAS(CALL(Trsm, (handle, side, fill, op, diag, m, n, at, pa, a.ld, pb, b.ld, inverse, of_inverse, T),
                          (handle, side, fill, op, diag, m, n, at, pa, a.ld, pb, b.ld, count, inverse, of_inverse, T),
                          (handle, side, fill, op, diag, m, n, at, pa, a.ld, a.stride, pb, b.ld, b.stride, count, inverse, of_inverse, 0, T)));
                bool ok = b.download() && want.download();
                for (int batch = 0; batch < (form == PLAIN ? 1 : count); batch++)
                    for (int j = 0; j < n; j++)
                        for (int i = 0; i < m; i++) ok = ok && !memcmp(&b.element(batch, i, j), &want.element(batch, i, j), sizeof(E));
                say_of<E>(title("TrsmEx", form, n), ok);
            }
}

static void wrong_arguments() {
    BLAS(hipblasSetPointerMode(handle, HIPBLAS_POINTER_MODE_HOST));
    Array<float> x(16);
    const float one = 1;
    float sum;
    void *const v = x.device;
    constexpr auto F = HIP_R_32F;
    const auto is = [](const char *name, hipblasStatus_t got, hipblasStatus_t want) { result(name, got == want); };
    constexpr auto ok = HIPBLAS_STATUS_SUCCESS, value = HIPBLAS_STATUS_INVALID_VALUE, handles = HIPBLAS_STATUS_NOT_INITIALIZED,
                   unsupported = HIPBLAS_STATUS_NOT_SUPPORTED;
    is("axpy_handle", hipblasAxpyEx(nullptr, 2, &one, F, v, F, 1, v, F, 1, F), handles);
    is("axpy_types", hipblasAxpyEx(handle, 2, &one, F, v, F, 1, v, HIP_R_64F, 1, F), unsupported);
    is("axpy_execution", hipblasAxpyEx(handle, 2, &one, HIP_R_32F, v, HIP_R_16F, 1, v, HIP_R_16F, 1, HIP_R_16F), unsupported);
    is("axpy_null", hipblasAxpyEx(handle, 2, &one, F, nullptr, F, 1, v, F, 1, F), value);
    is("axpy_alpha", hipblasAxpyEx(handle, 2, nullptr, F, v, F, 1, v, F, 1, F), value);
    is("axpy_nothing", hipblasAxpyEx_64(handle, 0, nullptr, F, nullptr, F, 1, nullptr, F, 1, F), ok);
    is("scal_handle", hipblasScalEx(nullptr, 2, &one, F, v, F, 1, F), handles);
    is("scal_types", hipblasScalEx(handle, 2, &one, HIP_C_32F, v, F, 1, F), unsupported);
    is("scal_null", hipblasScalEx(handle, 2, &one, F, nullptr, F, 1, F), value);
    is("scal_back", hipblasScalEx(handle, 2, &one, F, v, F, -1, F), ok);
    is("rot_handle", hipblasRotEx(nullptr, 2, v, F, 1, v, F, 1, &one, &one, F, F), handles);
    is("rot_types", hipblasRotEx(handle, 2, v, F, 1, v, F, 1, &one, &one, HIP_R_64F, F), unsupported);
    is("rot_null", hipblasRotEx(handle, 2, v, F, 1, v, F, 1, &one, nullptr, F, F), value);
    is("dot_handle", hipblasDotEx(nullptr, 2, v, F, 1, v, F, 1, &sum, F, F), handles);
    is("dot_types", hipblasDotEx(handle, 2, v, F, 1, v, F, 1, &sum, F, HIP_R_64F), unsupported);
    is("dot_null", hipblasDotEx(handle, 2, v, F, 1, nullptr, F, 1, &sum, F, F), value);
    is("dot_result", hipblasDotcEx(handle, 2, v, F, 1, v, F, 1, nullptr, F, F), value);
    is("nrm2_handle", hipblasNrm2Ex(nullptr, 2, v, F, 1, &sum, F, F), handles);
    is("nrm2_types", hipblasNrm2Ex(handle, 2, v, HIP_R_16F, 1, &sum, HIP_R_16F, HIP_R_16F), unsupported);
    sum = 5;
    is("nrm2_back", hipblasNrm2Ex(handle, 2, v, F, -1, &sum, F, F), ok);
    result("nrm2_of_nothing", sum == 0);
    constexpr auto left = HIPBLAS_SIDE_LEFT;
    constexpr auto upper = HIPBLAS_FILL_MODE_UPPER;
    constexpr auto unit = HIPBLAS_DIAG_UNIT;
    constexpr auto N = HIPBLAS_OP_N;
    is("trsm_handle", hipblasTrsmEx(nullptr, left, upper, N, unit, 2, 2, &one, v, 2, v, 2, nullptr, 0, F), handles);
    is("trsm_type", hipblasTrsmEx(handle, left, upper, N, unit, 2, 2, &one, v, 2, v, 2, nullptr, 0, HIP_R_16F), unsupported);
    is("trsm_lda", hipblasTrsmEx(handle, left, upper, N, unit, 2, 2, &one, v, 1, v, 2, nullptr, 0, F), value);
    is("trsm_null", hipblasTrsmEx(handle, left, upper, N, unit, 2, 2, &one, v, 2, nullptr, 2, nullptr, 0, F), value);
}

int main() {
    using Half = hipblasHalf;
    using Bfloat = hipblasBfloat16;
    using C = hipComplex;
    using Z = hipDoubleComplex;
    BLAS(hipblasCreate(&handle));
    axpy<Half, Half>(HIP_R_16F), axpy<Half, Half>(HIP_R_32F), axpy<Half, float>(HIP_R_32F), axpy<Bfloat, Bfloat>(HIP_R_32F), axpy<Bfloat, float>(HIP_R_32F);
    axpy<float, float>(HIP_R_32F), axpy<double, double>(HIP_R_64F), axpy<C, C>(HIP_C_32F), axpy<Z, Z>(HIP_C_64F);
    scal<Half, Half>(HIP_R_16F), scal<Half, Half>(HIP_R_32F), scal<Half, float>(HIP_R_32F), scal<Bfloat, Bfloat>(HIP_R_32F), scal<Bfloat, float>(HIP_R_32F);
    scal<float, float>(HIP_R_32F), scal<double, double>(HIP_R_64F), scal<C, C>(HIP_C_32F), scal<Z, Z>(HIP_C_64F), scal<C, float>(HIP_C_32F), scal<Z, double>(HIP_C_64F);
    rot<Half, Half>(HIP_R_32F), rot<Bfloat, Bfloat>(HIP_R_32F), rot<float, float>(HIP_R_32F), rot<double, double>(HIP_R_64F);
    rot<C, C>(HIP_C_32F), rot<C, float>(HIP_C_32F), rot<Z, Z>(HIP_C_64F), rot<Z, double>(HIP_C_64F);
    dot<Half, Half>(HIP_R_16F), dot<Half, Half>(HIP_R_32F), dot<Bfloat, Bfloat>(HIP_R_32F), dot<float, float>(HIP_R_32F), dot<float, double>(HIP_R_64F);
    dot<double, double>(HIP_R_64F), dot<C, C>(HIP_C_32F), dot<Z, Z>(HIP_C_64F);
    nrm2<Half, Half>(HIP_R_32F), nrm2<Bfloat, Bfloat>(HIP_R_32F), nrm2<float, float>(HIP_R_32F), nrm2<double, double>(HIP_R_64F);
    nrm2<C, float>(HIP_R_32F), nrm2<Z, double>(HIP_R_64F);
    trsm<float>(), trsm<double>(), trsm<C>(), trsm<Z>();
    wrong_arguments();
    BLAS(hipblasDestroy(handle));
    return failures != 0;
}
