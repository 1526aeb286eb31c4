/* hipsolver-export.h: what the library shows of itself.
 */
#ifndef HIPVK_HIPSOLVER_EXPORT_H
#define HIPVK_HIPSOLVER_EXPORT_H

#define HIPSOLVER_EXPORT __attribute__((visibility("default")))
#define HIPSOLVER_NO_EXPORT __attribute__((visibility("hidden")))
#define HIPSOLVER_DEPRECATED __attribute__((__deprecated__))

#endif
