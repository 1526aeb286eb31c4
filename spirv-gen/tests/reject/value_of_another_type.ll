; test emit=ir
define i32 @f(float %x) {
  ret i32 %x
}

; ---- expected ----
in 'f': cannot read IR, line 4: '%x' is of type float, not i32
