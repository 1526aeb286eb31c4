; test emit=ir
define i32 @f() {
  ret i32 %missing
}

; ---- expected ----
in 'f': cannot read IR, line 4: value '%missing' is used and never defined
