# What CMake itself loads for project(... LANGUAGES HIP): the runtime that every HIP target is linked with.
# CMake looks for it in the root that `clang++ -v` and `hipconfig --rocmpath` name.
get_filename_component(_hip_lang_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET hip-lang::amdhip64)
  include("${CMAKE_CURRENT_LIST_DIR}/../hip/imported-library.cmake")
  hipvk_import_library(hip-lang::amdhip64 libamdhip64.so.7 libamdhip64.so.7)

  add_library(hip-lang::host INTERFACE IMPORTED)
  set_target_properties(hip-lang::host PROPERTIES INTERFACE_LINK_LIBRARIES hip-lang::amdhip64)

  add_library(hip-lang::device INTERFACE IMPORTED)
  set_target_properties(hip-lang::device PROPERTIES
    INTERFACE_COMPILE_DEFINITIONS "$<$<COMPILE_LANGUAGE:HIP>:__HIP_ROCclr__=1>"
    INTERFACE_INCLUDE_DIRECTORIES "$<$<COMPILE_LANGUAGE:HIP>:${_hip_lang_prefix}/include>"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "$<$<COMPILE_LANGUAGE:HIP>:${_hip_lang_prefix}/include>"
    INTERFACE_LINK_OPTIONS "$<$<LINK_LANGUAGE:HIP>:--hip-link>"
    INTERFACE_LINK_LIBRARIES hip-lang::amdhip64)
endif()

# CMake links this one to every HIP target.
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET "hip-lang::device")
unset(_hip_lang_prefix)
