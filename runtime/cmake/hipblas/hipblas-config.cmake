# find_package(hipblas): roc::hipblas, BLAS on the device.
get_filename_component(_hipblas_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_hipblas_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)
find_dependency(hipblas-common PATHS "${_hipblas_prefix}/lib/cmake/hipblas-common" NO_DEFAULT_PATH)

if(NOT TARGET roc::hipblas)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(roc::hipblas libhipblas.so.3 libhipblas.so.3)
  set_property(TARGET roc::hipblas PROPERTY INTERFACE_LINK_LIBRARIES roc::hipblas-common hip::host)
endif()

set(hipblas_INCLUDE_DIR "${_hipblas_prefix}/include")
set(hipblas_INCLUDE_DIRS "${hipblas_INCLUDE_DIR}")
set(hipblas_LIB_INSTALL_DIR "${_hipblas_prefix}/lib")
set(hipblas_LIBRARY roc::hipblas)
set(hipblas_LIBRARIES roc::hipblas)
unset(_hipblas_prefix)
