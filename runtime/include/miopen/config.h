/* config.h: how the library was made, as far as programs ask.
 */
#ifndef HIPVK_MIOPEN_CONFIG_H
#define HIPVK_MIOPEN_CONFIG_H

#define MIOPEN_BACKEND_OPENCL 0
#define MIOPEN_BACKEND_HIP 1
#define MIOPEN_MODE_NOGPU 0
#define MIOPEN_USE_ROCBLAS 1
#define MIOPEN_USE_HIPBLASLT 0
#define MIOPEN_USE_GEMM 1
#define MIOPEN_USE_COMPOSABLEKERNEL 0
#define MIOPEN_USE_MLIR 0
#define MIOPEN_USE_RNE_BFLOAT16 1

#endif
