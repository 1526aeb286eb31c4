// What hipBLASLt's C functions answer: to wrong arguments, of attributes and versions, and of products that are not there; transforms, the operations beside
// products, and products that are captured into a graph.
//
// Built against an installation and run by tests/tests/blaslt.rs. Statuses are those of hipBLASLt's documentation, numbers those of AMD's headers.
#include <hipblaslt/hipblaslt-ext-op.h>

#include "../captured.h"
#include "check.h"

static constexpr hipblasStatus_t success = HIPBLAS_STATUS_SUCCESS, value = HIPBLAS_STATUS_INVALID_VALUE, no_handle = HIPBLAS_STATUS_NOT_INITIALIZED,
                                 missing = HIPBLAS_STATUS_NOT_SUPPORTED;
static constexpr hipDataType f32 = HIP_R_32F, f16 = HIP_R_16F, i32 = HIP_R_32I;

static void is(const char *what, hipblasStatus_t got, hipblasStatus_t want) {
    if (got != want) printf("%s: %d\n", what, got);
    result(what, got == want);
}

// What programs that AMD's library was built for have in them.
static_assert(HIPBLASLT_EPILOGUE_GELU_AUX_BIAS == 164 && HIPBLASLT_EPILOGUE_DGELU_BGRAD == 208 && HIPBLASLT_EPILOGUE_BGRADB == 512 &&
              HIPBLASLT_EPILOGUE_SWISH_EXT == 65536);
static_assert(HIPBLASLT_MATRIX_LAYOUT_LD == 6 && HIPBLASLT_ORDER_ROW == 1 && HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST == 4);
static_assert(HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER == 14 && HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE == 22 && HIPBLASLT_MATMUL_DESC_B_SCALE_MODE == 32 &&
              HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_B_EXT == 101);
static_assert(HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB == 3 && HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES == 1 && HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F == 3);
static_assert(sizeof(hipblasLtMatmulAlgo_t) == 24 && sizeof(hipblasLtMatmulHeuristicResult_t) == 56);

static void contexts(hipblasLtHandle_t handle) {
    is("no_place_for_a_handle", hipblasLtCreate(nullptr), value);
    is("destroy_null", hipblasLtDestroy(nullptr), value);
    int version;
    result("version", hipblasLtGetVersion(handle, &version) == success && version == 100000);
    is("version_of_null", hipblasLtGetVersion(nullptr, &version), no_handle);
    is("version_nowhere", hipblasLtGetVersion(handle, nullptr), value);
    char revision[64] = "";
    result("revision", hipblasLtGetGitRevision(handle, revision) == success && *revision);
    is("revision_of_null", hipblasLtGetGitRevision(nullptr, revision), no_handle);
    char *name = nullptr;
    result("architecture", hipblasLtGetArchName(&name) == success && !strncmp(name, "gfx", 3) && !strchr(name, ':'));
    free(name);
}

static void attributes() {
    hipblasLtMatmulDesc_t product;
    is("no_place_for_a_product", hipblasLtMatmulDescCreate(nullptr, HIPBLAS_COMPUTE_32F, f32), value);
    is("sums_of_half_floats", hipblasLtMatmulDescCreate(&product, HIPBLAS_COMPUTE_16F, f16), value);
    is("half_scalars", hipblasLtMatmulDescCreate(&product, HIPBLAS_COMPUTE_32F, f16), value);
    LT(hipblasLtMatmulDescCreate(&product, HIPBLAS_COMPUTE_32F, f32));
    int32_t op = 0;
    size_t written = 0;
    result("op_is_n", hipblasLtMatmulDescGetAttribute(product, HIPBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op, &written) == success && op == HIPBLAS_OP_N &&
           written == 4);
    uint32_t epilogue = HIPBLASLT_EPILOGUE_RELU;
    is("set_epilogue", hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue), success);
    epilogue = 0;
    result("get_epilogue", hipblasLtMatmulDescGetAttribute(product, HIPBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue, nullptr) == success &&
           epilogue == HIPBLASLT_EPILOGUE_RELU);
    void *pointer = &op;
    is("set_bias", hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, &pointer, sizeof pointer), success);
    result("size_of_bias", hipblasLtMatmulDescGetAttribute(product, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr, 0, &written) == success &&
           written == sizeof pointer);
    is("size_nowhere", hipblasLtMatmulDescGetAttribute(product, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr, 0, nullptr), value);
    is("get_nowhere", hipblasLtMatmulDescGetAttribute(product, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr, 8, &written), value);
    is("get_too_little", hipblasLtMatmulDescGetAttribute(product, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, &pointer, 4, &written), value);
    is("set_too_little", hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, &pointer, 4), value);
    is("set_nothing", hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr, 8), value);
    is("no_attribute", hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_MAX, &pointer, 8), value);
    is("attribute_of_null", hipblasLtMatmulDescSetAttribute(nullptr, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, &pointer, 8), no_handle);
    is("destroy_product", hipblasLtMatmulDescDestroy(product), success);
    is("destroy_no_product", hipblasLtMatmulDescDestroy(nullptr), value);

    hipblasLtMatrixLayout_t layout;
    is("no_place_for_a_layout", hipblasLtMatrixLayoutCreate(nullptr, f32, 2, 3, 2), value);
    LT(hipblasLtMatrixLayoutCreate(&layout, f16, 5, 7, 6));
    uint64_t rows = 0;
    int64_t ld = 0;
    int32_t batches = 0;
    uint32_t type = 0;
    result("rows", hipblasLtMatrixLayoutGetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_ROWS, &rows, 8, &written) == success && rows == 5 && written == 8);
    result("ld", hipblasLtMatrixLayoutGetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_LD, &ld, 8, &written) == success && ld == 6);
    result("type", hipblasLtMatrixLayoutGetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_TYPE, &type, 4, &written) == success && type == f16);
    result("batches", hipblasLtMatrixLayoutGetAttribute(layout, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batches, 4, &written) == success && batches == 1);
    is("destroy_layout", hipblasLtMatrixLayoutDestroy(layout), success);

    hipblasLtMatmulPreference_t preference;
    LT(hipblasLtMatmulPreferenceCreate(&preference));
    uint64_t bytes = 1 << 20;
    is("set_workspace", hipblasLtMatmulPreferenceSetAttribute(preference, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, 8), success);
    bytes = 0;
    result("get_workspace", hipblasLtMatmulPreferenceGetAttribute(preference, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, 8, &written) == success &&
           bytes == 1 << 20);
    is("workspace_of_null", hipblasLtMatmulPreferenceGetAttribute(nullptr, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, 8, &written), value);
    is("destroy_preference", hipblasLtMatmulPreferenceDestroy(preference), success);
}

// A product of 4 by 3 by 5, of which one thing is changed at a time.
struct Product {
    hipblasLtHandle_t handle;
    Matrix a{f32, 4, 5}, b{f32, 5, 3}, c{f32, 4, 3}, d{f32, 4, 3};
    hipblasLtMatmulDesc_t product;
    hipblasLtMatmulPreference_t preference;
    float alpha = 1, beta = 1;

    explicit Product(hipblasLtHandle_t handle) : handle(handle) {
        LT(hipblasLtMatmulDescCreate(&product, HIPBLAS_COMPUTE_32F, f32));
        LT(hipblasLtMatmulPreferenceCreate(&preference));
    }
    ~Product() {
        LT(hipblasLtMatmulDescDestroy(product));
        LT(hipblasLtMatmulPreferenceDestroy(preference));
    }
    template <class T> void tell(hipblasLtMatmulDescAttributes_t attribute, T value) {
        LT(hipblasLtMatmulDescSetAttribute(product, attribute, &value, sizeof value));
    }
    template <class T> void lay(Matrix &m, hipblasLtMatrixLayoutAttribute_t attribute, T value) {
        LT(hipblasLtMatrixLayoutSetAttribute(m.layout, attribute, &value, sizeof value));
    }
    hipblasStatus_t ways(int *count, int requested = 1) {
        hipblasLtMatmulHeuristicResult_t way[1];
        return hipblasLtMatmulAlgoGetHeuristic(handle, product, a.layout, b.layout, c.layout, d.layout, preference, requested, way, count);
    }
    hipblasStatus_t run() {
        return run(handle, product, &alpha, a.memory.device, a.layout, b.memory.device, &beta, c.memory.device, d.memory.device, d.layout);
    }
    hipblasStatus_t run(hipblasLtHandle_t with, hipblasLtMatmulDesc_t what, const void *alpha, const void *at_a, hipblasLtMatrixLayout_t layout_a, const void *at_b, const void *beta,
                        const void *at_c, void *at_d, hipblasLtMatrixLayout_t layout_d) {
        return hipblasLtMatmul(with, what, alpha, at_a, layout_a, at_b, b.layout, beta, at_c, c.layout, at_d, layout_d, nullptr, nullptr, 0, nullptr);
    }
};

// Both functions refuse it, and there is no way.
template <class Change> static void refused(hipblasLtHandle_t handle, const char *what, hipblasStatus_t want, Change change) {
    Product p(handle);
    change(p);
    int count = 7;
    const hipblasStatus_t found = p.ways(&count), done = p.run();
    if (found != want || done != want) printf("%s: %d, %d\n", what, found, done);
    result(what, found == want && done == want && count == 0);
}

static void products(hipblasLtHandle_t handle) {
    Product p(handle);
    int count = 7;
    is("one_way", p.ways(&count), success);
    is("no_ways_are_asked_for", p.ways(&count, 0), value);
    is("ways_without_handle", hipblasLtMatmulAlgoGetHeuristic(nullptr, p.product, p.a.layout, p.b.layout, p.c.layout, p.d.layout, p.preference, 1, nullptr,
                                                              &count), no_handle);
    void *const a = p.a.memory.device, *const b = p.b.memory.device, *const c = p.c.memory.device, *const d = p.d.memory.device;
    float zero = 0;
    is("no_handle", p.run(nullptr, p.product, &p.alpha, a, p.a.layout, b, &p.beta, c, d, p.d.layout), no_handle);
    is("no_product", p.run(handle, nullptr, &p.alpha, a, p.a.layout, b, &p.beta, c, d, p.d.layout), value);
    is("no_layout_of_a", p.run(handle, p.product, &p.alpha, a, nullptr, b, &p.beta, c, d, p.d.layout), value);
    is("no_layout_of_d", p.run(handle, p.product, &p.alpha, a, p.a.layout, b, &p.beta, c, d, nullptr), value);
    is("no_alpha", p.run(handle, p.product, nullptr, a, p.a.layout, b, &p.beta, c, d, p.d.layout), value);
    is("no_beta", p.run(handle, p.product, &p.alpha, a, p.a.layout, b, nullptr, c, d, p.d.layout), value);
    is("no_a", p.run(handle, p.product, &p.alpha, nullptr, p.a.layout, b, &p.beta, c, d, p.d.layout), value);
    is("no_b", p.run(handle, p.product, &p.alpha, a, p.a.layout, nullptr, &p.beta, c, d, p.d.layout), value);
    is("no_c", p.run(handle, p.product, &p.alpha, a, p.a.layout, b, &p.beta, nullptr, d, p.d.layout), value);
    is("no_d", p.run(handle, p.product, &p.alpha, a, p.a.layout, b, &p.beta, c, nullptr, p.d.layout), value);
    is("alpha_zero_without_a", p.run(handle, p.product, &zero, nullptr, p.a.layout, b, &p.beta, c, d, p.d.layout), success);
    is("beta_zero_without_c", p.run(handle, p.product, &p.alpha, a, p.a.layout, b, &zero, nullptr, d, p.d.layout), success);

    using P = Product;
    refused(handle, "sizes", value, [](P &p) { p.lay(p.b, HIPBLASLT_MATRIX_LAYOUT_ROWS, uint64_t(4)); });
    refused(handle, "sizes_of_c", value, [](P &p) { p.lay(p.c, HIPBLASLT_MATRIX_LAYOUT_COLS, uint64_t(2)); });
    refused(handle, "transposed_sizes", value, [](P &p) { p.tell(HIPBLASLT_MATMUL_DESC_TRANSA, int32_t(HIPBLAS_OP_T)); });
    refused(handle, "short_ld", value, [](P &p) { p.lay(p.a, HIPBLASLT_MATRIX_LAYOUT_LD, int64_t(3)); });
    refused(handle, "short_ld_of_d", value, [](P &p) { p.lay(p.d, HIPBLASLT_MATRIX_LAYOUT_LD, int64_t(0)); });
    refused(handle, "numbers_of_batches", value, [](P &p) { p.lay(p.a, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, int32_t(2)); });
    refused(handle, "no_batches", value, [](P &p) { for (Matrix *m : {&p.a, &p.b, &p.c, &p.d}) p.lay(*m, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, int32_t(0)); });
    refused(handle, "negative_stride", value, [](P &p) { p.lay(p.a, HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, int64_t(-1)); });
    refused(handle, "orders_of_c_and_d", value, [](P &p) { p.lay(p.c, HIPBLASLT_MATRIX_LAYOUT_ORDER, int32_t(HIPBLASLT_ORDER_ROW)); });
    refused(handle, "no_order", value, [](P &p) { p.lay(p.a, HIPBLASLT_MATRIX_LAYOUT_ORDER, int32_t(7)); });
    refused(handle, "no_operation", value, [](P &p) { p.tell(HIPBLASLT_MATMUL_DESC_TRANSA, int32_t(7)); });
    refused(handle, "no_epilogue", value, [](P &p) { p.tell(HIPBLASLT_MATMUL_DESC_EPILOGUE, uint32_t(3)); });
    refused(handle, "no_pointer_mode", value, [](P &p) { p.tell(HIPBLASLT_MATMUL_DESC_POINTER_MODE, int32_t(2)); });
    refused(handle, "tiles", missing, [](P &p) { p.lay(p.a, HIPBLASLT_MATRIX_LAYOUT_ORDER, int32_t(HIPBLASLT_ORDER_COL16_4R8)); });
    refused(handle, "scales_of_blocks", missing, [](P &p) { p.tell(HIPBLASLT_MATMUL_DESC_A_SCALE_MODE, uint32_t(HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0)); });
    refused(handle, "complex_numbers", missing, [](P &p) { p.lay(p.a, HIPBLASLT_MATRIX_LAYOUT_TYPE, uint32_t(HIP_C_32F)); });
    refused(handle, "doubles_in_floats", missing, [](P &p) { p.lay(p.d, HIPBLASLT_MATRIX_LAYOUT_TYPE, uint32_t(HIP_R_64F)); });
    refused(handle, "float4", missing, [](P &p) { p.lay(p.a, HIPBLASLT_MATRIX_LAYOUT_TYPE, uint32_t(HIP_R_4F_E2M1)); });
    refused(handle, "bias_of_doubles", missing, [](P &p) { p.tell(HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, int32_t(HIP_R_64F)); });

    const auto lacks = [&](const char *what, hipblasLtEpilogue_t epilogue) {
        Product p(handle);
        p.tell(HIPBLASLT_MATMUL_DESC_EPILOGUE, uint32_t(epilogue));
        is(what, p.run(), value);
    };
    lacks("no_bias", HIPBLASLT_EPILOGUE_BIAS);
    lacks("no_aux", HIPBLASLT_EPILOGUE_GELU_AUX);
    lacks("no_place_for_a_gradient", HIPBLASLT_EPILOGUE_BGRADA);
    Product in_place(handle);
    is("in_place", in_place.run(handle, in_place.product, &p.alpha, a, p.a.layout, b, &p.beta, d, d, in_place.d.layout), success);
    in_place.lay(in_place.c, HIPBLASLT_MATRIX_LAYOUT_LD, in_place.d.ld + 1);
    is("in_place_with_another_ld", in_place.run(handle, in_place.product, &p.alpha, a, p.a.layout, b, &p.beta, d, d, in_place.d.layout), value);
    in_place.lay(in_place.a, HIPBLASLT_MATRIX_LAYOUT_ROWS, uint64_t(0)), in_place.lay(in_place.c, HIPBLASLT_MATRIX_LAYOUT_ROWS, uint64_t(0));
    in_place.lay(in_place.d, HIPBLASLT_MATRIX_LAYOUT_ROWS, uint64_t(0));
    is("nothing_to_do", in_place.run(handle, in_place.product, nullptr, nullptr, in_place.a.layout, nullptr, nullptr, nullptr, nullptr, in_place.d.layout),
       success);
}

static void transforms(hipblasLtHandle_t handle) {
    hipblasLtMatrixTransformDesc_t what;
    LT(hipblasLtMatrixTransformDescCreate(&what, f32));
    for (int kind = 0; kind < 32; kind++) {
        const bool rows_a = kind & 1, rows_b = kind & 2, rows_c = kind & 4, t_a = kind & 8, t_b = kind & 16;
        Matrix a(f16, t_a ? 9 : 40, t_a ? 40 : 9, 2, rows_a), b(HIP_R_8I, t_b ? 9 : 40, t_b ? 40 : 9, 2, rows_b), c(HIP_R_16BF, 40, 9, 2, rows_c);
        const int32_t op_a = t_a ? HIPBLAS_OP_T : HIPBLAS_OP_N, op_b = t_b ? HIPBLAS_OP_T : HIPBLAS_OP_N;
        LT(hipblasLtMatrixTransformDescSetAttribute(what, HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op_a, sizeof op_a));
        LT(hipblasLtMatrixTransformDescSetAttribute(what, HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, &op_b, sizeof op_b));
        const float alpha = 101.5, beta = -2;
        LT(hipblasLtMatrixTransform(handle, what, &alpha, a.memory.device, a.layout, &beta, kind == 5 ? nullptr : b.memory.device, b.layout, c.memory.device,
                                    c.layout, nullptr));
        result("transform" + std::to_string(kind), c.all([&](int batch, int i, int j, double got) {
            const double of_a = a.at(batch, t_a ? j : i, t_a ? i : j), of_b = kind == 5 ? 0 : b.at(batch, t_b ? j : i, t_b ? i : j);
            return got == rounded(c.type, alpha * of_a + beta * of_b);
        }));
    }
    Matrix a(f32, 3, 4), c(f32, 3, 4), square(f32, 4, 4);
    Vector scalars(f32, 2);
    const int32_t n = HIPBLAS_OP_N, on_device = HIPBLASLT_POINTER_MODE_DEVICE;
    const float one = 1;
    LT(hipblasLtMatrixTransformDescSetAttribute(what, HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &n, sizeof n));
    LT(hipblasLtMatrixTransformDescSetAttribute(what, HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, &n, sizeof n));
    is("transform_without_handle", hipblasLtMatrixTransform(nullptr, what, &one, a.memory.device, a.layout, &one, nullptr, nullptr, c.memory.device, c.layout,
                                                            nullptr), no_handle);
    is("transform_without_layout", hipblasLtMatrixTransform(handle, what, &one, a.memory.device, nullptr, &one, nullptr, nullptr, c.memory.device, c.layout,
                                                            nullptr), value);
    is("transform_to_nowhere", hipblasLtMatrixTransform(handle, what, &one, a.memory.device, a.layout, &one, nullptr, nullptr, nullptr, c.layout, nullptr),
       value);
    is("transform_of_another_size", hipblasLtMatrixTransform(handle, what, &one, square.memory.device, square.layout, &one, nullptr, nullptr, c.memory.device,
                                                             c.layout, nullptr), value);
    LT(hipblasLtMatrixTransformDescSetAttribute(what, HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, &on_device, sizeof on_device));
    scalars.set(0, 3);
    LT(hipblasLtMatrixTransform(handle, what, scalars.memory.device, a.memory.device, a.layout, nullptr, nullptr, nullptr, c.memory.device, c.layout, nullptr));
    result("transform_by_device", c.all([&](int, int i, int j, double got) { return got == 3 * a.at(0, i, j); }));
    LT(hipblasLtMatrixTransformDescDestroy(what));
    LT(hipblasLtMatrixTransformDescCreate(&what, HIP_R_64F));
    is("transform_in_doubles", hipblasLtMatrixTransform(handle, what, &one, a.memory.device, a.layout, &one, nullptr, nullptr, c.memory.device, c.layout,
                                                        nullptr), missing);
    LT(hipblasLtMatrixTransformDescDestroy(what));
}

static void beside_products() {
    constexpr int m = 37, n = 200;
    Matrix x(f32, n, m, 1, false, false, 0), y(f32, n, m, 1, false, false, 0);
    LT(hipblasltExtSoftmax(f32, m, n, 1, y.memory.device, x.memory.device, nullptr));
    std::vector<double> sum(m), mean(m), square(m);
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++) sum[j] += std::exp(x.at(0, i, j)), mean[j] += x.at(0, i, j) / n;
        for (int i = 0; i < n; i++) square[j] += std::pow(x.at(0, i, j) - mean[j], 2) / n;
    }
    result("softmax", y.all([&](int, int i, int j, double got) { return std::fabs(got - std::exp(x.at(0, i, j)) / sum[j]) < 1e-6 * got; }));
    is("softmax_of_long_rows", hipblasltExtSoftmax(f32, m, 257, 1, y.memory.device, x.memory.device, nullptr), value);
    is("softmax_of_columns", hipblasltExtSoftmax(f32, m, n, 0, y.memory.device, x.memory.device, nullptr), missing);
    is("softmax_of_half_floats", hipblasltExtSoftmax(f16, m, n, 1, y.memory.device, x.memory.device, nullptr), missing);
    Vector means(f32, m), inverses(f32, m), gamma(f32, n, false), beta(f32, n, false);
    for (const bool factors : {false, true}) {
        LT(hipblasltExtLayerNorm(f32, y.memory.device, means.memory.device, inverses.memory.device, x.memory.device, m, n, 0.25f, factors ? gamma.memory.device : nullptr,
                                 factors ? beta.memory.device : nullptr, nullptr));
        const auto inverse = [&](int j) { return 1 / std::sqrt(square[j] + 0.25); };
        result(factors ? "layer_norm_with_factors" : "layer_norm", y.all([&](int, int i, int j, double got) {
            const double want = (x.at(0, i, j) - mean[j]) * inverse(j);
            return std::fabs(got - (factors ? want * gamma[i] + beta[i] : want)) < 1e-6;
        }) && means.all([&](int, int j, int, double got) { return std::fabs(got - mean[j]) < 1e-6; }) &&
                             inverses.all([&](int, int j, int, double got) { return std::fabs(got - inverse(j)) < 1e-6; }));
    }
    is("layer_norm_of_nothing", hipblasltExtLayerNorm(f32, y.memory.device, means.memory.device, inverses.memory.device, nullptr, m, n, 0, nullptr, nullptr,
                                                      nullptr), value);
    for (auto from : {f32, f16})
        for (auto to : {f32, f16}) {
            Matrix z(from, 300, 17, 1, false, false, 0);
            Vector largest(to, 1);
            LT(hipblasltExtAMax(from, to, largest.memory.device, z.memory.device, 17, 300, nullptr));
            double want = 0;
            for (int j = 0; j < 17; j++)
                for (int i = 0; i < 300; i++) want = std::max(want, std::fabs(z.at(0, i, j)));
            result("amax" + std::to_string(from) + std::to_string(to), largest.all([&](int, int, int, double got) { return got == rounded(to, want); }));
        }
    Vector largest(f32, 1), scale(f32, 1);
    scale.set(0, 64);
    Matrix scaled(HIP_R_8F_E4M3_FNUZ, n, m, 1, false, false, 0);
    LT(hipblasltExtAMaxWithScale(f32, f32, scaled.type, largest.memory.device, scaled.memory.device, x.memory.device, scale.memory.device, m, n, nullptr));
    result("amax_with_scale", scaled.all([&](int, int i, int j, double got) { return got == rounded(scaled.type, 64 * x.at(0, i, j)); }));
    is("amax_with_scale_to_f16", hipblasltExtAMaxWithScale(f32, f32, f16, largest.memory.device, scaled.memory.device, x.memory.device, scale.memory.device, m,
                                                           n, nullptr), missing);
    is("amax_of_integers", hipblasltExtAMax(i32, f32, largest.memory.device, x.memory.device, m, n, nullptr), missing);
    is("amax_of_nothing", hipblasltExtAMax(f32, f32, largest.memory.device, x.memory.device, 0, n, nullptr), value);
}

// With all that takes memory on the way: half floats, a bias, an input of another type. It is launched twice, with another A the second time.
static void captured(hipblasLtHandle_t handle) {
    Matrix a(f16, 40, 30), b(HIP_R_8F_E4M3, 30, 20), d(f16, 40, 20);
    Vector bias(f16, 40);
    hipblasLtMatmulDesc_t product;
    LT(hipblasLtMatmulDescCreate(&product, HIPBLAS_COMPUTE_32F, f32));
    const uint32_t epilogue = HIPBLASLT_EPILOGUE_BIAS;
    LT(hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    LT(hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.memory.device, sizeof(void *)));
    hipStream_t stream;
    HIP(hipStreamCreate(&stream));
    const Captured graph(stream, [&] {
        const float alpha = 1, beta = 0;
        LT(hipblasLtMatmul(handle, product, &alpha, a.memory.device, a.layout, b.memory.device, b.layout, &beta, nullptr, nullptr, d.memory.device, d.layout,
                           nullptr, nullptr, 0, stream));
    });
    for (int launch = 0; launch < 2; launch++) {
        if (launch) {
            std::reverse(a.memory.host.begin(), a.memory.host.end());
            for (size_t i = 0; i + 1 < a.memory.host.size(); i += 2) std::swap(a.memory.host[i], a.memory.host[i + 1]);
            a.memory.upload();
        }
        graph.launch();
        HIP(hipStreamSynchronize(stream));
        result("captured" + std::to_string(launch), d.all([&](int, int i, int j, double got) {
            double sum = bias[i];
            for (int l = 0; l < 30; l++) sum += a.at(0, i, l) * b.at(0, l, j);
            return got == rounded(f16, sum);
        }));
    }
    HIP(hipStreamDestroy(stream));
    LT(hipblasLtMatmulDescDestroy(product));
}

int main() {
    hipblasLtHandle_t handle;
    LT(hipblasLtCreate(&handle));
    contexts(handle);
    attributes();
    products(handle);
    transforms(handle);
    beside_products();
    captured(handle);
    LT(hipblasLtDestroy(handle));
    return failures != 0;
}
