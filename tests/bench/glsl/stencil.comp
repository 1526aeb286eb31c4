#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 32, local_size_y = 8) in;

void main() {
  uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y, i = y * n + x;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
    F(c, i) = 0.5 * F(a, i) + 0.125 * (F(a, i - 1) + F(a, i + 1) + F(a, i - n) + F(a, i + n));
}
