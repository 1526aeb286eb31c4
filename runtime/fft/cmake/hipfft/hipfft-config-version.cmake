# find_package(hipfft VERSION).
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/version.cmake")
