/* Everything that hipify-perl does to a text, once. cudaMalloc in comments too. */
#include <cstdio>
#include <cuda_runtime.h>
#include "cublas_v2.h"
#include <cub/block/block_reduce.cuh>
#include <device_launch_parameters.h>
#include "my/cuda.h"
using namespace cub;

__constant__ float weights[4];
__device__ int found;

#define cudaCheck(call) if ((call) != cudaSuccess) puts(cudaGetErrorString(call))

template <typename T, int N>
__global__ void scale(T *data, int n) {
    typedef cub::BlockReduce<T, 128> Reduce;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = __shfl_down_sync(0xffffffff, data[i], 1);
    if (i < n) data[i] = x * weights[i % N] - CUDART_PI_F;
}

struct Own { cudaStream_t cuStream; int cuda; };

int main() {
    const char *source = R"(#include <cuda_fp16.h> // cudaX)";
    float *data, host[4] = {1, 2, 3, 4};
    Own own = {0, 1};
    cudaDeviceProp properties;
    cudaCheck(cudaGetDeviceProperties(&properties, 0));
    cudaCheck(cudaMalloc(&data, 1'024 * sizeof(float)));
    cudaMemcpyToSymbol(weights, host, sizeof(host));
    cudaFuncSetAttribute(scale<float, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
    scale<float, 4><<<dim3(1, 2), (1024 + 127) / 128, 0, own.cuStream>>>(data, 1024);
    scale<double, (3 > 2)><<<1, 2>>>(nullptr, 0);
    CUdevice device;
    if (cuDeviceGet(&device, 0) != CUDA_SUCCESS) return CUDA_ERROR_NOT_FOUND;
    cublasHandle_t cublasHandle;
    cublasCreate(&cublasHandle);
    cublasSgemm_v2(cublasHandle, CUBLAS_OP_N, CUBLAS_OP_T, 1, 1, 1, nullptr, data, 1, data, 1, nullptr, data, 1);
    cudaNotThere(CU_STREAM_NON_BLOCKING, source);
    return cudaDeviceSynchronize() == cudaErrorMemoryAllocation ? own.cuda : 0;
}

struct cudaGraphicsResource *drawn;
cudaGraphicsResource_t ofType;
void CUDART_CB called(cudaStream_t, cudaError_t, void *);
__device__ unsigned least(int a, unsigned b) { return umin(a, umax(b, 2)); }
void graphs(cudaArray_t *array, cudaChannelFormatDesc format, cudaGraphExec_t *exec, cudaGraph_t graph) {
    cudaMalloc3DArray(array, &format, make_cudaExtent(1, 2, 3));
    cudaGraphInstantiate(exec, graph);
}
__global__ void once(const __grid_constant__ int value) {}
__device__ float lower(float a, float b) { return __fadd_rn(a, __fadd_rd(a, b)); }
__device__ void count(int *place) { atomicAdd_block(&found, atomicCAS_block(place, 1, 2)); }
