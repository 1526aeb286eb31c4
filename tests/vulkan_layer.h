// vulkan_layer.h: what a Vulkan layer of ours is made of: the loader's interface to layers ("Layer Interface to the Loader") without Vulkan's headers,
// and how an instance and a device are made through whatever lies behind.
//
// Included by failures/layer.cpp and interop/layer.cpp, which say what is in front; tests/src/vulkan_layer.rs builds them.
#pragma once

#include <cstdint>

using Function = void (*)();
using GetAddress = Function (*)(void *, const char *);

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

struct LayerLink {
    LayerLink *next;
    GetAddress instance_address;
    GetAddress device_address;  // of an instance's link: the physical devices', which nobody needs
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

constexpr uint32_t instance_link = 47, device_link = 48, initialization_failed = static_cast<uint32_t>(-3);

// The next one's functions. All devices have one driver, so one address does for all.
GetAddress instance_address, device_address;

// The link that the loader left for us in a chain; the next layer finds its own behind.
LayerLink *take_link(const CreateInfo *info, uint32_t type) {
    for (const LayerInfo *it = info->next; it; it = it->next)
        if (it->type == type && it->function == 0) {
            LayerLink *link = it->link;
            const_cast<LayerInfo *>(it)->link = link->next;
            return link;
        }
    return nullptr;
}

// vkCreateInstance of what lies behind.
uint32_t next_instance(const CreateInfo *info, const void *allocator, void **instance) {
    LayerLink *link = take_link(info, instance_link);
    if (!link) return initialization_failed;
    instance_address = link->instance_address;
    const auto create = reinterpret_cast<uint32_t (*)(const CreateInfo *, const void *, void **)>(instance_address(nullptr, "vkCreateInstance"));
    return create(info, allocator, instance);
}

// vkCreateDevice of what lies behind.
uint32_t next_device(void *physical, const CreateInfo *info, const void *allocator, void **device) {
    LayerLink *link = take_link(info, device_link);
    if (!link) return initialization_failed;
    device_address = link->device_address;
    const auto create =
        reinterpret_cast<uint32_t (*)(void *, const CreateInfo *, const void *, void **)>(link->instance_address(nullptr, "vkCreateDevice"));
    return create(physical, info, allocator, device);
}

}  // namespace
