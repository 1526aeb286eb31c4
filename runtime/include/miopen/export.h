/* export.h: what the library shows of itself.
 */
#ifndef MIOPEN_EXPORT_H
#define MIOPEN_EXPORT_H

#ifndef MIOPEN_EXPORT
#define MIOPEN_EXPORT __attribute__((visibility("default")))
#endif
#define MIOPEN_NO_EXPORT __attribute__((visibility("hidden")))
#define MIOPEN_DEPRECATED __attribute__((__deprecated__))

#endif
