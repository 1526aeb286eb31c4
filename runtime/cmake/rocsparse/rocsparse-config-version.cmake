# find_package(rocsparse VERSION): the version that rocsparse-version.h says.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/rocsparse/rocsparse-version.h" _hipvk_lines
     REGEX "define ROCSPARSE_VERSION_(MAJOR|MINOR|PATCH)")
string(REGEX REPLACE "[^0-9]+([0-9]+)" ".\\1" PACKAGE_VERSION "${_hipvk_lines}")
string(SUBSTRING "${PACKAGE_VERSION}" 1 -1 PACKAGE_VERSION)
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
