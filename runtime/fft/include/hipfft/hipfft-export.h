// What libhipfft shows. Included by hipfft.h, under ROCm's name for it.
#ifndef HIPFFT_EXPORT_H
#define HIPFFT_EXPORT_H
#define HIPFFT_EXPORT __attribute__((visibility("default")))
#endif
