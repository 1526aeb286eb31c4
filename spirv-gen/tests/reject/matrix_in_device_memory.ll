; test passes=device/builtins,pointers/infer_address_space,vector/scalarize,pointers/physical target=nvidia block=32
declare void @__hip_vk_matrix_load(i32, i32, i32, ptr, i32, i32)
define amdgpu_kernel void @k(ptr %p) {
  call void @__hip_vk_matrix_load(i32 8208, i32 0, i32 0, ptr %p, i32 32, i32 1)
  ret void
}

; ---- expected ----
in 'k': unsupported: a matrix that lies in other than shared memory
