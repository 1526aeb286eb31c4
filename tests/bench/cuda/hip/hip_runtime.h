// HIP's names for nvcc, as far as tests/bench/hip uses them: so CUDA's figures come from the very same source.
#pragma once
#include <cuda_runtime.h>
#define hipError_t cudaError_t
#define hipSuccess cudaSuccess
#define hipStream_t cudaStream_t
#define hipDeviceProp_t cudaDeviceProp
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipGetErrorString cudaGetErrorString
#define hipGetLastError cudaGetLastError
#define hipMalloc cudaMalloc
#define hipFree cudaFree
#define hipHostMalloc cudaHostAlloc
#define hipHostFree cudaFreeHost
#define hipMemcpy cudaMemcpy
#define hipMemset cudaMemset
#define hipMemcpyKind cudaMemcpyKind
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipStreamCreate cudaStreamCreate
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamSynchronize cudaStreamSynchronize
#define hipArray_t cudaArray_t
#define hipMallocArray cudaMallocArray
#define hipFreeArray cudaFreeArray
#define hipMemcpy2DToArray cudaMemcpy2DToArray
#define hipChannelFormatDesc cudaChannelFormatDesc
#define hipCreateChannelDesc cudaCreateChannelDesc
#define hipResourceDesc cudaResourceDesc
#define hipResourceTypeArray cudaResourceTypeArray
#define hipTextureDesc cudaTextureDesc
#define hipTextureObject_t cudaTextureObject_t
#define hipCreateTextureObject cudaCreateTextureObject
#define hipDestroyTextureObject cudaDestroyTextureObject
#define hipFilterModeLinear cudaFilterModeLinear
#define hipAddressModeClamp cudaAddressModeClamp
#define __shfl_down(value, lanes, width) __shfl_down_sync(0xffffffffu, value, lanes, width)
