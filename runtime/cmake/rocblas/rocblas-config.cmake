# find_package(rocblas): roc::rocblas, BLAS on the device under rocBLAS' names.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(rocblas roc::rocblas librocblas.so.5)
