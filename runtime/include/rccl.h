/* rccl.h: where ROCm 5 had rccl/rccl.h.
 */
#include "rccl/rccl.h"
