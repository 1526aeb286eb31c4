/* rocsolver-export.h: what the library shows of itself.
 */
#ifndef HIPVK_ROCSOLVER_EXPORT_H
#define HIPVK_ROCSOLVER_EXPORT_H

#define ROCSOLVER_EXPORT __attribute__((visibility("default")))
#define ROCSOLVER_NO_EXPORT __attribute__((visibility("hidden")))
#define ROCSOLVER_DEPRECATED __attribute__((__deprecated__))

#endif
