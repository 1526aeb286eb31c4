// settings.hip: the classes of hipblaslt-ext.hpp that only hold what is set.
//
// Called by programs, and by ext.hip.
#include <hipblaslt/hipblaslt-ext.hpp>

namespace hipblaslt_ext {

// Values that are copied and moved.
#define VALUE(Name)                                                                                       \
    Name::Name() : pimpl(std::make_unique<Name##Impl>()) {}                                               \
    Name::~Name() = default;                                                                              \
    Name::Name(const Name &from) : pimpl(std::make_unique<Name##Impl>(*from.pimpl)) {}                    \
    Name &Name::operator=(const Name &from) {                                                             \
        *pimpl = *from.pimpl;                                                                             \
        return *this;                                                                                     \
    }                                                                                                     \
    Name::Name(Name &&from) = default;                                                                    \
    Name &Name::operator=(Name &&from) = default;

#define SETTING(Class, Type, Name)                            \
    void Class::set##Name(Type value) { pimpl->Name = value; } \
    Type Class::get##Name() const { return pimpl->Name; }

struct GemmPreference::GemmPreferenceImpl {
    size_t workspace = 0;
};
VALUE(GemmPreference)
void GemmPreference::setMaxWorkspaceBytes(size_t workspaceBytes) { pimpl->workspace = workspaceBytes; }
size_t GemmPreference::getMaxWorkspaceBytes() const { return pimpl->workspace; }

struct GemmProblemType::GemmProblemTypeImpl {
    hipblasOperation_t OpA = HIPBLAS_OP_N, OpB = HIPBLAS_OP_N;
    hipDataType TypeA = HIPBLASLT_DATATYPE_INVALID, TypeB = TypeA, TypeC = TypeA, TypeD = TypeA;
    hipblasComputeType_t TypeCompute = HIPBLAS_COMPUTE_32F;
};
VALUE(GemmProblemType)
GemmProblemType::GemmProblemType(hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA, hipDataType typeB, hipDataType typeC, hipDataType typeD,
                                 hipblasComputeType_t typeCompute)
    : pimpl(std::make_unique<GemmProblemTypeImpl>(GemmProblemTypeImpl{opA, opB, typeA, typeB, typeC, typeD, typeCompute})) {}
SETTING(GemmProblemType, hipblasOperation_t, OpA)
SETTING(GemmProblemType, hipblasOperation_t, OpB)
SETTING(GemmProblemType, hipDataType, TypeA)
SETTING(GemmProblemType, hipDataType, TypeB)
SETTING(GemmProblemType, hipDataType, TypeC)
SETTING(GemmProblemType, hipDataType, TypeD)
SETTING(GemmProblemType, hipblasComputeType_t, TypeCompute)

struct GemmEpilogue::GemmEpilogueImpl {
    hipblasLtEpilogue_t Mode = HIPBLASLT_EPILOGUE_DEFAULT;
    hipDataType BiasDataType = HIPBLASLT_DATATYPE_INVALID, AuxDataType = HIPBLASLT_DATATYPE_INVALID;
    int AuxLeadingDimension = 0, AuxBatchStride = 0;
    hipblasLtMatmulMatrixScale_t ScalingAType = HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F, ScalingBType = HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
    float Act0 = 0, Act1 = 0;
};
VALUE(GemmEpilogue)
SETTING(GemmEpilogue, hipblasLtEpilogue_t, Mode)
SETTING(GemmEpilogue, hipDataType, BiasDataType)
SETTING(GemmEpilogue, hipDataType, AuxDataType)
SETTING(GemmEpilogue, int, AuxLeadingDimension)
SETTING(GemmEpilogue, int, AuxBatchStride)
SETTING(GemmEpilogue, hipblasLtMatmulMatrixScale_t, ScalingAType)
SETTING(GemmEpilogue, hipblasLtMatmulMatrixScale_t, ScalingBType)
void GemmEpilogue::setAct0(float act0) { pimpl->Act0 = act0; }
void GemmEpilogue::setAct1(float act1) { pimpl->Act1 = act1; }
float GemmEpilogue::getAct0() { return pimpl->Act0; }
float GemmEpilogue::getAct1() { return pimpl->Act1; }

struct GemmTuning::GemmTuningImpl {
    uint16_t SplitK = 0;
    int16_t Wgm = 0;
};
VALUE(GemmTuning)
SETTING(GemmTuning, uint16_t, SplitK)
SETTING(GemmTuning, int16_t, Wgm)

struct GemmInputs::GemmInputsImpl {
    const void *A = nullptr, *B = nullptr, *C = nullptr, *D = nullptr, *Alpha = nullptr, *Beta = nullptr, *Bias = nullptr, *ScaleA = nullptr, *ScaleB = nullptr,
               *ScaleC = nullptr, *ScaleD = nullptr, *ScaleAux = nullptr, *ScaleAlphaVec = nullptr, *Aux = nullptr, *AmaxD = nullptr;
};
VALUE(GemmInputs)
SETTING(GemmInputs, const void *, A)
SETTING(GemmInputs, const void *, B)
SETTING(GemmInputs, const void *, C)
SETTING(GemmInputs, const void *, D)
SETTING(GemmInputs, const void *, Alpha)
SETTING(GemmInputs, const void *, Beta)
SETTING(GemmInputs, const void *, Bias)
SETTING(GemmInputs, const void *, ScaleA)
SETTING(GemmInputs, const void *, ScaleB)
SETTING(GemmInputs, const void *, ScaleC)
SETTING(GemmInputs, const void *, ScaleD)
SETTING(GemmInputs, const void *, ScaleAux)
SETTING(GemmInputs, const void *, ScaleAlphaVec)
SETTING(GemmInputs, const void *, Aux)
SETTING(GemmInputs, const void *, AmaxD)

}  // namespace hipblaslt_ext
