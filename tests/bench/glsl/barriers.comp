#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;
shared float s[512];

void main() {
  uint t = gl_LocalInvocationID.x;
  float v = float(t);
  for (uint i = 0; i < n; i++) {
    uint half_of_s = (i & 1) * 256;
    s[half_of_s + t] = v;
    barrier();
    v = s[half_of_s + ((t + 1) & 255)] * 0.5 + 1.0;
  }
  F(c, gl_GlobalInvocationID.x) = v;
}
