// Prints sizes and offsets of the structures that cross the ABI; tests/tests/c_abi.rs compares them with the runtime's.
#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <cstdio>

#define SIZE(type) std::printf("%s %zu\n", #type, sizeof(type))
#define OFFSET(type, field) std::printf("%s.%s %zu\n", #type, #field, offsetof(type, field))

int main() {
  SIZE(hipDeviceProp_t);
  OFFSET(hipDeviceProp_t, totalGlobalMem);
  OFFSET(hipDeviceProp_t, warpSize);
  OFFSET(hipDeviceProp_t, maxGridSize);
  OFFSET(hipDeviceProp_t, multiProcessorCount);
  OFFSET(hipDeviceProp_t, concurrentKernels);
  OFFSET(hipDeviceProp_t, pciBusID);
  OFFSET(hipDeviceProp_t, managedMemory);
  OFFSET(hipDeviceProp_t, cooperativeLaunch);
  OFFSET(hipDeviceProp_t, gcnArchName);
  OFFSET(hipDeviceProp_t, arch);
  OFFSET(hipDeviceProp_t, asicRevision);
  SIZE(hipPointerAttribute_t);
  OFFSET(hipPointerAttribute_t, allocationFlags);
  SIZE(hipMemcpy3DParms);
  OFFSET(hipMemcpy3DParms, dstPtr);
  OFFSET(hipMemcpy3DParms, kind);
  SIZE(HIP_MEMCPY3D);
  OFFSET(HIP_MEMCPY3D, dstDevice);
  SIZE(hip_Memcpy2D);
  OFFSET(hip_Memcpy2D, dstPitch);
  SIZE(hipPitchedPtr);
  SIZE(hipMemPoolProps);
  SIZE(hipMemPoolPtrExportData);
  SIZE(hipDevResource);
  OFFSET(hipDevResource, sm);
  OFFSET(hipDevResource, nextResource);
  SIZE(hipDevSmResourceGroupParams);
  SIZE(hipMemcpyAttributes);
  SIZE(hipMemcpy3DOperand);
  SIZE(hipMemcpy3DBatchOp);
  SIZE(hipMemcpy3DPeerParms);
  SIZE(hipStreamBatchMemOpParams);
  OFFSET(hipMemPoolProps, maxSize);
  SIZE(hipMemAccessDesc);
  SIZE(hipFuncAttributes);
  OFFSET(hipFuncAttributes, sharedSizeBytes);
  SIZE(hipLaunchConfig_t);
  OFFSET(hipLaunchConfig_t, numAttrs);
  SIZE(hipLaunchAttribute);
  SIZE(dim3);
  SIZE(hipChannelFormatDesc);
  SIZE(HIP_ARRAY_DESCRIPTOR);
  SIZE(HIP_ARRAY3D_DESCRIPTOR);
  OFFSET(HIP_ARRAY3D_DESCRIPTOR, Flags);
  SIZE(hipResourceDesc);
  OFFSET(hipResourceDesc, res);
  SIZE(HIP_RESOURCE_DESC);
  OFFSET(HIP_RESOURCE_DESC, flags);
  SIZE(hipResourceViewDesc);
  OFFSET(hipResourceViewDesc, lastLayer);
  SIZE(HIP_RESOURCE_VIEW_DESC);
  SIZE(hipTextureDesc);
  OFFSET(hipTextureDesc, maxMipmapLevelClamp);
  SIZE(HIP_TEXTURE_DESC);
  OFFSET(HIP_TEXTURE_DESC, borderColor);
  SIZE(textureReference);
  OFFSET(textureReference, textureObject);
}
