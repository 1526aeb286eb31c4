/* rocsparse.h: where ROCm 5 had rocsparse/rocsparse.h.
 */
#include "rocsparse/rocsparse.h"
