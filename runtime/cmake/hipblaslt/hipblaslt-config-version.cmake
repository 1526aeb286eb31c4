# find_package(hipblaslt VERSION): the version that hipblaslt-version.h says.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/hipblaslt/hipblaslt-version.h" _hipvk_lines REGEX "define HIPBLASLT_VERSION_(MAJOR|MINOR|PATCH) ")
string(REGEX REPLACE "[^0-9]+([0-9]+)" ".\\1" PACKAGE_VERSION "${_hipvk_lines}")
string(SUBSTRING "${PACKAGE_VERSION}" 1 -1 PACKAGE_VERSION)
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
