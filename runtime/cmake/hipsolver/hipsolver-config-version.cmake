# find_package(hipsolver VERSION): the version that hipsolver-version.h says.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/hipsolver/internal/hipsolver-version.h" _hipvk_lines REGEX "define hipsolverVersion(Major|Minor|Patch) ")
string(REGEX REPLACE "[^0-9]+([0-9]+)" ".\\1" PACKAGE_VERSION "${_hipvk_lines}")
string(SUBSTRING "${PACKAGE_VERSION}" 1 -1 PACKAGE_VERSION)
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
