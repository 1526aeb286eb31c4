/* amd_detail/amd_hip_gl_interop.h: AMD's place for what hip_gl_interop.h has; programs include it from there. */
#ifndef HIPVK_HIP_AMD_DETAIL_AMD_HIP_GL_INTEROP_H
#define HIPVK_HIP_AMD_DETAIL_AMD_HIP_GL_INTEROP_H

#include <hip/hip_gl_interop.h>

#endif /* HIPVK_HIP_AMD_DETAIL_AMD_HIP_GL_INTEROP_H */
