/* The version of rocFFT whose interface this is, ROCm 7.0's. Included by runtime/fft/rocfft.cpp, which answers with it, and by programs. */
#ifndef ROCFFT_VERSION_H
#define ROCFFT_VERSION_H
#define rocfft_version_major 1
#define rocfft_version_minor 0
#define rocfft_version_patch 34
#define rocfft_version_tweak 0
#endif
