# find_package(hiprand): hip::hiprand, random numbers made on the device, by roc::rocrand.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(hiprand hip::hiprand libhiprand.so.1 rocrand)
