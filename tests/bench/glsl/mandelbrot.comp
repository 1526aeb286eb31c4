#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 16, local_size_y = 16) in;

void main() {
  uint px = gl_GlobalInvocationID.x, py = gl_GlobalInvocationID.y;
  float cx = px * 3.0 / n - 2.25, cy = py * 3.0 / n - 1.5, x = 0, y = 0;
  uint i = 0;
  for (; i < 256 && x * x + y * y < 4.0; i++) {
    float t = x * x - y * y + cx;
    y = 2.0 * x * y + cy;
    x = t;
  }
  U(c, py * n + px) = i;
}
