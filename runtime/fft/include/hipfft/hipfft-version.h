// The version of hipFFT whose interface this is. Included by hipfft.h; runtime/fft/hipfft.cpp answers with it.
#ifndef HIPFFT_VERSION_H
#define HIPFFT_VERSION_H
#define hipfftVersionMajor 1
#define hipfftVersionMinor 0
#define hipfftVersionPatch 18
#define HIPFFT_VERSION (hipfftVersionMajor * 10000 + hipfftVersionMinor * 100 + hipfftVersionPatch)
#endif
