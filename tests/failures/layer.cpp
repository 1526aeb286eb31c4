// A Vulkan layer that fails calls: any function that returns a VkResult, the nth call of it from now on, once or for ever, with any result.
// It counts those calls, and the objects that are alive. tests/failures/walk.hip steers it (`fail`, `calls`, `alive`, found by dlsym);
// tests/tests/failures.rs builds it and its manifest. It needs no Vulkan headers: a call is words that are passed on.
#include <atomic>
#include <cstring>
#include <mutex>

#include "../vulkan_layer.h"

using word = uint64_t;
// Never more than eight words; who takes fewer does not look at the others.
using Call = word (*)(word, word, word, word, word, word, word, word);

namespace {

struct Failed {
    const char *name;
    Call next;
    std::atomic<long> calls;
    // It fails when this many more calls have been made; negative: never.
    std::atomic<long> left;
    std::atomic<bool> for_ever;
    std::atomic<int> result;
    std::atomic<long> failures;
};

#define NAMES(X)                                                                                                                         \
    X(0, vkEnumeratePhysicalDevices) X(1, vkCreateBuffer) X(2, vkAllocateMemory) X(3, vkBindBufferMemory) X(4, vkMapMemory)              \
    X(5, vkCreateCommandPool) X(6, vkAllocateCommandBuffers) X(7, vkBeginCommandBuffer) X(8, vkEndCommandBuffer)                         \
    X(9, vkResetCommandPool) X(10, vkQueueSubmit2) X(11, vkWaitSemaphores) X(12, vkGetSemaphoreCounterValue) X(13, vkSignalSemaphore)    \
    X(14, vkCreateSemaphore) X(15, vkCreateFence) X(16, vkWaitForFences) X(17, vkQueueBindSparse) X(18, vkCreateEvent)                   \
    X(19, vkResetEvent) X(20, vkGetEventStatus) X(21, vkCreateQueryPool) X(22, vkGetQueryPoolResults) X(23, vkCreateShaderModule)        \
    X(24, vkCreatePipelineCache) X(25, vkGetPipelineCacheData) X(26, vkCreateComputePipelines) X(27, vkCreatePipelineLayout)             \
    X(28, vkCreateDescriptorSetLayout) X(29, vkCreateDescriptorPool) X(30, vkAllocateDescriptorSets) X(31, vkCreateSampler)              \
    X(32, vkCreateImage) X(33, vkCreateImageView) X(34, vkBindImageMemory) X(35, vkDeviceWaitIdle)                                       \
    X(36, vkGetMemoryHostPointerPropertiesEXT) X(37, vkMapMemory2KHR) X(38, vkImportSemaphoreFdKHR) X(39, vkGetMemoryFdPropertiesKHR)    \
    X(40, vkSetEvent) X(41, vkQueueWaitIdle) X(42, vkQueueSubmit) X(43, vkBindBufferMemory2) X(44, vkBindImageMemory2)                   \
    X(45, vkFlushMappedMemoryRanges) X(46, vkInvalidateMappedMemoryRanges) X(47, vkGetFenceStatus) X(48, vkResetFences)                  \
    X(49, vkResetCommandBuffer) X(50, vkResetDescriptorPool) X(51, vkCreateBufferView) X(52, vkMergePipelineCaches)                      \
    X(53, vkGetCalibratedTimestampsKHR) X(54, vkGetPhysicalDeviceImageFormatProperties2) X(55, vkEnumerateDeviceExtensionProperties)      \
    X(56, vkCreateInstance) X(57, vkCreateDevice)

#define ROW(index, name) {#name, nullptr, {0}, {-1}, {false}, {0}, {0}},
Failed table[] = {NAMES(ROW)};
constexpr int many = sizeof(table) / sizeof(*table);

// Objects alive, by what makes and destroys them.
struct Kind {
    const char *make, *end;
    Call next;
    std::atomic<long> alive;
};

#define KINDS(X)                                                                                                                         \
    X(0, vkCreateBuffer, vkDestroyBuffer) X(1, vkAllocateMemory, vkFreeMemory) X(2, vkCreateCommandPool, vkDestroyCommandPool)           \
    X(3, vkCreateSemaphore, vkDestroySemaphore) X(4, vkCreateFence, vkDestroyFence) X(5, vkCreateEvent, vkDestroyEvent)                  \
    X(6, vkCreateQueryPool, vkDestroyQueryPool) X(7, vkCreateShaderModule, vkDestroyShaderModule)                                        \
    X(8, vkCreateComputePipelines, vkDestroyPipeline) X(9, vkCreateImage, vkDestroyImage) X(10, vkCreateImageView, vkDestroyImageView)   \
    X(11, vkCreateSampler, vkDestroySampler) X(12, vkCreateDescriptorPool, vkDestroyDescriptorPool)                                      \
    X(13, vkCreateDescriptorSetLayout, vkDestroyDescriptorSetLayout) X(14, vkCreatePipelineLayout, vkDestroyPipelineLayout)

#define KIND(index, make, end) {#make, #end, nullptr, {0}},
Kind kinds[] = {KINDS(KIND)};

void count(const char *made) {
    for (Kind &kind : kinds)
        if (std::strcmp(kind.make, made) == 0) kind.alive += 1;
}

// Counts a call, and says whether it is to fail.
bool fails(Failed &row) {
    row.calls += 1;
    long left = row.left;
    while (left >= 0 && !row.left.compare_exchange_weak(left, row.for_ever && left == 0 ? 0 : left - 1)) {}
    if (left != 0) return false;
    row.failures += 1;
    return true;
}

word result_of(const Failed &row) { return static_cast<uint32_t>(row.result.load()); }

constexpr int device_lost = -4;
constexpr word lost_result = static_cast<uint32_t>(device_lost);
Failed &idle_row = table[35];
constexpr int queue_idle = 41;
// A device that is lost runs nothing any more: what is submitted behind that is refused, what was before is waited for.
std::mutex submitting;
bool is_lost;

void lose(word device) {
    {
        const std::lock_guard<std::mutex> lock(submitting);
        is_lost = true;
    }
    idle_row.next(device, 0, 0, 0, 0, 0, 0, 0);
}

// A call that may be made to fail. It writes nothing then, which Vulkan has its caller not look at.
template <int index>
word attempted(word a, word b, word c, word d, word e, word f, word g, word h) {
    Failed &row = table[index];
    const bool is_queues = std::strncmp(row.name, "vkQueue", 7) == 0;
    if (fails(row)) {
        // The first word is the device, but where it is a queue, which then gets nothing.
        if (row.result == device_lost && !is_queues) lose(a);
        return result_of(row);
    }
    std::unique_lock<std::mutex> lock;
    if (is_queues && index != queue_idle) {
        lock = std::unique_lock<std::mutex>(submitting);
        if (is_lost) return lost_result;
    }
    const word result = row.next(a, b, c, d, e, f, g, h);
    if (static_cast<uint32_t>(result) == 0) count(row.name);
    return result;
}

// A call that ends an object, its second word.
template <int index>
word ended(word a, word b, word c, word d, word e, word f, word g, word h) {
    if (b != 0) kinds[index].alive -= 1;
    return kinds[index].next(a, b, c, d, e, f, g, h);
}

#define ATTEMPT(index, name) attempted<index>,
constexpr Call attempts[] = {NAMES(ATTEMPT)};
#define END(index, make, end) ended<index>,
constexpr Call ends[] = {KINDS(END)};

// Ours for a name, in front of the driver's.
Function in_front(const char *name, Function next) {
    if (next == nullptr) return nullptr;
    for (int i = 0; i < many; ++i)
        if (std::strcmp(table[i].name, name) == 0) {
            table[i].next = reinterpret_cast<Call>(next);
            return reinterpret_cast<Function>(attempts[i]);
        }
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); ++i)
        if (std::strcmp(kinds[i].end, name) == 0) {
            kinds[i].next = reinterpret_cast<Call>(next);
            return reinterpret_cast<Function>(ends[i]);
        }
    return next;
}

Failed &instance_row = table[56], &device_row = table[57];

word create_instance(const CreateInfo *info, const void *allocator, void **instance) {
    return fails(instance_row) ? result_of(instance_row) : next_instance(info, allocator, instance);
}

word create_device(void *physical, const CreateInfo *info, const void *allocator, void **device) {
    return fails(device_row) ? result_of(device_row) : next_device(physical, info, allocator, device);
}

}  // namespace

EXPORT Function failing_device_address(void *device, const char *name) {
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<Function>(failing_device_address);
    return in_front(name, device_address(device, name));
}

EXPORT Function failing_instance_address(void *instance, const char *name) {
    if (std::strcmp(name, "vkGetInstanceProcAddr") == 0) return reinterpret_cast<Function>(failing_instance_address);
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<Function>(failing_device_address);
    if (std::strcmp(name, "vkCreateInstance") == 0) return reinterpret_cast<Function>(create_instance);
    if (std::strcmp(name, "vkCreateDevice") == 0) return reinterpret_cast<Function>(create_device);
    return instance ? in_front(name, instance_address(instance, name)) : nullptr;
}

// The name of a function that can be made to fail; null behind the last.
EXPORT const char *failing_name(int index) { return index < many ? table[index].name : nullptr; }

// Fails the call of it that comes behind `skip` others, and all behind that if `for_ever`. Returns how often it failed since the last time;
// a negative `skip` ends it.
EXPORT long failing_set(int index, long skip, int result, int for_ever) {
    Failed &row = table[index];
    row.left = -1;
    row.result = result;
    row.for_ever = for_ever != 0;
    const long failures = row.failures.exchange(0);
    row.left = skip;
    return failures;
}

// How often it was called.
EXPORT long failing_calls(int index) { return table[index].calls; }

// How many objects are alive, and of which kind.
EXPORT long failing_alive(int kind, const char **name) {
    if (kind >= int(sizeof(kinds) / sizeof(*kinds))) return -1;
    *name = kinds[kind].make;
    return kinds[kind].alive;
}
