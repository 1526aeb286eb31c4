# find_package(amd_comgr VERSION): the version of ROCm 7.0's.
set(PACKAGE_VERSION 3.0.0)
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
