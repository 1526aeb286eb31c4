/* hip_gl_interop.h: sharing buffers and images with OpenGL.
   Included by programs with an OpenGL window. The functions exist and answer
   hipErrorNotSupported. */
#ifndef HIPVK_HIP_HIP_GL_INTEROP_H
#define HIPVK_HIP_HIP_GL_INTEROP_H

#include <hip/hip_runtime_api.h>

typedef unsigned int GLuint;
typedef unsigned int GLenum;

typedef enum hipGLDeviceList {
    hipGLDeviceListAll = 1,
    hipGLDeviceListCurrentFrame = 2,
    hipGLDeviceListNextFrame = 3
} hipGLDeviceList;

#ifdef __cplusplus
extern "C" {
#endif
hipError_t hipGLGetDevices(unsigned int *pHipDeviceCount, int *pHipDevices,
                           unsigned int hipDeviceCount, hipGLDeviceList deviceList);
hipError_t hipGraphicsGLRegisterBuffer(hipGraphicsResource **resource, GLuint buffer,
                                       unsigned int flags);
hipError_t hipGraphicsGLRegisterImage(hipGraphicsResource **resource, GLuint image, GLenum target,
                                      unsigned int flags);
#ifdef __cplusplus
}
#endif

#endif /* HIPVK_HIP_HIP_GL_INTEROP_H */
