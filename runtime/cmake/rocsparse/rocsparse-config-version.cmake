# find_package(rocsparse VERSION): ROCm 7.0's.
set(PACKAGE_VERSION "4.0.2")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
