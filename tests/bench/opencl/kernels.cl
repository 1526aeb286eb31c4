// The bench kernels in OpenCL C: what tests/bench/hip/kernels.hip says, in OpenCL's words.

__kernel void saxpy(__global const float *x, __global float *y, __global float *c, uint n) {
  uint i = get_global_id(0);
  if (i < n) y[i] = 2.0f * x[i] + y[i];
}

__kernel void triad(__global const float *a, __global const float *b, __global float *c, uint n) {
  uint i = get_global_id(0);
  if (i < n) c[i] = a[i] + 3.0f * b[i];
}

void sum_block(float value, __global float *out, __local float *s) {
  uint t = get_local_id(0);
  s[t] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 128; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = s[0];
}

__kernel void reduce(__global const float *a, __global float *b, __global float *c, uint n) {
  __local float s[256];
  uint i = get_global_id(0);
  sum_block(i < n ? a[i] : 0.0f, c, s);
}

__kernel void reduce_gs(__global const float *a, __global float *b, __global float *c, uint n) {
  __local float s[256];
  float sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) sum += a[i];
  sum_block(sum, c, s);
}

__kernel void sgemm(__global const float *a, __global const float *b, __global float *c, uint n) {
  __local float sa[16][16], sb[16][16];
  uint x = get_local_id(0), y = get_local_id(1), row = get_group_id(1) * 16 + y, column = get_group_id(0) * 16 + x;
  float sum = 0;
  for (uint tile = 0; tile < n; tile += 16) {
    sa[y][x] = a[row * n + tile + x];
    sb[y][x] = b[(tile + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 16; k++) sum += sa[y][k] * sb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

float3 attract(float4 me, float4 other) {
  float3 d = other.xyz - me.xyz;
  float r = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
  float inverse = 1.0f / sqrt(r);
  return d * (other.w * inverse * inverse * inverse);
}

__kernel void nbody(__global const float4 *bodies, __global float *b, __global float4 *out, uint n) {
  uint i = get_global_id(0);
  float4 me = bodies[i];
  float3 sum = 0;
  for (uint j = 0; j < n; j++) sum += attract(me, bodies[j]);
  out[i] = (float4)(sum, 0);
}

__kernel void nbody_if(__global const float4 *bodies, __global float *b, __global float4 *out, uint n) {
  uint i = get_global_id(0);
  if (i < n) {
    float4 me = bodies[i];
    float3 sum = 0;
    for (uint j = 0; j < n; j++) sum += attract(me, bodies[j]);
    out[i] = (float4)(sum, 0);
  }
}

__kernel void nbody_sh(__global const float4 *bodies, __global float *b, __global float4 *out, uint n) {
  __local float4 tile[256];
  uint i = get_global_id(0);
  float4 me = bodies[i];
  float3 sum = 0;
  for (uint start = 0; start < n; start += 256) {
    tile[get_local_id(0)] = bodies[start + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < 256; j++) sum += attract(me, tile[j]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = (float4)(sum, 0);
}

__kernel void histogram(__global const uint *keys, __global float *b, __global uint *bins, uint n) {
  __local uint local_bins[256];
  local_bins[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_add(&local_bins[keys[i] >> 24], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[get_local_id(0)], local_bins[get_local_id(0)]);
}

__kernel void stencil(__global const float *a, __global float *b, __global float *c, uint n) {
  uint x = get_global_id(0), y = get_global_id(1), i = y * n + x;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1) c[i] = 0.5f * a[i] + 0.125f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n]);
}

__kernel void mandelbrot(__global float *a, __global float *b, __global uint *pixels, uint n) {
  uint px = get_global_id(0), py = get_global_id(1);
  float cx = px * 3.0f / n - 2.25f, cy = py * 3.0f / n - 1.5f, x = 0, y = 0;
  uint i = 0;
  for (; i < 256 && x * x + y * y < 4.0f; i++) {
    float t = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = t;
  }
  pixels[py * n + px] = i;
}

__kernel void barriers(__global float *a, __global float *b, __global float *out, uint n) {
  __local float s[512];
  uint t = get_local_id(0);
  float v = t;
  for (uint i = 0; i < n; i++) {
    __local float *half_of_s = s + (i & 1) * 256;
    half_of_s[t] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = half_of_s[(t + 1) & 255] * 0.5f + 1.0f;
  }
  out[get_global_id(0)] = v;
}

__kernel void nothing(__global float *a, __global float *b, __global float *c, uint n) {}
