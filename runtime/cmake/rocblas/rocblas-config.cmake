# find_package(rocblas): roc::rocblas, BLAS on the device under rocBLAS' names.
get_filename_component(_rocblas_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_rocblas_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)

if(NOT TARGET roc::rocblas)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(roc::rocblas librocblas.so.5 librocblas.so.5)
  set_property(TARGET roc::rocblas PROPERTY INTERFACE_LINK_LIBRARIES hip::host)
endif()

set(rocblas_INCLUDE_DIR "${_rocblas_prefix}/include")
set(rocblas_INCLUDE_DIRS "${rocblas_INCLUDE_DIR}")
set(rocblas_LIB_INSTALL_DIR "${_rocblas_prefix}/lib")
set(rocblas_LIBRARY roc::rocblas)
set(rocblas_LIBRARIES roc::rocblas)
unset(_rocblas_prefix)
