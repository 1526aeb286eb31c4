// libamdhip64.so.6: what programs built for ROCm 6 load. All functions are libamdhip64.so.7's but those whose structures HIP 7 changed; these
// take HIP 6's (tests/tests/rocm_abi.rs knows which those are). A file of its own, since one library cannot tell by which name it was loaded. Compiled by `./hipvk install`, with the
// symbol versions of runtime/versions.map.
#include <hip/hip_runtime_api.h>

#include <dlfcn.h>

#include <cstring>

namespace {

// HIP 6's HIP_MEMSET_NODE_PARAMS.
struct OldMemsetParams {
    void *dst;
    size_t pitch;
    unsigned int value;
    unsigned int elementSize;
    size_t width;
    size_t height;
};

// HIP 6's hipLaunchAttributeValue: half as long as HIP 7's, which begins with it.
struct OldAttributeValue {
    size_t words[4];
};
static_assert(sizeof(OldAttributeValue) < sizeof(hipLaunchAttributeValue), "the new one holds it");

hipMemsetParams converted(const OldMemsetParams &old) {
    hipMemsetParams params{};
    params.dst = old.dst;
    params.elementSize = old.elementSize;
    params.height = old.height;
    params.pitch = old.pitch;
    params.value = old.value;
    params.width = old.width;
    return params;
}

// libamdhip64.so.7's function of the same name, which comes behind this library's.
template <typename Function> Function *next(const char *name) { return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name)); }

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

// What these functions are exported as: the header declares HIP 7's by these names.
#define ADD "hipDrvGraphAddMemsetNode"
#define SET "hipDrvGraphExecMemsetNodeSetParams"
#define GET_ATTRIBUTE "hipGraphKernelNodeGetAttribute"
#define SET_ATTRIBUTE "hipGraphKernelNodeSetAttribute"
#define ADDRESS "hipGetProcAddress"

EXPORT hipError_t hip6_add(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after, size_t count, const OldMemsetParams *old,
                           hipCtx_t context) __asm__(ADD);
EXPORT hipError_t hip6_set(hipGraphExec_t exec, hipGraphNode_t node, const OldMemsetParams *old, hipCtx_t context) __asm__(SET);
EXPORT hipError_t hip6_get_attribute(hipGraphNode_t node, hipLaunchAttributeID id, OldAttributeValue *old) __asm__(GET_ATTRIBUTE);
EXPORT hipError_t hip6_set_attribute(hipGraphNode_t node, hipLaunchAttributeID id, const OldAttributeValue *old) __asm__(SET_ATTRIBUTE);
EXPORT hipError_t hip6_address(const char *symbol, void **function, int version, uint64_t flags,
                               hipDriverProcAddressQueryResult *status) __asm__(ADDRESS);

hipError_t hip6_add(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after, size_t count, const OldMemsetParams *old,
                    hipCtx_t context) {
    static auto *const newer = next<decltype(hipDrvGraphAddMemsetNode)>(ADD);
    const hipMemsetParams params = old ? converted(*old) : hipMemsetParams{};
    return newer(node, graph, after, count, old ? &params : nullptr, context);
}

hipError_t hip6_set(hipGraphExec_t exec, hipGraphNode_t node, const OldMemsetParams *old, hipCtx_t context) {
    static auto *const newer = next<decltype(hipDrvGraphExecMemsetNodeSetParams)>(SET);
    const hipMemsetParams params = old ? converted(*old) : hipMemsetParams{};
    return newer(exec, node, old ? &params : nullptr, context);
}

hipError_t hip6_get_attribute(hipGraphNode_t node, hipLaunchAttributeID id, OldAttributeValue *old) {
    static auto *const newer = next<decltype(hipGraphKernelNodeGetAttribute)>(GET_ATTRIBUTE);
    hipLaunchAttributeValue value{};
    const hipError_t error = newer(node, id, old ? &value : nullptr);
    if (error == hipSuccess) std::memcpy(old, &value, sizeof *old);
    return error;
}

hipError_t hip6_set_attribute(hipGraphNode_t node, hipLaunchAttributeID id, const OldAttributeValue *old) {
    static auto *const newer = next<decltype(hipGraphKernelNodeSetAttribute)>(SET_ATTRIBUTE);
    hipLaunchAttributeValue value{};
    if (old) std::memcpy(&value, old, sizeof *old);
    return newer(node, id, old ? &value : nullptr);
}

// The same by their names.
hipError_t hip6_address(const char *symbol, void **function, int version, uint64_t flags, hipDriverProcAddressQueryResult *status) {
    static auto *const newer = next<decltype(hipGetProcAddress)>(ADDRESS);
    static const struct {
        const char *name;
        void *function;
    } here[] = {
        {ADD, reinterpret_cast<void *>(hip6_add)},
        {SET, reinterpret_cast<void *>(hip6_set)},
        {GET_ATTRIBUTE, reinterpret_cast<void *>(hip6_get_attribute)},
        {SET_ATTRIBUTE, reinterpret_cast<void *>(hip6_set_attribute)},
        {ADDRESS, reinterpret_cast<void *>(hip6_address)},
    };
    const hipError_t error = newer(symbol, function, version, flags, status);
    for (const auto &one : here) {
        if (error == hipSuccess && std::strcmp(symbol, one.name) == 0) *function = one.function;
    }
    return error;
}
