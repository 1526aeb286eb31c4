// failing.h: the layer that fails Vulkan's calls (layer.cpp), as walk.hip steers it, and what Vulkan says each function may return.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Layer {
    const char *(*name)(int);
    long (*set)(int, long, int, int);
    long (*calls)(int);
    long (*alive)(int, const char **);
};
static Layer layer;
static int functions = 0;

template <typename T>
static void find(void *library, const char *name, T *function) {
    *function = reinterpret_cast<T>(dlsym(library, name));
    if (*function == nullptr) std::fprintf(stderr, "the layer has no %s\n", name), std::exit(2);
}

static void open_layer() {
    const char *path = std::getenv("FAILING_LAYER");
    void *library = path ? dlopen(path, RTLD_NOW) : nullptr;
    if (!library) std::fprintf(stderr, "FAILING_LAYER names no layer\n"), std::exit(2);
    find(library, "failing_name", &layer.name);
    find(library, "failing_set", &layer.set);
    find(library, "failing_calls", &layer.calls);
    find(library, "failing_alive", &layer.alive);
    while (layer.name(functions)) ++functions;
}

static int function_named(const char *name) {
    for (int i = 0; i < functions; ++i)
        if (std::strcmp(layer.name(i), name) == 0) return i;
    std::fprintf(stderr, "no function %s\n", name), std::exit(2);
}

static std::vector<long> calls() {
    std::vector<long> all(functions);
    for (int i = 0; i < functions; ++i) all[i] = layer.calls(i);
    return all;
}

static std::vector<long> alive() {
    std::vector<long> all;
    const char *name = nullptr;
    for (int kind = 0;; ++kind) {
        const long count = layer.alive(kind, &name);
        if (count < 0) return all;
        all.push_back(count);
    }
}

// VkResult's values that the specification lists for a function, besides those of a lost device.
static constexpr int no_host_memory = -1, no_device_memory = -2, lost = -4;
static std::vector<int> results(const std::string &name) {
    std::vector<int> all = {no_host_memory, no_device_memory};
    if (name == "vkCreateBuffer") all.push_back(-1000257000);                                   // INVALID_OPAQUE_CAPTURE_ADDRESS
    if (name == "vkAllocateMemory") all.insert(all.end(), {-10, -1000072003, -1000257000});     // TOO_MANY_OBJECTS, INVALID_EXTERNAL_HANDLE
    if (name == "vkMapMemory" || name == "vkMapMemory2KHR") all.push_back(-5);                  // MEMORY_MAP_FAILED
    if (name == "vkCreateSampler") all.push_back(-10);
    if (name == "vkCreateDescriptorPool") all.push_back(-1000161000);                           // FRAGMENTATION
    if (name == "vkAllocateDescriptorSets") all.insert(all.end(), {-12, -1000069000});          // FRAGMENTED_POOL, OUT_OF_POOL_MEMORY
    if (name == "vkCreateDevice") all.insert(all.end(), {-3, -7, -8, -10, -1000174001});        // ... NOT_PERMITTED
    if (name == "vkCreateInstance") all.insert(all.end(), {-3, -9});                            // INITIALIZATION_FAILED, INCOMPATIBLE_DRIVER
    if (name == "vkEnumeratePhysicalDevices") all.push_back(-3);
    return all;
}
static const char *const may_lose[] = {"vkQueueSubmit2",    "vkWaitSemaphores",      "vkGetSemaphoreCounterValue", "vkQueueBindSparse",
                                       "vkWaitForFences",   "vkGetQueryPoolResults", "vkGetEventStatus"};
