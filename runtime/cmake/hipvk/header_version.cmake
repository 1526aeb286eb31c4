# The version of a package whose header _hipvk_header defines the macros that _hipvk_macros matches: one for each part, or one number of all of them.
# Included by the packages' version files, so that the installed headers alone say it.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/${_hipvk_header}" _hipvk_lines REGEX "define ${_hipvk_macros} ")
string(REGEX REPLACE "[^;]*define [^ ]+ +([0-9]+)[^;]*" "\\1" _hipvk_parts "${_hipvk_lines}")
list(LENGTH _hipvk_parts _hipvk_count)
if(_hipvk_count EQUAL 1)
  math(EXPR _hipvk_major "${_hipvk_parts} / 100000")
  math(EXPR _hipvk_minor "${_hipvk_parts} / 100 % 1000")
  math(EXPR _hipvk_patch "${_hipvk_parts} % 100")
  set(_hipvk_parts ${_hipvk_major} ${_hipvk_minor} ${_hipvk_patch})
endif()
string(REPLACE ";" "." PACKAGE_VERSION "${_hipvk_parts}")
include("${CMAKE_CURRENT_LIST_DIR}/newest.cmake")
