# The version of the packages that are HIP's: read from the installed hip_version.h, so that one file says it.
# Included by their *-config-version.cmake. Any older version that is asked for will do: HIP 7 serves programs for HIP 6.
get_filename_component(_hipvk_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
file(STRINGS "${_hipvk_prefix}/include/hip/hip_version.h" _hipvk_lines REGEX "define HIP_VERSION_(MAJOR|MINOR|PATCH) ")
foreach(_hipvk_part MAJOR MINOR PATCH)
  string(REGEX MATCH "HIP_VERSION_${_hipvk_part} +([0-9]+)" _hipvk_match "${_hipvk_lines}")
  set(_hipvk_${_hipvk_part} "${CMAKE_MATCH_1}")
endforeach()
set(PACKAGE_VERSION "${_hipvk_MAJOR}.${_hipvk_MINOR}.${_hipvk_PATCH}")
include("${CMAKE_CURRENT_LIST_DIR}/newest.cmake")
