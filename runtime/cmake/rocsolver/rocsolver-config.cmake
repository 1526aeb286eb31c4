# find_package(rocsolver): roc::rocsolver, LAPACK on the device with rocBLAS' handles.
get_filename_component(_rocsolver_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_rocsolver_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)
find_dependency(rocblas PATHS "${_rocsolver_prefix}/lib/cmake/rocblas" NO_DEFAULT_PATH)

if(NOT TARGET roc::rocsolver)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(roc::rocsolver librocsolver.so.0 librocsolver.so.0)
  set_property(TARGET roc::rocsolver PROPERTY INTERFACE_LINK_LIBRARIES roc::rocblas hip::host)
endif()

set(rocsolver_INCLUDE_DIR "${_rocsolver_prefix}/include")
set(rocsolver_INCLUDE_DIRS "${rocsolver_INCLUDE_DIR}")
set(rocsolver_LIB_INSTALL_DIR "${_rocsolver_prefix}/lib")
set(rocsolver_LIBRARY roc::rocsolver)
set(rocsolver_LIBRARIES roc::rocsolver)
unset(_rocsolver_prefix)
