/* dim3.h: the size of a grid or of a block, in threads or blocks per axis.
   Included by launch_types.h and by the device side's coordinates. */
#ifndef HIPVK_HIP_DETAIL_DIM3_H
#define HIPVK_HIP_DETAIL_DIM3_H

#include <hip/host_defines.h>
#include <stdint.h>

typedef struct dim3 {
    uint32_t x;
    uint32_t y;
    uint32_t z;
#ifdef __cplusplus
    __host__ __device__ constexpr dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1)
        : x(x_), y(y_), z(z_) {}
#endif
} dim3;

#endif /* HIPVK_HIP_DETAIL_DIM3_H */
