# find_package(rocsparse): roc::rocsparse, sparse matrices on the device in rocSPARSE's words.
get_filename_component(_rocsparse_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_rocsparse_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)

if(NOT TARGET roc::rocsparse)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(roc::rocsparse librocsparse.so.1 librocsparse.so.1)
  set_property(TARGET roc::rocsparse PROPERTY INTERFACE_LINK_LIBRARIES hip::host)
endif()

set(rocsparse_INCLUDE_DIR "${_rocsparse_prefix}/include")
set(rocsparse_INCLUDE_DIRS "${rocsparse_INCLUDE_DIR}")
set(rocsparse_LIB_INSTALL_DIR "${_rocsparse_prefix}/lib")
set(rocsparse_LIBRARY roc::rocsparse)
set(rocsparse_LIBRARIES roc::rocsparse)
unset(_rocsparse_prefix)
