# find_package(hipsparse): roc::hipsparse, sparse matrices on the device.
get_filename_component(_hipsparse_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_hipsparse_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)

if(NOT TARGET roc::hipsparse)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(roc::hipsparse libhipsparse.so.4 libhipsparse.so.4)
  set_property(TARGET roc::hipsparse PROPERTY INTERFACE_LINK_LIBRARIES hip::host)
endif()

set(hipsparse_INCLUDE_DIR "${_hipsparse_prefix}/include")
set(hipsparse_INCLUDE_DIRS "${hipsparse_INCLUDE_DIR}")
set(hipsparse_LIB_INSTALL_DIR "${_hipsparse_prefix}/lib")
set(hipsparse_LIBRARY roc::hipsparse)
set(hipsparse_LIBRARIES roc::hipsparse)
unset(_hipsparse_prefix)
