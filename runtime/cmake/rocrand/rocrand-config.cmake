# find_package(rocrand): roc::rocrand, random numbers made on the device. As ROCm's, it finds headers without their folder, too (<rocrand.hpp>).
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(rocrand roc::rocrand librocrand.so.1)
set_property(TARGET roc::rocrand APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${rocrand_INCLUDE_DIR}/rocrand")
