// Kernels through both launch APIs, right and wrong: shapes, arguments, symbols, shared memory, threads. Built by our hipcc.
//
// The first argument is this program's device code as `hipcc --genco` writes it, for the module API.
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

#include "check.h"

#include <unistd.h>

#include <atomic>
#include <thread>

__device__ int device_variable = 7;
__constant__ float constant_table[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__managed__ int managed_variable = 21;

struct Pair {
  char tag;
  double value;
};

extern "C" __global__ void fill(int *out, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value + i;
}

extern "C" __global__ void mixed(char a, double b, short c, Pair pair, float *out) {
  out[0] = a;
  out[1] = static_cast<float>(b);
  out[2] = c;
  out[3] = pair.tag;
  out[4] = static_cast<float>(pair.value);
}

extern "C" __global__ void globals(float *out) {
  out[threadIdx.x] = constant_table[threadIdx.x] * device_variable;
  if (threadIdx.x == 0) {
    device_variable += 1;
    managed_variable += 1;
  }
}

extern "C" __global__ void shared_sum(const int *in, int *out) {
  extern __shared__ int part[];
  part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

extern "C" __global__ void slow(volatile int *place, int rounds) {
  for (int i = 0; i < rounds; ++i) *place = i;
}

extern "C" __global__ void __launch_bounds__(64) bounded(int *out) { out[threadIdx.x] = 1; }

extern "C" __global__ void indices(int *out) {
  dim3 g = gridDim, b = blockDim;
  int block = blockIdx.x + g.x * (blockIdx.y + g.y * blockIdx.z);
  int thread = threadIdx.x + b.x * (threadIdx.y + b.y * threadIdx.z);
  out[block * (b.x * b.y * b.z) + thread] = block * 10000 + thread;
}

static void shapes() {
  int *out = nullptr;
  const dim3 grid{3, 4, 2}, block{5, 3, 4};
  const int blocks = 24, threads = 60;
  OK(hipMalloc(reinterpret_cast<void **>(&out), blocks * threads * sizeof(int)));
  indices<<<grid, block>>>(out);
  OK(hipGetLastError());
  std::vector<int> back(blocks * threads);
  OK(hipMemcpy(back.data(), out, back.size() * sizeof(int), hipMemcpyDeviceToHost));
  bool right = true;
  for (int b = 0; b < blocks; ++b)
    for (int t = 0; t < threads; ++t) right &= back[b * threads + t] == b * 10000 + t;
  TRUE(right);
  OK(hipFree(out));
}

// A launch in its parts, and the same kernel as the one of a list.
static void launches_by_parts() {
  float *out = nullptr, back[5] = {};
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof back));
  char a = 1;
  double b = 2.5;
  short c = -3;
  Pair pair{4, 5.5};
  OK(hipConfigureCall(dim3(1), dim3(1), 0, nullptr));
  OK(hipSetupArgument(&out, sizeof out, 40));
  OK(hipSetupArgument(&a, sizeof a, 0));
  OK(hipSetupArgument(&b, sizeof b, 8));
  OK(hipSetupArgument(&c, sizeof c, 16));
  OK(hipSetupArgument(&pair, sizeof pair, 24));
  OK(hipLaunchByPtr(reinterpret_cast<const void *>(mixed)));
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 1 && back[1] == 2.5f && back[2] == -3 && back[3] == 4 && back[4] == 5.5f);
  hipStream_t stream;
  OK(hipStreamCreate(&stream));
  a = 2;
  void *args[] = {&a, &b, &c, &pair, &out};
  hipLaunchParams list[] = {{reinterpret_cast<void *>(mixed), dim3(1), dim3(1), args, 0, stream}};
  FAILS(hipExtLaunchMultiKernelMultiDevice(list, 0, 0), hipErrorInvalidValue);
  FAILS(hipExtLaunchMultiKernelMultiDevice(list, 1, 999), hipErrorInvalidValue);
  OK(hipExtLaunchMultiKernelMultiDevice(list, 1, 0));
  OK(hipStreamSynchronize(stream));
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 2);
  OK(hipStreamDestroy(stream));
  OK(hipFree(out));
}

static void wrong_launches() {
  int *out = nullptr, n = 1, value = 1;
  OK(hipMalloc(reinterpret_cast<void **>(&out), 4096));
  void *args[] = {&out, &n, &value};
  const void *kernel = reinterpret_cast<const void *>(fill);
  const dim3 one{1, 1, 1};
  hipDeviceProp_t p;
  OK(hipGetDeviceProperties(&p, 0));
  FAILS(hipLaunchKernel(kernel, dim3{0, 1, 1}, one, args, 0, nullptr), hipErrorInvalidConfiguration);
  FAILS(hipLaunchKernel(kernel, one, dim3{1, 0, 1}, args, 0, nullptr), hipErrorInvalidConfiguration);
  FAILS(hipLaunchKernel(kernel, one, dim3(p.maxThreadsPerBlock + 1), args, 0, nullptr), hipErrorInvalidConfiguration);
  FAILS(hipLaunchKernel(kernel, one, dim3{32, 32, 32}, args, 0, nullptr), hipErrorInvalidConfiguration);
  FAILS(hipLaunchKernel(kernel, dim3(1, 70000, 1), one, args, 0, nullptr), hipErrorInvalidConfiguration);
  FAILS(hipLaunchKernel(kernel, one, one, args, p.sharedMemPerBlockOptin + 1, nullptr), hipErrorInvalidValue);
  FAILS(hipLaunchKernel(kernel, one, one, nullptr, 0, nullptr), hipErrorInvalidValue);
  void *missing[] = {&out, nullptr, &value};
  FAILS(hipLaunchKernel(kernel, one, one, missing, 0, nullptr), hipErrorInvalidValue);
  hipStream_t gone;
  OK(hipStreamCreate(&gone));
  OK(hipStreamDestroy(gone));
  TRUE(hipLaunchKernel(kernel, one, one, args, 0, gone) != hipSuccess);
  bounded<<<1, 65>>>(out);
  TRUE(hipGetLastError() == hipErrorLaunchFailure);
  // Everything still works afterwards.
  OK(hipLaunchKernel(kernel, one, one, args, 0, nullptr));
  bounded<<<1, 64>>>(out);
  OK(hipGetLastError());
  OK(hipDeviceSynchronize());
  OK(hipFree(out));
}

// A kernel called like a function, through a pointer: what it is called with goes nowhere.
static void called_without_configuration() {
  int *out = nullptr, back = -1;
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof back));
  OK(hipMemset(out, 0, sizeof back));
  void (*volatile function)(int *, int, int) = fill;
  (void)hipGetLastError();
  function(out, 1, 5);
  TRUE(hipGetLastError() == hipErrorMissingConfiguration);
  OK(hipMemcpy(&back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back == 0);
  fill<<<1, 1>>>(out, 1, 5);
  OK(hipMemcpy(&back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back == 5);
  OK(hipFree(out));
}

// "Synchronize every synchronous memory operation initiated on this region."
static void synchronous_copies() {
  int *from = nullptr, *to = nullptr, last = -1;
  OK(hipMalloc(reinterpret_cast<void **>(&from), 4096));
  OK(hipMalloc(reinterpret_cast<void **>(&to), 4096));
  const unsigned on = 1, two = 2;
  bool is_on = true;
  OK(hipPointerGetAttribute(&is_on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, to));
  TRUE(!is_on);
  OK(hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, to));
  OK(hipPointerGetAttribute(&is_on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, to));
  TRUE(is_on);
  FAILS(hipPointerSetAttribute(&two, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, to), hipErrorInvalidValue);
  FAILS(hipPointerSetAttribute(nullptr, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, to), hipErrorInvalidValue);
  FAILS(hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, nullptr), hipErrorInvalidValue);
  FAILS(hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, to), hipErrorInvalidValue);
  FAILS(hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, &last), hipErrorInvalidDevicePointer);
  const int rounds = 20000000;
  slow<<<1, 1>>>(from, rounds);
  OK(hipMemcpy(to, from, 1024, hipMemcpyDeviceToDevice));
  OK(hipStreamQuery(nullptr));
  slow<<<1, 1>>>(from, rounds);
  OK(hipMemset(to + 512, 0, 1024));
  OK(hipStreamQuery(nullptr));
  OK(hipMemcpy(&last, to, sizeof last, hipMemcpyDeviceToHost));
  TRUE(last == rounds - 1);
  OK(hipFree(from));
  OK(hipFree(to));
}

// Every variable has its initial value again, and managed ones stay where they are; so have those of loaded modules.
static void reset(const char *path) {
  int value = 100, *out = nullptr;
  hipModule_t module;
  void *in_module = nullptr, *managed_in_module = nullptr;
  size_t size = 0;
  textureReference *reference = nullptr;
  hipArray_t array, bound;
  HIP_ARRAY_DESCRIPTOR desc = {4, 0, HIP_AD_FORMAT_FLOAT, 1};
  OK(hipModuleLoad(&module, path));
  OK(hipModuleGetGlobal(&in_module, &size, module, "device_variable"));
  OK(hipModuleGetGlobal(&managed_in_module, &size, module, "managed_variable"));
  OK(hipMemcpyHtoD(in_module, &value, sizeof value));
  OK(hipMemcpyHtoD(managed_in_module, &value, sizeof value));
  OK(hipArrayCreate(&array, &desc));
  OK(hipModuleGetTexRef(&reference, module, "image"));
  OK(hipTexRefSetArray(reference, array, HIP_TRSA_OVERRIDE_FORMAT));
  OK(hipMemcpyToSymbol(HIP_SYMBOL(device_variable), &value, sizeof value));
  managed_variable = 5;
  int *const managed = &managed_variable;
  OK(hipDeviceReset());
  TRUE(managed == &managed_variable && managed_variable == 21);
  OK(hipMemcpyDtoH(&value, in_module, sizeof value));
  TRUE(value == 7 && *static_cast<int *>(managed_in_module) == 21);
  FAILS(hipTexRefGetArray(&bound, reference), hipErrorInvalidTexture);
  OK(hipModuleUnload(module));
  OK(hipFreeArray(array));
  OK(hipMemcpyFromSymbol(&value, HIP_SYMBOL(device_variable), sizeof value));
  TRUE(value == 7);
  OK(hipMalloc(reinterpret_cast<void **>(&out), 64));
  globals<<<1, 4>>>(reinterpret_cast<float *>(out));
  OK(hipDeviceSynchronize());
  TRUE(managed_variable == 22);
  OK(hipMemcpyFromSymbol(&value, HIP_SYMBOL(device_variable), sizeof value));
  TRUE(value == 8);
  FAILS(hipFree(managed), hipErrorInvalidValue);
  OK(hipFree(out));
}

static void symbols() {
  float *out = nullptr, back[4] = {};
  int value = 0;
  void *address = nullptr;
  size_t size = 0;
  OK(hipMalloc(reinterpret_cast<void **>(&out), 4096));
  managed_variable = 100;
  globals<<<1, 4>>>(out);
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 7 && back[3] == 28);
  OK(hipDeviceSynchronize());
  TRUE(managed_variable == 101);
  OK(hipMemcpyFromSymbol(&value, HIP_SYMBOL(device_variable), sizeof value));
  TRUE(value == 8);
  value = 10;
  OK(hipMemcpyToSymbol(HIP_SYMBOL(device_variable), &value, sizeof value));
  const float table[2] = {5, 6};
  OK(hipMemcpyToSymbol(HIP_SYMBOL(constant_table), table, sizeof table, 2 * sizeof(float)));
  globals<<<1, 4>>>(out);
  OK(hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[0] == 10 && back[1] == 20 && back[2] == 50 && back[3] == 60);
  OK(hipGetSymbolAddress(&address, HIP_SYMBOL(constant_table)));
  OK(hipGetSymbolSize(&size, HIP_SYMBOL(constant_table)));
  TRUE(size == sizeof constant_table);
  OK(hipMemcpy(back, address, sizeof back, hipMemcpyDeviceToHost));
  TRUE(back[3] == 6);
  FAILS(hipMemcpyToSymbol(HIP_SYMBOL(device_variable), &value, 8), hipErrorInvalidValue);
  FAILS(hipMemcpyToSymbol(HIP_SYMBOL(device_variable), &value, 4, 0, hipMemcpyDeviceToHost),
        hipErrorInvalidMemcpyDirection);
  FAILS(hipFree(address), hipErrorInvalidValue);
  OK(hipFree(out));
}

static void shared_memory() {
  (void)hipGetLastError();
  int *in = nullptr, *out = nullptr;
  OK(hipMalloc(reinterpret_cast<void **>(&in), 1024 * sizeof(int)));
  OK(hipMalloc(reinterpret_cast<void **>(&out), 64 * sizeof(int)));
  fill<<<4, 256>>>(in, 1024, 1);
  for (int block : {64, 128, 256}) {
    shared_sum<<<1024 / block, block, block * sizeof(int)>>>(in, out);
    OK(hipGetLastError());
    std::vector<int> back(1024 / block);
    OK(hipMemcpy(back.data(), out, back.size() * sizeof(int), hipMemcpyDeviceToHost));
    int sum = 0;
    for (int part : back) sum += part;
    TRUE(sum == 1024 * 1025 / 2);
  }
  OK(hipFree(in));
  OK(hipFree(out));
}

#include "modules.h"

__global__ void turned(int *data) {
  __shared__ int kept[256];
  kept[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = kept[255 - threadIdx.x];
}

__global__ void allocates(int *out) {
  int *own = static_cast<int *>(malloc(sizeof(int)));
  *out = own != nullptr;
  free(own);
}

// A heap of as many bytes as there are numbers: as large as a heap can be, or none.
static void largest_heap() {
  int *out = nullptr, got = 0;
  size_t before = 0;
  OK(hipDeviceGetLimit(&before, hipLimitMallocHeapSize));
  OK(hipMalloc(reinterpret_cast<void **>(&out), sizeof(int)));
  (void)hipGetLastError(); // what was refused before: a launch that goes well leaves it
  for (size_t bytes : {~size_t{0}, ~size_t{0} - 1000}) {
    OK(hipDeviceSetLimit(hipLimitMallocHeapSize, bytes));
    allocates<<<1, 1>>>(out);
    const hipError_t launched = hipGetLastError();
    OK(hipMemcpy(&got, out, sizeof(int), hipMemcpyDeviceToHost));
    TRUE(launched == hipErrorOutOfMemory || (launched == hipSuccess && got == 1));
    if (launched == hipSuccess) break;
  }
  OK(hipFree(out));
  // The heap is made once.
  if (hipDeviceSetLimit(hipLimitMallocHeapSize, before) != hipSuccess) (void)hipGetLastError();
}

static void attributes() {
  hipFuncAttributes a;
  int blocks = 0, block = 0, grid = 0;
  OK(hipFuncGetAttributes(&a, reinterpret_cast<const void *>(bounded)));
  TRUE(a.maxThreadsPerBlock == 64);
  OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void *>(fill), 256, 0));
  TRUE(blocks > 0);
  // More shared memory than there is, also with what the kernel has.
  for (size_t shared : {size_t{1} << 40, ~size_t{0}}) {
    OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void *>(turned), 64, shared));
    TRUE(blocks == 0);
  }
  OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, reinterpret_cast<const void *>(fill), 0, 0));
  TRUE(grid > 0 && block > 0);
  // HIP documents no other error (CHIP-SPV/HIP's hipOccupancyMaxPotentialBlockSize); of the number of blocks, "hipErrorInvalidDeviceFunction".
  FAILS(hipOccupancyMaxPotentialBlockSize(&grid, &block, static_cast<const void *>(nullptr), 0, 0), hipErrorInvalidValue);
  FAILS(hipOccupancyMaxPotentialBlockSize(&grid, &block, static_cast<const void *>(&blocks), 0, 0), hipErrorInvalidValue);
  FAILS(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, static_cast<const void *>(nullptr), 256, 0),
        hipErrorInvalidDeviceFunction);
  OK(hipFuncSetAttribute(reinterpret_cast<const void *>(fill), hipFuncAttributeMaxDynamicSharedMemorySize, 1024));
  FAILS(hipFuncSetAttribute(reinterpret_cast<const void *>(fill), hipFuncAttributeMaxDynamicSharedMemorySize, 1 << 30),
        hipErrorInvalidValue);
}

// Eight threads launch on their own and on a shared stream at once.
static void threads() {
  hipStream_t shared;
  OK(hipStreamCreate(&shared));
  std::atomic<int> wrong{0};
  std::vector<std::thread> workers;
  for (int t = 0; t < 8; ++t)
    workers.emplace_back([&, t] {
      hipStream_t own;
      int *out = nullptr;
      std::vector<int> back(300);
      bool good = hipStreamCreate(&own) == hipSuccess && hipMalloc(reinterpret_cast<void **>(&out), 1200) == hipSuccess;
      for (int i = 0; good && i < 20; ++i) {
        hipStream_t stream = i % 2 == 0 ? shared : own;
        fill<<<3, 100 + t, 0, stream>>>(out, 300, t * 1000 + i);
        good = hipGetLastError() == hipSuccess &&
               hipMemcpyAsync(back.data(), out, 1200, hipMemcpyDeviceToHost, stream) == hipSuccess &&
               hipStreamSynchronize(stream) == hipSuccess;
        for (int k = 0; good && k < 300; ++k) good = back[k] == t * 1000 + i + k;
      }
      if (!good || hipFree(out) != hipSuccess || hipStreamDestroy(own) != hipSuccess) ++wrong;
    });
  for (auto &worker : workers) worker.join();
  TRUE(wrong == 0);
  OK(hipStreamDestroy(shared));
}

int main(int, char **argv) {
  shapes();
  launches_by_parts();
  wrong_launches();
  symbols();
  shared_memory();
  modules(argv[1]);
  libraries(argv[1]);
  managed_of_library(argv[1]);
  attributes();
  threads();
  called_without_configuration();
  synchronous_copies();
  reset(argv[1]);
  largest_heap();
  return report();
}
