; test emit=ir
define void @f(ptr addrspace(7) %x) {
  ret void
}

; ---- expected ----
unsupported: address space 7
