#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;
shared uint bins[256];

void main() {
  uint t = gl_LocalInvocationID.x;
  bins[t] = 0;
  barrier();
  for (uint i = gl_GlobalInvocationID.x; i < n; i += gl_NumWorkGroups.x * 256) atomicAdd(bins[U(a, i) >> 24], 1);
  barrier();
  atomicAdd(U(c, t), bins[t]);
}
