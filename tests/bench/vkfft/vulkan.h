// Vulkan's half of backend.h: the first device, one queue, one buffer in device memory, commands recorded before they are timed.
#include <vkFFT.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CHECK(call) \
  do { \
    if (auto result = (call)) { \
      fprintf(stderr, "%s: %d\n", #call, int(result)); \
      exit(1); \
    } \
  } while (0)

inline std::string device_for_plans() { return "any"; }

class Backend {
 public:
  Backend() {
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo instance_info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    instance_info.pApplicationInfo = &application;
    CHECK(vkCreateInstance(&instance_info, nullptr, &instance));
    uint32_t count = 0;
    CHECK(vkEnumeratePhysicalDevices(instance, &count, nullptr));
    std::vector<VkPhysicalDevice> found(count);
    CHECK(vkEnumeratePhysicalDevices(instance, &count, found.data()));
    if (found.empty()) exit(1);
    // A GPU before a CPU, as HIP's device 0 is.
    physical = found[0];
    for (auto candidate : found) {
      vkGetPhysicalDeviceProperties(candidate, &properties);
      if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU) physical = candidate;
    }
    vkGetPhysicalDeviceProperties(physical, &properties);
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    const float priority = 1;
    VkDeviceQueueCreateInfo queue_info = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue_info.queueCount = 1;
    queue_info.pQueuePriorities = &priority;
    VkPhysicalDeviceFeatures features = {};
    features.shaderFloat64 = VK_TRUE;
    features.shaderInt64 = VK_TRUE;
    VkDeviceCreateInfo device_info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    device_info.queueCreateInfoCount = 1;
    device_info.pQueueCreateInfos = &queue_info;
    device_info.pEnabledFeatures = &features;
    CHECK(vkCreateDevice(physical, &device_info, nullptr, &device));
    vkGetDeviceQueue(device, 0, 0, &queue);
    VkCommandPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    CHECK(vkCreateCommandPool(device, &pool_info, nullptr, &pool));
    VkFenceCreateInfo fence_info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    CHECK(vkCreateFence(device, &fence_info, nullptr, &fence));
    VkCommandBufferAllocateInfo commands_info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands_info.commandPool = pool;
    commands_info.commandBufferCount = 1;
    CHECK(vkAllocateCommandBuffers(device, &commands_info, &commands));
  }

  std::string name() { return std::string("Vulkan, ") + properties.deviceName; }

  void configure(VkFFTConfiguration& wanted, uint64_t bytes, const std::string&) {
    make(buffer, buffer_memory, bytes, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    make(staging, staging_memory, bytes, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    wanted.physicalDevice = &physical;
    wanted.device = &device;
    wanted.queue = &queue;
    wanted.commandPool = &pool;
    wanted.fence = &fence;
    wanted.buffer = &buffer;
  }

  void free() {
    vkDestroyBuffer(device, buffer, nullptr);
    vkFreeMemory(device, buffer_memory, nullptr);
    vkDestroyBuffer(device, staging, nullptr);
    vkFreeMemory(device, staging_memory, nullptr);
  }

  void write(const void* data, uint64_t bytes) {
    void* mapped;
    CHECK(vkMapMemory(device, staging_memory, 0, bytes, 0, &mapped));
    memcpy(mapped, data, bytes);
    vkUnmapMemory(device, staging_memory);
    copy(staging, buffer, bytes);
  }

  void read(void* data, uint64_t bytes) {
    copy(buffer, staging, bytes);
    void* mapped;
    CHECK(vkMapMemory(device, staging_memory, 0, bytes, 0, &mapped));
    memcpy(data, mapped, bytes);
    vkUnmapMemory(device, staging_memory);
  }

  void transform(VkFFTApplication& application, int direction) {
    begin();
    append(application, direction);
    end();
    submit();
  }

  void record(VkFFTApplication& application, int pairs) {
    begin();
    for (int i = 0; i < pairs; i++) {
      append(application, -1);
      append(application, 1);
    }
    end();
  }

  void run(VkFFTApplication&, int) { submit(); }

 private:
  void make(VkBuffer& made, VkDeviceMemory& its, uint64_t bytes, VkMemoryPropertyFlags flags) {
    VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    CHECK(vkCreateBuffer(device, &info, nullptr, &made));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, made, &needs);
    VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = needs.size;
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++) {
      if ((needs.memoryTypeBits >> i & 1) && (memory.memoryTypes[i].propertyFlags & flags) == flags) {
        allocation.memoryTypeIndex = i;
        break;
      }
    }
    CHECK(vkAllocateMemory(device, &allocation, nullptr, &its));
    CHECK(vkBindBufferMemory(device, made, its, 0));
  }

  void begin() {
    VkCommandBufferBeginInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    CHECK(vkBeginCommandBuffer(commands, &info));
  }
  void end() { CHECK(vkEndCommandBuffer(commands)); }

  void append(VkFFTApplication& application, int direction) {
    VkFFTLaunchParams parameters = {};
    parameters.buffer = &buffer;
    parameters.commandBuffer = &commands;
    CHECK(VkFFTAppend(&application, direction, &parameters));
  }

  void copy(VkBuffer from, VkBuffer to, uint64_t bytes) {
    begin();
    const VkBufferCopy region = {0, 0, bytes};
    vkCmdCopyBuffer(commands, from, to, 1, &region);
    end();
    submit();
  }

  void submit() {
    VkSubmitInfo info = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    CHECK(vkQueueSubmit(queue, 1, &info, fence));
    CHECK(vkWaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX));
    CHECK(vkResetFences(device, 1, &fence));
  }

  VkInstance instance;
  VkPhysicalDevice physical;
  VkPhysicalDeviceProperties properties;
  VkPhysicalDeviceMemoryProperties memory;
  VkDevice device;
  VkQueue queue;
  VkCommandPool pool;
  VkFence fence;
  VkCommandBuffer commands;
  VkBuffer buffer = VK_NULL_HANDLE, staging = VK_NULL_HANDLE;
  VkDeviceMemory buffer_memory = VK_NULL_HANDLE, staging_memory = VK_NULL_HANDLE;
};
