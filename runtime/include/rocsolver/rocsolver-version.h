/* rocsolver-version.h: ROCm 7.0's rocSOLVER. Read by CMake's package and by ./hipvk install too.
 */
#ifndef HIPVK_ROCSOLVER_VERSION_H
#define HIPVK_ROCSOLVER_VERSION_H

#define ROCSOLVER_VERSION_MAJOR 3
#define ROCSOLVER_VERSION_MINOR 30
#define ROCSOLVER_VERSION_PATCH 1
#define ROCSOLVER_VERSION_TWEAK 0

#endif
