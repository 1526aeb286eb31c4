# find_package(miopen VERSION): the version that version.h says.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/miopen/version.h" _hipvk_lines REGEX "define MIOPEN_VERSION_(MAJOR|MINOR|PATCH) ")
string(REGEX REPLACE "[^0-9]+([0-9]+)" ".\\1" PACKAGE_VERSION "${_hipvk_lines}")
string(SUBSTRING "${PACKAGE_VERSION}" 1 -1 PACKAGE_VERSION)
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
