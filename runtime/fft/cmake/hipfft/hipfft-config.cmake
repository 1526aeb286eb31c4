# find_package(hipfft): hip::hipfft.
get_filename_component(_hipfft_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET hip::hipfft)
  add_library(hip::hipfft SHARED IMPORTED)
  set_target_properties(hip::hipfft PROPERTIES
    IMPORTED_CONFIGURATIONS RELEASE
    IMPORTED_LOCATION "${_hipfft_prefix}/lib/libhipfft.so.0"
    IMPORTED_LOCATION_RELEASE "${_hipfft_prefix}/lib/libhipfft.so.0"
    IMPORTED_SONAME "libhipfft.so.0"
    IMPORTED_SONAME_RELEASE "libhipfft.so.0"
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
    INTERFACE_INCLUDE_DIRECTORIES "${_hipfft_prefix}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_hipfft_prefix}/include")
endif()

set(hipfft_INCLUDE_DIR "${_hipfft_prefix}/include")
set(hipfft_INCLUDE_DIRS "${hipfft_INCLUDE_DIR}")
set(hipfft_LIB_INSTALL_DIR "${_hipfft_prefix}/lib")
set(hipfft_LIBRARIES hip::hipfft)
unset(_hipfft_prefix)
