# find_package(rocfft VERSION): the version that rocfft-version.h says.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/rocfft/rocfft-version.h" _hipvk_lines REGEX "define rocfft_version_(major|minor|patch) ")
string(REGEX REPLACE "[^0-9]+([0-9]+)" ".\\1" PACKAGE_VERSION "${_hipvk_lines}")
string(SUBSTRING "${PACKAGE_VERSION}" 1 -1 PACKAGE_VERSION)
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
