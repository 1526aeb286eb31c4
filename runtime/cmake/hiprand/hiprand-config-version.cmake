# find_package(hiprand VERSION): the version that hiprand_version.h says.
set(_hipvk_header hiprand/hiprand_version.h)
set(_hipvk_macros "HIPRAND_VERSION")
include("${CMAKE_CURRENT_LIST_DIR}/../hipvk/header_version.cmake")
