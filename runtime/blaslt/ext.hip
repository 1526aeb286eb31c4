// ext.hip: the classes of hipblaslt-ext.hpp that do products, and its functions.
//
// Called by programs. A Gemm is one Problem (problem.h), a GroupedGemm several, which are done one behind the other.
#include <hipblaslt/hipblaslt-ext.hpp>

#include "problem.h"

#include <cstring>

namespace hipblaslt_ext {

using blaslt::Problem;

namespace {

// What GemmInstance::m_data holds.
struct Problems {
    std::vector<Problem> all;
    bool is_initialized = false;
};
Problems *problems_in(const std::shared_ptr<void> &data) { return static_cast<Problems *>(data.get()); }

hipDataType scale_type(hipblasComputeType_t compute) {
    const bool is_double = compute == HIPBLAS_COMPUTE_64F || compute == HIPBLAS_COMPUTE_64F_PEDANTIC;
    return is_double ? HIP_R_64F : compute == HIPBLAS_COMPUTE_32I || compute == HIPBLAS_COMPUTE_32I_PEDANTIC ? HIP_R_32I : HIP_R_32F;
}

// The scalar's value as it is now.
void keep(blaslt::ScalarAt &scalar, hipDataType type) {
    if (!scalar.pointer) return;
    memcpy(scalar.kept, scalar.pointer, type == HIP_R_64F ? 8 : 4);
    scalar.is_kept = true;
}

GemmProblemType type_of(const Problem &p) {
    return GemmProblemType(hipblasOperation_t(p.product.op_a), hipblasOperation_t(p.product.op_b), p.a.type, p.b.type, p.c.type, p.d.type, p.product.compute);
}

struct Sizes {
    int64_t m, n, k, batches;
    int64_t lda, ldb, ldc, ldd, a, b, c, d;  // leading dimensions and strides
    static Sizes dense(int64_t m, int64_t n, int64_t k, int64_t batches, const GemmProblemType &type) {
        return {m, n, k, batches, type.getOpA() == HIPBLAS_OP_N ? m : k, type.getOpB() == HIPBLAS_OP_N ? k : n, m, m, m * k, k * n, m * n, m * n};
    }
};

Problem problem_of(const Sizes &s, GemmEpilogue &epilogue, const GemmInputs &inputs, const GemmProblemType &type) {
    Problem p = {{type.getTypeCompute(), scale_type(type.getTypeCompute())}};
    const auto layout = [&](hipDataType of, hipblasOperation_t op, int64_t rows, int64_t columns, int64_t ld, int64_t stride) {
        if (op != HIPBLAS_OP_N) std::swap(rows, columns);
        return blaslt::Layout{of, uint64_t(rows), uint64_t(columns), ld, HIPBLASLT_ORDER_COL, int32_t(s.batches), stride};
    };
    p.a = layout(type.getTypeA(), type.getOpA(), s.m, s.k, s.lda, s.a), p.b = layout(type.getTypeB(), type.getOpB(), s.k, s.n, s.ldb, s.b);
    p.c = layout(type.getTypeC(), HIPBLAS_OP_N, s.m, s.n, s.ldc, s.c), p.d = layout(type.getTypeD(), HIPBLAS_OP_N, s.m, s.n, s.ldd, s.d);
    p.first_a = inputs.getA(), p.first_b = inputs.getB(), p.first_c = inputs.getC(), p.first_d = const_cast<void *>(inputs.getD());
    p.alpha.pointer = inputs.getAlpha(), p.beta.pointer = inputs.getBeta(), p.alphas = inputs.getScaleAlphaVec();
    keep(p.alpha, p.product.scale_type), keep(p.beta, p.product.scale_type);
    blaslt::Product &w = p.product;
    w.op_a = type.getOpA(), w.op_b = type.getOpB(), w.epilogue = epilogue.getMode(), w.bias_type = epilogue.getBiasDataType(),
        w.aux_type = epilogue.getAuxDataType();
    w.aux_ld = epilogue.getAuxLeadingDimension(), w.aux_stride = epilogue.getAuxBatchStride(), w.argument_0 = epilogue.getAct0(),
        w.argument_1 = epilogue.getAct1();
    w.scale_mode_a = epilogue.getScalingAType(), w.scale_mode_b = epilogue.getScalingBType();
    const auto floats = [](const void *pointer) { return static_cast<const float *>(pointer); };
    w.scale_a = floats(inputs.getScaleA()), w.scale_b = floats(inputs.getScaleB()), w.scale_c = floats(inputs.getScaleC()),
        w.scale_d = floats(inputs.getScaleD());
    w.scale_aux = floats(inputs.getScaleAux());
    w.bias = const_cast<void *>(inputs.getBias()), w.aux = const_cast<void *>(inputs.getAux()), w.amax_d = const_cast<void *>(inputs.getAmaxD());
    return p;
}

hipblasStatus_t check(const std::vector<Problem> &all) {
    const char *what;
    for (const Problem &p : all) BLAS_TRY(blaslt::check_description(p, what));
    return HIPBLAS_STATUS_SUCCESS;
}

// What an instance is told to do: kept if it can be done.
hipblasStatus_t set(std::vector<Problem> problems, std::shared_ptr<void> &data, size_t &count, std::vector<GemmProblemType> &types) {
    BLAS_TRY(check(problems));
    count = problems.size();
    types.clear();
    for (const Problem &p : problems) types.push_back(type_of(p));
    data = std::make_shared<Problems>(Problems{std::move(problems)});
    return HIPBLAS_STATUS_SUCCESS;
}

bool described(Problem &p, hipblasLtMatmulDesc_t what, const void *alpha, const void *a, hipblasLtMatrixLayout_t layout_a, const void *b, hipblasLtMatrixLayout_t layout_b,
               const void *beta, const void *c, hipblasLtMatrixLayout_t layout_c, void *d, hipblasLtMatrixLayout_t layout_d) {
    if (!blaslt::describe(p, what, alpha, a, layout_a, b, layout_b, beta, c, layout_c, d, layout_d)) return false;
    if (p.product.pointers == HIPBLASLT_POINTER_MODE_HOST) keep(p.alpha, p.product.scale_type);
    if (p.product.pointers != HIPBLASLT_POINTER_MODE_DEVICE) keep(p.beta, p.product.scale_type);
    return true;
}

// "Returns -1 if the index stored in algo < 0."
int index_of(const hipblasLtMatmulAlgo_t &algo) {
    int index;
    memcpy(&index, algo.data, sizeof index);
    return index < 0 ? -1 : index;
}
std::string name_of(const hipblasLtMatmulAlgo_t &algo) { return index_of(algo) < 0 ? "" : "hipvk"; }

}  // namespace

GemmInstance::GemmInstance(hipblasLtHandle_t handle, GemmType type) : m_gemm_type(type), m_handle(handle) {}
GemmInstance::GemmInstance(GemmInstance &&rhs) noexcept = default;
GemmInstance &GemmInstance::operator=(GemmInstance &&rhs) noexcept = default;

hipblasStatus_t GemmInstance::algoGetHeuristic(const int requestedAlgoCount, const GemmPreference &pref,
                                               std::vector<hipblasLtMatmulHeuristicResult_t> &heuristicResults) {
    heuristicResults.clear();
    if (m_gemm_count == 0 || requestedAlgoCount < 1) return HIPBLAS_STATUS_INVALID_VALUE;
    heuristicResults.push_back(blaslt::the_way(pref.getMaxWorkspaceBytes()));
    return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t GemmInstance::isAlgoSupported(hipblasLtMatmulAlgo_t &algo, size_t &workspaceSizeInBytes) {
    if (m_gemm_count == 0 || index_of(algo) != 0) return HIPBLAS_STATUS_INVALID_VALUE;
    workspaceSizeInBytes = 0;
    return HIPBLAS_STATUS_SUCCESS;
}

// Tuning is advice, which hipBLAS needs none of.
hipblasStatus_t GemmInstance::isAlgoSupported(hipblasLtMatmulAlgo_t &algo, GemmTuning &, size_t &workspaceSizeInBytes) {
    return isAlgoSupported(algo, workspaceSizeInBytes);
}

hipblasStatus_t GemmInstance::initialize(const hipblasLtMatmulAlgo_t &algo, void *, bool, hipStream_t) {
    if (m_gemm_count == 0 || index_of(algo) != 0) return HIPBLAS_STATUS_INVALID_VALUE;
    problems_in(m_data)->is_initialized = true;
    return HIPBLAS_STATUS_SUCCESS;
}
hipblasStatus_t GemmInstance::initialize(const hipblasLtMatmulAlgo_t &algo, GemmTuning &, void *workspace, bool useUserArgs, hipStream_t stream) {
    return initialize(algo, workspace, useUserArgs, stream);
}

static hipblasStatus_t multiply_all(hipblasLtHandle_t handle, const std::vector<Problem> &all, hipStream_t stream) {
    for (const Problem &p : all) BLAS_TRY(blaslt::multiply(handle, p, stream));
    return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t GemmInstance::run(hipStream_t stream, hipEvent_t start, hipEvent_t stop) {
    if (!m_handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (m_gemm_count == 0 || !problems_in(m_data)->is_initialized) return HIPBLAS_STATUS_INVALID_VALUE;
    if (start) BLAS_TRY(blas::status_of(hipEventRecord(start, stream)));
    BLAS_TRY(multiply_all(m_handle, problems_in(m_data)->all, stream));
    return stop ? blas::status_of(hipEventRecord(stop, stream)) : HIPBLAS_STATUS_SUCCESS;
}

GemmType GemmInstance::getGemmType() { return m_gemm_type; }
size_t GemmInstance::getGemmCount() { return m_gemm_count; }
std::string GemmInstance::getSolutionName() { return m_gemm_count ? "hipvk" : ""; }
std::string GemmInstance::getKernelName() { return m_gemm_count ? "hipvk" : ""; }

Gemm::Gemm(hipblasLtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA, hipDataType typeB, hipDataType typeC, hipDataType typeD,
           hipblasComputeType_t typeCompute)
    : GemmInstance(handle, GemmType::HIPBLASLT_GEMM) {
    m_problem_types.emplace_back(opA, opB, typeA, typeB, typeC, typeD, typeCompute);
}
Gemm::Gemm(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmul_descr, const void *alpha, const void *A, hipblasLtMatrixLayout_t matA, const void *B,
           hipblasLtMatrixLayout_t matB, const void *beta, const void *C, hipblasLtMatrixLayout_t matC, void *D, hipblasLtMatrixLayout_t matD)
    : GemmInstance(handle, GemmType::HIPBLASLT_GEMM) {
    // A constructor has no status: what comes next says that there is no problem.
    (void)setProblem(matmul_descr, alpha, A, matA, B, matB, beta, C, matC, D, matD);
}
Gemm::Gemm(Gemm &&) noexcept = default;
Gemm &Gemm::operator=(Gemm &&) noexcept = default;

hipblasStatus_t Gemm::setProblem(int64_t m, int64_t n, int64_t k, int64_t batch_count, GemmEpilogue &epilogue, GemmInputs &inputs) {
    if (m_problem_types.empty()) return HIPBLAS_STATUS_INVALID_VALUE;
    const GemmProblemType type = m_problem_types[0];
    return set({problem_of(Sizes::dense(m, n, k, batch_count, type), epilogue, inputs, type)}, m_data, m_gemm_count, m_problem_types);
}
hipblasStatus_t Gemm::setProblem(int64_t m, int64_t n, int64_t k, int64_t batch_count, int64_t lda, int64_t ldb, int64_t ldc, int64_t ldd, int64_t strideA, int64_t strideB,
                                 int64_t strideC, int64_t strideD, GemmEpilogue &epilogue, GemmInputs &inputs, GemmProblemType &problemtype) {
    const Sizes sizes = {m, n, k, batch_count, lda, ldb, ldc, ldd, strideA, strideB, strideC, strideD};
    return set({problem_of(sizes, epilogue, inputs, problemtype)}, m_data, m_gemm_count, m_problem_types);
}
hipblasStatus_t Gemm::setProblem(hipblasLtMatmulDesc_t matmul_descr, const void *alpha, const void *A, hipblasLtMatrixLayout_t matA, const void *B,
                                 hipblasLtMatrixLayout_t matB, const void *beta, const void *C, hipblasLtMatrixLayout_t matC, void *D,
                                     hipblasLtMatrixLayout_t matD) {
    Problem p;
    if (!described(p, matmul_descr, alpha, A, matA, B, matB, beta, C, matC, D, matD)) return HIPBLAS_STATUS_INVALID_VALUE;
    return set({p}, m_data, m_gemm_count, m_problem_types);
}
GemmProblemType Gemm::getProblemTypes() { return m_problem_types.empty() ? GemmProblemType() : m_problem_types[0]; }

GroupedGemm::GroupedGemm(hipblasLtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA, hipDataType typeB, hipDataType typeC, hipDataType typeD,
                         hipblasComputeType_t typeCompute)
    : GemmInstance(handle, GemmType::HIPBLASLT_GROUPED_GEMM) {
    m_problem_types.emplace_back(opA, opB, typeA, typeB, typeC, typeD, typeCompute);
}
GroupedGemm::GroupedGemm(hipblasLtHandle_t handle, std::vector<hipblasLtMatmulDesc_t> &matmul_descr, std::vector<void *> &alpha, std::vector<void *> &A,
                         std::vector<hipblasLtMatrixLayout_t> &matA, std::vector<void *> &B, std::vector<hipblasLtMatrixLayout_t> &matB, std::vector<void *> &beta,
                         std::vector<void *> &C, std::vector<hipblasLtMatrixLayout_t> &matC, std::vector<void *> &D, std::vector<hipblasLtMatrixLayout_t> &matD)
    : GemmInstance(handle, GemmType::HIPBLASLT_GROUPED_GEMM) {
    (void)setProblem(matmul_descr, alpha, A, matA, B, matB, beta, C, matC, D, matD);
}
GroupedGemm::GroupedGemm(GroupedGemm &&) noexcept = default;
GroupedGemm &GroupedGemm::operator=(GroupedGemm &&) noexcept = default;

// All of `count`; a single epilogue is that of each.
template <class... V> static bool are(size_t count, const V &...vectors) { return count > 0 && ((vectors.size() == count) && ...); }
static bool are_epilogues(size_t count, const std::vector<GemmEpilogue> &epilogue) { return epilogue.size() == count || epilogue.size() == 1; }

hipblasStatus_t GroupedGemm::setProblem(std::vector<int64_t> &m, std::vector<int64_t> &n, std::vector<int64_t> &k, std::vector<int64_t> &batch_count,
                                        std::vector<GemmEpilogue> &epilogue, std::vector<GemmInputs> &inputs) {
    if (m_problem_types.empty() || !are(m.size(), n, k, batch_count, inputs) || !are_epilogues(m.size(), epilogue)) return HIPBLAS_STATUS_INVALID_VALUE;
    const GemmProblemType type = m_problem_types[0];
    std::vector<Problem> all;
    for (size_t i = 0; i < m.size(); i++)
        all.push_back(problem_of(Sizes::dense(m[i], n[i], k[i], batch_count[i], type), epilogue[i % epilogue.size()], inputs[i], type));
    return set(std::move(all), m_data, m_gemm_count, m_problem_types);
}
hipblasStatus_t GroupedGemm::setProblem(std::vector<int64_t> &m, std::vector<int64_t> &n, std::vector<int64_t> &k, std::vector<int64_t> &batch_count, std::vector<int64_t> &lda,
                                        std::vector<int64_t> &ldb, std::vector<int64_t> &ldc, std::vector<int64_t> &ldd, std::vector<int64_t> &strideA,
                                        std::vector<int64_t> &strideB, std::vector<int64_t> &strideC, std::vector<int64_t> &strideD, std::vector<GemmEpilogue> &epilogue,
                                        std::vector<GemmInputs> &inputs, GemmProblemType &problemtype) {
    if (!are(m.size(), n, k, batch_count, lda, ldb, ldc, ldd, strideA, strideB, strideC, strideD, inputs) || !are_epilogues(m.size(), epilogue))
        return HIPBLAS_STATUS_INVALID_VALUE;
    std::vector<Problem> all;
    for (size_t i = 0; i < m.size(); i++) {
        const Sizes sizes = {m[i], n[i], k[i], batch_count[i], lda[i], ldb[i], ldc[i], ldd[i], strideA[i], strideB[i], strideC[i], strideD[i]};
        all.push_back(problem_of(sizes, epilogue[i % epilogue.size()], inputs[i], problemtype));
    }
    return set(std::move(all), m_data, m_gemm_count, m_problem_types);
}
hipblasStatus_t GroupedGemm::setProblem(std::vector<hipblasLtMatmulDesc_t> &matmul_descr, std::vector<void *> &alpha, std::vector<void *> &A,
                                        std::vector<hipblasLtMatrixLayout_t> &matA, std::vector<void *> &B, std::vector<hipblasLtMatrixLayout_t> &matB,
                                        std::vector<void *> &beta, std::vector<void *> &C, std::vector<hipblasLtMatrixLayout_t> &matC, std::vector<void *> &D,
                                        std::vector<hipblasLtMatrixLayout_t> &matD) {
    if (!are(matmul_descr.size(), alpha, A, matA, B, matB, beta, C, matC, D, matD)) return HIPBLAS_STATUS_INVALID_VALUE;
    std::vector<Problem> all(matmul_descr.size());
    for (size_t i = 0; i < all.size(); i++)
        if (!described(all[i], matmul_descr[i], alpha[i], A[i], matA[i], B[i], matB[i], beta[i], C[i], matC[i], D[i], matD[i]))
            return HIPBLAS_STATUS_INVALID_VALUE;
    return set(std::move(all), m_data, m_gemm_count, m_problem_types);
}
std::vector<GemmProblemType> GroupedGemm::getProblemTypes() { return m_problem_types; }

// The activation is the problem's, whatever activationType says: the numbers of those are none of the interface.
hipblasStatus_t GroupedGemm::getDefaultValueForDeviceUserArguments(void *hostDeviceUserArgs) {
    if (m_gemm_count == 0 || !hostDeviceUserArgs) return HIPBLAS_STATUS_INVALID_VALUE;
    auto *to = static_cast<UserArguments *>(hostDeviceUserArgs);
    for (const Problem &p : problems_in(m_data)->all) {
        const blaslt::Product &w = p.product;
        const auto number = [](int64_t value) { return uint32_t(value); };
        const auto pointer = [](const void *value) { return const_cast<void *>(value); };
        UserArguments a = {number(p.d.rows), number(p.d.columns), number(p.d.batches), number(p.depth()), p.first_d, pointer(p.first_c), pointer(p.first_a), pointer(p.first_b),
                           number(p.d.ld), number(p.d.stride), number(p.c.ld), number(p.c.stride), number(p.a.ld), number(p.a.stride), number(p.b.ld),
                               number(p.b.stride)};
        if (p.alpha.get()) memcpy(a.alpha, p.alpha.get(), sizeof p.alpha.kept);
        if (p.beta.get()) memcpy(a.beta, p.beta.get(), sizeof p.beta.kept);
        a.scaleA = pointer(w.scale_a), a.scaleB = pointer(w.scale_b), a.scaleC = pointer(w.scale_c), a.scaleD = pointer(w.scale_d),
            a.scaleAlphaVec = pointer(p.alphas);
        a.bias = w.bias, a.biasType = w.bias_type, a.e = w.aux, a.strideE1 = number(w.aux_ld), a.strideE2 = number(w.aux_stride);
        a.act0 = w.argument_0, a.act1 = w.argument_1;
        memcpy(to++, &a, sizeof a);
    }
    return HIPBLAS_STATUS_SUCCESS;
}

// A problem with other arguments.
static Problem with(Problem p, const UserArguments &a) {
    const bool n_a = p.product.op_a == HIPBLAS_OP_N, n_b = p.product.op_b == HIPBLAS_OP_N;
    const auto lie = [&](blaslt::Layout &l, uint64_t rows, uint64_t columns, uint32_t ld, uint32_t stride) {
        l.rows = rows, l.columns = columns, l.ld = ld, l.stride = stride, l.batches = a.batch;
    };
    lie(p.a, n_a ? a.m : a.k, n_a ? a.k : a.m, a.strideA1, a.strideA2), lie(p.b, n_b ? a.k : a.n, n_b ? a.n : a.k, a.strideB1, a.strideB2);
    lie(p.c, a.m, a.n, a.strideC1, a.strideC2), lie(p.d, a.m, a.n, a.strideD1, a.strideD2);
    p.first_a = a.a, p.first_b = a.b, p.first_c = a.c, p.first_d = a.d;
    memcpy(p.alpha.kept, a.alpha, sizeof p.alpha.kept), memcpy(p.beta.kept, a.beta, sizeof p.beta.kept);
    p.alpha.is_kept = p.beta.is_kept = true;
    blaslt::Product &w = p.product;
    const auto floats = [](void *pointer) { return static_cast<const float *>(pointer); };
    w.scale_a = floats(a.scaleA), w.scale_b = floats(a.scaleB), w.scale_c = floats(a.scaleC), w.scale_d = floats(a.scaleD), p.alphas = a.scaleAlphaVec;
    w.bias = a.bias, w.bias_type = hipDataType(a.biasType), w.aux = a.e, w.aux_ld = a.strideE1, w.aux_stride = a.strideE2, w.argument_0 = a.act0,
        w.argument_1 = a.act1;
    return p;
}

hipblasStatus_t GroupedGemm::run(void *deviceUserArgs, hipStream_t stream) {
    if (!m_handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    if (m_gemm_count == 0 || !deviceUserArgs || !problems_in(m_data)->is_initialized) return HIPBLAS_STATUS_INVALID_VALUE;
    std::vector<Problem> all = problems_in(m_data)->all;
    for (const Problem &p : all)
        if (p.product.pointers != HIPBLASLT_POINTER_MODE_HOST) return blaslt::missing("GroupedGemm::run", "arguments in device memory with scalars there");
    std::vector<UserArguments> arguments(all.size());
    BLAS_TRY(blas::status_of(hipMemcpyAsync(arguments.data(), deviceUserArgs, all.size() * sizeof(UserArguments), hipMemcpyDeviceToHost, stream)));
    BLAS_TRY(blas::status_of(hipStreamSynchronize(stream)));
    for (size_t i = 0; i < all.size(); i++) all[i] = with(all[i], arguments[i]);
    return multiply_all(m_handle, all, stream);
}

std::string gemmType2String(GemmType type) {
    return type == GemmType::HIPBLASLT_GEMM ? "gemm" : type == GemmType::HIPBLASLT_GROUPED_GEMM ? "grouped gemm" : "";
}

hipblasStatus_t getAllAlgos(hipblasLtHandle_t handle, GemmType, hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA, hipDataType typeB, hipDataType typeC,
                            hipDataType typeD, hipblasComputeType_t typeCompute, std::vector<hipblasLtMatmulHeuristicResult_t> &heuristicResults) {
    heuristicResults.clear();
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    const GemmProblemType type(opA, opB, typeA, typeB, typeC, typeD, typeCompute);
    GemmEpilogue epilogue;
    BLAS_TRY(check({problem_of(Sizes::dense(1, 1, 1, 1, type), epilogue, {}, type)}));
    heuristicResults.push_back(blaslt::the_way(0));
    return HIPBLAS_STATUS_SUCCESS;
}

int getIndexFromAlgo(hipblasLtMatmulAlgo_t &algo) { return index_of(algo); }
std::string getSolutionNameFromAlgo(hipblasLtHandle_t, hipblasLtMatmulAlgo_t &algo) { return name_of(algo); }
std::string getKernelNameFromAlgo(hipblasLtHandle_t, hipblasLtMatmulAlgo_t &algo) { return name_of(algo); }

hipblasStatus_t getAlgosFromIndex(hipblasLtHandle_t handle, std::vector<int> &algoIndex, std::vector<hipblasLtMatmulHeuristicResult_t> &heuristicResults) {
    heuristicResults.clear();
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    for (const int index : algoIndex)
        if (index == 0) heuristicResults.push_back(blaslt::the_way(0));
    return heuristicResults.empty() ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t matmulIsAlgoSupported(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, const void *alpha, hipblasLtMatrixLayout_t Adesc, hipblasLtMatrixLayout_t Bdesc,
                                      const void *beta, hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc, hipblasLtMatmulAlgo_t &algo,
                                          size_t &workspaceSizeInBytes) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    Problem p;
    if (index_of(algo) != 0 || !blaslt::describe(p, matmulDesc, alpha, nullptr, Adesc, nullptr, Bdesc, beta, nullptr, Cdesc, nullptr, Ddesc))
        return HIPBLAS_STATUS_INVALID_VALUE;
    workspaceSizeInBytes = 0;
    return check({p}) == HIPBLAS_STATUS_SUCCESS ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_INVALID_VALUE;
}

hipblasStatus_t copyMatmul(hipblasLtMatmulDesc_t src, hipblasLtMatmulDesc_t dst) {
    if (!src || !dst) return HIPBLAS_STATUS_NOT_INITIALIZED;
    blaslt::product(dst) = blaslt::product(src);
    return HIPBLAS_STATUS_SUCCESS;
}

// Nothing is.
int matmulIsTuned(hipblasLtHandle_t, hipblasLtMatmulDesc_t, hipblasLtMatrixLayout_t, hipblasLtMatrixLayout_t, hipblasLtMatrixLayout_t,
                  hipblasLtMatrixLayout_t) { return 0; }

}  // namespace hipblaslt_ext
