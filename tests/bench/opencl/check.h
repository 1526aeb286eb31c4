/* OpenCL's calls, whose failure ends the program and says where. Used by host.c and ../../clsmith/opencl.c. C99. */
#ifndef HIPVK_OPENCL_CHECK_H
#define HIPVK_OPENCL_CHECK_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(code)                                                           \
  do {                                                                        \
    cl_int error = (code);                                                    \
    if (error != CL_SUCCESS) {                                                \
      fprintf(stderr, "%s:%d: OpenCL error %d\n", __FILE__, __LINE__, error); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

#endif
