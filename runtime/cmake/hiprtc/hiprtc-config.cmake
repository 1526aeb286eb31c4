# find_package(hiprtc): hiprtc::hiprtc, the run time compiler.
get_filename_component(_hiprtc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET hiprtc::hiprtc)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  # A link to the library that holds hipRTC too.
  hipvk_import_library(hiprtc::hiprtc libhiprtc.so.7 libamdhip64.so.7)
  set_property(TARGET hiprtc::hiprtc PROPERTY INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1")
endif()

set(hiprtc_INCLUDE_DIR "${_hiprtc_prefix}/include")
set(hiprtc_INCLUDE_DIRS "${hiprtc_INCLUDE_DIR}")
set(hiprtc_LIB_INSTALL_DIR "${_hiprtc_prefix}/lib")
set(hiprtc_LIBRARY hiprtc::hiprtc)
set(hiprtc_LIBRARIES hiprtc::hiprtc)
set(HIPRTC_INCLUDE_DIRS "${hiprtc_INCLUDE_DIR}")
set(HIPRTC_LIBRARIES "${hiprtc_LIBRARIES}")
unset(_hiprtc_prefix)
