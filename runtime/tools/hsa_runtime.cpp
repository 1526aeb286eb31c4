// libhsa-runtime64: of ROCm's driver library, what describes devices (include/hsa): agent 0 is the CPU, the agents behind it HIP's devices in
// HIP's order, as ROCm documents it. Programs ask this one what HIP has no question for. Compiled by `./hipvk install` against the installed library.
#include <hip/hip_runtime_api.h>
#include <hsa/hsa_ext_amd.h>

#include <atomic>
#include <cstdio>
#include <cstring>

#define EXPORTED extern "C" __attribute__((visibility("default")))

// hsa_init and hsa_shut_down come in pairs.
static std::atomic<long> users{0};

static int devices() {
    int count = 0;
    return hipGetDeviceCount(&count) == hipSuccess ? count : 0;
}

// HSA's handles are opaque, and 0 is none.
static hsa_agent_t agent_of(int index) { return {static_cast<uint64_t>(index) + 1}; }

EXPORTED hsa_status_t hsa_init() {
    users++;
    return HSA_STATUS_SUCCESS;
}

EXPORTED hsa_status_t hsa_shut_down() {
    long before = users;
    while (before > 0) {
        if (users.compare_exchange_weak(before, before - 1)) return HSA_STATUS_SUCCESS;
    }
    return HSA_STATUS_ERROR_NOT_INITIALIZED;
}

EXPORTED hsa_status_t hsa_status_string(hsa_status_t status, const char **text) {
    if (text == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    switch (status) {
    case HSA_STATUS_SUCCESS: *text = "HSA_STATUS_SUCCESS: done"; break;
    case HSA_STATUS_INFO_BREAK: *text = "HSA_STATUS_INFO_BREAK: the callback ended the iteration"; break;
    case HSA_STATUS_ERROR: *text = "HSA_STATUS_ERROR: an error"; break;
    case HSA_STATUS_ERROR_INVALID_ARGUMENT: *text = "HSA_STATUS_ERROR_INVALID_ARGUMENT: an argument, or a question that hipvk does not answer"; break;
    case HSA_STATUS_ERROR_INVALID_AGENT: *text = "HSA_STATUS_ERROR_INVALID_AGENT: there is no such agent"; break;
    case HSA_STATUS_ERROR_OUT_OF_RESOURCES: *text = "HSA_STATUS_ERROR_OUT_OF_RESOURCES: not enough memory"; break;
    case HSA_STATUS_ERROR_NOT_INITIALIZED: *text = "HSA_STATUS_ERROR_NOT_INITIALIZED: hsa_init comes first"; break;
    case HSA_STATUS_ERROR_REFCOUNT_OVERFLOW: *text = "HSA_STATUS_ERROR_REFCOUNT_OVERFLOW: too many calls of hsa_init"; break;
    default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
    return HSA_STATUS_SUCCESS;
}

EXPORTED hsa_status_t hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t, void *), void *data) {
    if (users == 0) return HSA_STATUS_ERROR_NOT_INITIALIZED;
    if (callback == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    const int count = devices();
    for (int index = 0; index <= count; index++) {
        const hsa_status_t said = callback(agent_of(index), data);
        if (said != HSA_STATUS_SUCCESS) return said;
    }
    return HSA_STATUS_SUCCESS;
}

template <typename T> static hsa_status_t answer(void *value, T is) {
    std::memcpy(value, &is, sizeof is);
    return HSA_STATUS_SUCCESS;
}

// Names are 64 characters, filled with zeros.
static hsa_status_t name(void *value, const char *text, size_t length) {
    constexpr size_t SIZE = 64;
    std::memset(value, 0, SIZE);
    std::memcpy(value, text, length < SIZE - 1 ? length : SIZE - 1);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t name(void *value, const char *text) { return name(value, text, std::strlen(text)); }

static hsa_status_t of_cpu(uint32_t attribute, void *value) {
    switch (attribute) {
    case HSA_AGENT_INFO_NAME:
    case HSA_AGENT_INFO_VENDOR_NAME:
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME: return name(value, "CPU");
    case HSA_AGENT_INFO_FEATURE:
    case HSA_AGENT_INFO_WAVEFRONT_SIZE:
    case HSA_AGENT_INFO_NODE:
    case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID: return answer<uint32_t>(value, 0);
    case HSA_AGENT_INFO_DEVICE: return answer<uint32_t>(value, HSA_DEVICE_TYPE_CPU);
    default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

static hsa_status_t of_device(int device, uint32_t attribute, void *value) {
    hipDeviceProp_t of{};
    if (hipGetDeviceProperties(&of, device) != hipSuccess) return HSA_STATUS_ERROR_INVALID_AGENT;
    const auto number = [value](int is) { return answer(value, static_cast<uint32_t>(is)); };
    switch (attribute) {
    case HSA_AGENT_INFO_NAME: return name(value, of.gcnArchName, std::strcspn(of.gcnArchName, ":"));
    case HSA_AGENT_INFO_VENDOR_NAME: return name(value, "Vulkan");
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME: return name(value, of.name);
    case HSA_AGENT_INFO_FEATURE: return number(HSA_AGENT_FEATURE_KERNEL_DISPATCH);
    case HSA_AGENT_INFO_DEVICE: return number(HSA_DEVICE_TYPE_GPU);
    case HSA_AGENT_INFO_WAVEFRONT_SIZE: return number(of.warpSize);
    case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE: return number(of.maxThreadsPerBlock);
    case HSA_AGENT_INFO_WORKGROUP_MAX_DIM: {
        uint16_t size[3];
        for (int axis = 0; axis < 3; axis++) size[axis] = static_cast<uint16_t>(of.maxThreadsDim[axis]);
        std::memcpy(value, size, sizeof size);
        return HSA_STATUS_SUCCESS;
    }
    case HSA_AGENT_INFO_GRID_MAX_DIM: {
        uint32_t size[3];
        for (int axis = 0; axis < 3; axis++) size[axis] = static_cast<uint32_t>(of.maxGridSize[axis]);
        return answer(value, hsa_dim3_t{size[0], size[1], size[2]});
    }
    case HSA_AGENT_INFO_GRID_MAX_SIZE: return answer(value, UINT32_MAX);
    case HSA_AGENT_INFO_NODE:
    case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID: return number(device + 1);
    case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT: return number(of.multiProcessorCount);
    case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY: return number(of.clockRate / 1000);
    case HSA_AMD_AGENT_INFO_BDFID: return number((of.pciBusID << 8) | (of.pciDeviceID << 3));
    case HSA_AMD_AGENT_INFO_NUM_XCC: return number(1);
    default: return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    }
}

EXPORTED hsa_status_t hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t attribute, void *value) {
    if (users == 0) return HSA_STATUS_ERROR_NOT_INITIALIZED;
    if (value == nullptr) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    if (agent.handle == 0 || agent.handle > static_cast<uint64_t>(devices()) + 1) return HSA_STATUS_ERROR_INVALID_AGENT;
    const auto asked = static_cast<uint32_t>(attribute);
    return agent.handle == 1 ? of_cpu(asked, value) : of_device(static_cast<int>(agent.handle) - 2, asked, value);
}
