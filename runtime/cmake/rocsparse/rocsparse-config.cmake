# find_package(rocsparse): roc::rocsparse, sparse matrices on the device in rocSPARSE's words.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(rocsparse roc::rocsparse librocsparse.so.1)
