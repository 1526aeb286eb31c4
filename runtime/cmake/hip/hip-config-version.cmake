# find_package(hip VERSION).
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/version.cmake")
