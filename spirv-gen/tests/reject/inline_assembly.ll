; test portable
; Inline assembly with code in it is reported with its text, kernel and source line, when it survives inlining.
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p, align 4
  %y = call i32 asm sideeffect "v_mqsad_u32_u8 $0, $1, $1", "=v,v"(i32 %x), !dbg "kernel.hip:12:3"
  store i32 %y, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
kernel.hip:12:3: in 'k': unsupported: inline assembly (asm "v_mqsad_u32_u8 $0, $1, $1", "=v,v")
