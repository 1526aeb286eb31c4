// hipBLAS' names for nvcc, as far as tests/bench/blas uses them: so cuBLAS' figures come from the very same source.
#pragma once
#include <cublas_v2.h>
#define hipblasHandle_t cublasHandle_t
#define hipblasCreate cublasCreate
#define hipblasDestroy cublasDestroy
#define hipblasSgemm cublasSgemm
#define hipblasSgemv cublasSgemv
#define hipblasGemmEx cublasGemmEx
#define HIPBLAS_OP_N CUBLAS_OP_N
#define HIPBLAS_OP_T CUBLAS_OP_T
#define hipDataType cudaDataType
#define HIP_R_16F CUDA_R_16F
#define HIP_R_16BF CUDA_R_16BF
#define HIPBLAS_COMPUTE_32F CUBLAS_COMPUTE_32F
#define HIPBLAS_GEMM_DEFAULT CUBLAS_GEMM_DEFAULT
