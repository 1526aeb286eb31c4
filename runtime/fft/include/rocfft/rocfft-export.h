/* What librocfft shows. Included by rocfft.h, under ROCm's name for it. */
#ifndef ROCFFT_EXPORT_H
#define ROCFFT_EXPORT_H
#ifndef ROCFFT_EXPORT
#define ROCFFT_EXPORT __attribute__((visibility("default")))
#endif
#endif
