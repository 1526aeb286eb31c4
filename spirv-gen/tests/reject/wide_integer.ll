; test emit=ir
define void @f(i256 %x) {
  ret void
}

; ---- expected ----
unsupported: integers of 256 bits (at most 128)
