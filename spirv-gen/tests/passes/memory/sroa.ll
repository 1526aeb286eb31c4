; test passes=memory/sroa
; Fields become variables of their own; a wide access across two of them is cut.
define amdgpu_kernel void @k(ptr addrspace(1) %p, float %f, i64 %pair) {
entry:
  %s = alloca { float, i32, i32, [4 x i8] }, align 8, addrspace(5)
  store float %f, ptr addrspace(5) %s, align 4
  %lo = getelementptr i8, ptr addrspace(5) %s, i32 4
  store i64 %pair, ptr addrspace(5) %lo, align 4
  %hi = getelementptr { float, i32, i32, [4 x i8] }, ptr addrspace(5) %s, i32 0, i32 2
  %h = load i32, ptr addrspace(5) %hi, align 4
  %g = load float, ptr addrspace(5) %s, align 4
  store i32 %h, ptr addrspace(1) %p, align 4
  store float %g, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, float %f, i64 %pair) {
b0:
  %0 = alloca float, align 4, addrspace(5)
  %1 = alloca i32, align 4, addrspace(5)
  %2 = alloca i32, align 4, addrspace(5)
  store float %f, ptr addrspace(5) %0, align 4
  %3 = trunc i64 %pair to i32
  store i32 %3, ptr addrspace(5) %1, align 4
  %4 = lshr i64 %pair, 32
  %5 = trunc i64 %4 to i32
  store i32 %5, ptr addrspace(5) %2, align 4
  %6 = load i32, ptr addrspace(5) %2, align 4
  %7 = load float, ptr addrspace(5) %0, align 4
  store i32 %6, ptr addrspace(1) %p, align 4
  store float %7, ptr addrspace(1) %p, align 4
  ret void
}
