// Eigen's tensors on its GpuDevice, headers as they are: element-wise expressions, reductions of rows and of all, contraction, against the same
// expressions on the host. One RESULT line for each.
// hipcc: -std=c++17
#define EIGEN_USE_GPU
#define EIGEN_USE_HIP
#include <hip/hip_runtime.h>

#include <unsupported/Eigen/CXX11/Tensor>

#include <cmath>
#include <cstdio>

using Matrix = Eigen::Tensor<float, 2>;
using Row = Eigen::Tensor<float, 1>;
using Number = Eigen::Tensor<float, 0>;

static const int ROWS = 64, COLUMNS = 48;

// A tensor's place on the device.
template <class Tensor> using OnDevice = Eigen::TensorMap<Tensor>;

template <class Tensor> static Tensor read(const OnDevice<Tensor> &place) {
    Tensor host(place.dimensions());
    if (hipMemcpy(host.data(), place.data(), host.size() * sizeof(float), hipMemcpyDeviceToHost) != hipSuccess) host.setConstant(NAN);
    return host;
}

static float *memory(int count) {
    float *data = nullptr;
    return hipMalloc(&data, count * sizeof(float)) == hipSuccess ? data : nullptr;
}

// Sums of so many numbers may differ by that many roundings of the largest sum.
template <class Tensor> static bool report(const char *name, const Tensor &got, const Tensor &wanted, int roundings) {
    float worst = 0, largest = 0;
    for (int i = 0; i < wanted.size(); ++i) {
        const float error = std::fabs(got.data()[i] - wanted.data()[i]);
        if (!(error <= worst)) worst = error;  // not a number, too
        largest = std::fmax(largest, std::fabs(wanted.data()[i]));
    }
    const bool ok = worst <= roundings * 0x1p-24f * largest;
    std::printf("RESULT name=eigen_%s ok=%d error=%g\n", name, ok, worst);
    return ok;
}

int main() {
    Matrix a(ROWS, COLUMNS), b(ROWS, COLUMNS);
    for (int i = 0; i < a.size(); ++i) a.data()[i] = float(i * 37 % 101) / 101, b.data()[i] = float(i * 53 % 89) / 89;
    OnDevice<Matrix> device_a(memory(a.size()), ROWS, COLUMNS), device_b(memory(b.size()), ROWS, COLUMNS), device_c(memory(a.size()), ROWS, COLUMNS);
    OnDevice<Matrix> product(memory(ROWS * ROWS), ROWS, ROWS);
    OnDevice<Row> sums(memory(ROWS), ROWS);
    OnDevice<Number> sum(memory(1));
    bool ok = hipMemcpy(device_a.data(), a.data(), a.size() * sizeof(float), hipMemcpyHostToDevice) == hipSuccess;
    ok = ok && hipMemcpy(device_b.data(), b.data(), b.size() * sizeof(float), hipMemcpyHostToDevice) == hipSuccess;

    Eigen::GpuStreamDevice stream;
    Eigen::GpuDevice gpu(&stream);
    const Eigen::array<int, 1> along = {1};
    const Eigen::array<Eigen::IndexPair<int>, 1> columns = {Eigen::IndexPair<int>(1, 1)};
    device_c.device(gpu) = device_a * device_b + device_a.exp() + device_b.sqrt();
    sums.device(gpu) = device_a.sum(along);
    sum.device(gpu) = device_b.sum();
    product.device(gpu) = device_a.contract(device_b, columns);

    ok &= report("elementwise", read(device_c), Matrix(a * b + a.exp() + b.sqrt()), 8);
    ok &= report("row_sums", read(sums), Row(a.sum(along)), COLUMNS);
    ok &= report("sum", read(sum), Number(b.sum()), ROWS * COLUMNS);
    ok &= report("contraction", read(product), Matrix(a.contract(b, columns)), 2 * COLUMNS);
    return !ok;
}
