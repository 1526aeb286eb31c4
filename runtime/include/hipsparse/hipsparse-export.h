/* hipsparse-export.h: what the library shows of itself.
 */
#ifndef HIPVK_HIPSPARSE_EXPORT_H
#define HIPVK_HIPSPARSE_EXPORT_H

#define HIPSPARSE_EXPORT __attribute__((visibility("default")))
#define HIPSPARSE_NO_EXPORT __attribute__((visibility("hidden")))
#define HIPSPARSE_DEPRECATED __attribute__((__deprecated__))

#endif
