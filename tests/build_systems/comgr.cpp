// The code object manager of an installation: the third version by its header, the second one's numbers by ROCm 6's name of the library.
#include <amd_comgr/amd_comgr.h>

#include <dlfcn.h>

#include <cstdio>

static bool failed = false;
#define CHECK(...) \
    do { \
        if (!(__VA_ARGS__)) { std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__); failed = true; } \
    } while (0)

template <typename Function> static Function *of(void *library, Function *, const char *name) {
    auto *const found = reinterpret_cast<Function *>(dlsym(library, name));
    CHECK(found);
    return found;
}
#define OF(library, name) of(library, name, #name)

int main() {
    size_t major = 0, minor = 0;
    amd_comgr_get_version(&major, &minor);
    CHECK(major == 3);
    amd_comgr_action_info_t info{};
    CHECK(amd_comgr_create_action_info(&info) == AMD_COMGR_STATUS_SUCCESS);
    CHECK(amd_comgr_action_info_set_language(info, AMD_COMGR_LANGUAGE_HIP) == AMD_COMGR_STATUS_SUCCESS);

    void *const second = dlopen("libamd_comgr.so.2", RTLD_NOW | RTLD_LOCAL);
    CHECK(second);
    if (!second) return 1;
    OF(second, amd_comgr_get_version)(&major, &minor);
    CHECK(major == 2);
    auto *const set = OF(second, amd_comgr_action_info_set_language);
    auto *const get = OF(second, amd_comgr_action_info_get_language);
    amd_comgr_language_t language{};
    CHECK(get(info, &language) == AMD_COMGR_STATUS_SUCCESS && language == 4);                        // HIP
    CHECK(set(info, amd_comgr_language_t(3)) == AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT);            // HC
    CHECK(set(info, amd_comgr_language_t(5)) == AMD_COMGR_STATUS_SUCCESS);                           // LLVM's IR
    CHECK(amd_comgr_action_info_get_language(info, &language) == AMD_COMGR_STATUS_SUCCESS && language == AMD_COMGR_LANGUAGE_LLVM_IR);
    amd_comgr_data_set_t input{}, result{};
    CHECK(amd_comgr_create_data_set(&input) == AMD_COMGR_STATUS_SUCCESS && amd_comgr_create_data_set(&result) == AMD_COMGR_STATUS_SUCCESS);
    CHECK(amd_comgr_action_info_set_isa_name(info, "amdgcn-amd-amdhsa--gfx906") == AMD_COMGR_STATUS_SUCCESS);
    auto *const perform = OF(second, amd_comgr_do_action);
    CHECK(perform(amd_comgr_action_kind_t(5), info, input, result) == AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT);  // optimise
    CHECK(perform(amd_comgr_action_kind_t(6), info, input, result) == AMD_COMGR_STATUS_SUCCESS);                 // generate code of nothing
    CHECK(perform(amd_comgr_action_kind_t(9), info, input, result) == AMD_COMGR_STATUS_ERROR);                   // link nothing
    std::printf("RESULT name=host ok=%d\n", !failed);
    return failed;
}
