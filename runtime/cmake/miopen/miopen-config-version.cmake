# find_package(miopen VERSION): the version that version.h says.
set(_hipvk_header miopen/version.h)
set(_hipvk_macros "MIOPEN_VERSION_(MAJOR|MINOR|PATCH)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
