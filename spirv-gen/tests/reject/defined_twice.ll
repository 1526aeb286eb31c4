; test emit=ir
define i32 @f(i32 %x) {
  %y = add i32 %x, 1
  %y = add i32 %x, 2
  ret i32 %y
}

; ---- expected ----
in 'f': cannot read IR, line 5: '%y' is defined twice
