#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#include "common.glsl"
layout(local_size_x = 256) in;
shared float s[64];

// Subgroups, of whatever size, sum by shuffles; then the first thread sums their sums.
void main() {
  uint i = gl_GlobalInvocationID.x;
  float sum = i < n ? F(a, i) : 0.0;
  for (uint step = gl_SubgroupSize / 2; step > 0; step /= 2) sum += subgroupShuffleDown(sum, step);
  if (subgroupElect()) s[gl_SubgroupID] = sum;
  barrier();
  if (gl_LocalInvocationID.x != 0) return;
  for (uint g = 1; g < gl_NumSubgroups; g++) sum += s[g];
  F(c, gl_WorkGroupID.x) = sum;
}
