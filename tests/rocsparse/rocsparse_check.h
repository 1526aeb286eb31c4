// rocsparse_check.h: what the programs of this folder share besides hipSPARSE's (tests/sparse/check.h): rocSPARSE's names and its objects.
#pragma once

#include <rocsparse/rocsparse.h>

#include "../sparse/check.h"

#define ROC(call)                                                                        \
    do {                                                                                 \
        if (const rocsparse_status status = (call); status != rocsparse_status_success)  \
            (printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, rocsparse_get_status_name(status)), exit(1)); \
    } while (false)

// Expands M(type, prefix of rocSPARSE's names) for two of the four types: a list makes all four functions.
#define SOME_TYPES(M) M(float, s) M(c64, z)

constexpr rocsparse_operation ROC_OPERATIONS[] = {rocsparse_operation_none, rocsparse_operation_transpose, rocsparse_operation_conjugate_transpose};

template <class T> constexpr rocsparse_datatype datatype() {
    constexpr bool is_complex = !std::is_floating_point_v<T>, is_double = sizeof(std::real(T())) == 8;
    return is_complex ? is_double ? rocsparse_datatype_f64_c : rocsparse_datatype_f32_c : is_double ? rocsparse_datatype_f64_r : rocsparse_datatype_f32_r;
}

struct RocContext {
    rocsparse_handle handle;
    RocContext() { ROC(rocsparse_create_handle(&handle)); }
    RocContext(const RocContext &) = delete;
    ~RocContext() { ROC(rocsparse_destroy_handle(handle)); }
    operator rocsparse_handle() const { return handle; }
};
struct RocDescr {
    rocsparse_mat_descr descr;
    explicit RocDescr(int base = 0) {
        ROC(rocsparse_create_mat_descr(&descr));
        ROC(rocsparse_set_mat_index_base(descr, rocsparse_index_base(base)));
    }
    RocDescr(const RocDescr &) = delete;
    ~RocDescr() { ROC(rocsparse_destroy_mat_descr(descr)); }
    operator rocsparse_mat_descr() const { return descr; }
};
struct RocInfo {
    rocsparse_mat_info info;
    RocInfo() { ROC(rocsparse_create_mat_info(&info)); }
    RocInfo(const RocInfo &) = delete;
    ~RocInfo() { ROC(rocsparse_destroy_mat_info(info)); }
    operator rocsparse_mat_info() const { return info; }
};

// A matrix by rows in device memory, its indices from `base`.
template <class T> struct OnDevice {
    int base;
    Device<int> offset, column;
    Device<T> value;
    OnDevice(const Matrix<T> &m, int base) : base(base), offset(offsets(m.row, m.rows, base)), column(based(m.column, base)), value(m.value) {}
};

template <class T> std::vector<c64> widened(const std::vector<T> &values) {
    std::vector<c64> made;
    for (const T &value : values) made.push_back(wide(value));
    return made;
}
// alpha a b + beta c, of a (m, k), b (k, n) and c (m, n), all by rows.
inline std::vector<c64> joined(c64 alpha, const std::vector<c64> &a, const std::vector<c64> &b, c64 beta, std::vector<c64> c, int m, int k, int n) {
    const std::vector<c64> ab = product(a, b, m, k, n);
    for (size_t i = 0; i < c.size(); i++) c[i] = alpha * ab[i] + beta * c[i];
    return c;
}
// The transposed of a (m, n).
template <class T> std::vector<T> turned(const std::vector<T> &a, int m, int n) {
    std::vector<T> made(a.size());
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) made[size_t(j) * m + i] = a[size_t(i) * n + j];
    return made;
}
