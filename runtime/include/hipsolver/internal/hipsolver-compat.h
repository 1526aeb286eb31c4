/* hipsolver-compat.h: the former name of hipsolver-dense.h.
 */
#ifndef HIPVK_HIPSOLVER_COMPAT_H
#define HIPVK_HIPSOLVER_COMPAT_H

#include "hipsolver-dense.h"

#endif
