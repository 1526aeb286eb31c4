// A Vulkan layer that offers VK_KHR_external_semaphore_fd where the driver has none (lavapipe), for one process: what is "imported" stays the semaphore
// that it was, so streams of that process can signal it and wait for it as if another program had made it. tests/tests/interop.rs builds it.
#include <cstring>
#include <unistd.h>

#include "../vulkan_layer.h"

namespace {

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

constexpr uint32_t incomplete = 5;
constexpr Extension offered = {"VK_KHR_external_semaphore_fd", 1};
uint32_t (*next_extensions)(void *, const char *, uint32_t *, Extension *);

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

EXPORT Function offering_device_address(void *device, const char *name) {
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<Function>(offering_device_address);
    if (std::strcmp(name, "vkImportSemaphoreFdKHR") == 0) return reinterpret_cast<Function>(import);
    return device_address(device, name);
}

EXPORT Function offering_instance_address(void *instance, const char *name) {
    if (std::strcmp(name, "vkGetInstanceProcAddr") == 0) return reinterpret_cast<Function>(offering_instance_address);
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<Function>(offering_device_address);
    if (std::strcmp(name, "vkCreateInstance") == 0) return reinterpret_cast<Function>(next_instance);
    if (std::strcmp(name, "vkCreateDevice") == 0) return reinterpret_cast<Function>(next_device);
    if (instance && std::strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0) {
        next_extensions = reinterpret_cast<decltype(next_extensions)>(instance_address(instance, name));
        return reinterpret_cast<Function>(extensions);
    }
    return instance ? instance_address(instance, name) : nullptr;
}
