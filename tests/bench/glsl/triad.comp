#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < n) F(c, i) = F(a, i) + 3.0 * F(b, i);
}
