; test passes=optimize/dce
; Unused results go, and a variable that is written but never read goes with its stores.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %x = alloca [4 x i32], align 4, addrspace(5)
  %e = getelementptr [4 x i32], ptr addrspace(5) %x, i32 0, i32 %i
  %unused = mul i32 %i, %i
  store i32 %i, ptr addrspace(5) %e, align 4
  %gone = load i32, ptr addrspace(1) %p, align 4
  %kept = load volatile i32, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %i) {
b0:
  %0 = load volatile i32, ptr addrspace(1) %p, align 4
  ret void
}
