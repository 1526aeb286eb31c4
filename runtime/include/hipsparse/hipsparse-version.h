/* hipsparse-version.h: ROCm 7.0's hipSPARSE. Read by CMake's package and by ./hipvk install too.
 */
#ifndef HIPVK_HIPSPARSE_VERSION_H
#define HIPVK_HIPSPARSE_VERSION_H

#define hipsparseVersionMajor 4
#define hipsparseVersionMinor 0
#define hipsparseVersionPatch 1
#define hipsparseVersionTweak 0

#endif
