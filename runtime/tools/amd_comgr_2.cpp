// libamd_comgr.so.2: what programs built for ROCm 6 load. All functions are those of the third version (libamdhip64.so.7) but the ones that take or tell
// a language or an action, whose numbers that changed: these have the second version's. A file of its own, since one library cannot tell by which name it was
// loaded. Compiled by `./hipvk install`.
#include <amd_comgr/amd_comgr.h>

#include <dlfcn.h>

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

// The third version's function of the same name, which comes behind this library's.
template <typename Function> Function *next(const char *name) { return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name)); }

// A number that the third version has not: no language, no action.
constexpr int NONE = 1000;

// The second version's languages had HC, by the number 3.
amd_comgr_language_t newer_language(int old) { return static_cast<amd_comgr_language_t>(old < 3 ? old : old == 3 ? NONE : old - 1); }

// Its actions: 3 linked device libraries, 5 optimised, 14 made a bundle.
amd_comgr_action_kind_t newer_action(int old) {
    static const int actions[] = {0, 1, 2, NONE, 3, NONE, 4, 5, 6, 7, 8, 9, 10, 11, NONE, 12, 13, 14, 15};
    return static_cast<amd_comgr_action_kind_t>(old >= 0 && old < int(sizeof actions / sizeof *actions) ? actions[old] : NONE);
}

}  // namespace

EXPORT void comgr2_version(size_t *major, size_t *minor) __asm__("amd_comgr_get_version");
EXPORT amd_comgr_status_t comgr2_set_language(amd_comgr_action_info_t info, int language) __asm__("amd_comgr_action_info_set_language");
EXPORT amd_comgr_status_t comgr2_get_language(amd_comgr_action_info_t info, int *language) __asm__("amd_comgr_action_info_get_language");
EXPORT amd_comgr_status_t comgr2_do_action(int kind, amd_comgr_action_info_t info, amd_comgr_data_set_t input,
                                           amd_comgr_data_set_t result) __asm__("amd_comgr_do_action");

void comgr2_version(size_t *major, size_t *minor) {
    if (major) *major = 2;
    if (minor) *minor = 8;
}

amd_comgr_status_t comgr2_set_language(amd_comgr_action_info_t info, int language) {
    static auto *const newer = next<decltype(amd_comgr_action_info_set_language)>("amd_comgr_action_info_set_language");
    return newer(info, newer_language(language));
}

amd_comgr_status_t comgr2_get_language(amd_comgr_action_info_t info, int *language) {
    static auto *const newer = next<decltype(amd_comgr_action_info_get_language)>("amd_comgr_action_info_get_language");
    amd_comgr_language_t now = AMD_COMGR_LANGUAGE_NONE;
    const amd_comgr_status_t status = newer(info, language ? &now : nullptr);
    if (status == AMD_COMGR_STATUS_SUCCESS) *language = now < AMD_COMGR_LANGUAGE_HIP ? now : now + 1;
    return status;
}

amd_comgr_status_t comgr2_do_action(int kind, amd_comgr_action_info_t info, amd_comgr_data_set_t input, amd_comgr_data_set_t result) {
    static auto *const newer = next<decltype(amd_comgr_do_action)>("amd_comgr_do_action");
    return newer(newer_action(kind), info, input, result);
}
