# find_package(rocrand VERSION): the version that rocrand_version.h says.
set(_hipvk_header rocrand/rocrand_version.h)
set(_hipvk_macros "ROCRAND_VERSION")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
