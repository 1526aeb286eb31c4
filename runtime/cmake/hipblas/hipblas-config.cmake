# find_package(hipblas): roc::hipblas, BLAS on the device. It brings roc::rocblas, as ROCm's libhipblas needs its librocblas, so that libraries which link
# hipBLAS alone call rocBLAS, too (bitsandbytes).
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(hipblas roc::hipblas libhipblas.so.3 hipblas-common rocblas)
