#version 460
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 256) in;

vec3 attract(vec4 me, vec4 other) {
  vec3 d = other.xyz - me.xyz;
  float r = d.x * d.x + d.y * d.y + d.z * d.z + 0.01;
  float inverse = 1.0 / sqrt(r);
  return d * (other.w * inverse * inverse * inverse);
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < n) {
    vec4 me = F4(a, i);
    vec3 sum = vec3(0);
    for (uint j = 0; j < n; j++) sum += attract(me, F4(a, j));
    F4(c, i) = vec4(sum, 0);
  }
}
