/* Where ROCprofiler-SDK has it. */
#include "../roctracer/roctx.h"
