; test emit=spirv-asm target=nvidia block=32
; A kernel for subgroups of eight lanes on a device of others.
define amdgpu_kernel void @broadcast(ptr addrspace(1) %p0) {
b0:
  %out = call i64 @hip.param(i32 0)
  %v = call i32 @hip.subgroup.broadcast(i32 7, i32 8, i32 5)
  store i32 %v, i64 %out, align 4
  ret void
}

; ---- expected ----
in 'broadcast': device 'nvidia' lacks full subgroups of 8, and their ballots, which this kernel needs
