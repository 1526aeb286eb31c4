// missing.hip: what MIOpen's header declares and this library does not do: each says so once, with its name, and returns miopenStatusNotImplemented.
//
// The header is not included: none of them looks at its arguments.
#include "../blas/say_once.h"

constexpr int miopenStatusNotImplemented = 6;

#define MISSING(name)                                                         \
    extern "C" __attribute__((visibility("default"))) int name() {            \
        blas::say_once("miopen: " #name " is not supported");                 \
        return miopenStatusNotImplemented;                                    \
    }

MISSING(miopenBackendCreateDescriptor)
MISSING(miopenBackendDestroyDescriptor)
MISSING(miopenBackendExecute)
MISSING(miopenBackendFinalize)
MISSING(miopenBackendGetAttribute)
MISSING(miopenBackendInitialize)
MISSING(miopenBackendSetAttribute)
MISSING(miopenCreateMhaDescriptor)
MISSING(miopenCreateMhaProblem)
MISSING(miopenGetMhaDescriptor)
MISSING(miopenSetMhaDescriptor)
