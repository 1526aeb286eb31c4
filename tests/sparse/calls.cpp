// calls.cpp: what functions return, what descriptors tell, that what is not there is refused, and products in graphs.
#include "../captured.h"
#include "check.h"

static bool is(hipsparseStatus_t got, hipsparseStatus_t want) { return got == want; }
const auto ok = HIPSPARSE_STATUS_SUCCESS, no_handle = HIPSPARSE_STATUS_NOT_INITIALIZED, wrong = HIPSPARSE_STATUS_INVALID_VALUE,
           not_there = HIPSPARSE_STATUS_NOT_SUPPORTED;

static void contexts(hipsparseHandle_t handle) {
    int version = 0;
    hipsparsePointerMode_t mode;
    hipStream_t stream, set;
    char revision[256];
    HIP(hipStreamCreate(&stream));
    bool right = is(hipsparseGetVersion(handle, &version), ok) && version >= 400000 && is(hipsparseGetVersion(nullptr, &version), no_handle) &&
                 is(hipsparseGetVersion(handle, nullptr), wrong) && is(hipsparseGetGitRevision(handle, revision), ok);
    right &= is(hipsparseGetPointerMode(handle, &mode), ok) && mode == HIPSPARSE_POINTER_MODE_HOST;
    right &= is(hipsparseSetPointerMode(handle, hipsparsePointerMode_t(5)), wrong);
    right &= is(hipsparseSetStream(handle, stream), ok) && is(hipsparseGetStream(handle, &set), ok) && set == stream;
    right &= is(hipsparseSetStream(handle, nullptr), ok) && is(hipsparseSetStream(nullptr, nullptr), no_handle);
    right &= is(hipsparseCreate(nullptr), wrong) && is(hipsparseDestroy(nullptr), no_handle);
    right &= std::string(hipsparseGetErrorName(HIPSPARSE_STATUS_ZERO_PIVOT)) == "HIPSPARSE_STATUS_ZERO_PIVOT";
    right &= hipsparseGetErrorString(HIPSPARSE_STATUS_ZERO_PIVOT)[0] != 0;
    HIP(hipStreamDestroy(stream));
    result("contexts", right);
}

static void matrix_descriptors() {
    hipsparseMatDescr_t a = nullptr, b = nullptr;
    bool right = is(hipsparseCreateMatDescr(&a), ok) && is(hipsparseCreateMatDescr(&b), ok);
    right &= hipsparseGetMatType(a) == HIPSPARSE_MATRIX_TYPE_GENERAL && hipsparseGetMatIndexBase(a) == HIPSPARSE_INDEX_BASE_ZERO;
    right &= is(hipsparseSetMatType(a, HIPSPARSE_MATRIX_TYPE_TRIANGULAR), ok) && is(hipsparseSetMatFillMode(a, HIPSPARSE_FILL_MODE_UPPER), ok);
    right &= is(hipsparseSetMatDiagType(a, HIPSPARSE_DIAG_TYPE_UNIT), ok) && is(hipsparseSetMatIndexBase(a, HIPSPARSE_INDEX_BASE_ONE), ok);
    right &= is(hipsparseCopyMatDescr(b, a), ok) && hipsparseGetMatType(b) == HIPSPARSE_MATRIX_TYPE_TRIANGULAR;
    right &= hipsparseGetMatFillMode(b) == HIPSPARSE_FILL_MODE_UPPER && hipsparseGetMatDiagType(b) == HIPSPARSE_DIAG_TYPE_UNIT &&
             hipsparseGetMatIndexBase(b) == HIPSPARSE_INDEX_BASE_ONE;
    right &= is(hipsparseSetMatType(a, hipsparseMatrixType_t(9)), wrong) && is(hipsparseSetMatType(nullptr, HIPSPARSE_MATRIX_TYPE_GENERAL), wrong);
    right &= is(hipsparseCopyMatDescr(nullptr, a), wrong) && is(hipsparseCreateMatDescr(nullptr), wrong);
    SPARSE(hipsparseDestroyMatDescr(a));
    SPARSE(hipsparseDestroyMatDescr(b));
    result("matrix_descriptors", right);
}

static void descriptors() {
    int offset[3] = {}, column[2] = {}, other[2] = {};
    float value[4] = {};
    hipsparseSpMatDescr_t m;
    bool right = is(hipsparseCreateCsr(&m, 2, 3, 2, offset, column, value, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_64I, HIPSPARSE_INDEX_BASE_ONE, HIP_C_32F), ok);
    int64_t rows, columns, count;
    void *p[3];
    hipsparseIndexType_t types[2];
    hipsparseIndexBase_t base;
    hipDataType type;
    hipsparseFormat_t format;
    right &= is(hipsparseCsrGet(m, &rows, &columns, &count, &p[0], &p[1], &p[2], &types[0], &types[1], &base, &type), ok) && rows == 2 && columns == 3 &&
             count == 2 && p[0] == offset && p[1] == column && p[2] == value && types[0] == HIPSPARSE_INDEX_32I && types[1] == HIPSPARSE_INDEX_64I &&
             base == HIPSPARSE_INDEX_BASE_ONE && type == HIP_C_32F;
    right &= is(hipsparseSpMatGetFormat(m, &format), ok) && format == HIPSPARSE_FORMAT_CSR;
    right &= is(hipsparseCooGet(m, &rows, &columns, &count, &p[0], &p[1], &p[2], &types[0], &base, &type), wrong);
    right &= is(hipsparseCsrSetPointers(m, offset, other, value), ok) && is(hipsparseCsrSetPointers(m, offset, nullptr, value), wrong);
    right &= is(hipsparseSpMatGetValues(m, &p[0]), ok) && p[0] == value && is(hipsparseSpMatSetValues(m, nullptr), wrong);
    right &= is(hipsparseCsrSetStridedBatch(m, 4, 3, 2), ok) && is(hipsparseCsrSetStridedBatch(m, 0, 3, 2), wrong);
    int batches;
    right &= is(hipsparseSpMatGetStridedBatch(m, &batches), ok) && batches == 4;
    auto fill = HIPSPARSE_FILL_MODE_UPPER;
    right &= is(hipsparseSpMatSetAttribute(m, HIPSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill), ok);
    fill = HIPSPARSE_FILL_MODE_LOWER;
    right &= is(hipsparseSpMatGetAttribute(m, HIPSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill), ok) && fill == HIPSPARSE_FILL_MODE_UPPER;
    right &= is(hipsparseSpMatGetAttribute(m, HIPSPARSE_SPMAT_FILL_MODE, &fill, 1), wrong);
    SPARSE(hipsparseDestroySpMat(m));
    const auto create = [&](int64_t r, int64_t c, int64_t n, void *o) {
        return hipsparseCreateCsr(&m, r, c, n, o, column, value, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F);
    };
    right &= is(create(-1, 3, 2, offset), wrong) && is(create(2, -3, 2, offset), wrong) && is(create(2, 3, 7, offset), wrong) &&
             is(create(2, 3, 2, nullptr), wrong);

    hipsparseDnMatDescr_t d;
    right &= is(hipsparseCreateDnMat(&d, 4, 2, 3, value, HIP_R_32F, HIPSPARSE_ORDER_COL), wrong);
    right &= is(hipsparseCreateDnMat(&d, 4, 2, 4, nullptr, HIP_R_32F, HIPSPARSE_ORDER_COL), wrong);
    right &= is(hipsparseCreateDnMat(&d, 4, 2, 4, value, HIP_R_32F, HIPSPARSE_ORDER_COL), ok);
    right &= is(hipsparseDnMatSetStridedBatch(d, 2, 7), wrong) && is(hipsparseDnMatSetStridedBatch(d, 2, 8), ok);
    SPARSE(hipsparseDestroyDnMat(d));
    hipsparseDnVecDescr_t v;
    hipsparseSpVecDescr_t s;
    right &= is(hipsparseCreateDnVec(&v, -1, value, HIP_R_32F), wrong) && is(hipsparseCreateDnVec(nullptr, 1, value, HIP_R_32F), wrong);
    right &= is(hipsparseCreateSpVec(&s, 3, 4, column, value, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F), wrong);
    right &= is(hipsparseCreateSpVec(&s, 3, 2, column, value, HIPSPARSE_INDEX_64I, HIPSPARSE_INDEX_BASE_ONE, HIP_R_64F), ok);
    right &= is(hipsparseSpVecGet(s, &rows, &count, &p[0], &p[1], &types[0], &base, &type), ok) && rows == 3 && count == 2 && p[0] == column &&
             p[1] == value && types[0] == HIPSPARSE_INDEX_64I && base == HIPSPARSE_INDEX_BASE_ONE && type == HIP_R_64F;
    SPARSE(hipsparseDestroySpVec(s));
    right &= is(hipsparseDestroySpVec(nullptr), wrong) && is(hipsparseDestroySpMat(nullptr), wrong);
    result("descriptors", right);
}

// A matrix of two rows, (1 2; 0 3), and vectors.
struct Small {
    const Device<int> offset{std::vector<int>{0, 2, 3}}, column{std::vector<int>{0, 1, 1}};
    const Device<float> value{std::vector<float>{1, 2, 3}}, x{std::vector<float>{4, 5}}, y{std::vector<float>{100, 100}};
    hipsparseSpMatDescr_t a;
    hipsparseDnVecDescr_t vx, vy;
    Small() {
        SPARSE(hipsparseCreateCsr(&a, 2, 2, 3, offset, column, value, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F));
        SPARSE(hipsparseCreateDnVec(&vx, 2, x, HIP_R_32F));
        SPARSE(hipsparseCreateDnVec(&vy, 2, y, HIP_R_32F));
    }
    ~Small() {
        SPARSE(hipsparseDestroySpMat(a));
        SPARSE(hipsparseDestroyDnVec(vx));
        SPARSE(hipsparseDestroyDnVec(vy));
    }
};

static void refusals(hipsparseHandle_t handle) {
    const Small small;
    const float one = 1, zero = 0;
    const auto op = operations[0];
    const auto alg = HIPSPARSE_SPMV_ALG_DEFAULT;
    const auto spmv = [&](hipsparseHandle_t h, hipsparseOperation_t o, const float *alpha, hipsparseSpMatDescr_t a, hipsparseDnVecDescr_t x, hipDataType type) {
        return hipsparseSpMV(h, o, alpha, a, x, &zero, small.vy, type, alg, nullptr);
    };
    bool right = is(spmv(nullptr, op, &one, small.a, small.vx, HIP_R_32F), no_handle) && is(spmv(handle, op, nullptr, small.a, small.vx, HIP_R_32F), wrong) &&
                 is(spmv(handle, op, &one, nullptr, small.vx, HIP_R_32F), wrong) && is(spmv(handle, op, &one, small.a, nullptr, HIP_R_32F), wrong) &&
                 is(spmv(handle, hipsparseOperation_t(7), &one, small.a, small.vx, HIP_R_32F), wrong) &&
                 is(spmv(handle, op, &one, small.a, small.vx, HIP_R_64F), not_there);
    hipsparseDnVecDescr_t longer, half;
    SPARSE(hipsparseCreateDnVec(&longer, 3, small.x, HIP_R_32F));
    SPARSE(hipsparseCreateDnVec(&half, 2, small.x, HIP_R_16F));
    right &= is(spmv(handle, op, &one, small.a, longer, HIP_R_32F), wrong) && is(spmv(handle, op, &one, small.a, half, HIP_R_32F), not_there);
    SPARSE(hipsparseDestroyDnVec(longer));
    SPARSE(hipsparseDestroyDnVec(half));
    result("spmv_refuses", right && small.y.read() == std::vector<float>{100, 100});

    const Descr descr(0);
    const auto csrmv = [&](hipsparseHandle_t h, int m, int nnz, hipsparseMatDescr_t d, const int *columns) {
        return hipsparseScsrmv(h, op, m, 2, nnz, &one, d, small.value, small.offset, columns, small.x, &zero, small.y);
    };
    right = is(csrmv(nullptr, 2, 3, descr, small.column), no_handle) && is(csrmv(handle, -2, 3, descr, small.column), wrong) &&
            is(csrmv(handle, 2, -3, descr, small.column), wrong) && is(csrmv(handle, 2, 3, nullptr, small.column), wrong) &&
            is(csrmv(handle, 2, 3, descr, nullptr), wrong);
    SPARSE(hipsparseSetMatType(descr, HIPSPARSE_MATRIX_TYPE_SYMMETRIC));
    right &= is(csrmv(handle, 2, 3, descr, small.column), not_there);
    result("csrmv_refuses", right && small.y.read() == std::vector<float>{100, 100});

    right = is(hipsparseXcoo2csr(handle, small.column, -1, 2, small.offset, HIPSPARSE_INDEX_BASE_ZERO), wrong) &&
            is(hipsparseXcoo2csr(nullptr, small.column, 3, 2, small.offset, HIPSPARSE_INDEX_BASE_ZERO), no_handle) &&
            is(hipsparseXcoo2csr(handle, nullptr, 3, 2, small.offset, HIPSPARSE_INDEX_BASE_ZERO), wrong) &&
            is(hipsparseCreateIdentityPermutation(handle, 3, nullptr), wrong) &&
            is(hipsparseSgtsv2(handle, 1, 1, small.x, small.x, small.x, small.y, 1, nullptr), wrong) &&
            is(hipsparseSgtsv2(handle, 2, 1, small.x, small.x, small.x, small.y, 1, nullptr), wrong);
    // A solve without its analysis.
    csrsv2Info_t info;
    SPARSE(hipsparseCreateCsrsv2Info(&info));
    const Descr general(0);
    right &= is(hipsparseScsrsv2_solve(handle, op, 2, 3, &one, general, small.value, small.offset, small.column, info, small.x, small.y,
                                       HIPSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr), wrong);
    int position = 0;
    right &= is(hipsparseXcsrsv2_zeroPivot(handle, info, &position), ok) && position == -1 && is(hipsparseXcsrsv2_zeroPivot(handle, nullptr, &position), wrong);
    SPARSE(hipsparseDestroyCsrsv2Info(info));
    // And with another triangle's.
    hipsparseSpSVDescr_t analysed;
    SPARSE(hipsparseSpSV_createDescr(&analysed));
    const auto solve = [&](hipsparseOperation_t op) {
        return hipsparseSpSV_solve(handle, op, &one, small.a, small.vx, small.vy, HIP_R_32F, HIPSPARSE_SPSV_ALG_DEFAULT, analysed);
    };
    SPARSE(hipsparseSpSV_analysis(handle, op, &one, small.a, small.vx, small.vy, HIP_R_32F, HIPSPARSE_SPSV_ALG_DEFAULT, analysed, nullptr));
    right &= is(solve(operations[1]), wrong);
    const auto upper = HIPSPARSE_FILL_MODE_UPPER;
    const auto lower = HIPSPARSE_FILL_MODE_LOWER;
    SPARSE(hipsparseSpMatSetAttribute(small.a, HIPSPARSE_SPMAT_FILL_MODE, &upper, sizeof upper));
    right &= is(solve(op), wrong);
    SPARSE(hipsparseSpMatSetAttribute(small.a, HIPSPARSE_SPMAT_FILL_MODE, &lower, sizeof lower));
    SPARSE(hipsparseSpSV_destroyDescr(analysed));
    hipsparseSpMatDescr_t ell;
    SPARSE(hipsparseCreateBlockedEll(&ell, 2, 2, 2, 2, small.column, small.value, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_32F));
    right &= is(spmv(handle, op, &one, ell, small.vx, HIP_R_32F), not_there);
    SPARSE(hipsparseDestroySpMat(ell));
    result("others_refuse", right && small.y.read() == std::vector<float>{100, 100});
}

// Nothing runs at the capture, and each launch computes anew; the transposed product takes memory of its own.
static void in_graphs(hipsparseHandle_t handle) {
    const Small small;
    const float one = 1;
    hipStream_t stream;
    HIP(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    SPARSE(hipsparseSetStream(handle, stream));
    const Captured graph(stream, [&] {
        for (const hipsparseOperation_t op : {operations[0], operations[1]})
            SPARSE(hipsparseSpMV(handle, op, &one, small.a, small.vx, &one, small.vy, HIP_R_32F, HIPSPARSE_SPMV_ALG_DEFAULT, nullptr));
    });
    bool right = small.y.read() == std::vector<float>{100, 100};
    for (const float launches : {1.f, 2.f}) {
        graph.launch();
        HIP(hipStreamSynchronize(stream));
        right &= small.y.read() == std::vector<float>{100 + launches * (14 + 4), 100 + launches * (15 + 23)};
    }
    SPARSE(hipsparseSetStream(handle, nullptr));
    HIP(hipStreamDestroy(stream));
    result("products_in_graphs", right);
}

int main() {
    const Context handle;
    contexts(handle);
    matrix_descriptors();
    descriptors();
    refusals(handle);
    in_graphs(handle);
    return failures != 0;
}
