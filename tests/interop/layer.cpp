// A Vulkan layer that offers VK_KHR_external_semaphore_fd where the driver has none (lavapipe), for one process: what is "imported" stays the semaphore
// that it was, so streams of that process can signal it and wait for it as if another program had made it. tests/tests/interop.rs builds it.
// It needs no Vulkan headers: the loader's interface to layers ("Layer Interface to the Loader") is the structures below.
#include <cstdint>
#include <cstring>
#include <unistd.h>

using Function = void (*)();
using GetAddress = Function (*)(void *, const char *);

namespace {

struct LayerLink {
    LayerLink *next;
    GetAddress instance_address;
    GetAddress device_address;
};

// VkLayerInstanceCreateInfo and VkLayerDeviceCreateInfo.
struct LayerInfo {
    uint32_t type;
    const LayerInfo *next;
    uint32_t function;
    LayerLink *link;
};

struct CreateInfo {
    uint32_t type;
    const LayerInfo *next;
};

// VkExtensionProperties.
struct Extension {
    char name[256];
    uint32_t version;
};

// VkImportSemaphoreFdInfoKHR.
struct Import {
    uint32_t type;
    const void *next;
    uint64_t semaphore;
    uint32_t flags, kind;
    int descriptor;
};

constexpr uint32_t instance_link = 47, device_link = 48, incomplete = 5, initialization_failed = static_cast<uint32_t>(-3);
constexpr Extension offered = {"VK_KHR_external_semaphore_fd", 1};
GetAddress instance_address, device_address;
uint32_t (*next_extensions)(void *, const char *, uint32_t *, Extension *);

LayerLink *take_link(const CreateInfo *info, uint32_t type) {
    for (const LayerInfo *it = info->next; it; it = it->next)
        if (it->type == type && it->function == 0) {
            LayerLink *link = it->link;
            const_cast<LayerInfo *>(it)->link = link->next;
            return link;
        }
    return nullptr;
}

uint32_t create_instance(const CreateInfo *info, const void *allocator, void **instance) {
    LayerLink *link = take_link(info, instance_link);
    if (!link) return initialization_failed;
    instance_address = link->instance_address;
    const auto create = reinterpret_cast<uint32_t (*)(const CreateInfo *, const void *, void **)>(instance_address(nullptr, "vkCreateInstance"));
    return create(info, allocator, instance);
}

uint32_t create_device(void *physical, const CreateInfo *info, const void *allocator, void **device) {
    LayerLink *link = take_link(info, device_link);
    if (!link) return initialization_failed;
    device_address = link->device_address;
    const auto create =
        reinterpret_cast<uint32_t (*)(void *, const CreateInfo *, const void *, void **)>(link->instance_address(nullptr, "vkCreateDevice"));
    return create(physical, info, allocator, device);
}

// The driver's, and ours behind them.
uint32_t extensions(void *physical, const char *layer, uint32_t *count, Extension *list) {
    const uint32_t room = *count;
    const uint32_t result = next_extensions(physical, layer, count, list);
    if (result != 0 || layer != nullptr) return result;
    if (list != nullptr) {
        if (*count == room) return incomplete;
        list[*count] = offered;
    }
    *count += 1;
    return 0;
}

// A descriptor is the driver's once it is imported.
uint32_t import(void *, const Import *info) {
    close(info->descriptor);
    return 0;
}

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT Function offering_device_address(void *device, const char *name) {
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<Function>(offering_device_address);
    if (std::strcmp(name, "vkImportSemaphoreFdKHR") == 0) return reinterpret_cast<Function>(import);
    return device_address(device, name);
}

EXPORT Function offering_instance_address(void *instance, const char *name) {
    if (std::strcmp(name, "vkGetInstanceProcAddr") == 0) return reinterpret_cast<Function>(offering_instance_address);
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<Function>(offering_device_address);
    if (std::strcmp(name, "vkCreateInstance") == 0) return reinterpret_cast<Function>(create_instance);
    if (std::strcmp(name, "vkCreateDevice") == 0) return reinterpret_cast<Function>(create_device);
    if (instance && std::strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0) {
        next_extensions = reinterpret_cast<decltype(next_extensions)>(instance_address(instance, name));
        return reinterpret_cast<Function>(extensions);
    }
    return instance ? instance_address(instance, name) : nullptr;
}
