# find_package(hipblaslt VERSION): the version that hipblaslt-version.h says.
set(_hipvk_header hipblaslt/hipblaslt-version.h)
set(_hipvk_macros "HIPBLASLT_VERSION_(MAJOR|MINOR|PATCH)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
