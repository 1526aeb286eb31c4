// Every function of rocBLAS in every form that hipBLAS has too (runtime/include/rocblas/internal/rocblas-functions.h lists them) leaves what hipBLAS' leaves
// of the same arguments, in every bit; tests/blas judges hipBLAS by references. What goes wrong between the two are arguments: they are told apart
// by their names in both libraries' lists, and no two have the same value.
//
// Built against an installation and run by tests/tests/rocblas.rs. FORMS_TYPES has letters of element types; without it all are tested.
#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#define HIPBLAS_STRIDE hipblasStride
#include "../blas/check.h"

#include <rocblas/rocblas.h>

static rocblas_handle handle;
template <> struct Of<rocblas_half> : Of<hipblasHalf> {
    static rocblas_half from(Exact a) { return {Of<hipblasHalf>::from(a)}; }
};
template <> struct Of<rocblas_bfloat16> : Of<hipblasBfloat16> {
    static rocblas_bfloat16 from(Exact a) {
        rocblas_bfloat16 result;
        result.data = Of<hipblasBfloat16>::from(a).data;
        return result;
    }
};

// Device memory that all matrices and vectors lie in, and numbers in host memory that functions write.
constexpr int matrices = 5, elements = 260, batches = 2;
constexpr size_t slot_bytes = elements * 16;
struct State {
    std::vector<char> device = std::vector<char>(matrices * slot_bytes), host = std::vector<char>(64);
    bool operator==(const State &other) const { return device == other.device && host == other.host; }
};
static char *arena;
static void **pointers;  // of batches: a matrix' are neighbours
static State start;
static char *host_results;

static void begin() {
    HIP(hipMemcpy(arena, start.device.data(), start.device.size(), hipMemcpyHostToDevice));
    memcpy(host_results, start.host.data(), start.host.size());
}
static State end() {
    State state;
    HIP(hipDeviceSynchronize());
    HIP(hipMemcpy(state.device.data(), arena, state.device.size(), hipMemcpyDeviceToHost));
    memcpy(state.host.data(), host_results, state.host.size());
    return state;
}
// Memory full of elements T, and the addresses of batches of such matrices.
template <class T> static void fill();

struct Matrix {
    int slot;
    int distance() const { return 110 + slot; }
    template <class T> T *one() const { return reinterpret_cast<T *>(arena + slot * slot_bytes); }
    template <class T> T *const *each() const { return reinterpret_cast<T *const *>(pointers + slot * batches); }
};
template <class T> static void fill() {
    for (size_t i = 0; i < start.device.size() / sizeof(T); i++) reinterpret_cast<T *>(start.device.data())[i] = Of<T>::from(next_number());
    std::vector<void *> all;
    for (int i = 0; i < matrices; i++)
        for (int batch = 0; batch < batches; batch++) all.push_back(Matrix{i}.one<T>() + batch * Matrix{i}.distance());
    HIP(hipMemcpy(pointers, all.data(), all.size() * sizeof(void *), hipMemcpyHostToDevice));
}

// Arguments by their names in both libraries' lists.
static const Matrix matrix_A{0}, matrix_AP{0}, matrix_B{1}, matrix_BP{1}, matrix_C{2}, matrix_CP{2}, matrix_x{3}, matrix_y{4}, matrix_invA{2};
static const Matrix matrix_a{0}, matrix_b{1}, matrix_c{2}, matrix_s{3}, matrix_d1{0}, matrix_d2{1}, matrix_x1{2}, matrix_y1{3}, matrix_param{1};
constexpr int value_m = 5, value_n = 4, value_k = 3, value_kl = 1, value_ku = 2, lda = 8, ldb = 9, ldc = 7, ldinvA = 6, incx = 2, incy = 3;

struct Operation {
    int value;
    operator rocblas_operation() const { return rocblas_operation(value); }
    operator hipblasOperation_t() const { return hipblasOperation_t(value); }
};
static Operation value_trans, value_transA, value_transB;
struct Fill {
    operator rocblas_fill() const { return rocblas_fill_lower; }
    operator hipblasFillMode_t() const { return HIPBLAS_FILL_MODE_LOWER; }
} static const value_uplo;
struct Diagonal {
    operator rocblas_diagonal() const { return rocblas_diagonal_unit; }
    operator hipblasDiagType_t() const { return HIPBLAS_DIAG_UNIT; }
} static const value_diag;
struct Side {
    operator rocblas_side() const { return rocblas_side_right; }
    operator hipblasSideMode_t() const { return HIPBLAS_SIDE_RIGHT; }
} static const value_side;

// A type by both libraries' names.
struct Type {
    rocblas_datatype roc;
    hipDataType hip;
    operator rocblas_datatype() const { return roc; }
    operator hipDataType() const { return hip; }
};
static Type value_alpha_type, value_alphaType, value_result_type, value_resultType, value_cs_type, value_csType;
static Type value_execution_type, value_executionType, x_type, xType, y_type, yType;

// A number, as whatever a function wants; of the type of `value_alpha_type` where that is an argument.
template <class T> static const void *number(Exact value) {
    static T kept[4];  // alpha's, beta's, c's and s' at one time
    static int next;
    T &now = kept[next++ % 4];
    now = Of<T>::from(value);
    return &now;
}
struct Scalar {
    Exact value;
    template <class T> operator const T *() const { return static_cast<const T *>(number<T>(value)); }
    operator const void *() const {
        switch (value_alpha_type.hip) {
            case HIP_R_64F: return number<double>(value);
            case HIP_C_32F: return number<hipComplex>(value);
            case HIP_C_64F: return number<hipDoubleComplex>(value);
            case HIP_R_16F: return number<hipblasHalf>(value);
            case HIP_R_16BF: return number<hipblasBfloat16>(value);
            default: return number<float>(value);
        }
    }
};
static const Scalar value_alpha{{1.5, 0.25}}, value_beta{{-0.5, 0.75}}, value_c{{0.6, 0}}, value_s{{0.8, 0.1}};
struct Result {
    template <class T> operator T *() const { return reinterpret_cast<T *>(host_results); }
} static const value_result;

#define ROCBLAS_MIXED_BUT_NRM2(X) X(axpy, Axpy) X(dot, Dot) X(dotc, Dotc) X(rot, Rot) X(scal, Scal)

// What the lists' letters are in a call.
#define T_PLAIN_V(type, name) , static_cast<type>(value_##name)
#define T_PLAIN_A(T, I, name, ld, stride) , matrix_##name.one<T>(), ld
#define T_PLAIN_P(T, name, stride) , matrix_##name.one<T>()
#define T_PLAIN_B(I)
#define T_PLAIN_X(I, name, type, ld, stride) , matrix_##name.one<void>(), type, ld
#define T_BATCHED_V T_PLAIN_V
#define T_BATCHED_A(T, I, name, ld, stride) , matrix_##name.each<T>(), ld
#define T_BATCHED_P(T, name, stride) , matrix_##name.each<T>()
#define T_BATCHED_B(I) , batches
#define T_BATCHED_X(I, name, type, ld, stride) , const_cast<void **>(matrix_##name.each<void>()), type, ld
#define T_STRIDED_V T_PLAIN_V
#define T_STRIDED_A(T, I, name, ld, stride) , matrix_##name.one<T>(), ld, matrix_##name.distance()
#define T_STRIDED_P(T, name, stride) , matrix_##name.one<T>(), matrix_##name.distance()
#define T_STRIDED_B(I) , batches
#define T_STRIDED_X(I, name, type, ld, stride) , matrix_##name.one<void>(), type, ld, matrix_##name.distance()
#define T_PLAIN_W T_PLAIN_A
#define T_PLAIN_Q T_PLAIN_P
#define T_PLAIN_Y T_PLAIN_X
#define T_BATCHED_W T_BATCHED_A
#define T_BATCHED_Q T_BATCHED_P
#define T_BATCHED_Y T_BATCHED_X
#define T_STRIDED_W T_STRIDED_A
#define T_STRIDED_Q T_STRIDED_P
#define T_STRIDED_Y T_STRIDED_X

// hipBLAS' types of the lists' elements and its functions' letters.
template <class T> struct HipOf { using Type = T; };
template <> struct HipOf<rocblas_half> { using Type = hipblasHalf; };
template <> struct HipOf<rocblas_bfloat16> { using Type = hipblasBfloat16; };
#define UP_s S
#define UP_d D
#define UP_c C
#define UP_z Z
#define UP_h H
#define UP_bf Bf
#define UP_cs Cs
#define UP_zd Zd
#define UP_sc Sc
#define UP_dz Dz
#define UP_is Is
#define UP_id Id
#define UP_ic Ic
#define UP_iz Iz
#define PASTE3(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE3(a, b, c)

static int cases;
static void compare(const char *name, rocblas_status status, const State &roc, hipblasStatus_t hip_status, const State &hip) {
    const bool ok = status == rocblas_status_success && hip_status == HIPBLAS_STATUS_SUCCESS && roc == hip && !(roc == start);
    cases++;
    if (ok) return;
    printf("%s: %s, hipBLAS %s; results are %s\n", name, rocblas_status_to_string(status), hipblasStatusToString(hip_status),
           roc == hip ? "the same" : "different");
    result(name, false);
}
// Of herk and its kin, and of syrk and its, each takes one transposition.
static void begin_list(const char *list) {
    const bool hermitian = !strcmp(list, "herk") || !strcmp(list, "her2k");
    value_trans.value = value_transA.value = hermitian ? HIPBLAS_OP_C : HIPBLAS_OP_T;
    value_transB.value = HIPBLAS_OP_C;
}
// One function: rocBLAS' call, then hipBLAS'.
#define COMPARE(name, call, hip_call)                                \
    {                                                                \
        begin();                                                     \
        const rocblas_status status = call;                          \
        const State roc = end();                                     \
        begin();                                                     \
        const hipblasStatus_t hip_status = hip_call;                 \
        compare(name, status, roc, hip_status, end());               \
    }
#define ROC(R, list, form, T, Real, I) R(handle ROCBLAS_##list(T_##form##_, T, Real, I))
#define HIP_(H, list, form, T, Real, I) H(handle HIPBLAS_##list(T_##form##_, HipOf<T>::Type, HipOf<Real>::Type, I))
#define WIDTH(R, H, suffix, list, T, Real, I)                                                                                       \
    COMPARE(#R #suffix, ROC(R##suffix, list, PLAIN, T, Real, I), HIP_(PASTE(H, , suffix), list, PLAIN, T, Real, I))                 \
    COMPARE(#R "_batched" #suffix, ROC(R##_batched##suffix, list, BATCHED, T, Real, I),                                             \
            HIP_(PASTE(H, Batched, suffix), list, BATCHED, T, Real, I))                                                             \
    COMPARE(#R "_strided_batched" #suffix, ROC(R##_strided_batched##suffix, list, STRIDED, T, Real, I),                             \
            HIP_(PASTE(H, StridedBatched, suffix), list, STRIDED, T, Real, I))
#define NARROW(p, name, list, T, Real)                                                          \
    if (wanted(#p)) {                                                                           \
        fill<T>(), begin_list(#list);                                                           \
        WIDTH(rocblas_##p##name, PASTE(hipblas, UP_##p, name), , list, T, Real, int)            \
    }
#define BOTH(p, name, list, T, Real)                                                            \
    NARROW(p, name, list, T, Real)                                                              \
    if (wanted(#p)) {                                                                           \
        WIDTH(rocblas_##p##name, PASTE(hipblas, UP_##p, name), _64, list, T, Real, int64_t)     \
    }

#define MIXED_WIDTH(name, Name, suffix, I)                                                                                          \
    COMPARE(#name "_ex" #suffix, rocblas_##name##_ex##suffix(handle ROCBLAS_##name##_ex(T_PLAIN_, I)),                              \
            hipblas##Name##Ex##suffix(handle HIPBLAS_##Name##Ex(T_PLAIN_, I)))                                                      \
    COMPARE(#name "_batched_ex" #suffix, rocblas_##name##_batched_ex##suffix(handle ROCBLAS_##name##_ex(T_BATCHED_, I)),            \
            hipblas##Name##BatchedEx##suffix(handle HIPBLAS_##Name##Ex(T_BATCHED_, I)))                                             \
    COMPARE(#name "_strided_batched_ex" #suffix, rocblas_##name##_strided_batched_ex##suffix(handle ROCBLAS_##name##_ex(T_STRIDED_, I)), \
            hipblas##Name##StridedBatchedEx##suffix(handle HIPBLAS_##Name##Ex(T_STRIDED_, I)))
#define MIXED(name, Name) MIXED_WIDTH(name, Name, , int) MIXED_WIDTH(name, Name, _64, int64_t)
#define HIPBLAS_DotcEx HIPBLAS_DotEx

// Whether functions of these letters are asked for: the last one says which element type.
static bool wanted(const char *letters) {
    const char *const types = getenv("FORMS_TYPES");
    return !types || strchr(types, letters[strlen(letters) - 1]);
}

#pragma clang optimize off  // there is nothing to gain, and calls of 1000 functions to compile
static void level_1() { ROCBLAS_LEVEL_1(BOTH) ROCBLAS_INDICES(BOTH) }
static void level_2() { ROCBLAS_LEVEL_2(BOTH) }
static void level_3() { ROCBLAS_LEVEL_3(BOTH) ROCBLAS_TRTRI(NARROW) }

template <class T> static void mixed(const char *letter, Type type, Type real, Type execution) {
    if (!wanted(letter)) return;
    fill<T>();
    x_type = xType = y_type = yType = value_alpha_type = value_alphaType = value_cs_type = value_csType = type;
    value_result_type = value_resultType = type, value_execution_type = value_executionType = execution;
    ROCBLAS_MIXED_BUT_NRM2(MIXED)
    value_result_type = value_resultType = real, value_execution_type = value_executionType = execution.hip == type.hip ? real : execution;
    MIXED(nrm2, Nrm2)
}

int main() {
    if (rocblas_create_handle(&handle) != rocblas_status_success) return 1;
    HIP(hipHostMalloc(reinterpret_cast<void **>(&arena), start.device.size(), 0));  // both are read by the host, too, where scalars are its
    HIP(hipHostMalloc(reinterpret_cast<void **>(&pointers), matrices * batches * sizeof(void *), 0));
    host_results = new char[start.host.size()];
    level_1(), level_2(), level_3();
    const Type f16 = {rocblas_datatype_f16_r, HIP_R_16F}, bf16 = {rocblas_datatype_bf16_r, HIP_R_16BF}, f32 = {rocblas_datatype_f32_r, HIP_R_32F};
    const Type f64 = {rocblas_datatype_f64_r, HIP_R_64F}, c32 = {rocblas_datatype_f32_c, HIP_C_32F}, c64 = {rocblas_datatype_f64_c, HIP_C_64F};
    mixed<hipblasHalf>("h", f16, f16, f32), mixed<hipblasBfloat16>("bf", bf16, bf16, f32), mixed<float>("s", f32, f32, f32);
    mixed<double>("d", f64, f64, f64), mixed<hipComplex>("c", c32, f32, c32), mixed<hipDoubleComplex>("z", c64, f64, c64);
    printf("%d functions\n", cases);
    result("forms", failures == 0 && cases > 200);
    return failures != 0;
}
