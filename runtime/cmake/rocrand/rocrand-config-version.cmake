# find_package(rocrand VERSION): the version that rocrand_version.h says.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/rocrand/rocrand_version.h" _hipvk_line REGEX "define ROCRAND_VERSION ")
string(REGEX REPLACE ".*ROCRAND_VERSION ([0-9]+).*" "\\1" _hipvk_number "${_hipvk_line}")
math(EXPR _hipvk_major "${_hipvk_number} / 100000")
math(EXPR _hipvk_minor "${_hipvk_number} / 100 % 1000")
math(EXPR _hipvk_patch "${_hipvk_number} % 100")
set(PACKAGE_VERSION "${_hipvk_major}.${_hipvk_minor}.${_hipvk_patch}")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
