; test passes=pointers/infer_address_space
; A generic pointer that can only point to shared memory becomes a shared one.
@buf = internal addrspace(3) global [64 x float] undef

define amdgpu_kernel void @k(i32 %i) {
  %g = addrspacecast ptr addrspace(3) @buf to ptr
  %p = getelementptr float, ptr %g, i32 %i
  store float 1.0, ptr %p, align 4
  ret void
}

; ---- expected ----
@buf = internal addrspace(3) global [64 x float] undef

define amdgpu_kernel void @k(i32 %i) {
b0:
  %0 = getelementptr float, ptr addrspace(3) @buf, i32 %i
  store float 1.000000e+00, ptr addrspace(3) %0, align 4
  ret void
}
