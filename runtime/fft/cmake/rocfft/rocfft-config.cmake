# find_package(rocfft): roc::rocfft, Fourier transforms.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/library-package.cmake")
hipvk_library_package(rocfft roc::rocfft librocfft.so.0)
