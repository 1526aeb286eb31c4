; test passes=float/clamps target=nvidia block=64
; A NaN that the driver's saturation would make 0: 1 where the upper bound comes first by a minimum, or by a comparison that is false for a NaN; itself where
; both comparisons leave it. Where it is 0 anyway, or a flag says that there is none, nothing is added.
define amdgpu_kernel void @k(ptr addrspace(1) %out, float %x, half %h, float %y) {
  ; 1
  %m = call float @llvm.minnum.f32(float %x, float 1.000000e+00)
  %c = call float @llvm.maxnum.f32(float %m, float 0.000000e+00)
  store float %c, ptr addrspace(1) %out
  %below = fcmp olt half %h, 0xH3C00
  %upper = select i1 %below, half %h, half 0xH3C00
  %above = fcmp ogt half %upper, 0xH0000
  %held = select i1 %above, half %upper, half 0xH0000
  store half %held, ptr addrspace(1) %out
  ; itself
  %negative = fcmp olt float %x, 0.000000e+00
  %big = fcmp ogt float %x, 1.000000e+00
  %small = select i1 %big, float 1.000000e+00, float %x
  %nested = select i1 %negative, float 0.000000e+00, float %small
  store float %nested, ptr addrspace(1) %out
  ; 0 anyway
  %n = call float @llvm.maxnum.f32(float %y, float 0.000000e+00)
  %d = call float @llvm.minnum.f32(float %n, float 1.000000e+00)
  store float %d, ptr addrspace(1) %out
  ; none
  %o = call nnan float @llvm.minnum.f32(float %y, float 1.000000e+00)
  %e = call nnan float @llvm.maxnum.f32(float %o, float 0.000000e+00)
  store float %e, ptr addrspace(1) %out
  ret void
}
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, float %x, half %h, float %y) {
b0:
  %0 = call float @llvm.minnum.f32(float %x, float 1.000000e+00)
  %1 = call float @llvm.maxnum.f32(float %0, float 0.000000e+00)
  %2 = fcmp uno float %x, %x
  %3 = select i1 %2, float 1.000000e+00, float %1
  store float %3, ptr addrspace(1) %out, align 4
  %4 = fcmp olt half %h, 0xH3C00
  %5 = select i1 %4, half %h, half 0xH3C00
  %6 = fcmp ogt half %5, 0xH0000
  %7 = select i1 %6, half %5, half 0xH0000
  %8 = fcmp uno half %h, %h
  %9 = select i1 %8, half 0xH3C00, half %7
  store half %9, ptr addrspace(1) %out, align 2
  %10 = fcmp olt float %x, 0.000000e+00
  %11 = fcmp ogt float %x, 1.000000e+00
  %12 = select i1 %11, float 1.000000e+00, float %x
  %13 = select i1 %10, float 0.000000e+00, float %12
  %14 = fcmp uno float %x, %x
  %15 = select i1 %14, float %x, float %13
  store float %15, ptr addrspace(1) %out, align 4
  %16 = call float @llvm.maxnum.f32(float %y, float 0.000000e+00)
  %17 = call float @llvm.minnum.f32(float %16, float 1.000000e+00)
  store float %17, ptr addrspace(1) %out, align 4
  %18 = call nnan float @llvm.minnum.f32(float %y, float 1.000000e+00)
  %19 = call nnan float @llvm.maxnum.f32(float %18, float 0.000000e+00)
  store float %19, ptr addrspace(1) %out, align 4
  ret void
}
