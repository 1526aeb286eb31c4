# find_package(hip-lang VERSION).
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/version.cmake")
