# find_package(rocblas): roc::rocblas, which is empty. Projects that call hipBLAS (ggml) ask for rocBLAS too, because ROCm's hipBLAS stands on it;
# ours does not, and there is no rocblas.h: what calls rocblas_* functions does not compile.
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${CMAKE_CURRENT_LIST_DIR}/../hip" NO_DEFAULT_PATH)

if(NOT TARGET roc::rocblas)
  add_library(roc::rocblas INTERFACE IMPORTED)
  if(NOT rocblas_FIND_QUIETLY)
    message(STATUS "rocblas: an empty package; hipblas does without")
  endif()
endif()
set(rocblas_LIBRARIES roc::rocblas)
