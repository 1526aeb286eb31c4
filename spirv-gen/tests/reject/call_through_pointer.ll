; test passes=calls/inline
; A virtual call: which function it is, only the run knows.
define amdgpu_kernel void @k(ptr addrspace(1) %object) {
  %table = load ptr, ptr addrspace(1) %object, align 8
  %method = load ptr, ptr %table, align 8
  %r = call i32 %method(ptr addrspace(1) %object)
  store i32 %r, ptr addrspace(1) %object, align 4
  ret void
}

; ---- expected ----
in 'k': unsupported: call through a function pointer or of a virtual function
