; test emit=spirv-asm check=emittable target=lavapipe block=8
; A broadcast within the device's own subgroup, whatever warps are.
define amdgpu_kernel void @broadcast(ptr addrspace(1) %out) {
b0:
  %t = call i32 @hip.thread.linear()
  %v = call i32 @hip.subgroup.broadcast(i32 %t, i32 8, i32 5)
  store i32 %v, ptr addrspace(1) %out, align 4
  ret void
}
