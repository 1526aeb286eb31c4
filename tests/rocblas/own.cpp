// What rocBLAS has and hipBLAS has not, against references in double, in all forms and both pointer modes: gemmt, gemv of 16-bit elements, gemm_ex with
// a result beside C, trsm_ex, geam_ex.
//
// Built against an installation and run by tests/tests/rocblas.rs.
#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#include "../blas/dense.h"

#include <rocblas/rocblas.h>

#define ROC(call)                                                                     \
    if (const rocblas_status status = (call); status != rocblas_status_success)       \
    (printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, rocblas_status_to_string(status)), exit(1))

template <> struct Of<rocblas_half> : Of<hipblasHalf> {
    static Exact exact(rocblas_half a) { return Of<hipblasHalf>::exact(a.data); }
    static rocblas_half from(Exact a) { return {Of<hipblasHalf>::from(a)}; }
};
template <> struct Of<rocblas_bfloat16> : Of<hipblasBfloat16> {
    static Exact exact(rocblas_bfloat16 a) { return Of<hipblasBfloat16>::exact({a.data}); }
    static rocblas_bfloat16 from(Exact a) {
        rocblas_bfloat16 result;
        result.data = Of<hipblasBfloat16>::from(a).data;
        return result;
    }
};

enum Form { PLAIN, BATCHED, STRIDED };
static const Form FORMS[] = {PLAIN, BATCHED, STRIDED};
static const rocblas_operation OPS[] = {rocblas_operation_none, rocblas_operation_transpose, rocblas_operation_conjugate_transpose};
static constexpr int batches = 2;

static rocblas_handle handle;
static int number;
static bool next() {
    const bool on_device = number++ % 2;
    ROC(rocblas_set_pointer_mode(handle, on_device ? rocblas_pointer_mode_device : rocblas_pointer_mode_host));
    return on_device;
}

// Matrices of a batch, with room between columns and between matrices.
template <class E> struct Batch {
    int rows, columns, ld;
    int64_t stride;
    Array<E> array;
    Pointers<E> each;
    Batch(int rows, int columns, int more = 2)
        : rows(rows), columns(columns), ld(rows + more), stride(int64_t(ld) * columns + 5), array(stride * batches), each(array.device, stride, batches) {
        array.upload();
    }
    void *pointer(Form form) const { return form == BATCHED ? static_cast<void *>(each.device) : array.device; }
    Exact at(int batch, int i, int j) const { return Of<E>::exact(array.host[batch * stride + i + size_t(j) * ld]); }
    Exact under(rocblas_operation op, int batch, int i, int j) const {
        const Exact value = op == rocblas_operation_none ? at(batch, i, j) : at(batch, j, i);
        return op == rocblas_operation_conjugate_transpose ? std::conj(value) : value;
    }
    // The device's elements are `want`, and all others what they were; where `want` says so (sizes < 0), elements inside, too.
    template <class Want> bool is(Form form, double roundings, Want want) const {
        const std::vector<E> got = array.download();
        std::vector<bool> used(got.size());
        for (int batch = 0; batch < (form == PLAIN ? 1 : batches); batch++)
            for (int j = 0; j < columns; j++)
                for (int i = 0; i < rows; i++) {
                    const size_t place = batch * stride + i + size_t(j) * ld;
                    const Bounded wanted = want(batch, i, j);
                    if (wanted.sizes < 0) continue;
                    used[place] = true;
                    const double bound = roundings * Of<E>::unit * wanted.sizes + 1.01 * Of<E>::last * std::abs(wanted.value);
                    if (!within(Of<E>::exact(got[place]), wanted.value, bound)) return false;
                }
        for (size_t i = 0; i < got.size(); i++)
            if (!used[i] && memcmp(&got[i], &array.host[i], sizeof(E))) return false;
        return true;
    }
};

// alpha op(A) op(B) + beta C of one element.
template <class A, class B, class Addend>
static Bounded element(const A &a, const B &b, const Addend &c, rocblas_operation op_a, rocblas_operation op_b, int k, Exact alpha, Exact beta,
                       int batch, int i, int j) {
    Bounded sum;
    for (int l = 0; l < k; l++) sum.add(a.under(op_a, batch, i, l), b.under(op_b, batch, l, j));
    sum.value *= alpha, sum.sizes *= std::abs(alpha);
    if (beta != 0.0) sum.add(beta, c.at(batch, i, j));
    return sum;
}

template <class E, class Plain, class Batched, class Strided> static void gemmt(const char *name, Plain plain, Batched batched, Strided strided) {
    constexpr int n = 21, k = 10;
    for (auto form : FORMS)
        for (auto uplo : {rocblas_fill_upper, rocblas_fill_lower})
            for (auto op_a : OPS)
                for (auto op_b : OPS) {
                    const bool on_device = next();
                    const bool a_is_n = op_a == rocblas_operation_none, b_is_n = op_b == rocblas_operation_none;
                    const Batch<E> a(a_is_n ? n : k, a_is_n ? k : n), b(b_is_n ? k : n, b_is_n ? n : k), c(n, n);
                    Number<E> alpha({1.5, 0.25}, on_device), beta({-0.5, 0.75}, on_device);
                    if (form == PLAIN)
                        ROC(plain(handle, uplo, op_a, op_b, n, k, alpha, a.array.device, a.ld, b.array.device, b.ld, beta, c.array.device, c.ld));
                    if (form == BATCHED)
                        ROC(batched(handle, uplo, op_a, op_b, n, k, alpha, a.each.device, a.ld, b.each.device, b.ld, beta, c.each.device, c.ld,
                                    batches));
                    if (form == STRIDED)
                        ROC(strided(handle, uplo, op_a, op_b, n, k, alpha, a.array.device, a.ld, a.stride, b.array.device, b.ld, b.stride, beta,
                                    c.array.device, c.ld, c.stride, batches));
                    const Exact of_ab = alpha.value(), of_c = beta.value();
                    result(name, c.is(form, k + 8, [&](int batch, int i, int j) {
                        const bool inside = uplo == rocblas_fill_upper ? i <= j : i >= j;
                        return inside ? element(a, b, c, op_a, op_b, k, of_ab, of_c, batch, i, j) : Bounded{0, -1};
                    }));
                }
}

template <class E, class R, class Batched, class Strided> static void gemv_short(const char *name, Batched batched, Strided strided) {
    constexpr int m = 37, n = 12;
    for (auto form : {BATCHED, STRIDED})
        for (auto op : {rocblas_operation_none, rocblas_operation_transpose})
            for (int incx : {1, -2})
                for (int incy : {3, -1}) {
                    const bool on_device = next(), is_n = op == rocblas_operation_none;
                    const int of_x = is_n ? n : m, of_y = is_n ? m : n, step_x = std::abs(incx), step_y = std::abs(incy);
                    const Batch<E> a(m, n), x(1, of_x * step_x, 0);
                    const Batch<R> y(1, of_y * step_y, 0);
                    Number<float> alpha(1.5, on_device), beta(-0.5, on_device);
                    if (form == BATCHED)
                        ROC(batched(handle, op, m, n, alpha, a.each.device, a.ld, x.each.device, incx, beta, y.each.device, incy, batches));
                    if (form == STRIDED)
                        ROC(strided(handle, op, m, n, alpha, a.array.device, a.ld, a.stride, x.array.device, incx, x.stride, beta, y.array.device,
                                    incy, y.stride, batches));
                    const Exact of_ax = alpha.value(), rest = beta.value();
                    result(name, y.is(form, of_x + 8, [&](int batch, int, int place) {
                        if (place % step_y) return Bounded{0, -1};
                        const int i = incy > 0 ? place / step_y : of_y - 1 - place / step_y;
                        Bounded sum;
                        for (int l = 0; l < of_x; l++) sum.add(a.under(op, batch, i, l), x.at(batch, 0, (incx > 0 ? l : of_x - 1 - l) * step_x));
                        sum.value *= of_ax, sum.sizes *= std::abs(of_ax);
                        sum.add(rest, y.at(batch, 0, place));
                        return sum;
                    }));
                }
}

// D beside C and in its place; C with NaNs that are not read, and C null, where beta is zero.
template <class E, class R, class S> static void gemm_ex(const char *name, rocblas_datatype ab, rocblas_datatype cd, rocblas_datatype compute) {
    constexpr int m = 19, n = 13, k = 9;
    enum { BESIDE, IN_PLACE, NOT_READ, NO_C };
    for (auto form : FORMS)
        for (int way : {BESIDE, IN_PLACE, NOT_READ, NO_C})
            for (bool transposed : {false, true}) {
                const bool on_device = next(), reads = way == BESIDE || way == IN_PLACE;
                const auto op_a = transposed ? rocblas_operation_conjugate_transpose : rocblas_operation_none;
                const auto op_b = transposed ? rocblas_operation_transpose : rocblas_operation_none;
                const Batch<E> a(transposed ? k : m, transposed ? m : k), b(transposed ? n : k, transposed ? k : n);
                Batch<R> c(m, n, 1);
                const Batch<R> d(m, n, way == NO_C ? 1 : 4);
                if (way == NOT_READ && Of<R>::unit != 0) {
                    for (R &value : c.array.host) value = Of<R>::from(NAN);
                    c.array.upload();
                }
                Number<S> alpha({1.5, 0.25}, on_device), beta(reads ? Exact(-0.5, 0.75) : 0.0, on_device);
                const Batch<R> &to = way == IN_PLACE ? c : d;
                void *const from = way == NO_C && !on_device ? nullptr : c.pointer(form), *const at = to.pointer(form);
                const S *const of_ab = alpha, *const of_c = beta;
                const auto standard = rocblas_gemm_algo_standard;
                if (form == PLAIN)
                    ROC(rocblas_gemm_ex(handle, op_a, op_b, m, n, k, of_ab, a.pointer(form), ab, a.ld, b.pointer(form), ab, b.ld, of_c, from, cd, c.ld,
                                        at, cd, to.ld, compute, standard, 0, 0));
                if (form == BATCHED)
                    ROC(rocblas_gemm_batched_ex(handle, op_a, op_b, m, n, k, of_ab, a.pointer(form), ab, a.ld, b.pointer(form), ab, b.ld, of_c, from, cd,
                                                c.ld, at, cd, to.ld, batches, compute, standard, 0, 0));
                if (form == STRIDED)
                    ROC(rocblas_gemm_strided_batched_ex_64(handle, op_a, op_b, m, n, k, of_ab, a.pointer(form), ab, a.ld, a.stride, b.pointer(form), ab,
                                                           b.ld, b.stride, of_c, from, cd, c.ld, c.stride, at, cd, to.ld, to.stride, batches, compute,
                                                           standard, 0, 0));
                const Exact factor = alpha.value(), rest = beta.value();
                result(name, to.is(form, k + 8, [&](int batch, int i, int j) { return element(a, b, c, op_a, op_b, k, factor, rest, batch, i, j); }));
            }
}

// Of a system that is its own check: a triangle of ones on the diagonal and below is put together again.
static void trsm_ex() {
    constexpr int m = 6, n = 3;
    for (auto form : FORMS) {
        next();
        ROC(rocblas_set_pointer_mode(handle, rocblas_pointer_mode_host));
        Batch<float> a(m, m);
        const Batch<float> b(m, n);
        for (float &value : a.array.host) value = 1;
        a.array.upload();
        const float two = 2;
        const auto f32 = rocblas_datatype_f32_r;
        const auto left = rocblas_side_left;
        const auto lower = rocblas_fill_lower;
        const auto none = rocblas_operation_none;
        const auto unit = rocblas_diagonal_unit;
        if (form == PLAIN)
            ROC(rocblas_trsm_ex(handle, left, lower, none, unit, m, n, &two, a.pointer(form), a.ld, b.pointer(form), b.ld, nullptr, 0, f32));
        if (form == BATCHED)
            ROC(rocblas_trsm_batched_ex(handle, left, lower, none, unit, m, n, &two, a.pointer(form), a.ld, b.pointer(form), b.ld, batches, nullptr, 0,
                                        f32));
        if (form == STRIDED)
            ROC(rocblas_trsm_strided_batched_ex(handle, left, lower, none, unit, m, n, &two, a.pointer(form), a.ld, a.stride, b.pointer(form), b.ld,
                                                b.stride, batches, nullptr, 0, 0, f32));
        // Each row's right side less the one before: the sums telescope.
        result("trsm_ex", b.is(form, 40, [&](int batch, int i, int j) { return Bounded{2.0 * (b.at(batch, i, j) - (i ? b.at(batch, i - 1, j) : 0.0)), 20}; }));
    }
}

// Sums and minima, which round little: alpha and beta are powers of two.
template <class E> static void geam_ex(const char *name, rocblas_datatype type) {
    constexpr int m = 21, n = 35, k = 19;
    for (auto operation : {rocblas_geam_ex_operation_min_plus, rocblas_geam_ex_operation_plus_min})
        for (auto op_a : {rocblas_operation_none, rocblas_operation_transpose})
            for (auto op_b : {rocblas_operation_none, rocblas_operation_transpose})
                for (bool reads : {true, false}) {
                    const bool on_device = next(), a_is_n = op_a == rocblas_operation_none, b_is_n = op_b == rocblas_operation_none;
                    const Batch<E> a(a_is_n ? m : k, a_is_n ? k : m), b(b_is_n ? k : n, b_is_n ? n : k), c(m, n, 1), d(m, n);
                    Number<E> alpha(2.0, on_device), beta(reads ? -0.5 : 0.0, on_device);
                    const E *const of_ab = alpha, *const of_c = beta;
                    const void *const from = reads || on_device ? c.array.device : nullptr;
                    ROC(rocblas_geam_ex(handle, op_a, op_b, m, n, k, of_ab, a.array.device, type, a.ld, b.array.device, type, b.ld, of_c, from, type, c.ld,
                                        d.array.device, type, d.ld, type, operation));
                    result(name, d.is(PLAIN, k, [&](int batch, int i, int j) {
                        double value = reads ? -0.5 * c.at(batch, i, j).real() : 0, sizes = std::abs(value);
                        for (int l = 0; l < k; l++) {
                            const double of_a = a.under(op_a, batch, i, l).real(), of_b = b.under(op_b, batch, l, j).real();
                            sizes += std::abs(of_a) + std::abs(of_b);
                            if (operation == rocblas_geam_ex_operation_min_plus) value = std::min(value, 2 * (of_a + of_b));
                            else value += std::min(2 * of_a, 2 * of_b);
                        }
                        return Bounded{value, 2 * sizes};
                    }));
                }
}

int main() {
    ROC(rocblas_create_handle(&handle));
    gemmt<float>("gemmt_s", rocblas_sgemmt, rocblas_sgemmt_batched, rocblas_sgemmt_strided_batched);
    gemmt<double>("gemmt_d", rocblas_dgemmt_64, rocblas_dgemmt_batched_64, rocblas_dgemmt_strided_batched_64);
    gemmt<hipComplex>("gemmt_c", rocblas_cgemmt, rocblas_cgemmt_batched, rocblas_cgemmt_strided_batched);
    gemmt<hipDoubleComplex>("gemmt_z", rocblas_zgemmt, rocblas_zgemmt_batched, rocblas_zgemmt_strided_batched);
    gemv_short<rocblas_half, rocblas_half>("hshgemv", rocblas_hshgemv_batched, rocblas_hshgemv_strided_batched);
    gemv_short<rocblas_half, float>("hssgemv", rocblas_hssgemv_batched_64, rocblas_hssgemv_strided_batched);
    gemv_short<rocblas_bfloat16, rocblas_bfloat16>("tstgemv", rocblas_tstgemv_batched, rocblas_tstgemv_strided_batched_64);
    gemv_short<rocblas_bfloat16, float>("tssgemv", rocblas_tssgemv_batched, rocblas_tssgemv_strided_batched);
    const auto f16 = rocblas_datatype_f16_r, f32 = rocblas_datatype_f32_r, bf16 = rocblas_datatype_bf16_r;
    gemm_ex<rocblas_half, rocblas_half, rocblas_half>("f16_f16_f16", f16, f16, f16);
    gemm_ex<rocblas_half, rocblas_half, float>("f16_f16_f32", f16, f16, f32);
    gemm_ex<rocblas_half, float, float>("f16_f32_f32", f16, f32, f32);
    gemm_ex<rocblas_bfloat16, rocblas_bfloat16, float>("bf16_bf16_f32", bf16, bf16, f32);
    gemm_ex<rocblas_bfloat16, float, float>("bf16_f32_f32", bf16, f32, f32);
    gemm_ex<float, float, float>("f32", f32, f32, f32);
    gemm_ex<double, double, double>("f64", rocblas_datatype_f64_r, rocblas_datatype_f64_r, rocblas_datatype_f64_r);
    gemm_ex<hipComplex, hipComplex, hipComplex>("c32", rocblas_datatype_f32_c, rocblas_datatype_f32_c, rocblas_datatype_f32_c);
    gemm_ex<hipDoubleComplex, hipDoubleComplex, hipDoubleComplex>("c64", rocblas_datatype_f64_c, rocblas_datatype_f64_c, rocblas_datatype_f64_c);
    gemm_ex<int8_t, int32_t, int32_t>("i8_i32_i32", rocblas_datatype_i8_r, rocblas_datatype_i32_r, rocblas_datatype_i32_r);
    trsm_ex();
    geam_ex<rocblas_half>("geam_ex_h", f16);
    geam_ex<float>("geam_ex_s", f32);
    geam_ex<double>("geam_ex_d", rocblas_datatype_f64_r);
    ROC(rocblas_destroy_handle(handle));
    return failures != 0;
}
