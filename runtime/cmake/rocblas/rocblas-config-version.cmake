# find_package(rocblas VERSION): the version that rocblas-version.h says.
set(_hipvk_header rocblas/internal/rocblas-version.h)
set(_hipvk_macros "ROCBLAS_VERSION_(MAJOR|MINOR|PATCH)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
