# hipvk_library_package(NAME TARGET SONAME [PACKAGE...]): what find_package(NAME) leaves of a library of the installation: TARGET, which brings hip::host
# and roc:: targets of the packages that it stands on, and the variables that ROCm's packages set. Called by hipblas, hipblaslt, hiprand, hipsolver, hipsparse,
# miopen, rccl, rocblas, rocfft, rocrand, rocsolver and rocsparse, each in a folder beside this one. A macro, as find_dependency has its caller return where there is none; its
# variables bear the package's name, as another package may be found meanwhile.
include(CMakeFindDependencyMacro)
include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")

macro(hipvk_library_package name target soname)
  get_filename_component(_${name}_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  set(_${name}_needs)
  foreach(_${name}_package ${ARGN})
    find_dependency(${_${name}_package} PATHS "${_${name}_prefix}/lib/cmake/${_${name}_package}" NO_DEFAULT_PATH)
    list(APPEND _${name}_needs roc::${_${name}_package})
  endforeach()
  find_dependency(hip PATHS "${_${name}_prefix}/lib/cmake/hip" NO_DEFAULT_PATH)

  if(NOT TARGET ${target})
    hipvk_import_library(${target} ${soname} ${soname})
    set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES ${_${name}_needs} hip::host)
  endif()

  set(${name}_INCLUDE_DIR "${_${name}_prefix}/include")
  set(${name}_INCLUDE_DIRS "${_${name}_prefix}/include")
  set(${name}_LIB_INSTALL_DIR "${_${name}_prefix}/lib")
  set(${name}_LIBRARY ${target})
  set(${name}_LIBRARIES ${target})
  unset(_${name}_prefix)
  unset(_${name}_needs)
endmacro()
