# find_package(hipblaslt): roc::hipblaslt, products of matrices with something done to their elements.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(hipblaslt roc::hipblaslt libhipblaslt.so.1 hipblas-common)
