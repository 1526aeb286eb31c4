// api_launch_ex.h: hipLaunchKernelEx, a launch described by a struct, with typed arguments.
// Included by api_templates.h.
#ifndef HIPVK_HIP_DETAIL_API_LAUNCH_EX_H
#define HIPVK_HIP_DETAIL_API_LAUNCH_EX_H

// The values are copied to variables of the kernel's own parameter types first, so that an int
// given for a float parameter arrives as a float.
template <class... P>
static inline hipError_t hipvkLaunchConverted(const hipLaunchConfig_t *config,
                                              void (*kernel)(P...), P... values) {
    void *addresses[] = {(void *)&values..., nullptr};
    return ::hipLaunchKernelExC(config, (const void *)kernel, addresses);
}
template <class... P, class... A>
static inline hipError_t hipLaunchKernelEx(const hipLaunchConfig_t *config, void (*kernel)(P...),
                                           A &&...values) {
    return hipvkLaunchConverted<P...>(config, kernel, static_cast<P>(values)...);
}

#endif // HIPVK_HIP_DETAIL_API_LAUNCH_EX_H
