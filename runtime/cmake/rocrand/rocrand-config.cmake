# find_package(rocrand): roc::rocrand, which is empty. Projects that call hipRAND ask for rocRAND too, because ROCm's hipRAND stands on it; ours does
# not, and there is no rocrand.h: what calls rocrand_* functions does not compile.
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${CMAKE_CURRENT_LIST_DIR}/../hip" NO_DEFAULT_PATH)

if(NOT TARGET roc::rocrand)
  add_library(roc::rocrand INTERFACE IMPORTED)
  if(NOT rocrand_FIND_QUIETLY)
    message(STATUS "rocrand: an empty package; hiprand does without")
  endif()
endif()
set(rocrand_LIBRARIES roc::rocrand)
