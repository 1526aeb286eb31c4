// HIP's half of backend.h.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#define CHECK(call) \
  do { \
    if (auto result = (call)) { \
      fprintf(stderr, "%s: %d\n", #call, int(result)); \
      exit(1); \
    } \
  } while (0)

// The device that plans are made for: shared memory and the grid's extents, as HIP has them or FFT_DEVICE says.
inline int* planned_device() {
  static int values[4];
  static const bool known = [] {
    const hipDeviceAttribute_t asked[] = {hipDeviceAttributeMaxSharedMemoryPerBlock, hipDeviceAttributeMaxGridDimX, hipDeviceAttributeMaxGridDimY,
                                          hipDeviceAttributeMaxGridDimZ};
    for (int i = 0; i < 4; i++) CHECK(hipDeviceGetAttribute(&values[i], asked[i], 0));
    if (const char* told = getenv("FFT_DEVICE")) sscanf(told, "%d,%d,%d,%d", &values[0], &values[1], &values[2], &values[3]);
    return true;
  }();
  (void)known;
  return values;
}

inline std::string device_for_plans() {
  std::string text;
  for (int i = 0; i < 4; i++) text += (i ? "," : "") + std::to_string(planned_device()[i]);
  return text;
}

inline hipError_t attribute_for_plans(int* value, hipDeviceAttribute_t which, int device) {
  switch (which) {
    case hipDeviceAttributeMaxSharedMemoryPerBlock: *value = planned_device()[0]; return hipSuccess;
    case hipDeviceAttributeMaxGridDimX: *value = planned_device()[1]; return hipSuccess;
    case hipDeviceAttributeMaxGridDimY: *value = planned_device()[2]; return hipSuccess;
    case hipDeviceAttributeMaxGridDimZ: *value = planned_device()[3]; return hipSuccess;
    default: return hipDeviceGetAttribute(value, which, device);
  }
}

#define hipDeviceGetAttribute attribute_for_plans
#include <vkFFT.h>
#undef hipDeviceGetAttribute

class Backend {
 public:
  Backend() {
    CHECK(hipDeviceGet(&device, 0));
    CHECK(hipStreamCreate(&stream));
  }

  std::string name() {
    hipDeviceProp_t properties;
    CHECK(hipGetDeviceProperties(&properties, 0));
    return std::string("HIP, ") + properties.name;
  }

  void configure(VkFFTConfiguration& wanted, uint64_t bytes, const std::string& like) {
    CHECK(hipMalloc(&buffer, bytes));
    wanted.device = &device;
    wanted.stream = &stream;
    wanted.num_streams = 1;
    wanted.buffer = &buffer;
    if (like.empty()) return;
    // What the Vulkan back end takes, where HIP's takes every device for AMD's: also Vulkan's workgroup memory, 32 KiB on lavapipe, where we have 64.
    if (like != "nvidia") planned_device()[0] = 32768;
    wanted.coalescedMemory = like == "nvidia" ? 32 : 64;
    wanted.registerBoost = like == "nvidia" ? 4 : 1;
    wanted.swapTo3Stage4Step = 40;
  }

  void free() { CHECK(hipFree(buffer)); }
  void write(const void* data, uint64_t bytes) { CHECK(hipMemcpy(buffer, data, bytes, hipMemcpyHostToDevice)); }
  void read(void* data, uint64_t bytes) { CHECK(hipMemcpy(data, buffer, bytes, hipMemcpyDeviceToHost)); }

  void transform(VkFFTApplication& application, int direction) {
    append(application, direction);
    CHECK(hipStreamSynchronize(stream));
  }

  void record(VkFFTApplication&, int) {}
  void run(VkFFTApplication& application, int pairs) {
    for (int i = 0; i < pairs; i++) {
      append(application, -1);
      append(application, 1);
    }
    CHECK(hipStreamSynchronize(stream));
  }

 private:
  void append(VkFFTApplication& application, int direction) {
    VkFFTLaunchParams parameters = {};
    parameters.buffer = &buffer;
    CHECK(VkFFTAppend(&application, direction, &parameters));
  }

  hipDevice_t device;
  hipStream_t stream;
  void* buffer = nullptr;
};
