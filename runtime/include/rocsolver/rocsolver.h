/* rocsolver.h: LAPACK on the device, as ROCm 7's rocSOLVER has it: names, types, values and signatures.
 */
#ifndef HIPVK_ROCSOLVER_H
#define HIPVK_ROCSOLVER_H

#include "rocsolver-export.h"
#include "rocsolver-extra-types.h"
#include "rocsolver-functions.h"
#include "rocsolver-version.h"

#endif
