/* version.h: the MIOpen whose interface this is (ROCm 7.0's).
 */
#ifndef MIOPEN_VERSION_H_
#define MIOPEN_VERSION_H_

#define MIOPEN_VERSION_MAJOR 3
#define MIOPEN_VERSION_MINOR 5
#define MIOPEN_VERSION_PATCH 0
#define MIOPEN_VERSION_TWEAK hipvk

#endif
