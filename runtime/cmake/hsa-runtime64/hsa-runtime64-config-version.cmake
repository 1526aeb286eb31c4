# find_package(hsa-runtime64 VERSION): the version of ROCm 7.0's.
set(PACKAGE_VERSION 1.18.0)
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
