// Inverses of triangular matrices in all types and forms, in place too: A times its inverse is one up to the roundings of a back substitution.
//
// Built against an installation and run by tests/tests/blas.rs.
#include "batch.h"

template <class E> static void inverse(Form form, int n, hipblasFillMode_t fill, hipblasDiagType_t diag, bool in_place) {
    using F = Names<E>;
    next();
    const int count = form == PLAIN ? 1 : 3;
    const bool upper = fill == HIPBLAS_FILL_MODE_UPPER, unit = diag == HIPBLAS_DIAG_UNIT;
    Batch<E> a(n, n, count), x(n, n, count, 3);
    Dense one(n, n);
    std::vector<Dense> wanted(count, Dense(n, n));
    for (int batch = 0; batch < count; batch++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                const bool stored = (upper ? i < j : i > j) || (i == j && !unit);
                const Exact value = a.at(batch, i, j) * (i == j ? 0.5 : 2.0 / n) + (i == j ? 2.0 : 0.0);
                a.set(batch, i, j, stored ? value : Exact(NAN));  // what is not referenced
                wanted[batch].at(i, j) = stored ? a.at(batch, i, j) : i == j ? 1.0 : 0.0;
                one.at(i, j) = i == j;
            }
    a.upload();
    Batch<E> &to = in_place ? a : x;
    if (form == PLAIN) BLAS(F::trtri(handle, fill, diag, n, a.device(), a.ld, to.device(), to.ld));
    if (form == BATCHED) BLAS(F::trtri_batched(handle, fill, diag, n, a.each.device, a.ld, to.each.device, to.ld, count));
    if (form == STRIDED) BLAS(F::trtri_strided(handle, fill, diag, n, a.device(), a.ld, a.stride, to.device(), to.ld, to.stride, count));
    bool ok = to.download();
    for (int batch = 0; batch < count; batch++) {
        const Dense got = to.dense(batch);
        ok = ok && is_product<E>(wanted[batch], got, one, 2 * n + 8);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                if (upper ? i > j : i < j) ok = ok && got.at(i, j) == 0.0;  // "is cleared"
                else if (i == j && unit) ok = ok && got.at(i, j) == 1.0;
    }
    say<E>(("trtri" + std::to_string(form) + "_" + std::to_string(n)).c_str(), ok);
}

template <class E> static void inverses() {
    for (auto form : FORMS)
        for (int n : {0, 1, 17, 33, 65, 200})
            for (auto fill : FILLS)
                for (auto diag : DIAGS)
                    for (bool in_place : {false, true})
                        if (n < 200 || !is_complex<E> || (form == STRIDED && !in_place)) inverse<E>(form, n, fill, diag, in_place);
}

template <class E> static void wrong_arguments() {
    using F = Names<E>;
    Array<E> x(8);
    const auto is = [](const char *name, hipblasStatus_t got, hipblasStatus_t want) { say<E>(name, got == want); };
    const auto call = [&](hipblasHandle_t h, hipblasFillMode_t fill, hipblasDiagType_t diag, int n, E *a, int lda, E *inverse, int ld) {
        return F::trtri(h, fill, diag, n, a, lda, inverse, ld);
    };
    constexpr auto upper = HIPBLAS_FILL_MODE_UPPER;
    constexpr auto unit = HIPBLAS_DIAG_UNIT;
    is("trtri_null_handle", call(nullptr, upper, unit, 2, x.device, 2, x.device, 2), HIPBLAS_STATUS_NOT_INITIALIZED);
    is("trtri_full", call(handle, HIPBLAS_FILL_MODE_FULL, unit, 2, x.device, 2, x.device, 2), HIPBLAS_STATUS_INVALID_ENUM);
    is("trtri_fill", call(handle, hipblasFillMode_t(3), unit, 2, x.device, 2, x.device, 2), HIPBLAS_STATUS_INVALID_ENUM);
    is("trtri_diag", call(handle, upper, hipblasDiagType_t(3), 2, x.device, 2, x.device, 2), HIPBLAS_STATUS_INVALID_ENUM);
    is("trtri_size", call(handle, upper, unit, -1, x.device, 2, x.device, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("trtri_lda", call(handle, upper, unit, 2, x.device, 1, x.device, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("trtri_ldinva", call(handle, upper, unit, 2, x.device, 2, x.device, 1), HIPBLAS_STATUS_INVALID_VALUE);
    is("trtri_null", call(handle, upper, unit, 2, nullptr, 2, x.device, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("trtri_null_inverse", call(handle, upper, unit, 2, x.device, 2, nullptr, 2), HIPBLAS_STATUS_INVALID_VALUE);
    is("trtri_nothing", call(handle, upper, unit, 0, nullptr, 0, nullptr, 0), HIPBLAS_STATUS_SUCCESS);
    is("trtri_batches", F::trtri_strided(handle, upper, unit, 2, x.device, 2, 4, x.device, 2, 4, -1), HIPBLAS_STATUS_INVALID_VALUE);
    is("trtri_no_batches", F::trtri_strided(handle, upper, unit, 2, nullptr, 2, 4, nullptr, 2, 4, 0), HIPBLAS_STATUS_SUCCESS);
}

FOR_ALL_TYPES(OF_TYPES(inverses) OF_TYPES(wrong_arguments))
