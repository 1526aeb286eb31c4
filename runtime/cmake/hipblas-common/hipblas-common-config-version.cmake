# find_package(hipblas-common VERSION): ROCm 7.0's.
set(PACKAGE_VERSION "1.2.0")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
