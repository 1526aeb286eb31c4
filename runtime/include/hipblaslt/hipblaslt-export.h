/* hipblaslt-export.h: what the library shows of itself.
 */
#ifndef HIPVK_HIPBLASLT_EXPORT_H
#define HIPVK_HIPBLASLT_EXPORT_H

#ifndef HIPBLASLT_EXPORT
#define HIPBLASLT_EXPORT __attribute__((visibility("default")))
#endif
#define HIPBLASLT_NO_EXPORT __attribute__((visibility("hidden")))
#define HIPBLASLT_DEPRECATED __attribute__((__deprecated__))

#endif
