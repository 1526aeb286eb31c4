/* hip_texture_types.h: all texture types.
   Included by programs. */
#ifndef HIPVK_HIP_HIP_TEXTURE_TYPES_H
#define HIPVK_HIP_HIP_TEXTURE_TYPES_H

#include <hip/texture_types.h>

#endif /* HIPVK_HIP_HIP_TEXTURE_TYPES_H */
