# find_package(hsa-runtime64): hsa-runtime64::hsa-runtime64, ROCm's driver library, of which what describes devices is there.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")

if(NOT TARGET hsa-runtime64::hsa-runtime64)
  hipvk_import_library(hsa-runtime64::hsa-runtime64 libhsa-runtime64.so.1 libhsa-runtime64.so.1)
endif()
