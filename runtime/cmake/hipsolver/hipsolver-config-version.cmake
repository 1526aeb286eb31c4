# find_package(hipsolver VERSION): the version that hipsolver-version.h says.
set(_hipvk_header hipsolver/internal/hipsolver-version.h)
set(_hipvk_macros "hipsolverVersion(Major|Minor|Patch)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
