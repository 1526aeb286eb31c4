# hipvk_import_library(TARGET FILE SONAME): the installation's lib/FILE as an imported target. Called by the packages hip, hip-lang, hiprtc
# and those of library-package.cmake, each in a folder beside this one: the list directory is the caller's (its own name for ours came with CMake 3.17).
function(hipvk_import_library TARGET FILE SONAME)
  get_filename_component(prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(${TARGET} SHARED IMPORTED)
  set_target_properties(${TARGET} PROPERTIES
    IMPORTED_LOCATION "${prefix}/lib/${FILE}"
    IMPORTED_SONAME "${SONAME}"
    INTERFACE_INCLUDE_DIRECTORIES "${prefix}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${prefix}/include")
endfunction()
