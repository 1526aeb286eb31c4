; test passes=float/root_scales,optimize/dce target=nvidia block=64
; The device library's scales go; others, of which one is not the other's root or asks something else, stay.
define amdgpu_kernel void @k(ptr addrspace(1) %p, float %x, i1 %other) {
  %small = fcmp olt float %x, 0x39B0000000000000
  %up = select i1 %small, float 0x4310000000000000, float 1.000000e+00
  %down = select i1 %small, float 0x4630000000000000, float 1.000000e+00
  %scaled = fmul float %x, %down
  %root = call float @hip.native.rsqrt(float %scaled)
  %y = fmul float %up, %root
  store float %y, ptr addrspace(1) %p, align 4
  %wrong = fmul float %down, %root
  store float %wrong, ptr addrspace(1) %p, align 4
  %elsewhere = select i1 %other, float 0x4310000000000000, float 1.000000e+00
  %z = fmul float %elsewhere, %root
  store float %z, ptr addrspace(1) %p, align 4
  ret void
}
declare float @hip.native.rsqrt(float)

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, float %x, i1 %other) {
b0:
  %0 = fcmp olt float %x, 0x39B0000000000000
  %1 = select i1 %0, float 0x4630000000000000, float 1.000000e+00
  %2 = fmul float %x, %1
  %3 = call float @hip.native.rsqrt(float %2)
  %4 = call float @hip.native.rsqrt(float %x)
  store float %4, ptr addrspace(1) %p, align 4
  %5 = fmul float %1, %3
  store float %5, ptr addrspace(1) %p, align 4
  %6 = select i1 %other, float 0x4310000000000000, float 1.000000e+00
  %7 = fmul float %6, %3
  store float %7, ptr addrspace(1) %p, align 4
  ret void
}
