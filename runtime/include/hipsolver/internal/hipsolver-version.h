/* hipsolver-version.h: ROCm 7.0's hipSOLVER. Read by CMake's package and by ./hipvk install too.
 */
#ifndef HIPVK_HIPSOLVER_VERSION_H
#define HIPVK_HIPSOLVER_VERSION_H

#define hipsolverVersionMajor 3
#define hipsolverVersionMinor 0
#define hipsolverVersionPatch 0
#define hipsolverVersionTweak 0

#endif
