/* hipsparse.h: where ROCm 5 had hipsparse/hipsparse.h.
 */
#include "hipsparse/hipsparse.h"
