/* rocfft.h: where ROCm 5 had rocfft/rocfft.h.
 */
#include "rocfft/rocfft.h"
