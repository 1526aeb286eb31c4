; test passes=abi/kernel_args target=baseline
; Parameters become typed loads from the parameter block.
define amdgpu_kernel void @k(i32 %n, float %a, ptr addrspace(1) %p) {
  %x = uitofp i32 %n to float
  %y = fmul float %x, %a
  store float %y, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k() {
b0:
  %0 = call i32 @hip.param(i32 0)
  %1 = call float @hip.param(i32 4)
  %2 = call i64 @hip.param(i32 8)
  %3 = inttoptr i64 %2 to ptr addrspace(1)
  %4 = uitofp i32 %0 to float
  %5 = fmul float %4, %1
  store float %5, ptr addrspace(1) %3, align 4
  ret void
}
