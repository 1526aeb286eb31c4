// calls.cpp: rocSPARSE's errors by kind of argument, what is not there, pointer modes, descriptors, infos, and streams that are captured.
#include "../captured.h"
#include "rocsparse_check.h"

static bool all = true;

static void expect(const char *what, rocsparse_status got, rocsparse_status wanted) {
    if (got == wanted) return;
    printf("%s: %s, not %s\n", what, rocsparse_get_status_name(got), rocsparse_get_status_name(wanted));
    all = false;
}
static void section(const char *name) {
    result(name, all);
    all = true;
}

constexpr auto OK = rocsparse_status_success;
constexpr auto NONE = rocsparse_operation_none;
constexpr auto POINTER = rocsparse_status_invalid_pointer, SIZE = rocsparse_status_invalid_size, VALUE = rocsparse_status_invalid_value;
constexpr auto HANDLE = rocsparse_status_invalid_handle, MISSING = rocsparse_status_not_implemented;

// A matrix of two rows: 1 2 / 0 3.
struct Small {
    Device<int> offset{std::vector<int>{0, 2, 3}}, column{std::vector<int>{0, 1, 1}};
    Device<float> value{std::vector<float>{1, 2, 3}}, x{std::vector<float>{1, 1}}, y{std::vector<float>{0, 0}};
};

static void arguments(rocsparse_handle handle) {
    const Small a;
    const RocDescr descr, symmetric;
    const RocInfo info;
    const float one = 1, zero = 0;
    const auto csrmv = [&](rocsparse_handle handle, rocsparse_operation op, int m, int count, const float *alpha, rocsparse_mat_descr descr, const float *value,
                           const int *offset) {
        return rocsparse_scsrmv(handle, op, m, 2, count, alpha, descr, value, offset, a.column, info, a.x, &zero, a.y);
    };
    expect("a product", csrmv(handle, NONE, 2, 3, &one, descr, a.value, a.offset), OK);
    expect("no handle", csrmv(nullptr, NONE, 2, 3, &one, descr, a.value, a.offset), HANDLE);
    expect("no operation", csrmv(handle, rocsparse_operation(3), 2, 3, &one, descr, a.value, a.offset), VALUE);
    expect("fewer than no rows", csrmv(handle, NONE, -1, 3, &one, descr, a.value, a.offset), SIZE);
    expect("fewer than no entries", csrmv(handle, NONE, 2, -3, &one, descr, a.value, a.offset), SIZE);
    expect("no factor", csrmv(handle, NONE, 2, 3, nullptr, descr, a.value, a.offset), POINTER);
    expect("no descriptor", csrmv(handle, NONE, 2, 3, &one, nullptr, a.value, a.offset), POINTER);
    expect("no values", csrmv(handle, NONE, 2, 3, &one, descr, nullptr, a.offset), POINTER);
    expect("no offsets", csrmv(handle, NONE, 2, 3, &one, descr, a.value, nullptr), POINTER);
    ROC(rocsparse_set_mat_type(symmetric, rocsparse_matrix_type_symmetric));
    expect("a symmetric matrix", csrmv(handle, NONE, 2, 3, &one, symmetric, a.value, a.offset), MISSING);
    expect("a type of matrix", rocsparse_set_mat_type(descr, rocsparse_matrix_type(9)), VALUE);
    expect("a base", rocsparse_set_mat_index_base(nullptr, rocsparse_index_base_one), POINTER);
    expect("a dense matrix that is too narrow", rocsparse_scsr2dense(handle, 2, 2, descr, a.value, a.offset, a.column, a.y, 1), SIZE);

    const auto solve = [&](rocsparse_mat_info info, rocsparse_solve_policy policy) {
        return rocsparse_scsrsv_solve(handle, NONE, 2, 3, &one, descr, a.value, a.offset, a.column, info, a.x, a.y, policy, a.y.memory);
    };
    expect("a solve without analysis", solve(info, rocsparse_solve_policy_auto), POINTER);
    expect("a solve without info", solve(nullptr, rocsparse_solve_policy_auto), POINTER);
    expect("a policy", solve(info, rocsparse_solve_policy(7)), VALUE);
    section("arguments");
}

static void what_is_not_there(rocsparse_handle handle) {
    const Small a;
    const RocDescr descr, from_one(1);
    const RocInfo info;
    const float one = 1;
    size_t size;
    expect("a product with a transposed one",
           rocsparse_scsrgemm_buffer_size(handle, rocsparse_operation_transpose, NONE, 2, 2, 2, &one, descr, 3, a.offset, a.column, descr, 3, a.offset, a.column,
                                          nullptr, nullptr, 0, nullptr, nullptr, info, &size), MISSING);
    expect("a dense matrix times a sparse one",
           rocsparse_sgemmi(handle, NONE, NONE, 2, 2, 2, 3, &one, a.x, 2, descr, a.value, a.offset, a.column, &one, a.y, 2), MISSING);
    expect("the same from one", rocsparse_sgemmi(handle, NONE, rocsparse_operation_transpose, 2, 2, 2, 3, &one, a.x, 2, from_one, a.value, a.offset, a.column,
                                                 &one, a.y, 2), MISSING);
    section("what_is_not_there");
}

static void contexts(rocsparse_handle handle) {
    rocsparse_pointer_mode mode;
    hipStream_t stream, got;
    int version = 0;
    char revision[64];
    HIP(hipStreamCreate(&stream));
    expect("no place for a handle", rocsparse_create_handle(nullptr), HANDLE);
    expect("the end of none", rocsparse_destroy_handle(nullptr), HANDLE);
    expect("a version", rocsparse_get_version(handle, &version), OK);
    expect("a revision", rocsparse_get_git_rev(handle, revision), OK);
    expect("the device's memory", rocsparse_set_pointer_mode(handle, rocsparse_pointer_mode_device), OK);
    expect("its mode", rocsparse_get_pointer_mode(handle, &mode), OK);
    expect("another mode", rocsparse_set_pointer_mode(handle, rocsparse_pointer_mode(4)), VALUE);
    expect("a stream", rocsparse_set_stream(handle, stream), OK);
    expect("it back", rocsparse_get_stream(handle, &got), OK);
    all = all && mode == rocsparse_pointer_mode_device && got == stream && version == ROCSPARSE_VERSION_MAJOR * 100000 + ROCSPARSE_VERSION_PATCH;
    all = all && !strcmp(rocsparse_get_status_name(MISSING), "rocsparse_status_not_implemented") && strlen(rocsparse_get_status_description(SIZE)) > 0;

    // Scalars of the device, in a graph that is run twice: y = 2 A x + y.
    const Small a;
    const RocDescr descr;
    const Device<float> scalars(std::vector<float>{2, 1});
    const Captured graph(stream, [&] {
        expect("a product in a graph",
               rocsparse_scsrmv(handle, NONE, 2, 2, 3, scalars, descr, a.value, a.offset, a.column, nullptr, a.x, scalars + 1, a.y), OK);
    });
    for (int i = 0; i < 2; i++) graph.launch();
    HIP(hipStreamSynchronize(stream));
    all = all && a.y.read() == std::vector<float>({12, 12});
    ROC(rocsparse_set_pointer_mode(handle, rocsparse_pointer_mode_host));
    ROC(rocsparse_set_stream(handle, nullptr));
    HIP(hipStreamDestroy(stream));
    section("contexts");
}

static void descriptors(rocsparse_handle handle) {
    const Small a;
    const auto i32 = rocsparse_indextype_i32;
    const auto f32 = rocsparse_datatype_f32_r;
    const auto zero = rocsparse_index_base_zero;
    rocsparse_spmat_descr mat = nullptr;
    rocsparse_dnvec_descr x = nullptr, y = nullptr, small = nullptr;
    rocsparse_const_dnmat_descr dense = nullptr;
    int64_t rows, columns, count, ld;
    const auto create = [&](rocsparse_spmat_descr *to, int64_t rows, int64_t count, void *offset, rocsparse_indextype index, rocsparse_datatype type) {
        return rocsparse_create_csr_descr(to, rows, 2, count, offset, a.column, a.value, index, i32, zero, type);
    };
    expect("no place for it", create(nullptr, 2, 3, a.offset, i32, f32), POINTER);
    expect("fewer than no rows", create(&mat, -2, 3, a.offset, i32, f32), SIZE);
    expect("more entries than places", create(&mat, 2, 5, a.offset, i32, f32), SIZE);
    expect("no offsets", create(&mat, 2, 3, nullptr, i32, f32), POINTER);
    expect("a type of index", create(&mat, 2, 3, a.offset, rocsparse_indextype(9), f32), VALUE);
    expect("a type of elements", create(&mat, 2, 3, a.offset, i32, rocsparse_datatype(153)), VALUE);
    expect("a matrix", create(&mat, 2, 3, a.offset, i32, f32), OK);
    expect("a vector", rocsparse_create_dnvec_descr(&x, 2, a.x, f32), OK);
    expect("another", rocsparse_create_dnvec_descr(&y, 2, a.y, f32), OK);
    expect("a short one", rocsparse_create_dnvec_descr(&small, 1, a.y, f32), OK);
    expect("a vector of no type", rocsparse_create_dnvec_descr(&small, 1, a.y, rocsparse_datatype(3)), VALUE);
    expect("a dense matrix too narrow", rocsparse_create_const_dnmat_descr(&dense, 2, 1, 1, a.x, f32, rocsparse_order_column), SIZE);
    expect("a dense matrix", rocsparse_create_const_dnmat_descr(&dense, 2, 1, 2, a.x, f32, rocsparse_order_column), OK);

    void *offset, *column, *value;
    const void *values;
    rocsparse_indextype types[2];
    rocsparse_index_base base;
    rocsparse_datatype type;
    rocsparse_format format;
    rocsparse_order order;
    rocsparse_fill_mode fill = rocsparse_fill_mode_upper, told = rocsparse_fill_mode_lower;
    expect("all of it", rocsparse_csr_get(mat, &rows, &columns, &count, &offset, &column, &value, &types[0], &types[1], &base, &type), OK);
    all = all && rows == 2 && columns == 2 && count == 3 && offset == a.offset.memory && column == a.column.memory && value == a.value.memory && type == f32;
    expect("as another format", rocsparse_csc_get(mat, &rows, &columns, &count, &offset, &column, &value, &types[0], &types[1], &base, &type), VALUE);
    expect("its format", rocsparse_spmat_get_format(mat, &format), OK);
    expect("an attribute", rocsparse_spmat_set_attribute(mat, rocsparse_spmat_fill_mode, &fill, sizeof fill), OK);
    expect("it back", rocsparse_spmat_get_attribute(mat, rocsparse_spmat_fill_mode, &told, sizeof told), OK);
    expect("of another size", rocsparse_spmat_get_attribute(mat, rocsparse_spmat_fill_mode, &told, 1), SIZE);
    expect("no attribute", rocsparse_spmat_get_attribute(mat, rocsparse_spmat_attribute(8), &told, sizeof told), VALUE);
    expect("a dense one's", rocsparse_const_dnmat_get(dense, &rows, &columns, &ld, &values, &type, &order), OK);
    all = all && format == rocsparse_format_csr && told == fill && rows == 2 && columns == 1 && ld == 2 && order == rocsparse_order_column && values == a.x.memory;

    const float one = 1, none = 0;
    size_t size = 0;
    const auto spmv = [&](rocsparse_const_dnvec_descr x, rocsparse_dnvec_descr y, rocsparse_datatype type, rocsparse_spmv_stage stage) {
        return rocsparse_spmv(handle, NONE, &one, mat, x, &none, y, type, rocsparse_spmv_alg_default, stage, &size, a.y.memory);
    };
    expect("a vector that does not fit", spmv(small, y, f32, rocsparse_spmv_stage_compute), SIZE);
    expect("no vector", spmv(nullptr, y, f32, rocsparse_spmv_stage_compute), POINTER);
    expect("no stage", spmv(x, y, f32, rocsparse_spmv_stage(0)), VALUE);
    expect("two types", spmv(x, y, rocsparse_datatype_f64_r, rocsparse_spmv_stage_compute), MISSING);
    expect("a product", spmv(x, y, f32, rocsparse_spmv_stage_compute), OK);
    all = all && a.y.read() == std::vector<float>({3, 3});
    // The triangles of both operations, each with its analysis; then another triangle, which has none.
    const auto spsv = [&](rocsparse_operation op, int stage) {
        return rocsparse_spsv(handle, op, &one, mat, x, y, f32, rocsparse_spsv_alg_default, rocsparse_spsv_stage(stage), &size, a.y.memory);
    };
    expect("no analysis", spsv(NONE, 3), POINTER);
    expect("an analysis", spsv(NONE, 2), OK);
    expect("the transposed one's", spsv(rocsparse_operation_transpose, 2), OK);
    expect("a solve", spsv(NONE, 3), OK);
    const std::vector<float> solution = a.y.read();
    all = all && std::abs(solution[0] - 1 / 3.f) < 1e-6f && std::abs(solution[1] - 1 / 3.f) < 1e-6f;
    fill = rocsparse_fill_mode_lower;
    expect("another triangle", rocsparse_spmat_set_attribute(mat, rocsparse_spmat_fill_mode, &fill, sizeof fill), OK);
    expect("its analysis", spsv(NONE, 3), POINTER);
    for (const auto descr : {x, y, small}) ROC(rocsparse_destroy_dnvec_descr(descr));
    ROC(rocsparse_destroy_dnmat_descr(dense));
    ROC(rocsparse_destroy_spmat_descr(mat));
    section("descriptors");
}

int main() {
    const RocContext handle;
    arguments(handle);
    what_is_not_there(handle);
    contexts(handle);
    descriptors(handle);
    return failures != 0;
}
