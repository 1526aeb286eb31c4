// What rocBLAS' functions answer to wrong arguments and where there is nothing to do, contexts' settings, copies between host and device, and memory to
// work with.
//
// Built against an installation and run by tests/tests/rocblas.rs. Statuses are those of rocBLAS' documentation and of its order of checks.
#define ROCBLAS_BETA_FEATURES_API
#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#include "../blas/check.h"

#include <rocblas/rocblas.h>

static void is(const char *what, rocblas_status got, rocblas_status want) {
    if (got != want) printf("%s: %s\n", what, rocblas_status_to_string(got));
    result(what, got == want);
}
static constexpr rocblas_status success = rocblas_status_success, no_handle = rocblas_status_invalid_handle, size = rocblas_status_invalid_size;
static constexpr rocblas_status pointer = rocblas_status_invalid_pointer, value = rocblas_status_invalid_value, missing = rocblas_status_not_implemented;
static constexpr rocblas_operation N = rocblas_operation_none, T = rocblas_operation_transpose, H = rocblas_operation_conjugate_transpose;
static constexpr rocblas_fill U = rocblas_fill_upper;
static constexpr rocblas_datatype f16 = rocblas_datatype_f16_r, f32 = rocblas_datatype_f32_r, f64 = rocblas_datatype_f64_r;

static void settings(rocblas_handle handle) {
    is("no_place_for_a_handle", rocblas_create_handle(nullptr), no_handle);
    is("destroy_null", rocblas_destroy_handle(nullptr), no_handle);
    is("stream_of_null", rocblas_set_stream(nullptr, nullptr), no_handle);
    is("no_place_for_a_stream", rocblas_get_stream(handle, nullptr), pointer);
    hipStream_t stream, got;
    HIP(hipStreamCreate(&stream));
    result("stream", rocblas_set_stream(handle, stream) == success && rocblas_get_stream(handle, &got) == success && got == stream);
    (void)rocblas_set_stream(handle, nullptr);
    HIP(hipStreamDestroy(stream));
    rocblas_pointer_mode mode;
    result("pointer_mode_is_host", rocblas_get_pointer_mode(handle, &mode) == success && mode == rocblas_pointer_mode_host);
    is("pointer_mode", rocblas_set_pointer_mode(handle, rocblas_pointer_mode(7)), value);
    rocblas_atomics_mode atomics;
    result("no_atomics", rocblas_get_atomics_mode(handle, &atomics) == success && atomics == rocblas_atomics_not_allowed);
    result("atomics", rocblas_set_atomics_mode(handle, rocblas_atomics_allowed) == success &&
                          rocblas_get_atomics_mode(handle, &atomics) == success && atomics == rocblas_atomics_allowed);
    rocblas_math_mode math;
    result("math", rocblas_set_math_mode(handle, rocblas_xf32_xdl_math_op) == success && rocblas_get_math_mode(handle, &math) == success &&
                       math == rocblas_xf32_xdl_math_op);
    (void)rocblas_set_math_mode(handle, rocblas_default_math);
    rocblas_performance_metric metric;
    result("metric", rocblas_set_performance_metric(handle, rocblas_cu_efficiency_performance_metric) == success &&
                         rocblas_get_performance_metric(handle, &metric) == success && metric == rocblas_cu_efficiency_performance_metric);
    is("metric_of_null", rocblas_get_performance_metric(nullptr, &metric), no_handle);
    setenv("ROCBLAS_DEFAULT_ATOMICS_MODE", "1", 1);
    rocblas_handle other;
    result("atomics_by_environment", rocblas_create_handle(&other) == success && rocblas_get_atomics_mode(other, &atomics) == success &&
                                         atomics == rocblas_atomics_allowed);
    is("destroy", rocblas_destroy_handle(other), success);
    result("name_of_a_status", !strcmp(rocblas_status_to_string(rocblas_status_arch_mismatch), "rocblas_status_arch_mismatch"));
    result("name_of_no_status", !strcmp(rocblas_status_to_string(rocblas_status(99)), "<undefined rocblas_status value>"));
    size_t bytes;
    char text[64];
    is("version_size", rocblas_get_version_string_size(&bytes), success);
    is("version_is_longer", rocblas_get_version_string(text, bytes - 1), size);
    is("version_nowhere", rocblas_get_version_string(nullptr, bytes), pointer);
    result("version", rocblas_get_version_string(text, bytes) == success && strlen(text) + 1 == bytes && !strncmp(text, "5.0.0.", 6));
    Array<float> there(1);
    float here;
    result("pointer_to_mode", rocblas_pointer_to_mode(there.device) == rocblas_pointer_mode_device && rocblas_pointer_to_mode(&here) == rocblas_pointer_mode_host);
    rocblas_initialize();
}

static void arguments(rocblas_handle handle) {
    Array<float> matrix(64);
    float *const x = matrix.device;
    const float one = 1, zero = 0;
    const auto gemm = [&](rocblas_handle handle, rocblas_operation op, int m, int n, int k, const float *alpha, const float *a, int lda,
                          const float *beta, float *c, int ldc) {
        return rocblas_sgemm(handle, op, N, m, n, k, alpha, a, lda, x, 9, beta, c, ldc);
    };
    is("null_handle", gemm(nullptr, rocblas_operation(5), -1, 2, 2, &one, x, 2, &zero, x, 2), no_handle);
    is("operation_before_size", gemm(handle, rocblas_operation(5), -1, 2, 2, &one, x, 2, &zero, x, 2), value);
    is("negative_size", gemm(handle, N, -1, 2, 2, &one, x, 2, &zero, x, 2), size);
    is("size_before_pointer", gemm(handle, N, 2, 2, 2, nullptr, nullptr, 1, nullptr, nullptr, 2), size);
    is("lda", gemm(handle, N, 2, 2, 2, &one, x, 1, &zero, x, 2), size);
    is("lda_of_transposed", gemm(handle, T, 2, 2, 3, &one, x, 2, &zero, x, 2), size);
    is("ldc", gemm(handle, N, 2, 2, 2, &one, x, 2, &zero, x, 1), size);
    is("no_alpha", gemm(handle, N, 2, 2, 2, nullptr, x, 2, &zero, x, 2), pointer);
    is("no_beta", gemm(handle, N, 2, 2, 2, &one, x, 2, nullptr, x, 2), pointer);
    is("no_a", gemm(handle, N, 2, 2, 2, &one, nullptr, 2, &zero, x, 2), pointer);
    is("no_c", gemm(handle, N, 2, 2, 2, &one, x, 2, &zero, nullptr, 2), pointer);
    is("nothing_to_do", gemm(handle, N, 0, 2, 2, nullptr, nullptr, 0, nullptr, nullptr, 0), success);
    is("no_depth", gemm(handle, T, 2, 2, 0, nullptr, nullptr, 0, &zero, x, 2), success);
    is("a_is_not_read", gemm(handle, N, 2, 2, 2, &zero, nullptr, 2, &one, nullptr, 2), success);
    is("batches", rocblas_sgemm_strided_batched(handle, N, N, 2, 2, 2, &one, x, 2, 4, x, 2, 4, &zero, x, 2, 4, -1), size);
    is("large_size", rocblas_sgemm_64(handle, N, N, 1ll << 32, 1, 1, &one, x, 1ll << 32, x, 1, &zero, x, 1ll << 32), missing);

    is("gemv_lda_0", rocblas_sgemv(handle, N, 0, 2, &one, x, 0, x, 1, &zero, x, 1), size);
    is("gemv_inc_0", rocblas_sgemv(handle, N, 2, 2, &one, x, 2, x, 0, &zero, x, 1), size);
    is("gbmv_lda", rocblas_sgbmv(handle, N, 2, 2, 1, 1, &one, x, 2, x, 1, &zero, x, 1), size);
    is("symv_fill", rocblas_ssymv(handle, rocblas_fill_full, 2, &one, x, 2, x, 1, &zero, x, 1), value);
    is("trsv_diag", rocblas_strsv(handle, U, N, rocblas_diagonal(1), 2, x, 2, x, 1), value);
    is("tpsv_null", rocblas_stpsv(handle, U, N, rocblas_diagonal_unit, 2, nullptr, x, 1), pointer);
    is("ger_nothing", rocblas_sger(handle, 0, 2, nullptr, nullptr, 1, nullptr, 1, nullptr, 1), success);

    is("trsm_side", rocblas_strsm(handle, rocblas_side_both, U, N, rocblas_diagonal_unit, 2, 2, &one, x, 2, x, 2), value);
    is("trsm_lda_on_the_right", rocblas_strsm(handle, rocblas_side_right, U, N, rocblas_diagonal_unit, 2, 3, &one, x, 2, x, 2), size);
    is("trmm_in_place_ldc", rocblas_strmm(handle, rocblas_side_left, U, N, rocblas_diagonal_unit, 2, 2, &one, x, 2, x, 2, x, 3), value);
    is("geam_in_place_transposed", rocblas_sgeam(handle, T, N, 2, 2, &one, x, 2, &one, x + 16, 2, x, 2), size);
    const auto complex_x = reinterpret_cast<rocblas_float_complex *>(x);
    const rocblas_float_complex complex_one = {1, 0};
    is("herk_transposed", rocblas_cherk(handle, U, T, 2, 2, &one, complex_x, 2, &zero, complex_x, 2), value);
    is("syrk_conjugated", rocblas_csyrk(handle, U, H, 2, 2, &complex_one, complex_x, 2, &complex_one, complex_x, 2), value);
    is("syrk_of_reals_conjugated", rocblas_ssyrk(handle, U, H, 2, 2, &one, x, 2, &zero, x + 16, 2), success);
    is("gemmt_lda", rocblas_sgemmt(handle, U, N, N, 3, 2, &one, x, 2, x, 2, &zero, x, 3), size);
    is("trtri_ld", rocblas_strtri(handle, U, rocblas_diagonal_unit, 3, x, 3, x, 2), size);

    // Level 1: sizes below one are nothing to do.
    float there;
    rocblas_int index;
    is("axpy_nothing", rocblas_saxpy(handle, -1, nullptr, nullptr, 1, nullptr, 1), success);
    is("axpy_null", rocblas_saxpy(handle, 2, nullptr, x, 1, x, 1), pointer);
    is("asum_no_result", rocblas_sasum_batched(handle, 2, nullptr, 1, 0, nullptr), pointer);
    result("nrm2_nothing", rocblas_snrm2(handle, 2, nullptr, -1, &there) == success && there == 0);
    result("iamax_nothing", rocblas_isamax(handle, 0, nullptr, 1, &index) == success && index == 0);
    int64_t long_index = -1;
    result("iamax_nothing_64", rocblas_isamax_64(handle, 0, nullptr, 1, &long_index) == success && long_index == 0);
}

static void types(rocblas_handle handle) {
    Array<float> matrix(64);
    float *const x = matrix.device, *const y = x + 16;
    const float one = 1;
    const auto gemm = [&](rocblas_datatype ab, rocblas_datatype c, rocblas_datatype d, rocblas_datatype compute, void *to, int ldd, int index, unsigned flags) {
        const auto algo = index ? rocblas_gemm_algo_solution_index : rocblas_gemm_algo_standard;
        return rocblas_gemm_ex(handle, N, N, 2, 2, 2, &one, x, ab, 2, x, ab, 2, &one, y, c, 2, to, d, ldd, compute, algo, index, flags);
    };
    is("gemm_ex", gemm(f32, f32, f32, f32, y, 2, 0, 0), success);
    is("gemm_ex_types", gemm(f32, f64, f64, f32, x + 32, 2, 0, 0), missing);
    is("gemm_ex_compute", gemm(f32, f32, f32, f16, x + 32, 2, 0, 0), missing);
    is("gemm_ex_other_d", gemm(f16, f16, f32, f32, x + 32, 2, 0, 0), missing);
    is("gemm_ex_in_place_ldd", gemm(f32, f32, f32, f32, y, 3, 0, 0), size);
    is("gemm_ex_in_place_type", gemm(f16, f16, f32, f32, y, 2, 0, 0), value);
    is("gemm_ex_no_d", gemm(f32, f32, f32, f32, nullptr, 2, 0, 0), pointer);
    is("gemm_ex_solution", gemm(f32, f32, f32, f32, y, 2, 5, 0), value);
    is("scal_ex_types", rocblas_scal_ex(handle, 2, &one, f32, x, rocblas_datatype_i8_r, 1, f32), missing);
    const auto geam = [&](rocblas_operation op, rocblas_datatype of_b, const void *c, int ldd) {
        return rocblas_geam_ex(handle, op, N, 2, 2, 2, &one, x, f32, 2, x, of_b, 2, &one, c, f32, 2, y, f32, ldd, f32, rocblas_geam_ex_operation_min_plus);
    };
    is("geam_ex_conjugated", geam(H, f32, y, 2), value);
    is("geam_ex_types", geam(N, f16, y, 2), missing);
    is("geam_ex_no_c", geam(N, f32, nullptr, 2), pointer);
    is("geam_ex_in_place_ldd", geam(N, f32, y, 3), size);
    rocblas_int count = -1;
    result("solutions", rocblas_gemm_ex_get_solutions_by_type(handle, f32, f32, f32, 0, nullptr, &count) == success && count == 0);
}

static void copies() {
    constexpr int rows = 5, columns = 3, lda = 7, ldb = 6;
    std::vector<float> here(lda * columns), back(lda * columns, -1);
    for (size_t i = 0; i < here.size(); i++) here[i] = float(i);
    Array<float> there(ldb * columns);
    is("set_matrix", rocblas_set_matrix(rows, columns, sizeof(float), here.data(), lda, there.device, ldb), success);
    is("get_matrix", rocblas_get_matrix_64(rows, columns, sizeof(float), there.device, ldb, back.data(), lda), success);
    bool ok = true;
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < lda; i++) ok = ok && back[i + j * lda] == (i < rows ? here[i + j * lda] : -1);
    result("matrix", ok);
    is("set_vector", rocblas_set_vector_async(4, sizeof(float), here.data(), 3, there.device, 2, nullptr), success);
    std::fill(back.begin(), back.end(), -1.f);
    is("get_vector", rocblas_get_vector(4, sizeof(float), there.device, 2, back.data(), 1), success);
    result("vector", back[0] == 0 && back[1] == 3 && back[2] == 6 && back[3] == 9 && back[4] == -1);
    is("copy_nothing", rocblas_set_vector(0, -1, nullptr, 0, nullptr, 0), success);
    is("copy_inc_0", rocblas_set_vector(1, 4, here.data(), 0, there.device, 1), size);
    is("copy_null", rocblas_get_vector(1, 4, nullptr, 1, here.data(), 1), pointer);
    is("copy_lda", rocblas_set_matrix(3, 1, 4, here.data(), 2, there.device, 3), size);
}

// Functions need no memory of the program's, and say so when asked; those of libraries on top are added up.
static void memory(rocblas_handle handle) {
    const float one = 1;
    size_t bytes = 1;
    is("query_of_null", rocblas_start_device_memory_size_query(nullptr), no_handle);
    is("no_query", rocblas_stop_device_memory_size_query(handle, &bytes), rocblas_status_size_query_mismatch);
    is("not_asked", rocblas_set_optimal_device_memory_size_impl(handle, size_t(1), size_t(64)), rocblas_status_size_query_mismatch);
    is("query", rocblas_start_device_memory_size_query(handle), success);
    is("query_again", rocblas_start_device_memory_size_query(handle), rocblas_status_size_query_mismatch);
    result("is_query", rocblas_is_device_memory_size_query(handle));
    is("asked", rocblas_strsm(handle, rocblas_side_left, U, N, rocblas_diagonal_unit, 200, 200, &one, nullptr, 200, nullptr, 200), rocblas_status_size_unchanged);
    is("asked_more", rocblas_set_optimal_device_memory_size_impl(handle, size_t(2), size_t(1), size_t(65)), rocblas_status_size_increased);
    is("asked_less", rocblas_set_optimal_device_memory_size_impl(handle, size_t(1), size_t(100)), rocblas_status_size_unchanged);
    is("nowhere", rocblas_stop_device_memory_size_query(handle, nullptr), pointer);
    result("needed", rocblas_stop_device_memory_size_query(handle, &bytes) == success && bytes == 192 && !rocblas_is_device_memory_size_query(handle));
    result("ours", rocblas_is_managing_device_memory(handle) && !rocblas_is_user_managing_device_memory(handle));
    result("size", rocblas_set_device_memory_size(handle, 1000) == success && rocblas_get_device_memory_size(handle, &bytes) == success && bytes == 1024 &&
                       rocblas_is_user_managing_device_memory(handle));
    Array<float> workspace(100);
    result("workspace", rocblas_set_workspace(handle, workspace.device, 400) == success && rocblas_get_device_memory_size(handle, &bytes) == success &&
                            bytes == 400 && !rocblas_is_managing_device_memory(handle));
    result("ours_again", rocblas_set_workspace(handle, nullptr, 0) == success && rocblas_is_managing_device_memory(handle));
    rocblas_device_malloc_base *pieces;
    void *first = nullptr, *second = nullptr, *third = nullptr;
    is("malloc", rocblas_device_malloc_alloc(handle, &pieces, size_t(3), size_t(100), size_t(0), size_t(8)), success);
    result("pieces", rocblas_device_malloc_success(pieces) && rocblas_device_malloc_get(pieces, 0, &first) == success &&
                         rocblas_device_malloc_get(pieces, 1, &second) == success && rocblas_device_malloc_get(pieces, 2, &third) == success && !second &&
                         static_cast<char *>(third) - static_cast<char *>(first) == 128 && rocblas_device_malloc_get(pieces, 3, &third) == size);
    HIP(hipMemset(first, 0, 136));
    is("free", rocblas_device_malloc_free(pieces), success);
}

// So that the program is about kernels, too.
static void product(rocblas_handle handle) {
    Array<float> a(4);
    a.host = {1, 2, 3, 4}, a.upload();
    const float one = 1;
    is("product", rocblas_sgeam(handle, T, N, 2, 2, &one, a.device, 2, &one, a.device, 2, nullptr, 2), pointer);
    Array<float> c(4);
    c.upload();
    is("sum", rocblas_sgeam(handle, T, N, 2, 2, &one, a.device, 2, &one, a.device, 2, c.device, 2), success);
    result("sum_is_right", c.download() == std::vector<float>{2, 5, 5, 8});
}

int main() {
    rocblas_handle handle;
    if (rocblas_create_handle(&handle) != success) return 1;
    settings(handle), arguments(handle), types(handle), copies(), memory(handle), product(handle);
    is("destroy_at_the_end", rocblas_destroy_handle(handle), success);
    return failures != 0;
}
