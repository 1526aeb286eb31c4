/* hipsolver.h: LAPACK on the device, as ROCm 7's hipSOLVER has it: names, types, values and signatures.
 */
#ifndef HIPVK_HIPSOLVER_H
#define HIPVK_HIPSOLVER_H

#include "internal/hipsolver-export.h"
#include "internal/hipsolver-version.h"

#include "internal/hipsolver-types.h"

#include "internal/hipsolver-functions.h"

#include "internal/hipsolver-dense.h"
#include "internal/hipsolver-dense64.h"

#include "internal/hipsolver-refactor.h"

#include "internal/hipsolver-sparse.h"

#endif
