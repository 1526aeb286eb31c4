# find_package(hiprand): hip::hiprand, random numbers made on the device.
get_filename_component(_hiprand_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_hiprand_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)

if(NOT TARGET hip::hiprand)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(hip::hiprand libhiprand.so.1 libhiprand.so.1)
  set_property(TARGET hip::hiprand PROPERTY INTERFACE_LINK_LIBRARIES hip::host)
endif()

set(hiprand_INCLUDE_DIR "${_hiprand_prefix}/include")
set(hiprand_INCLUDE_DIRS "${hiprand_INCLUDE_DIR}")
set(hiprand_LIBRARY hip::hiprand)
set(hiprand_LIBRARIES hip::hiprand)
unset(_hiprand_prefix)
