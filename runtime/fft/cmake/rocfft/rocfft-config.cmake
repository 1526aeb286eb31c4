# find_package(rocfft): roc::rocfft, Fourier transforms.
get_filename_component(_rocfft_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_rocfft_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)

if(NOT TARGET roc::rocfft)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(roc::rocfft librocfft.so.0 librocfft.so.0)
  set_property(TARGET roc::rocfft PROPERTY INTERFACE_LINK_LIBRARIES hip::host)
endif()

set(rocfft_INCLUDE_DIR "${_rocfft_prefix}/include")
set(rocfft_INCLUDE_DIRS "${rocfft_INCLUDE_DIR}")
set(rocfft_LIB_INSTALL_DIR "${_rocfft_prefix}/lib")
set(rocfft_LIBRARIES roc::rocfft)
unset(_rocfft_prefix)
