#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
shared float sa[16][16], sb[16][16];

void main() {
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  uint row = gl_WorkGroupID.y * 16 + y, column = gl_WorkGroupID.x * 16 + x;
  float sum = 0;
  for (uint tile = 0; tile < n; tile += 16) {
    sa[y][x] = F(a, row * n + tile + x);
    sb[y][x] = F(b, (tile + y) * n + column);
    barrier();
    for (uint k = 0; k < 16; k++) sum += sa[y][k] * sb[k][x];
    barrier();
  }
  F(c, row * n + column) = sum;
}
