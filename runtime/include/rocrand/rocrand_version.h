/* rocrand_version.h: ROCm 7.0's rocRAND. Read by CMake's package and by ./hipvk install too; rocRAND's device headers, which programs bring, include it.
 */
#ifndef ROCRAND_VERSION_H_
#define ROCRAND_VERSION_H_

#define ROCRAND_VERSION 400000 /* major * 100000 + minor * 100 + patch */

#endif
