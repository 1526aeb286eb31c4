/* The version of rocSPARSE whose interface this is, ROCm 7.0's. Included by rocsparse.h; runtime/rocsparse answers with it. */
#ifndef ROCSPARSE_VERSION_H
#define ROCSPARSE_VERSION_H
#define ROCSPARSE_VERSION_MAJOR 4
#define ROCSPARSE_VERSION_MINOR 0
#define ROCSPARSE_VERSION_PATCH 2
#define ROCSPARSE_VERSION_TWEAK 0
#endif
