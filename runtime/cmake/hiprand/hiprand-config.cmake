# find_package(hiprand): hip::hiprand, random numbers made on the device, by roc::rocrand. As ROCm's, it finds headers without their folder, too.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(hiprand hip::hiprand libhiprand.so.1 rocrand)
set_property(TARGET hip::hiprand APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${hiprand_INCLUDE_DIR}/hiprand")
