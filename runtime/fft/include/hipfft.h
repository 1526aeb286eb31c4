/* hipfft.h: where ROCm 5 had hipfft/hipfft.h.
 */
#include "hipfft/hipfft.h"
