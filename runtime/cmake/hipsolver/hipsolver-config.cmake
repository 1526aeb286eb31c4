# find_package(hipsolver): roc::hipsolver, LAPACK on the device.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(hipsolver roc::hipsolver libhipsolver.so.1)
