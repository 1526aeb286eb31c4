// rtc_names.h: the name of a C++ type, as hiprtcAddNameExpression wants it.
// Included by hiprtc.h.
#ifndef HIPVK_HIP_DETAIL_RTC_NAMES_H
#define HIPVK_HIP_DETAIL_RTC_NAMES_H

#include <hip/hiprtc.h>

#if !defined(__HIPCC_RTC__) && defined(__GXX_RTTI)
#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <typeinfo>

template <typename T> static inline hiprtcResult hiprtcGetTypeName(std::string *result) {
    if (result == nullptr) return HIPRTC_ERROR_INVALID_INPUT;
    int status = 0;
    char *name = abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &status);
    if (status != 0) return HIPRTC_ERROR_INTERNAL_ERROR;
    *result = name;
    std::free(name);
    return HIPRTC_SUCCESS;
}
#endif

#endif // HIPVK_HIP_DETAIL_RTC_NAMES_H
