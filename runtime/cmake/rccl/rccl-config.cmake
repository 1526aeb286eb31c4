# find_package(rccl): roc::rccl, collective calls and messages between devices.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(rccl roc::rccl librccl.so.1)
