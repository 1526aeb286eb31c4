/* What librocsparse shows. Included by rocsparse.h, under ROCm's name for it. */
#ifndef ROCSPARSE_EXPORT_H
#define ROCSPARSE_EXPORT_H
#ifndef ROCSPARSE_EXPORT
#define ROCSPARSE_EXPORT __attribute__((visibility("default")))
#endif
#endif
