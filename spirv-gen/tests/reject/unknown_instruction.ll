; test emit=ir
define void @f() {
  frobnicate i32 1
}

; ---- expected ----
in 'f': cannot read IR, line 3: unknown instruction 'frobnicate'
