/* rocsolver.h: where ROCm 5 had rocsolver/rocsolver.h.
 */
#include "rocsolver/rocsolver.h"
