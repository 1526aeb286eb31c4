// hipblasLtMatmul: types, transpositions, orders, batches, scalars in every mode, epilogues, scales, the largest element, and rounding, which happens once.
//
// Built against an installation and run by tests/tests/blaslt.rs. Most factors are small whole numbers, of which every float on the way is exact: there the
// result is the exact one, rounded once. gelu and swish, and numbers that are not whole, have bounds.
#include "check.h"

#include <optional>

static constexpr hipblasOperation_t N = HIPBLAS_OP_N, T = HIPBLAS_OP_T;
static constexpr hipDataType f16 = HIP_R_16F, bf16 = HIP_R_16BF, f32 = HIP_R_32F, f64 = HIP_R_64F, i8 = HIP_R_8I, i32 = HIP_R_32I;
static constexpr hipDataType e4m3 = HIP_R_8F_E4M3, e5m2 = HIP_R_8F_E5M2, e4m3_fnuz = HIP_R_8F_E4M3_FNUZ, e5m2_fnuz = HIP_R_8F_E5M2_FNUZ;
static constexpr hipDataType unsaid = HIPBLASLT_DATATYPE_INVALID;

struct Case {
    std::string name;
    int m = 37, n = 21, k = 50, batches = 1;
    hipDataType a = f16, b = f16, c = f16, d = f16;
    hipblasComputeType_t compute = HIPBLAS_COMPUTE_32F;
    hipDataType scale = f32;
    hipblasOperation_t op_a = N, op_b = N;
    bool rows_a = false, rows_b = false, rows_d = false;
    hipblasLtEpilogue_t epilogue = HIPBLASLT_EPILOGUE_DEFAULT;
    hipDataType bias = unsaid, aux = unsaid, input_a = unsaid, input_b = unsaid;
    double alpha = 2, beta = -1;
    hipblasLtPointerMode_t mode = HIPBLASLT_POINTER_MODE_HOST;
    bool in_place = false, whole = true, amax = false, repeats_c = false, default_aux = false, bias_of_batch = false;
    std::optional<double> scale_a, scale_b, scale_c, scale_d, scale_aux;
    bool vectors = false;  // scale_a and scale_b are the first of vectors
};

// What the epilogue's name has in it.
static bool has(const Case &c, std::initializer_list<int> those) {
    return std::find(those.begin(), those.end(), int(c.epilogue)) != those.end();
}
static bool adds_bias(const Case &c) {
    return has(c, {HIPBLASLT_EPILOGUE_BIAS, HIPBLASLT_EPILOGUE_RELU_BIAS, HIPBLASLT_EPILOGUE_GELU_BIAS, HIPBLASLT_EPILOGUE_RELU_AUX_BIAS, HIPBLASLT_EPILOGUE_GELU_AUX_BIAS,
                   HIPBLASLT_EPILOGUE_SWISH_BIAS_EXT, HIPBLASLT_EPILOGUE_CLAMP_BIAS_EXT, HIPBLASLT_EPILOGUE_CLAMP_AUX_BIAS_EXT});
}
static bool writes_aux(const Case &c) {
    return has(c, {HIPBLASLT_EPILOGUE_RELU_AUX, HIPBLASLT_EPILOGUE_RELU_AUX_BIAS, HIPBLASLT_EPILOGUE_GELU_AUX, HIPBLASLT_EPILOGUE_GELU_AUX_BIAS,
                   HIPBLASLT_EPILOGUE_CLAMP_AUX_EXT, HIPBLASLT_EPILOGUE_CLAMP_AUX_BIAS_EXT});
}
static bool is_gradient(const Case &c) {
    return has(c, {HIPBLASLT_EPILOGUE_DRELU, HIPBLASLT_EPILOGUE_DRELU_BGRAD, HIPBLASLT_EPILOGUE_DGELU, HIPBLASLT_EPILOGUE_DGELU_BGRAD});
}
static bool sums_d(const Case &c) { return has(c, {HIPBLASLT_EPILOGUE_DRELU_BGRAD, HIPBLASLT_EPILOGUE_DGELU_BGRAD}); }
static bool is_exact(const Case &c) {
    return c.whole && !has(c, {HIPBLASLT_EPILOGUE_GELU, HIPBLASLT_EPILOGUE_GELU_BIAS, HIPBLASLT_EPILOGUE_GELU_AUX, HIPBLASLT_EPILOGUE_GELU_AUX_BIAS, HIPBLASLT_EPILOGUE_DGELU,
                               HIPBLASLT_EPILOGUE_DGELU_BGRAD, HIPBLASLT_EPILOGUE_SWISH_EXT, HIPBLASLT_EPILOGUE_SWISH_BIAS_EXT});
}
static double activated(const Case &c, double x, double aux) {
    switch (int(c.epilogue)) {
        case HIPBLASLT_EPILOGUE_RELU: case HIPBLASLT_EPILOGUE_RELU_BIAS: case HIPBLASLT_EPILOGUE_RELU_AUX: case HIPBLASLT_EPILOGUE_RELU_AUX_BIAS: return std::max(x, 0.0);
        case HIPBLASLT_EPILOGUE_GELU: case HIPBLASLT_EPILOGUE_GELU_BIAS: case HIPBLASLT_EPILOGUE_GELU_AUX: case HIPBLASLT_EPILOGUE_GELU_AUX_BIAS: return gelu(x);
        case HIPBLASLT_EPILOGUE_DRELU: case HIPBLASLT_EPILOGUE_DRELU_BGRAD: return aux > 0 ? x : 0;
        case HIPBLASLT_EPILOGUE_DGELU: case HIPBLASLT_EPILOGUE_DGELU_BGRAD: return x * gelu_slope(aux);
        case HIPBLASLT_EPILOGUE_SWISH_EXT: case HIPBLASLT_EPILOGUE_SWISH_BIAS_EXT: return x / (1 + std::exp(-x));
        case HIPBLASLT_EPILOGUE_CLAMP_EXT: case HIPBLASLT_EPILOGUE_CLAMP_BIAS_EXT: case HIPBLASLT_EPILOGUE_CLAMP_AUX_EXT: case HIPBLASLT_EPILOGUE_CLAMP_AUX_BIAS_EXT:
            return std::max(-5.0, std::min(x, 7.0));
    }
    return x;
}

// |got - want|, up to `error` and the rounding of one element of the type; exactly rounded without error.
static bool is_near(hipDataType type, double got, double want, double error) {
    if (error == 0) return got == rounded(type, want);
    return got >= rounded(type, want - error) && got <= rounded(type, want + error);
}

// A case with its operands.
struct Trial {
    const Case &c;
    const bool of_a, of_b, by_vector;
    const hipDataType bias_type;
    Matrix a, b, other, d, aux;
    Vector bias, alphas, scales_a, scales_b, numbers, scalars;
    hipblasLtMatmulDesc_t product = nullptr;
    double largest = 0;
    std::vector<double> sums, sizes, auxes;  // of rows; what AUX should be

    explicit Trial(const Case &c)
        : c(c), of_a(c.epilogue == HIPBLASLT_EPILOGUE_BGRADA), of_b(c.epilogue == HIPBLASLT_EPILOGUE_BGRADB),
          by_vector(c.mode == HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST), bias_type(c.bias == unsaid ? c.d : c.bias),
          a(c.a, c.op_a == N ? c.m : c.k, c.op_a == N ? c.k : c.m, c.batches, c.rows_a, c.whole),
          b(c.b, c.op_b == N ? c.k : c.n, c.op_b == N ? c.n : c.k, c.batches, c.rows_b, c.whole),
          other(c.c, c.m, c.n, c.batches, c.rows_d, c.whole, 5), d(c.d, c.m, c.n, c.batches, c.rows_d, c.whole),
          aux(c.aux == unsaid ? c.d : c.aux, c.m, c.n, c.batches, c.rows_d, c.whole, c.default_aux ? 0 : 2),
          bias(bias_type, (of_b ? c.n : c.m) * (c.bias_of_batch ? c.batches : 1), c.whole), alphas(c.scale, c.m), scales_a(f32, c.m), scales_b(f32, c.n),
          numbers(f32, 4), scalars(c.scale, 2), sums(bias.rows), sizes(bias.rows), auxes(aux.memory.host.size()) {
        if (c.repeats_c) {
            const int64_t none = 0;
            LT(hipblasLtMatrixLayoutSetAttribute(other.layout, HIPBLASLT_MATRIX_LAYOUT_LD, &none, sizeof none));
            other.ld = 0;
        }
        if (c.scale_a) scales_a.set(0, *c.scale_a);
        if (c.scale_b) scales_b.set(0, *c.scale_b);
        if (c.scale_c) numbers.set(0, *c.scale_c);
        if (c.scale_d) numbers.set(1, *c.scale_d);
        if (c.scale_aux) numbers.set(2, *c.scale_aux);
        scalars.set(0, c.alpha), scalars.set(1, c.beta);
    }
    ~Trial() { LT(hipblasLtMatmulDescDestroy(product)); }

    template <class V> void tell(hipblasLtMatmulDescAttributes_t attribute, V value) {
        LT(hipblasLtMatmulDescSetAttribute(product, attribute, &value, sizeof value));
    }
    float *number(int i) const { return static_cast<float *>(numbers.memory.device) + i; }
    void describe();
    void describe_scales();
    bool run(hipblasLtHandle_t handle);
    bool is_right_element(int batch, int i, int j, double got);
    bool is_right();
};

void Trial::describe() {
    LT(hipblasLtMatmulDescCreate(&product, c.compute, c.scale));
    tell(HIPBLASLT_MATMUL_DESC_TRANSA, int32_t(c.op_a));
    tell(HIPBLASLT_MATMUL_DESC_TRANSB, int32_t(c.op_b));
    tell(HIPBLASLT_MATMUL_DESC_EPILOGUE, uint32_t(c.epilogue));
    tell(HIPBLASLT_MATMUL_DESC_POINTER_MODE, int32_t(c.mode));
    if (adds_bias(c) || sums_d(c) || of_a || of_b) tell(HIPBLASLT_MATMUL_DESC_BIAS_POINTER, bias.memory.device);
    if (c.bias != unsaid) tell(HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, int32_t(c.bias));
    if (c.bias_of_batch) tell(HIPBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, int32_t(c.m));
    if (writes_aux(c) || is_gradient(c)) tell(HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.memory.device);
    if (!c.default_aux) {
        tell(HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, aux.ld);
        tell(HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, aux.stride);
    }
    if (c.aux != unsaid) tell(HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, int32_t(c.aux));
    if (c.input_a != unsaid) tell(HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_A_EXT, int32_t(c.input_a));
    if (c.input_b != unsaid) tell(HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_B_EXT, int32_t(c.input_b));
    tell(HIPBLASLT_MATMUL_DESC_EPILOGUE_ACT_ARG0_EXT, -5.0f);
    tell(HIPBLASLT_MATMUL_DESC_EPILOGUE_ACT_ARG1_EXT, 7.0f);
    describe_scales();
}

void Trial::describe_scales() {
    if (c.scale_a) tell(HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER, scales_a.memory.device);
    if (c.scale_b) tell(HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER, scales_b.memory.device);
    if (c.scale_c) tell(HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER, number(0));
    if (c.scale_d) tell(HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER, number(1));
    if (c.scale_aux) tell(HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, number(2));
    if (c.amax) tell(HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER, number(3));
    if (!c.vectors) return;
    tell(HIPBLASLT_MATMUL_DESC_A_SCALE_MODE, HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F);
    tell(HIPBLASLT_MATMUL_DESC_B_SCALE_MODE, HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F);
}

bool Trial::run(hipblasLtHandle_t handle) {
    hipblasLtMatmulPreference_t preference;
    hipblasLtMatmulHeuristicResult_t way[2];
    int ways = 0;
    LT(hipblasLtMatmulPreferenceCreate(&preference));
    const hipblasLtMatrixLayout_t c_layout = c.in_place ? d.layout : other.layout;
    const hipblasStatus_t found = hipblasLtMatmulAlgoGetHeuristic(handle, product, a.layout, b.layout, c_layout, d.layout, preference, 2, way, &ways);
    LT(hipblasLtMatmulPreferenceDestroy(preference));
    if (found != HIPBLAS_STATUS_SUCCESS || ways != 1 || way[0].workspaceSize != 0) return printf("no way to do it: %d\n", found), false;
    const char *const at = static_cast<const char *>(scalars.memory.device), *const here = reinterpret_cast<const char *>(scalars.memory.host.data());
    const bool on_device = c.mode == HIPBLASLT_POINTER_MODE_DEVICE;
    const void *const alpha = by_vector ? alphas.memory.device : on_device ? at : here, *const beta = (on_device ? at : here) + size_of(c.scale);
    const void *const added = c.in_place ? d.memory.device : c.beta == 0 ? nullptr : other.memory.device;
    hipStream_t stream;
    HIP(hipStreamCreate(&stream));
    LT(hipblasLtMatmul(handle, product, alpha, a.memory.device, a.layout, b.memory.device, b.layout, beta, added, c_layout, d.memory.device, d.layout,
                       &way[0].algo, nullptr, 0, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(hipStreamDestroy(stream));
    return true;
}

bool Trial::is_right_element(int batch, int i, int j, double got) {
    const auto scale_of = [&](const std::optional<double> &is, const Vector &all, int i) { return is ? all[c.vectors ? i : 0] : 1.0; };
    const auto factor = [&](const Matrix &m, hipDataType input, double scale, int batch, int i, int j) {
        return input == unsaid ? m.at(batch, i, j) * scale : rounded(input, m.at(batch, i, j) * scale);
    };
    double sum = 0, size = 0;
    for (int l = 0; l < c.k; l++) {
        const int row_a = c.op_a == N ? i : l, column_a = c.op_a == N ? l : i, row_b = c.op_b == N ? l : j, column_b = c.op_b == N ? j : l;
        const double term = factor(a, c.input_a, scale_of(c.scale_a, scales_a, i), batch, row_a, column_a) *
                            factor(b, c.input_b, scale_of(c.scale_b, scales_b, j), batch, row_b, column_b);
        sum += term, size += std::fabs(term);
        if (of_a && j == 0) sums[i] += a.at(batch, row_a, column_a), sizes[i] += 1;
        if (of_b && i == 0) sums[j] += b.at(batch, row_b, column_b), sizes[j] += 1;
    }
    const double alpha = by_vector ? alphas[i] : c.alpha, plus = adds_bias(c) ? bias[(c.bias_of_batch ? batch * c.m : 0) + i] : 0;
    const double from_c = c.beta == 0 ? 0 : c.beta * (c.in_place ? d : other).at(batch, i, j) * c.scale_c.value_or(1), x = alpha * sum + from_c + plus;
    const double sizes_x = std::fabs(alpha) * size + std::fabs(from_c) + std::fabs(plus), scale_d = c.scale_d.value_or(1);
    const double y = activated(c, x, is_gradient(c) ? aux.at(batch, i, j) : 0), unit = c.d == f64 ? 0x1p-53 : 0x1p-24;
    // gelu, swish and their slopes: a few roundings of numbers of x's size, and the arguments' error, which their slope, up to 1.13, passes on.
    const double error = is_exact(c) ? 0 : unit * ((c.whole ? 8 : c.k + 8) * sizes_x + 16 * std::fabs(x)) + 1e-9 * (c.d != f64) * std::fabs(x);
    largest = std::max(largest, std::fabs(y));
    if (sums_d(c)) sums[i] += y, sizes[i] += sizes_x;
    auxes[aux.place(batch, i, j)] = x * c.scale_aux.value_or(1);
    if (is_near(c.d, got, y * scale_d, error * std::fabs(scale_d))) return true;
    printf("%s: want %.9g within %g\n", c.name.c_str(), y * scale_d, error);
    return false;
}

bool Trial::is_right() {
    const bool exact = is_exact(c);
    bool ok = d.all([&](int batch, int i, int j, double got) { return is_right_element(batch, i, j, got); });
    if (writes_aux(c))
        ok = ok && aux.all([&](int batch, int i, int j, double got) {
            return is_near(aux.type, got, auxes[aux.place(batch, i, j)], exact || c.whole ? 0 : 1e-4);
        });
    if (sums_d(c) || of_a || of_b)
        ok = ok && bias.all([&](int, int i, int, double got) {
            return is_near(bias_type, got, sums[i], exact ? 0 : 1e-6 * (sizes[i] + std::fabs(sums[i])));
        });
    if (!c.amax) return ok;
    float got;
    HIP(hipMemcpy(&got, number(3), sizeof got, hipMemcpyDeviceToHost));
    if (exact ? got == largest : std::fabs(got - largest) <= 1e-5 * largest) return ok;
    return printf("%s: the largest is %g, want %g\n", c.name.c_str(), got, largest), false;
}

static void check(hipblasLtHandle_t handle, const Case &c) {
    Trial trial(c);
    trial.describe();
    result(c.name, trial.run(handle) && trial.is_right());
}

// A case that differs from the first in what `how` does.
template <class How> static void check(hipblasLtHandle_t handle, const std::string &name, How how) {
    Case c;
    c.name = name;
    how(c);
    check(handle, c);
}

static void types(hipblasLtHandle_t handle) {
    const auto of = [&](const char *name, hipDataType a, hipDataType b, hipDataType c, hipDataType d,
                        hipblasComputeType_t compute = HIPBLAS_COMPUTE_32F, hipDataType scale = f32) {
        for (const bool with_bias : {false, true}) {
            if (with_bias && d == f64) continue;
            check(handle, std::string(name) + (with_bias ? "_bias" : ""), [&](Case &x) {
                x.a = a, x.b = b, x.c = c, x.d = d, x.compute = compute, x.scale = scale;
                if (with_bias) x.epilogue = HIPBLASLT_EPILOGUE_RELU_BIAS;
                if (with_bias && is_float8(d)) x.bias = f16;
            });
        }
    };
    of("f32", f32, f32, f32, f32, HIPBLAS_COMPUTE_32F_FAST_TF32);
    of("f16", f16, f16, f16, f16);
    of("bf16", bf16, bf16, bf16, bf16, HIPBLAS_COMPUTE_32F_FAST_16BF);
    of("f16_to_f32", f16, f16, f32, f32);
    of("bf16_to_f32", bf16, bf16, f32, f32);
    of("f16_and_f32_to_bf16", f16, f16, f32, bf16);
    of("f16_by_bf16", f16, bf16, f32, f16);
    of("f32_by_f16", f32, f16, f16, f32);
    of("f64", f64, f64, f64, f64, HIPBLAS_COMPUTE_64F, f64);
    of("i8_to_i32", i8, i8, i32, i32, HIPBLAS_COMPUTE_32I, i32);
    of("i8", i8, i8, i8, i8, HIPBLAS_COMPUTE_32I, i32);
    of("i8_by_floats", i8, i8, i8, i8, HIPBLAS_COMPUTE_32I, f32);
    of("i8_to_i32_by_floats", i8, i8, i32, i32, HIPBLAS_COMPUTE_32I, f32);
    of("e4m3_to_f16", e4m3, e4m3, f16, f16);
    of("e4m3_by_e5m2_to_bf16", e4m3, e5m2, bf16, bf16);
    of("e4m3_fnuz_by_f16", e4m3_fnuz, f16, f16, f16);
    of("f32_by_e5m2_fnuz", f32, e5m2_fnuz, f32, f32);
    for (auto type : {e4m3, e5m2, e4m3_fnuz, e5m2_fnuz}) of(("to_float8_" + std::to_string(type)).c_str(), type, type, f32, type);
}

static void shapes(hipblasLtHandle_t handle) {
    for (auto op_a : {N, T})
        for (auto op_b : {N, T})
            for (const bool plain : {true, false})
                for (int rows = 0; rows < 8; rows++) {
                    if (plain && rows % 3 == 1) continue;
                    check(handle, std::string(plain ? "plain_" : "bias_") + (op_a == N ? 'n' : 't') + (op_b == N ? 'n' : 't') + "_rows" + std::to_string(rows), [&](Case &c) {
                        c.m = 19, c.n = 11, c.k = 13, c.op_a = op_a, c.op_b = op_b, c.rows_a = rows & 1, c.rows_b = rows & 2, c.rows_d = rows & 4, c.batches = 2;
                        if (!plain) c.epilogue = HIPBLASLT_EPILOGUE_BIAS;
                    });
                }
    check(handle, "in_place", [](Case &c) { c.in_place = true; });
    check(handle, "in_place_relu", [](Case &c) { c.in_place = true, c.epilogue = HIPBLASLT_EPILOGUE_RELU; });
    check(handle, "in_place_f32_relu", [](Case &c) { c.a = c.b = c.c = c.d = f32, c.in_place = true, c.epilogue = HIPBLASLT_EPILOGUE_RELU; });
    check(handle, "f32_relu_without_c", [](Case &c) { c.a = c.b = c.c = c.d = f32, c.beta = 0, c.batches = 3, c.epilogue = HIPBLASLT_EPILOGUE_RELU; });
    check(handle, "without_c", [](Case &c) { c.beta = 0; });
    check(handle, "repeated_c", [](Case &c) { c.repeats_c = true; });
    check(handle, "repeated_c_bias", [](Case &c) { c.repeats_c = true, c.epilogue = HIPBLASLT_EPILOGUE_BIAS; });
    check(handle, "no_k", [](Case &c) { c.k = 0; });
    check(handle, "no_k_bias", [](Case &c) { c.k = 0, c.epilogue = HIPBLASLT_EPILOGUE_BIAS; });
    check(handle, "alpha_zero_bias", [](Case &c) { c.alpha = 0, c.epilogue = HIPBLASLT_EPILOGUE_BIAS; });
    check(handle, "one_element", [](Case &c) { c.m = c.n = 1, c.epilogue = HIPBLASLT_EPILOGUE_BIAS; });
    check(handle, "bias_of_a_batch", [](Case &c) { c.batches = 3, c.bias_of_batch = true, c.epilogue = HIPBLASLT_EPILOGUE_RELU_BIAS; });
    // Sums beyond 2048 and ties, which a rounding to half floats before the bias would move.
    check(handle, "rounded_once", [](Case &c) { c.m = 64, c.n = 64, c.k = 400, c.alpha = 8, c.beta = 0.5, c.bias = f32, c.epilogue = HIPBLASLT_EPILOGUE_BIAS; });
    for (auto type : {f32, f16, bf16})
        check(handle, "anything_" + std::to_string(type), [&](Case &c) {
            c.a = c.b = c.c = c.d = type, c.whole = false, c.m = 70, c.n = 66, c.k = 130, c.epilogue = HIPBLASLT_EPILOGUE_BIAS;
        });
    check(handle, "anything_f64", [](Case &c) { c.a = c.b = c.c = c.d = c.scale = f64, c.compute = HIPBLAS_COMPUTE_64F, c.whole = false, c.rows_d = true; });
}

static void scalars(hipblasLtHandle_t handle) {
    for (auto mode : {HIPBLASLT_POINTER_MODE_DEVICE, HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST})
        for (const bool rows : {false, true})
            for (auto epilogue : {HIPBLASLT_EPILOGUE_DEFAULT, HIPBLASLT_EPILOGUE_RELU})
                check(handle, "mode" + std::to_string(mode) + (rows ? "_rows" : "") + "_" + std::to_string(epilogue), [&](Case &c) {
                    c.mode = mode, c.epilogue = epilogue, c.rows_d = rows;
                });
    check(handle, "integers_by_vector", [](Case &c) {
        c.mode = HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST, c.a = c.b = c.c = c.d = i8, c.compute = HIPBLAS_COMPUTE_32I, c.beta = 0, c.op_a = T;
    });
    for (const bool rows : {false, true})
        for (const bool vectors : {false, true})
            check(handle, std::string("scales") + (rows ? "_rows" : "") + (vectors ? "_vectors" : ""), [&](Case &c) {
                c.a = c.b = e4m3, c.c = c.d = f16, c.rows_d = rows, c.vectors = vectors, c.scale_a = 0.5, c.scale_b = 4;
                c.scale_c = 0.25, c.scale_d = 0.125, c.amax = true;
            });
    for (const bool rows : {false, true})
        for (const bool vectors : {false, true})
            for (auto op : {N, T})
                check(handle, std::string("inputs_rounded") + (rows ? "_rows" : "") + (vectors ? "_vectors" : "") + (op == N ? "" : "_t"), [&](Case &c) {
                    c.a = c.b = f16, c.input_a = e4m3_fnuz, c.input_b = e5m2_fnuz, c.rows_d = rows, c.rows_a = !rows, c.vectors = vectors;
                    c.scale_a = 1.125, c.scale_b = 3, c.op_a = c.op_b = op, c.k = 20;
                });
    check(handle, "inputs_as_they_are", [](Case &c) { c.a = c.b = c.input_a = c.input_b = i8, c.c = c.d = c.scale = i32, c.compute = HIPBLAS_COMPUTE_32I; });
    check(handle, "amax_of_a_batch", [](Case &c) { c.batches = 3, c.amax = true, c.epilogue = HIPBLASLT_EPILOGUE_RELU; });
    check(handle, "amax_and_scale_of_float8", [](Case &c) { c.a = c.b = c.d = e4m3_fnuz, c.c = f32, c.amax = true, c.scale_d = 0.0625; });
}

static void epilogues(hipblasLtHandle_t handle) {
    for (const int epilogue : {1, 2, 4, 6, 32, 36, 130, 134, 136, 152, 160, 164, 192, 208, 256, 512, 65536, 65540, 131072, 131076, 131200, 131204})
        for (const bool rows : {false, true})
            for (auto type : {f16, f32})
                check(handle, "epilogue" + std::to_string(epilogue) + (rows ? "_rows" : "") + (type == f32 ? "_f32" : ""), [&](Case &c) {
                    c.epilogue = hipblasLtEpilogue_t(epilogue), c.rows_d = rows, c.c = c.d = type, c.alpha = 0.125, c.k = 30;
                    c.op_a = rows ? T : N, c.op_b = type == f32 ? T : N, c.rows_b = rows, c.a = c.b = type;
                });
    check(handle, "aux_of_a_batch", [](Case &c) { c.batches = 2, c.aux = f32, c.scale_aux = 0.5, c.epilogue = HIPBLASLT_EPILOGUE_GELU_AUX_BIAS, c.bias = bf16; });
    check(handle, "aux_where_d_says", [](Case &c) { c.default_aux = true, c.epilogue = HIPBLASLT_EPILOGUE_RELU_AUX; });
    check(handle, "gradient_of_a_batch", [](Case &c) { c.batches = 2, c.aux = bf16, c.epilogue = HIPBLASLT_EPILOGUE_DGELU; });
    check(handle, "bias_gradient_f32", [](Case &c) { c.bias = f32, c.epilogue = HIPBLASLT_EPILOGUE_DGELU_BGRAD, c.beta = 0; });
    check(handle, "bias_gradient_of_a_f32", [](Case &c) { c.bias = f32, c.epilogue = HIPBLASLT_EPILOGUE_BGRADA, c.k = 1000; });
}

int main() {
    hipblasLtHandle_t handle;
    LT(hipblasLtCreate(&handle));
    types(handle);
    shapes(handle);
    scalars(handle);
    epilogues(handle);
    LT(hipblasLtDestroy(handle));
    return failures != 0;
}
