# find_package(rocblas VERSION): ROCm 7.0's.
set(PACKAGE_VERSION "5.0.0")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
