# find_package(rocsolver VERSION): the version that rocsolver-version.h says.
set(_hipvk_header rocsolver/rocsolver-version.h)
set(_hipvk_macros "ROCSOLVER_VERSION_(MAJOR|MINOR|PATCH)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
