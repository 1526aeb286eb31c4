// Devices by ROCm's driver interface, as MIGraphX asks for their chiplets: they are HIP's, in HIP's order, behind one CPU.
#include <hip/hip_runtime_api.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static bool failed = false;
#define CHECK(...) \
    do { \
        if (!(__VA_ARGS__)) { std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__); failed = true; } \
    } while (0)

static hsa_status_t keep(hsa_agent_t agent, void *data) {
    static_cast<std::vector<hsa_agent_t> *>(data)->push_back(agent);
    return HSA_STATUS_SUCCESS;
}

template <typename T> static T ask(hsa_agent_t agent, uint32_t what) {
    T is{};
    CHECK(hsa_agent_get_info(agent, static_cast<hsa_agent_info_t>(what), &is) == HSA_STATUS_SUCCESS);
    return is;
}

struct Name { char text[64]; };

int main() {
    std::vector<hsa_agent_t> agents;
    CHECK(hsa_iterate_agents(keep, &agents) == HSA_STATUS_ERROR_NOT_INITIALIZED && hsa_shut_down() == HSA_STATUS_ERROR_NOT_INITIALIZED);
    CHECK(hsa_init() == HSA_STATUS_SUCCESS && hsa_iterate_agents(keep, &agents) == HSA_STATUS_SUCCESS);
    int count = 0;
    CHECK(hipGetDeviceCount(&count) == hipSuccess && agents.size() == size_t(count) + 1);
    CHECK(ask<hsa_device_type_t>(agents[0], HSA_AGENT_INFO_DEVICE) == HSA_DEVICE_TYPE_CPU);
    for (int device = 0; device < count; device++) {
        hipDeviceProp_t of{};
        CHECK(hipGetDeviceProperties(&of, device) == hipSuccess);
        const hsa_agent_t agent = agents[size_t(device) + 1];
        CHECK(ask<hsa_device_type_t>(agent, HSA_AGENT_INFO_DEVICE) == HSA_DEVICE_TYPE_GPU);
        CHECK(std::string(of.gcnArchName).rfind(ask<Name>(agent, HSA_AGENT_INFO_NAME).text, 0) == 0);
        CHECK(std::strncmp(of.name, ask<Name>(agent, HSA_AMD_AGENT_INFO_PRODUCT_NAME).text, 63) == 0);
        CHECK(ask<uint32_t>(agent, HSA_AGENT_INFO_WAVEFRONT_SIZE) == uint32_t(of.warpSize));
        CHECK(ask<uint32_t>(agent, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT) == uint32_t(of.multiProcessorCount));
        CHECK(ask<uint32_t>(agent, HSA_AMD_AGENT_INFO_NUM_XCC) == 1);
        CHECK(ask<hsa_dim3_t>(agent, HSA_AGENT_INFO_GRID_MAX_DIM).y == uint32_t(of.maxGridSize[1]));
    }
    uint64_t none = 0;
    CHECK(hsa_agent_get_info({77}, HSA_AGENT_INFO_DEVICE, &none) == HSA_STATUS_ERROR_INVALID_AGENT);
    CHECK(hsa_agent_get_info(agents.back(), static_cast<hsa_agent_info_t>(0xBEEF), &none) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
    // The callback ends the iteration, and its word comes back.
    const auto first = [](hsa_agent_t, void *calls) { ++*static_cast<int *>(calls); return HSA_STATUS_INFO_BREAK; };
    int calls = 0;
    CHECK(hsa_iterate_agents(first, &calls) == HSA_STATUS_INFO_BREAK && calls == 1);
    const char *text = nullptr;
    CHECK(hsa_status_string(HSA_STATUS_ERROR_INVALID_AGENT, &text) == HSA_STATUS_SUCCESS && std::strstr(text, "INVALID_AGENT"));
    CHECK(hsa_shut_down() == HSA_STATUS_SUCCESS && hsa_shut_down() == HSA_STATUS_ERROR_NOT_INITIALIZED);
    std::printf("RESULT name=host ok=%d\n", !failed);
    return failed;
}
