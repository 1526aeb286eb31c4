/* surface_types.h: Surface objects (images a kernel may write) and their boundary modes.
   Included by hip_runtime_api.h; programs may include it alone. Names, values and layouts are those of HIP 7. C and C++. */
#ifndef HIPVK_HIP_SURFACE_TYPES_H
#define HIPVK_HIP_SURFACE_TYPES_H

#include <hip/driver_types.h>

typedef struct __hip_surface __hip_surface;
typedef __hip_surface *hipSurfaceObject_t;
typedef struct surfaceReference {
    hipSurfaceObject_t surfaceObject;
} surfaceReference;

typedef enum hipSurfaceBoundaryMode {
    hipBoundaryModeZero = 0,
    hipBoundaryModeTrap = 1,
    hipBoundaryModeClamp = 2
} hipSurfaceBoundaryMode;

#endif /* HIPVK_HIP_SURFACE_TYPES_H */
