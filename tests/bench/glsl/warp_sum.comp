#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#include "common.glsl"
layout(local_size_x = 256) in;

// Each subgroup, of whatever size, sums for itself.
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= n) return;
  float sum = F(a, i);
  for (uint step = gl_SubgroupSize / 2; step > 0; step /= 2) sum += subgroupShuffleDown(sum, step);
  if (subgroupElect()) F(c, i / gl_SubgroupSize) = sum;
}
