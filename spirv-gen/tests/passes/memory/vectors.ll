; test device emit=ir target=nvidia block=64
; Words side by side become vectors' on a GPU where the first is aligned for it: four of four, two of eight bytes; a store of another address that
; may lie among them, or an alignment that does not carry them, leaves them alone.
define amdgpu_kernel void @k(ptr addrspace(1) %d, ptr addrspace(1) %s, ptr addrspace(1) %e) {
  %s1 = getelementptr i8, ptr addrspace(1) %s, i64 4
  %s2 = getelementptr i8, ptr addrspace(1) %s, i64 8
  %s3 = getelementptr i8, ptr addrspace(1) %s, i64 12
  %d1 = getelementptr i8, ptr addrspace(1) %d, i64 4
  %d2 = getelementptr i8, ptr addrspace(1) %d, i64 8
  %d3 = getelementptr i8, ptr addrspace(1) %d, i64 12
  %a = load float, ptr addrspace(1) %s, align 16
  %b = load float, ptr addrspace(1) %s1, align 4
  %c = load float, ptr addrspace(1) %s2, align 8
  %f = load float, ptr addrspace(1) %s3, align 4
  store float %b, ptr addrspace(1) %d, align 16
  store float %a, ptr addrspace(1) %d1, align 4
  store float %f, ptr addrspace(1) %d2, align 8
  store float %c, ptr addrspace(1) %d3, align 4
  %g1 = getelementptr i8, ptr addrspace(1) %d, i64 72
  %g = getelementptr i8, ptr addrspace(1) %d, i64 64
  %h1 = load i64, ptr addrspace(1) %g1, align 8
  %h = load i64, ptr addrspace(1) %g, align 16
  store i64 %h, ptr addrspace(1) %e, align 8
  %e1 = getelementptr i8, ptr addrspace(1) %e, i64 8
  store i64 %h1, ptr addrspace(1) %e1, align 8
  %i = getelementptr i8, ptr addrspace(1) %d, i64 32
  %i1 = getelementptr i8, ptr addrspace(1) %d, i64 36
  store i32 1, ptr addrspace(1) %i, align 8
  store i32 2, ptr addrspace(1) %s, align 4
  store i32 3, ptr addrspace(1) %i1, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k() {
b0:
  %0 = call i64 @hip.param(i32 0)
  %1 = call i64 @hip.param(i32 8)
  %2 = call i64 @hip.param(i32 16)
  %3 = load <4 x float>, i64 %1, align 16
  %4 = extractelement <4 x float> %3, i32 0
  %5 = extractelement <4 x float> %3, i32 1
  %6 = extractelement <4 x float> %3, i32 2
  %7 = extractelement <4 x float> %3, i32 3
  %8 = insertelement <4 x float> poison, float %5, i32 0
  %9 = insertelement <4 x float> %8, float %4, i32 1
  %10 = insertelement <4 x float> %9, float %7, i32 2
  %11 = insertelement <4 x float> %10, float %6, i32 3
  store <4 x float> %11, i64 %0, align 16
  %12 = add i64 %0, 72
  %13 = add i64 %12, -8
  %14 = load <2 x i64>, i64 %13, align 16
  %15 = extractelement <2 x i64> %14, i32 0
  %16 = extractelement <2 x i64> %14, i32 1
  store i64 %15, i64 %2, align 8
  %17 = add i64 %2, 8
  store i64 %16, i64 %17, align 8
  %18 = add i64 %0, 32
  %19 = add i64 %0, 36
  store i32 1, i64 %18, align 8
  store i32 2, i64 %1, align 4
  store i32 3, i64 %19, align 4
  ret void
}
