// hipBLASLt's C++ classes: a product, products of unlike sizes with arguments on either side, settings, and what there is to know of ways to do them.
//
// Built against an installation and run by tests/tests/blaslt.rs. All factors are small whole numbers: results are exact, rounded once.
#include <hipblaslt/hipblaslt-ext.hpp>

#include "check.h"

using namespace hipblaslt_ext;

static constexpr hipblasOperation_t N = HIPBLAS_OP_N, T = HIPBLAS_OP_T;
static constexpr hipDataType f16 = HIP_R_16F, f32 = HIP_R_32F;
static constexpr hipblasStatus_t value = HIPBLAS_STATUS_INVALID_VALUE, success = HIPBLAS_STATUS_SUCCESS;

// op(A) is m by k with A transposed; matrices without gaps.
struct Operands {
    int m, n, k;
    Matrix a, b, c, d;
    Vector bias;
    float alpha, beta;
    Operands(int m, int n, int k, float alpha, float beta, int batches = 1, int gap = 0)
        : m(m), n(n), k(k), a(f16, k, m, batches, false, true, gap), b(f16, k, n, batches, false, true, gap), c(f16, m, n, batches, false, true, gap),
          d(f16, m, n, batches, false, true, gap), bias(f32, m), alpha(alpha), beta(beta) {}
    GemmInputs inputs() {
        GemmInputs inputs;
        inputs.setA(a.memory.device), inputs.setB(b.memory.device), inputs.setC(c.memory.device), inputs.setD(d.memory.device);
        inputs.setAlpha(&alpha), inputs.setBeta(&beta), inputs.setBias(bias.memory.device);
        return inputs;
    }
    // Of the first `columns` columns; the others are what they were.
    bool is_done(bool with_bias, int columns, float alpha, float beta) const {
        return d.all([&](int batch, int i, int j, double got) {
            double sum = 0;
            for (int l = 0; l < k; l++) sum += a.at(batch, l, i) * b.at(batch, l, j);
            const double x = alpha * sum + beta * c.at(batch, i, j) + (with_bias ? bias[i] : 0);
            return got == (j < columns ? rounded(f16, with_bias ? std::max(x, 0.0) : x) : d.at(batch, i, j));
        });
    }
};

static GemmEpilogue relu_bias() {
    GemmEpilogue epilogue;
    epilogue.setMode(HIPBLASLT_EPILOGUE_RELU_BIAS);
    epilogue.setBiasDataType(f32);
    return epilogue;
}

static void settings() {
    GemmEpilogue epilogue = relu_bias(), copy = epilogue;
    copy.setMode(HIPBLASLT_EPILOGUE_GELU);
    result("copied_epilogue", epilogue.getMode() == HIPBLASLT_EPILOGUE_RELU_BIAS && copy.getMode() == HIPBLASLT_EPILOGUE_GELU && copy.getBiasDataType() == f32);
    copy = epilogue;
    const GemmEpilogue moved = std::move(copy);
    result("moved_epilogue", moved.getMode() == HIPBLASLT_EPILOGUE_RELU_BIAS && GemmEpilogue().getMode() == HIPBLASLT_EPILOGUE_DEFAULT);
    GemmPreference preference;
    preference.setMaxWorkspaceBytes(5);
    result("preference", preference.getMaxWorkspaceBytes() == 5 && GemmPreference(preference).getMaxWorkspaceBytes() == 5);
    const GemmProblemType type(T, N, f16, f16, f32, f32, HIPBLAS_COMPUTE_32F);
    result("problem_type", type.getOpA() == T && type.getOpB() == N && type.getTypeA() == f16 && type.getTypeD() == f32 &&
           type.getTypeCompute() == HIPBLAS_COMPUTE_32F);
    result("names", gemmType2String(GemmType::HIPBLASLT_GEMM) == "gemm" && gemmType2String(GemmType::HIPBLASLT_GROUPED_GEMM) == "grouped gemm");
    static_assert(sizeof(UserArguments) == 196, "what kernels of programs write into");
}

static std::vector<hipblasLtMatmulHeuristicResult_t> ways(hipblasLtHandle_t handle) {
    std::vector<hipblasLtMatmulHeuristicResult_t> all, by_index, none;
    LT(getAllAlgos(handle, GemmType::HIPBLASLT_GEMM, T, N, f16, f16, f16, f16, HIPBLAS_COMPUTE_32F, all));
    result("ways", all.size() == 1 && getIndexFromAlgo(all[0].algo) == 0 && !getSolutionNameFromAlgo(handle, all[0].algo).empty() &&
           !getKernelNameFromAlgo(handle, all[0].algo).empty());
    std::vector<int> indices = {getIndexFromAlgo(all[0].algo), 17}, others = {17};
    result("way_by_index", getAlgosFromIndex(handle, indices, by_index) == success && by_index.size() == 1);
    result("no_way_by_index", getAlgosFromIndex(handle, others, none) == value && none.empty());
    result("no_ways", getAllAlgos(handle, GemmType::HIPBLASLT_GEMM, T, N, HIP_C_32F, f16, f16, f16, HIPBLAS_COMPUTE_32F, none) == HIPBLAS_STATUS_NOT_SUPPORTED &&
           none.empty());
    return all;
}

static void one(hipblasLtHandle_t handle, hipblasLtMatmulAlgo_t way) {
    Operands x(40, 30, 50, 2, -1, 3);
    Gemm gemm(handle, T, N, f16, f16, f16, f16, HIPBLAS_COMPUTE_32F);
    GemmEpilogue epilogue = relu_bias();
    GemmInputs inputs = x.inputs();
    size_t workspace = 7;
    std::vector<hipblasLtMatmulHeuristicResult_t> found;
    GemmPreference preference;
    result("no_problem", gemm.isAlgoSupported(way, workspace) == value && gemm.initialize(way, nullptr) == value && gemm.run(nullptr) == value &&
                             gemm.algoGetHeuristic(1, preference, found) == value);
    {
        // Scalars are read when the problem is set.
        float alpha = x.alpha, beta = x.beta;
        inputs.setAlpha(&alpha), inputs.setBeta(&beta);
        LT(gemm.setProblem(x.m, x.n, x.k, 3, epilogue, inputs));
        alpha = beta = 77;
    }
    result("supported", gemm.isAlgoSupported(way, workspace) == success && workspace == 0);
    result("heuristic", gemm.algoGetHeuristic(5, preference, found) == success && found.size() == 1);
    GemmTuning tuning;
    tuning.setSplitK(4);
    result("tuned", gemm.isAlgoSupported(way, tuning, workspace) == success && tuning.getSplitK() == 4 && tuning.getWgm() == 0);
    result("not_initialized", gemm.run(nullptr) == value);
    LT(gemm.initialize(way, tuning, nullptr));
    hipEvent_t start, stop;
    HIP(hipEventCreate(&start));
    HIP(hipEventCreate(&stop));
    LT(gemm.run(nullptr, start, stop));
    HIP(hipEventSynchronize(stop));
    float elapsed = -1;
    HIP(hipEventElapsedTime(&elapsed, start, stop));
    HIP(hipEventDestroy(start));
    HIP(hipEventDestroy(stop));
    result("gemm", x.is_done(true, x.n, 2, -1) && elapsed >= 0);
    result("types_of_gemm", gemm.getProblemTypes().getOpA() == T && gemm.getGemmCount() == 1 && gemm.getGemmType() == GemmType::HIPBLASLT_GEMM &&
           !gemm.getKernelName().empty());

    Operands gaps(20, 10, 15, 1, 1, 2, 4);
    GemmEpilogue plain;
    GemmInputs others = gaps.inputs();
    GemmProblemType type(T, N, f16, f16, f16, f16, HIPBLAS_COMPUTE_32F);
    Gemm moved = std::move(gemm);
    LT(moved.setProblem(20, 10, 15, 2, gaps.a.ld, gaps.b.ld, gaps.c.ld, gaps.d.ld, gaps.a.stride, gaps.b.stride, gaps.c.stride, gaps.d.stride, plain, others,
                        type));
    LT(moved.initialize(way, nullptr));
    LT(moved.run(nullptr));
    result("gemm_with_gaps", gaps.is_done(false, 10, 1, 1));
    result("unsupported", moved.setProblem(20, 10, 15, 1, 14, 15, 20, 20, 0, 0, 0, 0, plain, others, type) == value);
}

static void described(hipblasLtHandle_t handle, hipblasLtMatmulAlgo_t way) {
    Operands x(17, 23, 9, 3, 2);
    hipblasLtMatmulDesc_t product, copy;
    LT(hipblasLtMatmulDescCreate(&product, HIPBLAS_COMPUTE_32F, f32));
    LT(hipblasLtMatmulDescCreate(&copy, HIPBLAS_COMPUTE_64F, HIP_R_64F));
    const int32_t op = T;
    LT(hipblasLtMatmulDescSetAttribute(product, HIPBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op));
    result("copy", copyMatmul(product, copy) == success && copyMatmul(nullptr, copy) == HIPBLAS_STATUS_NOT_INITIALIZED);
    size_t workspace;
    result("matmul_supported", matmulIsAlgoSupported(handle, copy, &x.alpha, x.a.layout, x.b.layout, &x.beta, x.c.layout, x.d.layout, way,
                                                     workspace) == success && workspace == 0);
    result("matmul_unsupported", matmulIsAlgoSupported(handle, copy, &x.alpha, x.b.layout, x.b.layout, &x.beta, x.c.layout, x.d.layout, way, workspace) == value);
    result("not_tuned", matmulIsTuned(handle, copy, x.a.layout, x.b.layout, x.c.layout, x.d.layout) == 0);
    Gemm gemm(handle, copy, &x.alpha, x.a.memory.device, x.a.layout, x.b.memory.device, x.b.layout, &x.beta, x.c.memory.device, x.c.layout, x.d.memory.device,
              x.d.layout);
    LT(gemm.initialize(way, nullptr));
    LT(gemm.run(nullptr));
    result("described", x.is_done(false, x.n, 3, 2));
    LT(hipblasLtMatmulDescDestroy(product));
    LT(hipblasLtMatmulDescDestroy(copy));
}

__global__ void halve_columns(UserArguments *arguments, int count) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) arguments[i].n /= 2;
}

static void grouped(hipblasLtHandle_t handle, hipblasLtMatmulAlgo_t way) {
    Operands x(33, 12, 21, 1, 0), y(8, 40, 5, -1, 2), z(50, 6, 64, 2, 1);
    std::vector<int64_t> m, n, k, batches;
    std::vector<GemmInputs> inputs;
    std::vector<GemmEpilogue> epilogues = {relu_bias()};
    for (Operands *one : {&x, &y, &z}) m.push_back(one->m), n.push_back(one->n), k.push_back(one->k), batches.push_back(1), inputs.push_back(one->inputs());
    GroupedGemm gemm(handle, T, N, f16, f16, f16, f16, HIPBLAS_COMPUTE_32F);
    LT(gemm.setProblem(m, n, k, batches, epilogues, inputs));
    LT(gemm.initialize(way, nullptr));
    std::vector<UserArguments> arguments(3);
    LT(gemm.getDefaultValueForDeviceUserArguments(arguments.data()));
    UserArguments *on_device;
    HIP(hipMalloc(&on_device, 3 * sizeof *on_device));
    HIP(hipMemcpy(on_device, arguments.data(), 3 * sizeof *on_device, hipMemcpyHostToDevice));
    halve_columns<<<1, 32>>>(on_device, 3);
    LT(gemm.run(on_device, nullptr));
    HIP(hipDeviceSynchronize());
    result("grouped_by_device", x.is_done(true, 6, 1, 0) && y.is_done(true, 20, -1, 2) && z.is_done(true, 3, 2, 1));
    LT(gemm.run(nullptr));
    HIP(hipDeviceSynchronize());
    result("grouped", x.is_done(true, 12, 1, 0) && y.is_done(true, 40, -1, 2) && z.is_done(true, 6, 2, 1));
    result("count_of_grouped", gemm.getGemmCount() == 3 && gemm.getProblemTypes().size() == 3);
    m.pop_back();
    result("unlike_counts", gemm.setProblem(m, n, k, batches, epilogues, inputs) == value);
    HIP(hipFree(on_device));
}

int main() {
    hipblasLtHandle_t handle;
    LT(hipblasLtCreate(&handle));
    settings();
    hipblasLtMatmulAlgo_t way = ways(handle)[0].algo;
    one(handle, way);
    described(handle, way);
    grouped(handle, way);
    LT(hipblasLtDestroy(handle));
    return failures != 0;
}
