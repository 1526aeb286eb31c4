# find_package(hipblas VERSION): the version that hipblas-version.h says.
set(_hipvk_header hipblas/hipblas-version.h)
set(_hipvk_macros "hipblasVersion(Major|Minor|Patch)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
