// check.hip: whether a product that is asked for is one, and one that is done here.
//
// Called by multiply.hip, and by what tells programs of ways to do a product (heuristic.hip, ext.hip).
#include "elements.h"
#include "problem.h"

namespace blaslt {

bool parts_of(uint32_t epilogue, Parts &parts) {
    constexpr auto none = Activation::none, relu = Activation::relu, gelu = Activation::gelu, swish = Activation::swish, clamp = Activation::clamp;
    switch (epilogue) {
        case HIPBLASLT_EPILOGUE_DEFAULT: parts = {}; return true;
        case HIPBLASLT_EPILOGUE_BIAS: parts = {none, true}; return true;
        case HIPBLASLT_EPILOGUE_RELU: parts = {relu}; return true;
        case HIPBLASLT_EPILOGUE_RELU_BIAS: parts = {relu, true}; return true;
        case HIPBLASLT_EPILOGUE_RELU_AUX: parts = {relu, false, true}; return true;
        case HIPBLASLT_EPILOGUE_RELU_AUX_BIAS: parts = {relu, true, true}; return true;
        case HIPBLASLT_EPILOGUE_DRELU: parts = {relu, false, false, true}; return true;
        case HIPBLASLT_EPILOGUE_DRELU_BGRAD: parts = {relu, false, false, true, Gradient::d}; return true;
        case HIPBLASLT_EPILOGUE_GELU: parts = {gelu}; return true;
        case HIPBLASLT_EPILOGUE_GELU_BIAS: parts = {gelu, true}; return true;
        case HIPBLASLT_EPILOGUE_GELU_AUX: parts = {gelu, false, true}; return true;
        case HIPBLASLT_EPILOGUE_GELU_AUX_BIAS: parts = {gelu, true, true}; return true;
        case HIPBLASLT_EPILOGUE_DGELU: parts = {gelu, false, false, true}; return true;
        case HIPBLASLT_EPILOGUE_DGELU_BGRAD: parts = {gelu, false, false, true, Gradient::d}; return true;
        case HIPBLASLT_EPILOGUE_BGRADA: parts = {none, false, false, false, Gradient::a}; return true;
        case HIPBLASLT_EPILOGUE_BGRADB: parts = {none, false, false, false, Gradient::b}; return true;
        case HIPBLASLT_EPILOGUE_SWISH_EXT: parts = {swish}; return true;
        case HIPBLASLT_EPILOGUE_SWISH_BIAS_EXT: parts = {swish, true}; return true;
        case HIPBLASLT_EPILOGUE_CLAMP_EXT: parts = {clamp}; return true;
        case HIPBLASLT_EPILOGUE_CLAMP_BIAS_EXT: parts = {clamp, true}; return true;
        case HIPBLASLT_EPILOGUE_CLAMP_AUX_EXT: parts = {clamp, false, true}; return true;
        case HIPBLASLT_EPILOGUE_CLAMP_AUX_BIAS_EXT: parts = {clamp, true, true}; return true;
    }
    return false;
}

static bool is_op(int32_t op) { return blas::is_enum(hipblasOperation_t(op)); }
static bool is_order(int32_t order) {
    return order == HIPBLASLT_ORDER_COL || order == HIPBLASLT_ORDER_ROW || (order >= HIPBLASLT_ORDER_COL16_4R16 && order <= HIPBLASLT_ORDER_COL16_4R2);
}
// A leading dimension of zero repeats C's one column: hipBLASLt has "row or column broadcast".
static bool is_layout(const Layout &l, bool may_repeat) {
    const int64_t length = l.by_rows() ? l.columns : l.rows;
    return is_order(l.order) && (l.ld >= length || (may_repeat && l.ld == 0)) && l.ld >= 0 && l.batches >= 1 && l.stride >= 0;
}

static bool are_sizes(const Problem &p) {
    const bool n_a = p.product.op_a == HIPBLAS_OP_N, n_b = p.product.op_b == HIPBLAS_OP_N;
    const uint64_t m = p.d.rows, n = p.d.columns, k = p.depth();
    return (n_a ? p.a.rows : p.a.columns) == m && (n_b ? p.b.rows : p.b.columns) == k && (n_b ? p.b.columns : p.b.rows) == n && p.c.rows == m &&
           p.c.columns == n && p.a.batches == p.d.batches && p.b.batches == p.d.batches && p.c.batches == p.d.batches;
}

static bool is_scale_mode(uint32_t mode) { return mode == HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F || mode == HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F; }
static bool is_kept(hipDataType type) { return is_float(type) || is_integer(type); }

// What of the description is not there; null where all is.
static const char *missing_types(const Problem &p, const Parts &parts) {
    const Product &w = p.product;
    const hipDataType a = p.a.type, b = p.b.type, c = p.c.type, d = p.d.type;
    const bool has_scales = w.scale_a || w.scale_b || w.scale_c || w.scale_d || w.scale_aux;
    const bool has_inputs = (w.input_a != unsaid && w.input_a != a) || (w.input_b != unsaid && w.input_b != b);
    const bool is_plain = parts.activation == Activation::none && !parts.bias && parts.gradient == Gradient::none;
    const bool has_vector = p.alphas || w.pointers == HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
    constexpr const char *types = "this combination of types";
    switch (w.compute) {
        case HIPBLAS_COMPUTE_64F: case HIPBLAS_COMPUTE_64F_PEDANTIC:
            if (a != HIP_R_64F || b != a || c != a || d != a || w.scale_type != a) return types;
            return !is_plain || has_scales || has_inputs || w.amax_d || has_vector ? "more than a product of doubles" : nullptr;
        case HIPBLAS_COMPUTE_32I: case HIPBLAS_COMPUTE_32I_PEDANTIC:
            if (a != HIP_R_8I || b != a || !is_integer(c) || !is_integer(d) || has_inputs) return types;
            if (parts.gradient != Gradient::none) return "the gradient of a bias of integers";
            if (w.scale_type == HIP_R_32F) return nullptr;
            if (w.scale_type != HIP_R_32I || (parts.bias && w.bias_type != unsaid && !is_integer(w.bias_type))) return types;
            if (has_scales || w.amax_d) return "scales of integers";
            return parts.activation > Activation::relu || parts.writes_aux || parts.reads_aux ? "this epilogue of integers" : nullptr;
        default:
            if (!is_float(a) || !is_float(b) || !is_float(c) || !is_float(d) || w.scale_type != HIP_R_32F) return types;
            return (w.input_a != unsaid && !is_float(w.input_a)) || (w.input_b != unsaid && !is_float(w.input_b)) ? types : nullptr;
    }
}

hipblasStatus_t check_description(const Problem &p, const char *&what) {
    const Product &w = p.product;
    Parts parts;
    what = nullptr;
    const bool is_pointers = w.pointers == HIPBLASLT_POINTER_MODE_HOST || w.pointers == HIPBLASLT_POINTER_MODE_DEVICE ||
                             w.pointers == HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
    if (!is_op(w.op_a) || !is_op(w.op_b) || !is_pointers || !parts_of(w.epilogue, parts)) return HIPBLAS_STATUS_INVALID_VALUE;
    if (!is_layout(p.a, false) || !is_layout(p.b, false) || !is_layout(p.c, true) || !is_layout(p.d, false) || !are_sizes(p)) return HIPBLAS_STATUS_INVALID_VALUE;
    // All of a batch would be written to one place.
    if (p.d.batches > 1 && p.d.stride == 0 && p.d.rows && p.d.columns) return HIPBLAS_STATUS_INVALID_VALUE;
    // "both matrices must have the same [...] memory order"
    if (p.c.order != p.d.order) return HIPBLAS_STATUS_INVALID_VALUE;
    if ((parts.writes_aux || parts.reads_aux) && w.aux_ld > 0 && w.aux_ld < int64_t(p.d.by_rows() ? p.d.columns : p.d.rows)) return HIPBLAS_STATUS_INVALID_VALUE;
    if (p.a.order > HIPBLASLT_ORDER_ROW || p.b.order > HIPBLASLT_ORDER_ROW || p.d.order > HIPBLASLT_ORDER_ROW) what = "this order";
    else if (!is_scale_mode(w.scale_mode_a) || !is_scale_mode(w.scale_mode_b)) what = "this mode of scales";
    else if ((w.bias_type != unsaid && !is_kept(w.bias_type)) || (w.aux_type != unsaid && !is_kept(w.aux_type)))
        what = "this type of a bias or of auxiliary elements";
    else if (parts.gradient != Gradient::none && p.d.batches > 1) what = "the gradient of a bias of a batch";
    else if (!blas::fits(p.d.rows) || !blas::fits(p.d.columns) || !blas::fits(p.depth())) what = "sizes beyond 2^31 - 1";
    else what = missing_types(p, parts);
    return what ? HIPBLAS_STATUS_NOT_SUPPORTED : HIPBLAS_STATUS_SUCCESS;
}

// A scalar that the host knows to be zero. Alpha may be a vector, in device memory.
static bool is_zero(const Problem &p, const ScalarAt &scalar) {
    if (p.product.pointers != HIPBLASLT_POINTER_MODE_HOST && (&scalar == &p.alpha || p.product.pointers == HIPBLASLT_POINTER_MODE_DEVICE)) return false;
    return p.product.scale_type == HIP_R_64F ? *static_cast<const double *>(scalar.get()) == 0
           : p.product.scale_type == HIP_R_32I ? *static_cast<const int32_t *>(scalar.get()) == 0
                                               : *static_cast<const float *>(scalar.get()) == 0;
}

hipblasStatus_t check_pointers(const Problem &p) {
    Parts parts;
    parts_of(p.product.epilogue, parts);
    if (p.d.rows == 0 || p.d.columns == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!p.alpha.get() || !p.beta.get() || !p.first_d) return HIPBLAS_STATUS_INVALID_VALUE;
    if (p.depth() && !is_zero(p, p.alpha) && (!p.first_a || !p.first_b)) return HIPBLAS_STATUS_INVALID_VALUE;
    if (!is_zero(p, p.beta)) {
        if (!p.first_c) return HIPBLAS_STATUS_INVALID_VALUE;
        // "in-place matrix multiplication (C == D and Cdesc == Ddesc)"
        if (p.first_c == p.first_d && (p.c.ld != p.d.ld || p.c.type != p.d.type || (p.d.batches > 1 && p.c.stride != p.d.stride)))
            return HIPBLAS_STATUS_INVALID_VALUE;
    }
    if ((parts.bias || parts.gradient != Gradient::none) && !p.product.bias) return HIPBLAS_STATUS_INVALID_VALUE;
    if (parts.gradient == Gradient::a && p.depth() && !p.first_a) return HIPBLAS_STATUS_INVALID_VALUE;
    if (parts.gradient == Gradient::b && p.depth() && !p.first_b) return HIPBLAS_STATUS_INVALID_VALUE;
    if ((parts.writes_aux || parts.reads_aux) && !p.product.aux) return HIPBLAS_STATUS_INVALID_VALUE;
    return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace blaslt
