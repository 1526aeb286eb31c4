# find_package(hiprtc): hiprtc::hiprtc, the run time compiler.
get_filename_component(_hiprtc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET hiprtc::hiprtc)
  add_library(hiprtc::hiprtc SHARED IMPORTED)
  set_target_properties(hiprtc::hiprtc PROPERTIES
    # The library of libamdhip64.so.7, which holds hipRTC too.
    IMPORTED_LOCATION "${_hiprtc_prefix}/lib/libhiprtc.so.7"
    IMPORTED_SONAME "libamdhip64.so.7"
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
    INTERFACE_INCLUDE_DIRECTORIES "${_hiprtc_prefix}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_hiprtc_prefix}/include")
endif()

set(hiprtc_INCLUDE_DIR "${_hiprtc_prefix}/include")
set(hiprtc_INCLUDE_DIRS "${hiprtc_INCLUDE_DIR}")
set(hiprtc_LIB_INSTALL_DIR "${_hiprtc_prefix}/lib")
set(hiprtc_LIBRARY hiprtc::hiprtc)
set(hiprtc_LIBRARIES hiprtc::hiprtc)
set(HIPRTC_INCLUDE_DIRS "${hiprtc_INCLUDE_DIR}")
set(HIPRTC_LIBRARIES "${hiprtc_LIBRARIES}")
unset(_hiprtc_prefix)
