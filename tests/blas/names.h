// names.h: hipBLAS' functions by element type (hipblasSgemv is Names<float>::gemv), and what the tests of levels 1 to 3 share.
#pragma once

#include "dense.h"

static const hipblasFillMode_t FILLS[] = {HIPBLAS_FILL_MODE_UPPER, HIPBLAS_FILL_MODE_LOWER};
static const hipblasDiagType_t DIAGS[] = {HIPBLAS_DIAG_NON_UNIT, HIPBLAS_DIAG_UNIT};
static const hipblasSideMode_t SIDES[] = {HIPBLAS_SIDE_LEFT, HIPBLAS_SIDE_RIGHT};
static const hipblasOperation_t OPS[] = {HIPBLAS_OP_N, HIPBLAS_OP_T, HIPBLAS_OP_C};

static hipblasHandle_t handle;
static bool on_device;  // where scalars lie; it changes with each test
static int number;

template <class E> struct Names;
#define AS(own, function) static constexpr auto own = hipblas##function;
#define FORMS(X, name) AS(name, X##name) AS(name##_batched, X##name##Batched) AS(name##_strided, X##name##StridedBatched)
#define SAME(X)                                                                                                                              \
    AS(axpy, X##axpy) AS(copy, X##copy) AS(swap, X##swap) AS(scal, X##scal) AS(rot, X##rot) AS(gemv, X##gemv) AS(gbmv, X##gbmv)              \
    AS(trmv, X##trmv) AS(tbmv, X##tbmv) AS(tpmv, X##tpmv) AS(trsv, X##trsv) AS(tbsv, X##tbsv) AS(tpsv, X##tpsv) AS(symv, X##symv)            \
    AS(syr, X##syr) AS(syr2, X##syr2) AS(spr, X##spr) AS(symm, X##symm) AS(syrk, X##syrk) AS(syr2k, X##syr2k) AS(syrkx, X##syrkx)            \
    AS(trmm, X##trmm) AS(geam, X##geam) AS(dgmm, X##dgmm) AS(axpy_strided, X##axpyStridedBatched)                   \
    FORMS(X, rotg) FORMS(X, trtri) FORMS(X, trsm)                                                                 \
    FORMS(X, getrf) FORMS(X, getrs) FORMS(X, geqrf) FORMS(X, gels) AS(getri_batched, X##getriBatched)
#define EXTREMES(x) AS(iamax, I##x##amax) AS(iamin, I##x##amin)
#define REAL_ONLY(X) AS(dot, X##dot) AS(ger, X##ger) AS(sbmv, X##sbmv) AS(spmv, X##spmv) AS(spr2, X##spr2) AS(rotm, X##rotm)\
    FORMS(X, rotmg)
#define COMPLEX_ONLY(X)                                                                                                                      \
    AS(dot, X##dotu) AS(dotc, X##dotc) AS(ger, X##geru) AS(gerc, X##gerc) AS(hemv, X##hemv) AS(hbmv, X##hbmv) AS(hpmv, X##hpmv)              \
    AS(her, X##her) AS(her2, X##her2) AS(hpr, X##hpr) AS(hpr2, X##hpr2) AS(hemm, X##hemm) AS(herk, X##herk) AS(her2k, X##her2k)              \
    AS(herkx, X##herkx)
template <> struct Names<float> {
    using R = float;
    SAME(S) REAL_ONLY(S) AS(nrm2, Snrm2) AS(asum, Sasum) EXTREMES(s)
};
template <> struct Names<double> {
    using R = double;
    SAME(D) REAL_ONLY(D) AS(nrm2, Dnrm2) AS(asum, Dasum) EXTREMES(d)
};
template <> struct Names<hipComplex> {
    using R = float;
    SAME(C) COMPLEX_ONLY(C) AS(nrm2, Scnrm2) AS(asum, Scasum) EXTREMES(c) AS(rscal, Csscal) AS(rrot, Csrot)
};
template <> struct Names<hipDoubleComplex> {
    using R = double;
    SAME(Z) COMPLEX_ONLY(Z) AS(nrm2, Dznrm2) AS(asum, Dzasum) EXTREMES(z) AS(rscal, Zdscal) AS(rrot, Zdrot)
};
template <class E> constexpr bool is_complex = sizeof(E) == 2 * sizeof(typename Names<E>::R);

// The next test: its scalars lie on the other side.
static void next() {
    on_device = number++ % 2;
    BLAS(hipblasSetPointerMode(handle, on_device ? HIPBLAS_POINTER_MODE_DEVICE : HIPBLAS_POINTER_MODE_HOST));
}
template <class E> static void say(const char *name, bool ok) { result(std::string(name) + "_" + std::to_string(sizeof(E)) + (is_complex<E> ? "c" : "r"), ok); }

// Runs `tests<E>()` for each type; the program's result.
#define FOR_ALL_TYPES(...)                                                                                                                   \
    int main() {                                                                                                                             \
        BLAS(hipblasCreate(&handle));                                                                                                        \
        __VA_ARGS__                                                                                                                          \
        BLAS(hipblasDestroy(handle));                                                                                                        \
        return failures != 0;                                                                                                                \
    }
#define OF_TYPES(tests) tests<float>(); tests<double>(); tests<hipComplex>(); tests<hipDoubleComplex>();
