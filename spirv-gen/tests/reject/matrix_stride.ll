; test passes=device/builtins
; Rows and columns begin at multiples of 16 bytes.
@tile = internal addrspace(3) global [64 x <4 x i32>] undef, align 16
declare void @__hip_vk_matrix_load(i32, i32, i32, ptr, i32, i32)
define amdgpu_kernel void @k() {
  call void @__hip_vk_matrix_load(i32 8208, i32 0, i32 0, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 24, i32 1)
  ret void
}

; ---- expected ----
in 'k': unsupported: a matrix whose stride is no multiple of 16 bytes
