// hipFFT: plans whose sides are named by hipDataType, half floats among them (stored as such, computed in floats). What hipfftXt.h has besides in
// ROCm, several devices and callbacks, is not there. Implemented in runtime/fft.
#ifndef HIPFFTXT_H_
#define HIPFFTXT_H_

#include <hip/library_types.h>

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

#ifdef __cplusplus
}
#endif
#endif
