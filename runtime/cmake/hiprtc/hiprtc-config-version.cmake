# find_package(hiprtc VERSION).
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/version.cmake")
