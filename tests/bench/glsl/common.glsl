// What every bench kernel in GLSL shares: three addresses and a number as push constants; memory is reached by
// arithmetic on 64-bit addresses and a cast to a reference, as a compiler of C-like code does it.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Float { float v; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Float4 { vec4 v; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Uint { uint v; };
layout(push_constant, std430) uniform Parameters {
  uint64_t a, b, c;
  uint n;
};
#define F(p, i) Float((p) + uint64_t(i) * 4ul).v
#define F4(p, i) Float4((p) + uint64_t(i) * 16ul).v
#define U(p, i) Uint((p) + uint64_t(i) * 4ul).v
