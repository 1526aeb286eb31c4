# find_package(rocrand): roc::rocrand, random numbers made on the device.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(rocrand roc::rocrand librocrand.so.1)
