/* miopen.h: MIOpen's interface (ROCm 7.0's, 3.5.0), as far as its public header declares it.
 *
 * The library is runtime/miopen. README says what it does and what it refuses.
 */
#ifndef MIOPEN_GUARD_MIOPEN_H_
#define MIOPEN_GUARD_MIOPEN_H_

#include <hip/hip_runtime_api.h>
#include <miopen/config.h>
#include <miopen/export.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wextern-c-compat"
#endif

/* Complete in C++, so that what a program's own types are derived from is there. */
#ifdef __cplusplus
#define MIOPEN_DECLARE_OBJECT(name) \
    struct name {};                 \
    typedef struct name *name##_t
#define MIOPEN_DEFAULT(value) = value
extern "C" {
#else
#define MIOPEN_DECLARE_OBJECT(name) typedef struct name *name##_t
#define MIOPEN_DEFAULT(value)
#endif

typedef hipStream_t miopenAcceleratorQueue_t;

#include <miopen/miopen-handle.h>
#include <miopen/miopen-types.h>
#include <miopen/miopen-tensors.h>
#include <miopen/miopen-convolution.h>
#include <miopen/miopen-layers.h>
#include <miopen/miopen-fusion.h>
#include <miopen/miopen-rnn.h>
#include <miopen/miopen-reductions.h>
#include <miopen/miopen-find.h>
#include <miopen/miopen-more.h>
#include <miopen/miopen-graph.h>
#include <miopen/miopen-optimizers.h>

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif
