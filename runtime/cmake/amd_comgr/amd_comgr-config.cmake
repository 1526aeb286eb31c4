# find_package(amd_comgr): amd_comgr, the code object manager (amd_comgr/amd_comgr.h).
include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")

if(NOT TARGET amd_comgr)
  # A link to the library that holds it too.
  hipvk_import_library(amd_comgr libamd_comgr.so.3 libamdhip64.so.7)
endif()
