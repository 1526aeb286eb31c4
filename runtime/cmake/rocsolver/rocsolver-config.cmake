# find_package(rocsolver): roc::rocsolver, LAPACK on the device with rocBLAS' handles.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(rocsolver roc::rocsolver librocsolver.so.0 rocblas)
