# The version of the packages that are HIP's: what hip_version.h says. Included by their version files; HIP 7 serves programs for HIP 6.
set(_hipvk_header hip/hip_version.h)
set(_hipvk_macros "HIP_VERSION_(MAJOR|MINOR|PATCH)")
include("${CMAKE_CURRENT_LIST_DIR}/header_version.cmake")
