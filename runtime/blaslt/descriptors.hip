// descriptors.hip: hipBLASLt's descriptors: matrices, products, preferences, transforms; they are made, told and asked of their attributes.
//
// Called by programs; `describe` by the functions that take descriptors.
#include "problem.h"
#include "transform.h"

#include <cstring>
#include <new>

namespace blaslt {

bool describe(Problem &problem, hipblasLtMatmulDesc_t what, const void *alpha, const void *a, hipblasLtMatrixLayout_t layout_a, const void *b,
              hipblasLtMatrixLayout_t layout_b, const void *beta, const void *c, hipblasLtMatrixLayout_t layout_c, void *d,
              hipblasLtMatrixLayout_t layout_d) {
    if (!what || !layout_a || !layout_b || !layout_d) return false;
    problem = {product(what), layout(layout_a), layout(layout_b), layout(layout_c ? layout_c : layout_d), layout(layout_d), a, b, c, d, {alpha}, {beta}};
    return true;
}

namespace {

struct Preference {
    uint32_t search_mode = 0;
    uint64_t workspace = 0;
};

// Where an attribute lies; none for a word that is no attribute.
struct Field {
    void *at = nullptr;
    size_t size = 0;
    Field() = default;
    template <class T> Field(T &field) : at(&field), size(sizeof field) {}
};

Field field(Layout &l, int attribute) {
    switch (attribute) {
        case HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT: return l.batches;
        case HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: return l.stride;
        case HIPBLASLT_MATRIX_LAYOUT_TYPE: return l.type;
        case HIPBLASLT_MATRIX_LAYOUT_ORDER: return l.order;
        case HIPBLASLT_MATRIX_LAYOUT_ROWS: return l.rows;
        case HIPBLASLT_MATRIX_LAYOUT_COLS: return l.columns;
        case HIPBLASLT_MATRIX_LAYOUT_LD: return l.ld;
    }
    return {};
}

Field field(Product &p, int attribute) {
    switch (attribute) {
        case HIPBLASLT_MATMUL_DESC_TRANSA: return p.op_a;
        case HIPBLASLT_MATMUL_DESC_TRANSB: return p.op_b;
        case HIPBLASLT_MATMUL_DESC_EPILOGUE: return p.epilogue;
        case HIPBLASLT_MATMUL_DESC_BIAS_POINTER: return p.bias;
        case HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: return p.bias_type;
        case HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER: return p.scale_a;
        case HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER: return p.scale_b;
        case HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER: return p.scale_c;
        case HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER: return p.scale_d;
        case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER: return p.scale_aux;
        case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER: return p.aux;
        case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD: return p.aux_ld;
        case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE: return p.aux_stride;
        case HIPBLASLT_MATMUL_DESC_POINTER_MODE: return p.pointers;
        case HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER: return p.amax_d;
        case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE: return p.aux_type;
        case HIPBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE: return p.bias_stride;
        case HIPBLASLT_MATMUL_DESC_A_SCALE_MODE: return p.scale_mode_a;
        case HIPBLASLT_MATMUL_DESC_B_SCALE_MODE: return p.scale_mode_b;
        case HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_A_EXT: return p.input_a;
        case HIPBLASLT_MATMUL_DESC_COMPUTE_INPUT_TYPE_B_EXT: return p.input_b;
        case HIPBLASLT_MATMUL_DESC_EPILOGUE_ACT_ARG0_EXT: return p.argument_0;
        case HIPBLASLT_MATMUL_DESC_EPILOGUE_ACT_ARG1_EXT: return p.argument_1;
    }
    return {};
}

Field field(Preference &p, int attribute) {
    switch (attribute) {
        case HIPBLASLT_MATMUL_PREF_SEARCH_MODE: return p.search_mode;
        case HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES: return p.workspace;
    }
    return {};
}

Field field(TransformOf &t, int attribute) {
    switch (attribute) {
        case HIPBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE: return t.scale_type;
        case HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE: return t.pointers;
        case HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA: return t.op_a;
        case HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB: return t.op_b;
    }
    return {};
}

template <class Own, class Handed> hipblasStatus_t make(Handed **descriptor, const Own &own) {
    if (!descriptor) return HIPBLAS_STATUS_INVALID_VALUE;
    *descriptor = reinterpret_cast<Handed *>(new (std::nothrow) Own(own));
    return *descriptor ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}

template <class Own, class Handed> hipblasStatus_t destroy(Handed *descriptor) {
    if (!descriptor) return HIPBLAS_STATUS_INVALID_VALUE;
    delete reinterpret_cast<Own *>(descriptor);
    return HIPBLAS_STATUS_SUCCESS;
}

// AMD's library says so of no descriptor.
template <class Own> constexpr hipblasStatus_t no_descriptor =
    std::is_same_v<Own, Layout> || std::is_same_v<Own, Product> ? HIPBLAS_STATUS_NOT_INITIALIZED : HIPBLAS_STATUS_INVALID_VALUE;

// "HIPBLAS_STATUS_INVALID_VALUE If buf is NULL or sizeInBytes doesn't match": a larger one is content, as AMD's library is.
template <class Own, class Handed> hipblasStatus_t set(Handed *descriptor, int attribute, const void *from, size_t size) {
    if (!descriptor) return no_descriptor<Own>;
    const Field to = field(*reinterpret_cast<Own *>(descriptor), attribute);
    if (!from || !to.at || size < to.size) return HIPBLAS_STATUS_INVALID_VALUE;
    memcpy(to.at, from, to.size);
    return HIPBLAS_STATUS_SUCCESS;
}

// "if sizeInBytes is 0: then sizeWritten is the number of bytes needed"
template <class Own, class Handed> hipblasStatus_t get(Handed *descriptor, int attribute, void *to, size_t size, size_t *written) {
    if (!descriptor) return no_descriptor<Own>;
    const Field from = field(*reinterpret_cast<Own *>(descriptor), attribute);
    if (!from.at || (size == 0 ? !written : !to || size < from.size)) return HIPBLAS_STATUS_INVALID_VALUE;
    if (size) memcpy(to, from.at, from.size);
    if (written) *written = from.size;
    return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace blaslt

using namespace blaslt;

#define DESCRIPTOR(Name, Own, Handed, Attribute)                                                                                        \
    hipblasStatus_t hipblasLt##Name##Destroy(Handed descriptor) { return destroy<Own>(descriptor); }                                    \
    hipblasStatus_t hipblasLt##Name##SetAttribute(Handed descriptor, Attribute attribute, const void *from, size_t size) {              \
        return set<Own>(descriptor, attribute, from, size);                                                                             \
    }                                                                                                                                   \
    hipblasStatus_t hipblasLt##Name##GetAttribute(Handed descriptor, Attribute attribute, void *to, size_t size, size_t *written) {     \
        return get<Own>(descriptor, attribute, to, size, written);                                                                      \
    }
DESCRIPTOR(MatrixLayout, Layout, hipblasLtMatrixLayout_t, hipblasLtMatrixLayoutAttribute_t)
DESCRIPTOR(MatmulDesc, Product, hipblasLtMatmulDesc_t, hipblasLtMatmulDescAttributes_t)
DESCRIPTOR(MatmulPreference, Preference, hipblasLtMatmulPreference_t, hipblasLtMatmulPreferenceAttributes_t)
DESCRIPTOR(MatrixTransformDesc, TransformOf, hipblasLtMatrixTransformDesc_t, hipblasLtMatrixTransformDescAttributes_t)

hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t *matLayout, hipDataType type, uint64_t rows, uint64_t cols, int64_t ld) {
    return make(matLayout, Layout{type, rows, cols, ld});
}

hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t *matmulDesc, hipblasComputeType_t computeType, hipDataType scaleType) {
    // hipBLASLt has no sums of half floats, and these types of scalars.
    const bool is_compute = computeType >= HIPBLAS_COMPUTE_32F && computeType <= HIPBLAS_COMPUTE_32I_PEDANTIC;
    if (!is_compute || (scaleType != HIP_R_32F && scaleType != HIP_R_64F && scaleType != HIP_R_32I)) return HIPBLAS_STATUS_INVALID_VALUE;
    return make(matmulDesc, Product{computeType, scaleType});
}

hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t *pref) { return make(pref, Preference{}); }

hipblasStatus_t hipblasLtMatrixTransformDescCreate(hipblasLtMatrixTransformDesc_t *transformDesc, hipDataType scaleType) {
    return make(transformDesc, TransformOf{scaleType});
}

hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatrixLayout_t Adesc,
                                                hipblasLtMatrixLayout_t Bdesc, hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc,
                                                hipblasLtMatmulPreference_t pref, int requestedAlgoCount,
                                                hipblasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount) {
    if (returnAlgoCount) *returnAlgoCount = 0;
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    Problem problem;
    if (!pref || !heuristicResultsArray || !returnAlgoCount || requestedAlgoCount < 1) return HIPBLAS_STATUS_INVALID_VALUE;
    if (!describe(problem, matmulDesc, nullptr, nullptr, Adesc, nullptr, Bdesc, nullptr, nullptr, Cdesc, nullptr, Ddesc)) return HIPBLAS_STATUS_INVALID_VALUE;
    const char *what;
    BLAS_TRY(check_description(problem, what));
    heuristicResultsArray[0] = the_way(reinterpret_cast<Preference *>(pref)->workspace);
    *returnAlgoCount = 1;
    return HIPBLAS_STATUS_SUCCESS;
}
