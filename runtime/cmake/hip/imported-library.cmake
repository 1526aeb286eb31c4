# hipvk_import_library(TARGET FILE SONAME): the installation's lib/FILE as an imported target. Called by the packages hip, hip-lang, hiprtc
# and those of library-package.cmake, each in a folder beside this one: the list directory is the caller's (its own name for ours came with CMake 3.17).
# ROCm's targets are those of a release build, and projects read the file's name for that (SuperLU_DIST).
function(hipvk_import_library TARGET FILE SONAME)
  get_filename_component(prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(${TARGET} SHARED IMPORTED)
  set_target_properties(${TARGET} PROPERTIES
    IMPORTED_CONFIGURATIONS RELEASE
    IMPORTED_LOCATION "${prefix}/lib/${FILE}"
    IMPORTED_LOCATION_RELEASE "${prefix}/lib/${FILE}"
    IMPORTED_SONAME "${SONAME}"
    IMPORTED_SONAME_RELEASE "${SONAME}"
    INTERFACE_INCLUDE_DIRECTORIES "${prefix}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${prefix}/include")
endfunction()
