# find_package(rccl VERSION): the version that rccl.h says.
set(_hipvk_header rccl/rccl.h)
set(_hipvk_macros "NCCL_(MAJOR|MINOR|PATCH)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
