/* hipblaslt-ext.hpp: hipBLASLt's products as C++ classes: one (Gemm), or several of unlike sizes that are begun together (GroupedGemm).
 *
 * Names, types and signatures are those of ROCm 7.0's hipBLASLt (1.0). There is one way to do a product; its index is 0.
 */
#ifndef HIPVK_HIPBLASLT_EXT_HPP
#define HIPVK_HIPBLASLT_EXT_HPP

#include "hipblaslt.h"

#include <memory>
#include <string>
#include <vector>

namespace hipblaslt_ext {

class GemmInstance;
class Gemm;
class GroupedGemm;

using HipBufferDeleter = hipError_t (*)(void *);
using HipBufferPtr = std::unique_ptr<void, HipBufferDeleter>;

enum class GemmType { HIPBLASLT_GEMM = 1, HIPBLASLT_GROUPED_GEMM = 2 };

/* What every class of settings has: values that are copied and moved. */
#define HIPBLASLT_EXT_VALUE(Name)                       \
    HIPBLASLT_EXPORT Name();                            \
    HIPBLASLT_EXPORT ~Name();                           \
    HIPBLASLT_EXPORT Name(const Name &from);            \
    HIPBLASLT_EXPORT Name &operator=(const Name &from); \
    HIPBLASLT_EXPORT Name(Name &&from);                 \
    HIPBLASLT_EXPORT Name &operator=(Name &&from);
/* A setting. */
#define HIPBLASLT_EXT_SETTING(Type, Name)        \
    HIPBLASLT_EXPORT void set##Name(Type value); \
    HIPBLASLT_EXPORT Type get##Name() const;

class GemmPreference {
  public:
    HIPBLASLT_EXT_VALUE(GemmPreference)
    HIPBLASLT_EXPORT void setMaxWorkspaceBytes(size_t workspaceBytes);
    HIPBLASLT_EXPORT size_t getMaxWorkspaceBytes() const;

  private:
    friend GemmInstance;
    class GemmPreferenceImpl;
    std::unique_ptr<GemmPreferenceImpl> pimpl;
};

class GemmProblemType {
    friend Gemm;
    friend GroupedGemm;
    class GemmProblemTypeImpl;
    std::unique_ptr<GemmProblemTypeImpl> pimpl;

  public:
    HIPBLASLT_EXT_VALUE(GemmProblemType)
    HIPBLASLT_EXPORT GemmProblemType(hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA, hipDataType typeB, hipDataType typeC,
                                     hipDataType typeD, hipblasComputeType_t typeCompute);
    HIPBLASLT_EXT_SETTING(hipblasOperation_t, OpA)
    HIPBLASLT_EXT_SETTING(hipblasOperation_t, OpB)
    HIPBLASLT_EXT_SETTING(hipDataType, TypeA)
    HIPBLASLT_EXT_SETTING(hipDataType, TypeB)
    HIPBLASLT_EXT_SETTING(hipDataType, TypeC)
    HIPBLASLT_EXT_SETTING(hipDataType, TypeD)
    HIPBLASLT_EXT_SETTING(hipblasComputeType_t, TypeCompute)
};

class GemmEpilogue {
  public:
    HIPBLASLT_EXT_VALUE(GemmEpilogue)
    HIPBLASLT_EXT_SETTING(hipblasLtEpilogue_t, Mode)
    HIPBLASLT_EXT_SETTING(hipDataType, BiasDataType)
    HIPBLASLT_EXT_SETTING(hipDataType, AuxDataType)
    HIPBLASLT_EXT_SETTING(int, AuxLeadingDimension)
    HIPBLASLT_EXT_SETTING(int, AuxBatchStride)
    HIPBLASLT_EXT_SETTING(hipblasLtMatmulMatrixScale_t, ScalingAType)
    HIPBLASLT_EXT_SETTING(hipblasLtMatmulMatrixScale_t, ScalingBType)
    HIPBLASLT_EXPORT void setAct0(float act0);
    HIPBLASLT_EXPORT void setAct1(float act1);
    HIPBLASLT_EXPORT float getAct0();
    HIPBLASLT_EXPORT float getAct1();

  private:
    friend Gemm;
    friend GroupedGemm;
    class GemmEpilogueImpl;
    std::unique_ptr<GemmEpilogueImpl> pimpl;
};

/* Advice on a split of k and an order of blocks. It is taken, and changes nothing. */
struct GemmTuning {
    HIPBLASLT_EXT_VALUE(GemmTuning)
    HIPBLASLT_EXT_SETTING(uint16_t, SplitK)
    HIPBLASLT_EXT_SETTING(int16_t, Wgm)

  private:
    friend GemmInstance;
    class GemmTuningImpl;
    std::unique_ptr<GemmTuningImpl> pimpl;
};

/* Alpha and beta are read when a problem is set; all else is device memory. */
class GemmInputs {
  public:
    HIPBLASLT_EXT_VALUE(GemmInputs)
    HIPBLASLT_EXT_SETTING(const void *, A)
    HIPBLASLT_EXT_SETTING(const void *, B)
    HIPBLASLT_EXT_SETTING(const void *, C)
    HIPBLASLT_EXT_SETTING(const void *, D)
    HIPBLASLT_EXT_SETTING(const void *, Alpha)
    HIPBLASLT_EXT_SETTING(const void *, Beta)
    HIPBLASLT_EXT_SETTING(const void *, Bias)
    HIPBLASLT_EXT_SETTING(const void *, ScaleA)
    HIPBLASLT_EXT_SETTING(const void *, ScaleB)
    HIPBLASLT_EXT_SETTING(const void *, ScaleC)
    HIPBLASLT_EXT_SETTING(const void *, ScaleD)
    HIPBLASLT_EXT_SETTING(const void *, ScaleAux)
    HIPBLASLT_EXT_SETTING(const void *, ScaleAlphaVec)
    HIPBLASLT_EXT_SETTING(const void *, Aux)
    HIPBLASLT_EXT_SETTING(const void *, AmaxD)

  private:
    friend Gemm;
    friend GroupedGemm;
    class GemmInputsImpl;
    std::unique_ptr<GemmInputsImpl> pimpl;
};

#undef HIPBLASLT_EXT_VALUE
#undef HIPBLASLT_EXT_SETTING

[[deprecated("GemmPreference is its name")]] typedef GemmPreference GemmPreferenceV2;
[[deprecated("GemmProblemType is its name")]] typedef GemmProblemType GemmProblemTypeV2;
[[deprecated("GemmEpilogue is its name")]] typedef GemmEpilogue GemmEpilogueV2;
[[deprecated("GemmTuning is its name")]] typedef GemmTuning GemmTuningV2;
[[deprecated("GemmInputs is its name")]] typedef GemmInputs GemmInputsV2;

/* A product's arguments in device memory: strides are a leading dimension and what lies between matrices of a batch. */
struct UserArguments {
    uint32_t m, n, batch, k;
    void *d, *c, *a, *b;
    uint32_t strideD1, strideD2, strideC1, strideC2, strideA1, strideA2, strideB1, strideB2;
    int8_t alpha[16], beta[16];
    void *scaleA, *scaleB, *scaleC, *scaleD, *scaleAlphaVec;
    void *bias;
    int biasType;
    uint32_t reserved;
    void *e;
    uint32_t strideE1, strideE2;
    float act0, act1;
    int activationType;
} __attribute__((packed));

class GemmInstance {
  public:
    HIPBLASLT_EXPORT virtual ~GemmInstance(){};
    GemmInstance(const GemmInstance &rhs) = delete;
    GemmInstance &operator=(const GemmInstance &rhs) = delete;
    HIPBLASLT_EXPORT GemmInstance(GemmInstance &&rhs) noexcept;
    HIPBLASLT_EXPORT GemmInstance &operator=(GemmInstance &&rhs) noexcept;

    HIPBLASLT_EXPORT hipblasStatus_t algoGetHeuristic(const int requestedAlgoCount, const GemmPreference &pref,
                                                      std::vector<hipblasLtMatmulHeuristicResult_t> &heuristicResults);
    HIPBLASLT_EXPORT hipblasStatus_t isAlgoSupported(hipblasLtMatmulAlgo_t &algo, size_t &workspaceSizeInBytes);
    HIPBLASLT_EXPORT hipblasStatus_t isAlgoSupported(hipblasLtMatmulAlgo_t &algo, GemmTuning &tuning, size_t &workspaceSizeInBytes);
    HIPBLASLT_EXPORT hipblasStatus_t initialize(const hipblasLtMatmulAlgo_t &algo, void *workspace, bool useUserArgs = true, hipStream_t stream = 0);
    HIPBLASLT_EXPORT hipblasStatus_t initialize(const hipblasLtMatmulAlgo_t &algo, GemmTuning &tuning, void *workspace, bool useUserArgs = true,
                                                hipStream_t stream = 0);
    HIPBLASLT_EXPORT hipblasStatus_t run(hipStream_t stream, hipEvent_t start = nullptr, hipEvent_t stop = nullptr);

    HIPBLASLT_EXPORT GemmType getGemmType();
    HIPBLASLT_EXPORT size_t getGemmCount();
    HIPBLASLT_EXPORT std::string getSolutionName();
    HIPBLASLT_EXPORT std::string getKernelName();

  protected:
    HIPBLASLT_EXPORT explicit GemmInstance(hipblasLtHandle_t handle, GemmType type);

    GemmType m_gemm_type;
    size_t m_gemm_count = 0;
    std::vector<GemmProblemType> m_problem_types;
    hipblasLtHandle_t m_handle;
    std::shared_ptr<void> m_data;
};

class Gemm : public GemmInstance {
  public:
    HIPBLASLT_EXPORT explicit Gemm(hipblasLtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA, hipDataType typeB,
                                   hipDataType typeC, hipDataType typeD, hipblasComputeType_t typeCompute);
    HIPBLASLT_EXPORT explicit Gemm(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmul_descr, const void *alpha, const void *A,
                                   hipblasLtMatrixLayout_t matA, const void *B, hipblasLtMatrixLayout_t matB, const void *beta, const void *C,
                                   hipblasLtMatrixLayout_t matC, void *D, hipblasLtMatrixLayout_t matD);
    Gemm(const Gemm &) = delete;
    Gemm &operator=(const Gemm &) = delete;
    HIPBLASLT_EXPORT Gemm(Gemm &&) noexcept;
    HIPBLASLT_EXPORT Gemm &operator=(Gemm &&) noexcept;

    HIPBLASLT_EXPORT hipblasStatus_t setProblem(int64_t m, int64_t n, int64_t k, int64_t batch_count, GemmEpilogue &epilogue, GemmInputs &inputs);
    HIPBLASLT_EXPORT hipblasStatus_t setProblem(int64_t m, int64_t n, int64_t k, int64_t batch_count, int64_t lda, int64_t ldb, int64_t ldc, int64_t ldd,
                                                int64_t strideA, int64_t strideB, int64_t strideC, int64_t strideD, GemmEpilogue &epilogue,
                                                GemmInputs &inputs, GemmProblemType &problemtype);
    HIPBLASLT_EXPORT hipblasStatus_t setProblem(hipblasLtMatmulDesc_t matmul_descr, const void *alpha, const void *A, hipblasLtMatrixLayout_t matA,
                                                const void *B, hipblasLtMatrixLayout_t matB, const void *beta, const void *C,
                                                hipblasLtMatrixLayout_t matC, void *D, hipblasLtMatrixLayout_t matD);
    HIPBLASLT_EXPORT GemmProblemType getProblemTypes();
};

class GroupedGemm : public GemmInstance {
  public:
    HIPBLASLT_EXPORT explicit GroupedGemm(hipblasLtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA, hipDataType typeB,
                                          hipDataType typeC, hipDataType typeD, hipblasComputeType_t typeCompute);
    HIPBLASLT_EXPORT explicit GroupedGemm(hipblasLtHandle_t handle, std::vector<hipblasLtMatmulDesc_t> &matmul_descr, std::vector<void *> &alpha,
                                          std::vector<void *> &A, std::vector<hipblasLtMatrixLayout_t> &matA, std::vector<void *> &B,
                                          std::vector<hipblasLtMatrixLayout_t> &matB, std::vector<void *> &beta, std::vector<void *> &C,
                                          std::vector<hipblasLtMatrixLayout_t> &matC, std::vector<void *> &D, std::vector<hipblasLtMatrixLayout_t> &matD);
    GroupedGemm(const GroupedGemm &) = delete;
    GroupedGemm &operator=(const GroupedGemm &) = delete;
    HIPBLASLT_EXPORT GroupedGemm(GroupedGemm &&) noexcept;
    HIPBLASLT_EXPORT GroupedGemm &operator=(GroupedGemm &&) noexcept;

    HIPBLASLT_EXPORT hipblasStatus_t setProblem(std::vector<int64_t> &m, std::vector<int64_t> &n, std::vector<int64_t> &k,
                                                std::vector<int64_t> &batch_count, std::vector<GemmEpilogue> &epilogue, std::vector<GemmInputs> &inputs);
    HIPBLASLT_EXPORT hipblasStatus_t setProblem(std::vector<int64_t> &m, std::vector<int64_t> &n, std::vector<int64_t> &k,
                                                std::vector<int64_t> &batch_count, std::vector<int64_t> &lda, std::vector<int64_t> &ldb,
                                                std::vector<int64_t> &ldc, std::vector<int64_t> &ldd, std::vector<int64_t> &strideA,
                                                std::vector<int64_t> &strideB, std::vector<int64_t> &strideC, std::vector<int64_t> &strideD,
                                                std::vector<GemmEpilogue> &epilogue, std::vector<GemmInputs> &inputs, GemmProblemType &problemtype);
    HIPBLASLT_EXPORT hipblasStatus_t setProblem(std::vector<hipblasLtMatmulDesc_t> &matmul_descr, std::vector<void *> &alpha, std::vector<void *> &A,
                                                std::vector<hipblasLtMatrixLayout_t> &matA, std::vector<void *> &B,
                                                std::vector<hipblasLtMatrixLayout_t> &matB, std::vector<void *> &beta, std::vector<void *> &C,
                                                std::vector<hipblasLtMatrixLayout_t> &matC, std::vector<void *> &D,
                                                std::vector<hipblasLtMatrixLayout_t> &matD);
    HIPBLASLT_EXPORT std::vector<GemmProblemType> getProblemTypes();

    /* Writes a UserArguments for each product. */
    HIPBLASLT_EXPORT hipblasStatus_t getDefaultValueForDeviceUserArguments(void *hostDeviceUserArgs);
    using GemmInstance::run;
    /* With what is in device memory when the stream comes there. Waits for it. */
    HIPBLASLT_EXPORT hipblasStatus_t run(void *deviceUserArgs, hipStream_t stream);
};

HIPBLASLT_EXPORT std::string gemmType2String(GemmType type);
HIPBLASLT_EXPORT hipblasStatus_t getAllAlgos(hipblasLtHandle_t handle, GemmType typeGemm, hipblasOperation_t opA, hipblasOperation_t opB,
                                             hipDataType typeA, hipDataType typeB, hipDataType typeC, hipDataType typeD,
                                             hipblasComputeType_t typeCompute, std::vector<hipblasLtMatmulHeuristicResult_t> &heuristicResults);
HIPBLASLT_EXPORT int getIndexFromAlgo(hipblasLtMatmulAlgo_t &algo);
HIPBLASLT_EXPORT std::string getSolutionNameFromAlgo(hipblasLtHandle_t handle, hipblasLtMatmulAlgo_t &algo);
HIPBLASLT_EXPORT std::string getKernelNameFromAlgo(hipblasLtHandle_t handle, hipblasLtMatmulAlgo_t &algo);
HIPBLASLT_EXPORT hipblasStatus_t getAlgosFromIndex(hipblasLtHandle_t handle, std::vector<int> &algoIndex,
                                                   std::vector<hipblasLtMatmulHeuristicResult_t> &heuristicResults);
HIPBLASLT_EXPORT hipblasStatus_t matmulIsAlgoSupported(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, const void *alpha,
                                                       hipblasLtMatrixLayout_t Adesc, hipblasLtMatrixLayout_t Bdesc, const void *beta,
                                                       hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc, hipblasLtMatmulAlgo_t &algo,
                                                       size_t &workspaceSizeInBytes);
HIPBLASLT_EXPORT hipblasStatus_t copyMatmul(hipblasLtMatmulDesc_t src, hipblasLtMatmulDesc_t dst);
HIPBLASLT_EXPORT int matmulIsTuned(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatrixLayout_t Adesc,
                                   hipblasLtMatrixLayout_t Bdesc, hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc);

}  // namespace hipblaslt_ext

#endif
