/* Bare Vulkan: runs the compiled .comp files (first argument: their folder) and prints RESULT lines, see ../cases.h.
 *
 * Nothing of hipvk is in here: it is what hipvk is measured against. Memory is host-visible where the device has one
 * memory for both (CPU devices); otherwise it is filled and read through a staging buffer. Launches are recorded into one
 * command buffer until somebody waits: a submit, and a wait on a timeline semaphore. */
#include <vulkan/vulkan.h>

#include "../cases.h"

#define CHECK(code)                                                          \
  do {                                                                       \
    VkResult result = (code);                                                \
    if (result != VK_SUCCESS) {                                              \
      fprintf(stderr, "%s:%d: VkResult %d\n", __FILE__, __LINE__, result);   \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

typedef struct {
  VkBuffer buffer;
  VkDeviceMemory memory;
  uint64_t address;
  void *mapped;
} Buffer;

typedef struct {
  uint64_t a, b, c;
  uint32_t n, unused;
} Parameters;

typedef struct {
  VkPipeline pipeline;
  const Case *k;
  Parameters parameters;
  VkCommandBuffer commands;
} Run;

static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queue;
static VkCommandPool pool;
static VkPipelineLayout layout;
static VkSemaphore timeline;
static uint64_t reached;
static VkPhysicalDeviceMemoryProperties memories;
static const char *folder;

static void open_device(void) {
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
  VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkInstance instance;
  uint32_t count = 16, families = 16, family = 0;
  VkPhysicalDevice all[16];
  VkPhysicalDeviceProperties properties;
  VkQueueFamilyProperties family_properties[16];
  CHECK(vkCreateInstance(&instance_info, NULL, &instance));
  vkEnumeratePhysicalDevices(instance, &count, all);
  if (count == 0) exit(1);
  physical = all[0];
  for (uint32_t i = 0; i < count; i++) { /* a GPU if there is one, as hipvk chooses */
    vkGetPhysicalDeviceProperties(all[i], &properties);
    if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU) physical = all[i];
  }
  vkGetPhysicalDeviceProperties(physical, &properties);
  printf("DEVICE %s\n", properties.deviceName);
  vkGetPhysicalDeviceMemoryProperties(physical, &memories);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, family_properties);
  for (uint32_t i = 0; i < families; i++) /* a family for compute alone, where there is one: quicker submits */
    if (family_properties[i].queueFlags & VK_QUEUE_COMPUTE_BIT)
      if (!(family_properties[i].queueFlags & VK_QUEUE_GRAPHICS_BIT)) family = i;
  float priority = 1;
  VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = family, .queueCount = 1, .pQueuePriorities = &priority};
  VkPhysicalDeviceVulkan12Features features12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .bufferDeviceAddress = 1, .timelineSemaphore = 1};
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &features12, .features.shaderInt64 = 1};
  VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &features, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue_info};
  CHECK(vkCreateDevice(physical, &device_info, NULL, &device));
  vkGetDeviceQueue(device, family, 0, &queue);
  VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = family};
  CHECK(vkCreateCommandPool(device, &pool_info, NULL, &pool));
  VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(Parameters)};
  VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .pushConstantRangeCount = 1, .pPushConstantRanges = &range};
  CHECK(vkCreatePipelineLayout(device, &layout_info, NULL, &layout));
  VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
  VkSemaphoreCreateInfo semaphore_info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  CHECK(vkCreateSemaphore(device, &semaphore_info, NULL, &timeline));
}

static uint32_t memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted) {
  for (uint32_t i = 0; i < memories.memoryTypeCount; i++)
    if (allowed >> i & 1 && (memories.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
  fprintf(stderr, "no memory type with flags %x\n", wanted);
  exit(1);
}

static Buffer make_buffer(size_t bytes, VkMemoryPropertyFlags flags) {
  Buffer made = {0};
  VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = usage};
  CHECK(vkCreateBuffer(device, &info, NULL, &made.buffer));
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, made.buffer, &needs);
  VkMemoryAllocateFlagsInfo addressed = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
  VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &addressed, .allocationSize = needs.size, .memoryTypeIndex = memory_type(needs.memoryTypeBits, flags)};
  CHECK(vkAllocateMemory(device, &allocate, NULL, &made.memory));
  CHECK(vkBindBufferMemory(device, made.buffer, made.memory, 0));
  VkBufferDeviceAddressInfo at = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = made.buffer};
  made.address = vkGetBufferDeviceAddress(device, &at);
  if (memories.memoryTypes[allocate.memoryTypeIndex].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)
    CHECK(vkMapMemory(device, made.memory, 0, VK_WHOLE_SIZE, 0, &made.mapped));
  return made;
}

static void drop_buffer(Buffer buffer) {
  vkDestroyBuffer(device, buffer.buffer, NULL);
  vkFreeMemory(device, buffer.memory, NULL);
}

static VkCommandBuffer begin(void) {
  VkCommandBuffer commands;
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  VkCommandBufferBeginInfo usage = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT};
  CHECK(vkAllocateCommandBuffers(device, &info, &commands));
  CHECK(vkBeginCommandBuffer(commands, &usage));
  return commands;
}

static void submit(VkCommandBuffer commands) {
  reached++;
  VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, .signalSemaphoreValueCount = 1, .pSignalSemaphoreValues = &reached};
  VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values, .commandBufferCount = 1, .pCommandBuffers = &commands, .signalSemaphoreCount = 1, .pSignalSemaphores = &timeline};
  CHECK(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE));
}

static void await(void) {
  VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = &timeline, .pValues = &reached};
  CHECK(vkWaitSemaphores(device, &info, UINT64_MAX));
}

/* Copies between host memory and a buffer that may not be mapped. */
static void transfer(Buffer *buffer, void *host, size_t bytes, int to_device) {
  if (buffer->mapped) {
    memcpy(to_device ? buffer->mapped : host, to_device ? host : buffer->mapped, bytes);
    return;
  }
  Buffer staging = make_buffer(bytes, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  VkBufferCopy region = {0, 0, bytes};
  VkCommandBuffer commands = begin();
  if (to_device) memcpy(staging.mapped, host, bytes);
  vkCmdCopyBuffer(commands, to_device ? staging.buffer : buffer->buffer, to_device ? buffer->buffer : staging.buffer, 1, &region);
  CHECK(vkEndCommandBuffer(commands));
  submit(commands), await();
  if (!to_device) memcpy(host, staging.mapped, bytes);
  vkFreeCommandBuffers(device, pool, 1, &commands);
  drop_buffer(staging);
}

static VkPipeline make_pipeline(const char *kernel) {
  static uint32_t words[1 << 16];
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.spv", folder, kernel);
  FILE *file = fopen(path, "rb");
  size_t size = file ? fread(words, 1, sizeof words, file) : 0;
  if (size == 0) fprintf(stderr, "cannot read %s\n", path), exit(1);
  fclose(file);
  VkShaderModule module;
  VkPipeline pipeline;
  VkShaderModuleCreateInfo module_info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = words};
  CHECK(vkCreateShaderModule(device, &module_info, NULL, &module));
  VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout};
  info.stage = (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"};
  CHECK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
  vkDestroyShaderModule(device, module, NULL);
  return pipeline;
}

/* A command buffer for dispatches. */
static VkCommandBuffer begin_run(const Run *r) {
  VkCommandBuffer commands = begin();
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, r->pipeline);
  vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof r->parameters, &r->parameters);
  return commands;
}

/* A dispatch, after the one before it. */
static void dispatch(const Run *r, VkCommandBuffer commands) {
  VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT, .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
  vkCmdDispatch(commands, r->k->grid[0], r->k->grid[1], 1);
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static VkCommandBuffer record(const Run *r, int times) {
  VkCommandBuffer commands = begin_run(r);
  for (int i = 0; i < times; i++) dispatch(r, commands);
  CHECK(vkEndCommandBuffer(commands));
  return commands;
}

/* As a stream of hipvk does it: launches are recorded until somebody waits, and submitted in one batch. */
static void launch(void *run) {
  Run *r = run;
  if (!r->commands) r->commands = begin_run(r);
  dispatch(r, r->commands);
}
static void finish(void *run) {
  Run *r = run;
  CHECK(vkEndCommandBuffer(r->commands));
  submit(r->commands), await();
  vkFreeCommandBuffers(device, pool, 1, &r->commands);
  r->commands = NULL;
}

static int run(const Case *k) {
  float *data[3];
  Buffer buffers[3] = {0};
  const size_t words[3] = {k->a, k->b, k->c};
  for (int i = 0; i < 3; i++) data[i] = calloc(words[i] + 1, 4);
  k->init(k, data[0], data[1]);
  for (int i = 0; i < 3; i++) {
    if (!words[i]) continue;
    buffers[i] = make_buffer(words[i] * 4, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    transfer(&buffers[i], data[i], words[i] * 4, 1);
  }
  Run r = {make_pipeline(k->kernel), k, {buffers[0].address, buffers[1].address, buffers[2].address, k->n, 0}, NULL};
  launch(&r), finish(&r);
  for (int i = 1; i < 3; i++)
    if (words[i]) transfer(&buffers[i], data[i], words[i] * 4, 0);
  int ok = k->check(k, data[0], data[1], data[2]);
  bench_result(k, ok, bench_time(launch, finish, &r));
  vkDestroyPipeline(device, r.pipeline, NULL);
  for (int i = 0; i < 3; i++) drop_buffer(buffers[i]), free(data[i]);
  return ok;
}

/* An empty dispatch: submitted and waited for, and a thousand in one command buffer. */
static void latencies(void) {
  const Case nothing = {"nothing", "nothing", 0, 0, 0, 0, {1, 1}, {1, 1}, 0, 0, NULL, NULL};
  double times[500];
  Run r = {make_pipeline("nothing"), &nothing, {0}, NULL};
  r.commands = record(&r, 1);
  for (int i = 0; i < 100; i++) submit(r.commands), await();
  for (int i = 0; i < 500; i++) {
    double start = bench_seconds();
    submit(r.commands), await();
    times[i] = bench_seconds() - start;
  }
  qsort(times, 500, sizeof *times, bench_compare);
  bench_figure("launch_sync", "us", times[250] * 1e6);
  /* The same, asking for the semaphore's value over and over, as hipvk does: what the driver and the device take of its figure. */
  for (int i = 0; i < 500; i++) {
    double start = bench_seconds();
    uint64_t value = 0;
    VkCommandBuffer once = record(&r, 1);
    submit(once);
    while (value < reached) CHECK(vkGetSemaphoreCounterValue(device, timeline, &value));
    times[i] = bench_seconds() - start;
    vkFreeCommandBuffers(device, pool, 1, &once);
  }
  qsort(times, 500, sizeof *times, bench_compare);
  bench_figure("launch_sync_polled", "us", times[250] * 1e6);
  for (int round = 0; round < 9; round++) {
    double start = bench_seconds();
    VkCommandBuffer thousand = record(&r, 1000);
    submit(thousand), await();
    times[round] = bench_seconds() - start;
    vkFreeCommandBuffers(device, pool, 1, &thousand);
  }
  qsort(times, 9, sizeof *times, bench_compare);
  bench_figure("launch_1000_total", "us", times[4] * 1e3);
}

int main(int argc, char **argv) {
  Case cases[BENCH_CASES];
  int ok = 1;
  if (argc < 2) return 2;
  folder = argv[1];
  open_device();
  bench_cases(cases, bench_is_big(argc - 1, argv + 1));
  for (int i = 0; i < BENCH_CASES; i++)
    if (bench_wanted(cases[i].name, argc - 1, argv + 1)) ok &= run(&cases[i]);
  if (bench_wanted("launch", argc - 1, argv + 1)) latencies();
  return !ok;
}
