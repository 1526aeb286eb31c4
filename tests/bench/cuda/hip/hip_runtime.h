// HIP's names for nvcc, as far as tests/bench/hip uses them: so CUDA's figures come from the very same source.
#pragma once
#include <cuda_runtime.h>
// Before their names become macros below.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
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
#define hipGraph_t cudaGraph_t
#define hipGraphNode_t cudaGraphNode_t
#define hipGraphExec_t cudaGraphExec_t
#define hipKernelNodeParams cudaKernelNodeParams
#define hipGraphExecUpdateResult cudaGraphExecUpdateResult
#define hipGraphCreate cudaGraphCreate
#define hipGraphDestroy cudaGraphDestroy
#define hipGraphAddKernelNode cudaGraphAddKernelNode
#define hipGraphInstantiateWithFlags cudaGraphInstantiateWithFlags
#define hipGraphLaunch cudaGraphLaunch
#define hipGraphExecDestroy cudaGraphExecDestroy
#define hipGraphExecKernelNodeSetParams cudaGraphExecKernelNodeSetParams
#define hipMallocAsync cudaMallocAsync
#define hipFreeAsync cudaFreeAsync
#define hipMemcpyAsync cudaMemcpyAsync
// HIP's parameters are CUDA 11's.
static inline cudaError_t hipGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *, cudaGraphExecUpdateResult *) {
  cudaGraphExecUpdateResultInfo info;
  return cudaGraphExecUpdate(exec, graph, &info);
}
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
