#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;
shared float s[256];

void sum_block(float value) {
  uint t = gl_LocalInvocationID.x;
  s[t] = value;
  barrier();
  for (uint step = 128; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    barrier();
  }
  if (t == 0) F(c, gl_WorkGroupID.x) = s[0];
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  sum_block(i < n ? F(a, i) : 0.0);
}
