# find_package(hip): hip::amdhip64 (the library), hip::host (C++ that calls it), hip::device (C++ with kernels, for hipcc or amdclang++).
# Targets, variables and functions have the names of ROCm's package.
get_filename_component(_hip_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(HIP_PLATFORM "amd")
set(HIP_COMPILER "clang")
set(HIP_RUNTIME "rocclr")
set(HIP_CLANG_ROOT "${_hip_prefix}/llvm")
if(NOT DEFINED ROCM_PATH)
  set(ROCM_PATH "${_hip_prefix}")
endif()
if(NOT HIP_CXX_COMPILER)
  set(HIP_CXX_COMPILER "${CMAKE_CXX_COMPILER}")
endif()

set(hip_INCLUDE_DIR "${_hip_prefix}/include")
set(hip_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
set(hip_LIB_INSTALL_DIR "${_hip_prefix}/lib")
set(hip_BIN_INSTALL_DIR "${_hip_prefix}/bin")
set(hip_HIPCC_EXECUTABLE "${_hip_prefix}/bin/hipcc")
set(hip_HIPCONFIG_EXECUTABLE "${_hip_prefix}/bin/hipconfig")
set(hip_LIBRARY hip::host)
set(hip_LIBRARIES hip::host)
foreach(_hip_name INCLUDE_DIR INCLUDE_DIRS LIB_INSTALL_DIR BIN_INSTALL_DIR LIBRARY LIBRARIES HIPCC_EXECUTABLE HIPCONFIG_EXECUTABLE)
  set(HIP_${_hip_name} "${hip_${_hip_name}}")
endforeach()

# Projects loop over this list. There is one kind of device code, so one name is enough; those of gfx9 ask for warps of 64 lanes.
if(DEFINED AMDGPU_TARGETS AND NOT DEFINED GPU_TARGETS)
  set(GPU_TARGETS "${AMDGPU_TARGETS}")
endif()
if(NOT GPU_TARGETS)
  execute_process(COMMAND "${_hip_prefix}/bin/rocm_agent_enumerator" -t GPU OUTPUT_VARIABLE _hip_arch OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(GPU_TARGETS "${_hip_arch}" CACHE STRING "GPU architectures to compile for")
endif()
set(AMDGPU_TARGETS "${GPU_TARGETS}" CACHE STRING "GPU architectures to compile for (old name)")
set(GPU_BUILD_TARGETS "${GPU_TARGETS}" CACHE STRING "GPU architectures to compile for")

# Options for the C++ sources, and for links by the C++ compiler, of what links to TARGET.
function(hip_add_interface_compile_flags TARGET)
  set_property(TARGET ${TARGET} APPEND PROPERTY INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:SHELL:${ARGN}>")
endfunction()
function(hip_add_interface_link_flags TARGET)
  set_property(TARGET ${TARGET} APPEND PROPERTY INTERFACE_LINK_OPTIONS "$<$<LINK_LANGUAGE:CXX>:${ARGN}>")
endfunction()

if(NOT TARGET hip::amdhip64)
  include("${CMAKE_CURRENT_LIST_DIR}/imported-library.cmake")
  hipvk_import_library(hip::amdhip64 libamdhip64.so.7 libamdhip64.so.7)

  add_library(hip::host INTERFACE IMPORTED)
  set_target_properties(hip::host PROPERTIES
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
    INTERFACE_LINK_LIBRARIES hip::amdhip64)

  add_library(hip::device INTERFACE IMPORTED)
  set_target_properties(hip::device PROPERTIES INTERFACE_LINK_LIBRARIES hip::host)
  # "SHELL:": the same words for every target, and they are not to be merged with another "-x".
  hip_add_interface_compile_flags(hip::device "-x hip")
  hip_add_interface_link_flags(hip::device --hip-link)
  foreach(_hip_arch IN LISTS GPU_BUILD_TARGETS)
    hip_add_interface_compile_flags(hip::device "--offload-arch=${_hip_arch}")
    hip_add_interface_link_flags(hip::device "--offload-arch=${_hip_arch}")
  endforeach()
endif()
unset(_hip_name)
unset(_hip_arch)
unset(_hip_prefix)
