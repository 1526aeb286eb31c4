# find_package(hipsparse): roc::hipsparse, sparse matrices on the device.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(hipsparse roc::hipsparse libhipsparse.so.4)
