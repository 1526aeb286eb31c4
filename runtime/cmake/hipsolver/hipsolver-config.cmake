# find_package(hipsolver): roc::hipsolver, LAPACK on the device.
get_filename_component(_hipsolver_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_hipsolver_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)

if(NOT TARGET roc::hipsolver)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(roc::hipsolver libhipsolver.so.1 libhipsolver.so.1)
  set_property(TARGET roc::hipsolver PROPERTY INTERFACE_LINK_LIBRARIES hip::host)
endif()

set(hipsolver_INCLUDE_DIR "${_hipsolver_prefix}/include")
set(hipsolver_INCLUDE_DIRS "${hipsolver_INCLUDE_DIR}")
set(hipsolver_LIB_INSTALL_DIR "${_hipsolver_prefix}/lib")
set(hipsolver_LIBRARY roc::hipsolver)
set(hipsolver_LIBRARIES roc::hipsolver)
unset(_hipsolver_prefix)
