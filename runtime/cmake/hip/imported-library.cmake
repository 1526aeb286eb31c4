# hipvk_import_library(TARGET FILE): the installation's lib/FILE as an imported target. Called by the packages hip, hip-lang and hiprtc,
# each in a folder beside this one: the list directory is the caller's (its own name for ours came with CMake 3.17).
function(hipvk_import_library TARGET FILE)
  get_filename_component(prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(${TARGET} SHARED IMPORTED)
  set_target_properties(${TARGET} PROPERTIES
    IMPORTED_LOCATION "${prefix}/lib/${FILE}"
    # Whatever a file is called, it is this library.
    IMPORTED_SONAME "libamdhip64.so.7"
    INTERFACE_INCLUDE_DIRECTORIES "${prefix}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${prefix}/include")
endfunction()
