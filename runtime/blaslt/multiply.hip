// multiply.hip: hipblasLtMatmul: hipBLAS' product, and what is done to its elements.
//
// Sums are never rounded to D's type before the rest is done: where there is a rest, hipBLAS writes them in what they are calculated in, into memory of the stream's
// pool, or into D if that has such elements, and finish.hip's kernel makes D of them. A product without rest is one call of hipBLAS. Matrices that lie in rows
// are transposed ones that lie in columns. Elements that hipBLAS does not multiply become elements of a type that has all their values.
#include "../blas/beyond.h"
#include "convert.h"
#include "finish.h"

namespace blaslt {

using blas::Scalar, blas::Temporary;

// A factor as hipBLAS gets it.
struct Factor {
    Layout layout;
    const void *first;
    hipblasOperation_t op;
    hipDataType input;  // its elements are rounded to
    const float *scale;
    bool by_vector;
};

static Factor in_columns(Factor f) {
    if (!f.layout.by_rows()) return f;
    std::swap(f.layout.rows, f.layout.columns);
    f.layout.order = HIPBLASLT_ORDER_COL;
    f.op = f.op == HIPBLAS_OP_N ? HIPBLAS_OP_T : HIPBLAS_OP_N;
    return f;
}

// The type that elements of both are multiplied in, which has all values of both.
static hipDataType common_type(hipDataType a, hipDataType b) {
    if (a == b && !is_float8(a)) return a;
    const auto fits_in = [](hipDataType type, hipDataType in) { return type == in || is_float8(type); };
    if (fits_in(a, HIP_R_16F) && fits_in(b, HIP_R_16F)) return HIP_R_16F;
    if (fits_in(a, HIP_R_16BF) && fits_in(b, HIP_R_16BF)) return HIP_R_16BF;
    return HIP_R_32F;
}

// A call that is being done.
struct Call {
    Handle handle;  // with this call's stream and pointer mode
    const Problem &problem;
    Parts parts;
    bool across;    // D lies in rows: its transposed is calculated, of which A and B are the other way round
    Factor a, b;    // of what is calculated
    int64_t m, n, k, batches;

    Call(const Handle &of, const Problem &p, hipStream_t stream) : handle(of), problem(p) {
        handle.stream = stream;
        handle.pointers = p.product.pointers == HIPBLASLT_POINTER_MODE_DEVICE ? HIPBLAS_POINTER_MODE_DEVICE : HIPBLAS_POINTER_MODE_HOST;
        const Product &w = p.product;
        parts_of(w.epilogue, parts);
        across = p.d.by_rows();
        const auto input = [](hipDataType type, hipDataType said) { return said == unsaid ? type : said; };
        a = in_columns({p.a, p.first_a, hipblasOperation_t(w.op_a), input(p.a.type, w.input_a), w.scale_a,
            w.scale_mode_a != HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F});
        b = in_columns({p.b, p.first_b, hipblasOperation_t(w.op_b), input(p.b.type, w.input_b), w.scale_b,
            w.scale_mode_b != HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F});
        m = p.d.rows, n = p.d.columns, k = p.depth(), batches = p.d.batches;
        if (!across) return;
        const auto turned = [](hipblasOperation_t op) { return op == HIPBLAS_OP_N ? HIPBLAS_OP_T : HIPBLAS_OP_N; };
        std::swap(a, b), std::swap(m, n);
        a.op = turned(a.op), b.op = turned(b.op);
    }

    bool has_vector() const { return problem.product.pointers == HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST; }
    bool is_integer() const { return problem.a.type == HIP_R_8I; }
    bool has_scales() const { return (a.scale || b.scale) || problem.product.scale_c || problem.product.scale_d; }
    bool is_a_product_alone(hipDataType multiplied) const {
        const hipDataType d = problem.d.type;
        const bool has_types = problem.c.type == d && a.layout.type == multiplied && b.layout.type == multiplied && a.input == a.layout.type &&
            b.input == b.layout.type &&
                               (multiplied == HIP_R_8I ? d == HIP_R_32I && problem.product.scale_type == d : d == multiplied || d == HIP_R_32F);
        return has_types && parts.activation == Activation::none && !parts.bias && !has_scales() && !problem.product.amax_d && !problem.alphas && !has_vector();
    }

    // A factor with elements of `type`, in memory of its own where it has others.
    hipblasStatus_t bring(Factor &f, hipDataType type, Temporary &memory) {
        const bool is_rounded = f.input != f.layout.type;
        if (f.layout.type == type && !is_rounded) return HIPBLAS_STATUS_SUCCESS;
        const int64_t rows = f.layout.rows, columns = f.layout.columns, copies = f.layout.stride ? batches : 1;
        BLAS_TRY(memory.take(std::max<int64_t>(rows * columns * copies, 1) * size_of(type)));
        // An element of op(A)'s row i; of op(B)'s column j. Which of A's sides that is hangs on how it lies, and B is the second factor unless D lies across.
        const bool by_rows = (f.op == HIPBLAS_OP_N) == (&f == &a);
        const Conversion conversion = {{const_cast<void *>(f.first), f.layout.type, f.layout.ld, f.layout.stride}, {memory.memory, type, rows, rows * columns},
                                       int(rows), int(columns), copies, f.input, is_rounded ? f.scale : nullptr,
                                       !f.by_vector ? Conversion::by_number : by_rows ? Conversion::by_row : Conversion::by_column};
        BLAS_TRY(convert(handle, conversion));
        if (is_rounded) f.scale = nullptr;
        f.first = memory.memory, f.layout.type = f.input = type, f.layout.ld = rows, f.layout.stride = copies > 1 ? rows * columns : 0;
        return HIPBLAS_STATUS_SUCCESS;
    }

    hipblasStatus_t product(const void *alpha, const void *beta, hipblasPointerMode_t pointers, const void *c, const Layout &layout_c, void *d, hipDataType type, int64_t ld,
                            int64_t stride) {
        Handle own = handle;
        own.pointers = pointers;
        const hipDataType compute = a.layout.type == HIP_R_64F ? HIP_R_64F : is_integer() ? HIP_R_32I : HIP_R_32F;
        return hipvkGemmStridedBatchedOutOfPlaceEx_64(&own, a.op, b.op, m, n, k, alpha, a.first, a.layout.type, leading(a.layout), a.layout.stride, b.first,
                                                      b.layout.type, leading(b.layout), b.layout.stride, beta, c, type, layout_c.ld, layout_c.stride, d, type,
                                                      std::max<int64_t>(ld, 1), stride, batches, compute, 0, 0, 0);
    }
    static int64_t leading(const Layout &l) { return std::max<int64_t>(l.ld, 1); }

    template <class Sum, class Work> hipblasStatus_t finished();
    hipblasStatus_t sum_gradient(const Factor &f, bool of_rows) const;
    hipblasStatus_t run();
};

template <class Sum, class Work> hipblasStatus_t Call::finished() {
    const Problem &p = problem;
    const Product &w = p.product;
    const auto at = [](hipDataType said, hipDataType other) { return said == unsaid ? other : said; };
    Finish<Sum, Work> f = {};
    f.m = m, f.n = n, f.batches = batches, f.across = across, f.parts = parts;
    f.beta = blas::scalar<Work>(handle, p.beta.get());
    f.alphas = static_cast<const Work *>(has_vector() ? p.alpha.get() : p.alphas);
    f.alpha = has_vector() ? Scalar<Work>::known(1) : blas::scalar<Work>(handle, p.alpha.get());
    f.c = {const_cast<void *>(p.first_c), p.c.type, p.c.ld, p.c.stride}, f.d = {p.first_d, p.d.type, p.d.ld, p.d.stride};
    const int64_t aux_ld = w.aux_ld > 0 ? w.aux_ld : m;
    f.aux = {w.aux, at(w.aux_type, p.d.type), aux_ld, w.aux_stride > 0 ? w.aux_stride : aux_ld * n};
    f.bias = {w.bias, at(w.bias_type, p.d.type), 0, w.bias_stride};
    // A and B have changed places where D lies across.
    const Factor &of_a = across ? b : a, &of_b = across ? a : b;
    f.scale_a = of_a.scale, f.vector_a = of_a.by_vector, f.scale_b = of_b.scale, f.vector_b = of_b.by_vector;
    f.scale_c = w.scale_c, f.scale_d = w.scale_d, f.scale_aux = w.scale_aux, f.argument_0 = w.argument_0, f.argument_1 = w.argument_1;
    f.amax = static_cast<uint32_t *>(w.amax_d);
    f.keeps = parts.gradient == Gradient::d;

    // Sums lie in D if it has their type and nothing of C is lost.
    const bool has_product = k > 0 && !f.alpha.is(0), reads_c = !f.beta.is(0);
    constexpr hipDataType type = std::is_same_v<Sum, float> ? HIP_R_32F : HIP_R_32I;
    const bool into_d = p.d.type == type && !reads_c && !f.keeps;
    Temporary sums(handle);
    if (has_product || f.keeps) {
        f.ld = into_d ? p.d.ld : m, f.stride = into_d ? p.d.stride : m * n;
        if (into_d) f.product = static_cast<Sum *>(p.first_d);
        else {
            BLAS_TRY(sums.take(m * n * batches * sizeof(Sum)));
            f.product = static_cast<Sum *>(sums.memory);
        }
        const Sum one = has_product, zero = 0;
        if (!has_product) BLAS_TRY(blas::status_of(hipMemsetAsync(f.product, 0, m * n * batches * sizeof(Sum), handle.stream)));
        else BLAS_TRY(product(&one, &zero, HIPBLAS_POINTER_MODE_HOST, f.product, p.d, f.product, type, f.ld, f.stride));
    }
    BLAS_TRY(finish(handle, f));
    if (!f.keeps) return HIPBLAS_STATUS_SUCCESS;
    const Matrix kept = {f.product, HIP_R_32F, f.ld, f.stride};
    if (across) return sum_rows(handle, {kept, f.bias, int(n), int(m), f.ld, 1});
    return sum_rows(handle, {kept, f.bias, int(m), int(n), 1, f.ld});
}

// The bias becomes the sums of op(A)'s rows, or of op(B)'s columns.
hipblasStatus_t Call::sum_gradient(const Factor &f, bool of_rows) const {
    const Product &w = problem.product;
    const bool along = (f.op == HIPBLAS_OP_N) == of_rows;
    const Matrix bias = {w.bias, w.bias_type == unsaid ? problem.d.type : w.bias_type, 0, 0};
    const int length = along ? f.layout.rows : f.layout.columns, depth = along ? f.layout.columns : f.layout.rows;
    const Matrix from = {const_cast<void *>(f.first), f.layout.type, f.layout.ld, 0};
    return sum_rows(handle, {from, bias, length, depth, along ? 1 : f.layout.ld, along ? f.layout.ld : 1});
}

hipblasStatus_t Call::run() {
    if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
    // Of the matrices as they are: before they get other elements.
    if (parts.gradient == Gradient::a) BLAS_TRY(sum_gradient(across ? b : a, !across));
    if (parts.gradient == Gradient::b) BLAS_TRY(sum_gradient(across ? a : b, across));
    const hipDataType multiplied = common_type(a.input, b.input);
    if (is_a_product_alone(multiplied))
        return product(problem.alpha.get(), problem.beta.get(), handle.pointers, problem.first_c, problem.c, problem.first_d, problem.d.type, problem.d.ld,
                       problem.d.stride);
    Temporary of_a(handle), of_b(handle);
    BLAS_TRY(bring(a, multiplied, of_a));
    BLAS_TRY(bring(b, multiplied, of_b));
    if (!is_integer()) return finished<float, float>();
    return problem.product.scale_type == HIP_R_32F ? finished<int32_t, float>() : finished<int32_t, int32_t>();
}

hipblasStatus_t multiply(hipblasLtHandle_t handle, const Problem &problem, hipStream_t stream) {
    const char *what;
    const hipblasStatus_t described = check_description(problem, what);
    if (what) return missing("hipblasLtMatmul", what);
    BLAS_TRY(described);
    BLAS_TRY(check_pointers(problem));
    return Call(context(handle), problem, stream).run();
}

}  // namespace blaslt

hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, const void *alpha, const void *A, hipblasLtMatrixLayout_t Adesc, const void *B,
                                hipblasLtMatrixLayout_t Bdesc, const void *beta, const void *C, hipblasLtMatrixLayout_t Cdesc, void *D, hipblasLtMatrixLayout_t Ddesc,
                                const hipblasLtMatmulAlgo_t *, void *, size_t, hipStream_t stream) {
    if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
    blaslt::Problem problem;
    if (!blaslt::describe(problem, matmulDesc, alpha, A, Adesc, B, Bdesc, beta, C, Cdesc, D, Ddesc)) return HIPBLAS_STATUS_INVALID_VALUE;
    return blaslt::multiply(handle, problem, stream);
}
