/* hipsolver.h: where ROCm 5 had hipsolver/hipsolver.h.
 */
#include "hipsolver/hipsolver.h"
