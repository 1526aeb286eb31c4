; test passes=device/builtins
; printf has become an allocation in the message buffer by the time we see it.
declare ptr addrspace(1) @__printf_alloc(i32)
define amdgpu_kernel void @k() {
  %p = call ptr addrspace(1) @__printf_alloc(i32 12)
  ret void
}

; ---- expected ----
in 'k': unsupported: printf in device code (__printf_alloc)
