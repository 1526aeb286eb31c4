# find_package(rocfft VERSION): the version that rocfft-version.h says.
set(_hipvk_header rocfft/rocfft-version.h)
set(_hipvk_macros "rocfft_version_(major|minor|patch)")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
