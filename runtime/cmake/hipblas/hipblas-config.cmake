# find_package(hipblas): roc::hipblas, BLAS on the device.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(hipblas roc::hipblas libhipblas.so.3 hipblas-common)
