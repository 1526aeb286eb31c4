// hipFFT: plans whose sides are named by hipDataType, half floats among them (stored as such, computed in floats). What hipfftXt.h has besides in
// ROCm, several devices, is not there. Implemented in runtime/fft.
#ifndef HIPFFTXT_H_
#define HIPFFTXT_H_

#include <hip/library_types.h>
#include <stddef.h>

#include "hipfft.h"

#ifdef __cplusplus
extern "C" {
#endif

// Real and complex types of one precision: R to C, C to R or C to C, executed in C.
HIPFFT_EXPORT hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long int* n, long long int* inembed, long long int istride,
                                                long long int idist, hipDataType inputType, long long int* onembed, long long int ostride,
                                                long long int odist, hipDataType outputType, long long int batch, size_t* workSize,
                                                hipDataType executionType);
HIPFFT_EXPORT hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long int* n, long long int* inembed, long long int istride,
                                               long long int idist, hipDataType inputType, long long int* onembed, long long int ostride,
                                               long long int odist, hipDataType outputType, long long int batch, size_t* workSize,
                                               hipDataType executionType);
// Any plan's; the direction is for those between complex numbers.
HIPFFT_EXPORT hipfftResult hipfftXtExec(hipfftHandle plan, void* input, void* output, int direction);

// Functions of device code that load each element of a plan's input, or store each of its output: `offset` counts elements from the array's
// beginning, and there is no shared memory. Their addresses are what hipMemcpyFromSymbol reads from a __device__ variable that has them.
typedef enum hipfftXtCallbackType_t {
  HIPFFT_CB_LD_COMPLEX = 0,
  HIPFFT_CB_LD_COMPLEX_DOUBLE = 1,
  HIPFFT_CB_LD_REAL = 2,
  HIPFFT_CB_LD_REAL_DOUBLE = 3,
  HIPFFT_CB_ST_COMPLEX = 4,
  HIPFFT_CB_ST_COMPLEX_DOUBLE = 5,
  HIPFFT_CB_ST_REAL = 6,
  HIPFFT_CB_ST_REAL_DOUBLE = 7,
  HIPFFT_CB_UNDEFINED = 8
} hipfftXtCallbackType;

typedef hipfftComplex (*hipfftCallbackLoadC)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef hipfftDoubleComplex (*hipfftCallbackLoadZ)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef hipfftReal (*hipfftCallbackLoadR)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef hipfftDoubleReal (*hipfftCallbackLoadD)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef void (*hipfftCallbackStoreC)(void* dataOut, size_t offset, hipfftComplex element, void* callerInfo, void* sharedPointer);
typedef void (*hipfftCallbackStoreZ)(void* dataOut, size_t offset, hipfftDoubleComplex element, void* callerInfo, void* sharedPointer);
typedef void (*hipfftCallbackStoreR)(void* dataOut, size_t offset, hipfftReal element, void* callerInfo, void* sharedPointer);
typedef void (*hipfftCallbackStoreD)(void* dataOut, size_t offset, hipfftDoubleReal element, void* callerInfo, void* sharedPointer);

// A made plan's callback of a type that its data have, with what it is given; arrays of one element, as there is one device. Setting null clears it.
HIPFFT_EXPORT hipfftResult hipfftXtSetCallback(hipfftHandle plan, void** callbacks, hipfftXtCallbackType cbtype, void** callbackData);
HIPFFT_EXPORT hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType cbtype);
// 0 alone is valid.
HIPFFT_EXPORT hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType cbtype, size_t sharedSize);

#ifdef __cplusplus
}
#endif
#endif
