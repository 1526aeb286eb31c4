# find_package(hipblas-common): roc::hipblas-common, the header that hipBLAS shares with its relatives.
if(NOT TARGET roc::hipblas-common)
  get_filename_component(_hipblas_common_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(roc::hipblas-common INTERFACE IMPORTED)
  set_target_properties(roc::hipblas-common PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_hipblas_common_prefix}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_hipblas_common_prefix}/include")
  unset(_hipblas_common_prefix)
endif()
