/* hiprand_version.h: ROCm 7.0's hipRAND. Read by CMake's package and by ./hipvk install too.
 */
#ifndef HIPVK_HIPRAND_VERSION_H
#define HIPVK_HIPRAND_VERSION_H

#define HIPRAND_VERSION 300000 /* major * 100000 + minor * 100 + patch */

#endif
