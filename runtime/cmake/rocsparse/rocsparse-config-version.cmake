# find_package(rocsparse VERSION): the version that rocsparse-version.h says.
set(_hipvk_header rocsparse/rocsparse-version.h)
set(_hipvk_macros "ROCSPARSE_VERSION_(MAJOR|MINOR|PATCH)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
