// problem.h: what a call of hipBLASLt describes: a product, its matrices, and where they are.
//
// Descriptors of the C functions are these structures; the C++ extension (ext.hip) fills them itself. Used by every file of this folder.
#pragma once

#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt.h>

#include "../blas/handle.h"

namespace blaslt {

using blas::Handle;

// A type that is not said: D's, mostly.
constexpr hipDataType unsaid = hipDataType(255);

struct Layout {
    hipDataType type;
    uint64_t rows, columns;
    int64_t ld;
    int32_t order = HIPBLASLT_ORDER_COL;
    int32_t batches = 1;
    int64_t stride = 0;

    bool by_rows() const { return order == HIPBLASLT_ORDER_ROW; }
};

struct Product {
    hipblasComputeType_t compute;
    hipDataType scale_type;
    int32_t op_a = HIPBLAS_OP_N, op_b = HIPBLAS_OP_N;
    uint32_t epilogue = HIPBLASLT_EPILOGUE_DEFAULT;
    int32_t pointers = HIPBLASLT_POINTER_MODE_HOST;
    void *bias = nullptr, *aux = nullptr, *amax_d = nullptr;
    const float *scale_a = nullptr, *scale_b = nullptr, *scale_c = nullptr, *scale_d = nullptr, *scale_aux = nullptr;
    hipDataType bias_type = unsaid, aux_type = unsaid, input_a = unsaid, input_b = unsaid;
    int32_t bias_stride = 0;
    int64_t aux_ld = 0, aux_stride = 0;
    uint32_t scale_mode_a = HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F, scale_mode_b = HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
    float argument_0 = 0, argument_1 = 0;
};

// A scalar that lies behind a pointer of the program's, or was there when the extension was told of it.
struct ScalarAt {
    const void *pointer = nullptr;
    bool is_kept = false;
    alignas(8) char kept[8] = {};
    const void *get() const { return is_kept ? kept : pointer; }
};

struct Problem {
    Product product;
    Layout a, b, c, d;
    const void *first_a, *first_b, *first_c;
    void *first_d;
    ScalarAt alpha, beta;
    const void *alphas = nullptr;  // one for each of D's rows, besides alpha

    int64_t depth() const { return product.op_a == HIPBLAS_OP_N ? a.columns : a.rows; }
};

// The epilogues' parts.
enum class Activation : uint8_t { none, relu, gelu, swish, clamp };
enum class Gradient : uint8_t { none, d, a, b };  // of the bias: whose sums it is
struct Parts {
    Activation activation = Activation::none;
    bool bias = false, writes_aux = false, reads_aux = false;
    Gradient gradient = Gradient::none;
};
bool parts_of(uint32_t epilogue, Parts &parts);

// HIPBLAS_STATUS_INVALID_VALUE where the description contradicts itself, HIPBLAS_STATUS_NOT_SUPPORTED with the reason in `what`. The second is about
// pointers to the matrices, which are not there yet when a program asks for ways to do a product.
hipblasStatus_t check_description(const Problem &problem, const char *&what);
hipblasStatus_t check_pointers(const Problem &problem);

// Both checks, then the product on `stream`.
hipblasStatus_t multiply(hipblasLtHandle_t handle, const Problem &problem, hipStream_t stream);

inline Handle &context(hipblasLtHandle_t handle) { return *static_cast<Handle *>(handle); }
inline Layout &layout(hipblasLtMatrixLayout_t from) { return *reinterpret_cast<Layout *>(from); }
inline Product &product(hipblasLtMatmulDesc_t from) { return *reinterpret_cast<Product *>(from); }
// What the C functions' arguments describe; C lies as D does where it is left out. False if a descriptor is null.
bool describe(Problem &problem, hipblasLtMatmulDesc_t product, const void *alpha, const void *a, hipblasLtMatrixLayout_t layout_a, const void *b,
              hipblasLtMatrixLayout_t layout_b, const void *beta, const void *c, hipblasLtMatrixLayout_t layout_c, void *d,
              hipblasLtMatrixLayout_t layout_d);

// The one way to do a product.
hipblasLtMatmulHeuristicResult_t the_way(size_t workspace);

// Says once, on stderr, that `what` of a function is not there.
hipblasStatus_t missing(const char *function, const char *what);

}  // namespace blaslt
