/* rocsparse.h: sparse matrices on the device, in rocSPARSE's words. Names, types, values and signatures are those of ROCm's rocSPARSE; the library is
 * runtime/rocsparse, over hipSPARSE. What rocSPARSE has and this one does not is not declared here.
 */
#ifndef HIPVK_ROCSPARSE_H
#define HIPVK_ROCSPARSE_H

#include "rocsparse-export.h"
#include "rocsparse-types.h"
#include "rocsparse-version.h"

#include "rocsparse-auxiliary.h"
#include "rocsparse-forms.h"
#include "rocsparse-functions.h"
#include "rocsparse-generic.h"

#endif
