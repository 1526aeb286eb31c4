# find_package(hiprand VERSION): the version that hiprand_version.h says.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/hiprand/hiprand_version.h" _hipvk_line REGEX "define HIPRAND_VERSION ")
string(REGEX REPLACE ".*HIPRAND_VERSION ([0-9]+).*" "\\1" _hipvk_number "${_hipvk_line}")
math(EXPR _hipvk_major "${_hipvk_number} / 100000")
math(EXPR _hipvk_minor "${_hipvk_number} / 100 % 1000")
math(EXPR _hipvk_patch "${_hipvk_number} % 100")
set(PACKAGE_VERSION "${_hipvk_major}.${_hipvk_minor}.${_hipvk_patch}")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/newest.cmake")
