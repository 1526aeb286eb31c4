# find_package(miopen): MIOpen, the primitives of deep learning, and roc::miopen, which is the same.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(miopen MIOpen libMIOpen.so.1)
if(NOT TARGET roc::miopen)
  add_library(roc::miopen INTERFACE IMPORTED)
  set_property(TARGET roc::miopen PROPERTY INTERFACE_LINK_LIBRARIES MIOpen)
endif()
