# find_package(hipsparse VERSION): the version that hipsparse-version.h says.
set(_hipvk_header hipsparse/hipsparse-version.h)
set(_hipvk_macros "hipsparseVersion(Major|Minor|Patch)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
