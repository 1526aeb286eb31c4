; test portable
; With -fgpu-rdc the host may launch another unit's kernel: it is declared here, and stays out of the bundle.
declare amdgpu_kernel void @elsewhere({ i32, i32 }, ptr addrspace(1))

define amdgpu_kernel void @here(ptr addrspace(1) %out) {
  store i32 7, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @here(ptr addrspace(1) %out) {
b0:
  store i32 7, ptr addrspace(1) %out, align 4
  ret void
}
