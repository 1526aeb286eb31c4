; test emit=ir
define void @f(i5000 %x) {
  ret void
}

; ---- expected ----
unsupported: integers of 5000 bits (at most 4096)
