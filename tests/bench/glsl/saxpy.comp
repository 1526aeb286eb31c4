#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < n) F(b, i) = 2.0 * F(a, i) + F(b, i);
}
