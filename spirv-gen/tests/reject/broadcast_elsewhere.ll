; test emit=spirv-asm target=nvidia block=32
; A kernel for subgroups of eight lanes on a device of others.
define amdgpu_kernel void @broadcast(ptr addrspace(1) %out) {
b0:
  %v = call i32 @hip.subgroup.broadcast(i32 7, i32 8, i32 5)
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
