# find_package(rocsparse): roc::rocsparse, which is empty. Projects that call hipSPARSE ask for rocSPARSE too, because ROCm's hipSPARSE stands on it;
# ours does not, and there is no rocsparse.h: what calls rocsparse_* functions does not compile.
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${CMAKE_CURRENT_LIST_DIR}/../hip" NO_DEFAULT_PATH)

if(NOT TARGET roc::rocsparse)
  add_library(roc::rocsparse INTERFACE IMPORTED)
  if(NOT rocsparse_FIND_QUIETLY)
    message(STATUS "rocsparse: an empty package; hipsparse does without")
  endif()
endif()
set(rocsparse_LIBRARIES roc::rocsparse)
