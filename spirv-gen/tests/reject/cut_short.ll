; test emit=ir
define void @f() {
  %x = add i32 1,

; ---- expected ----
in 'f': cannot read IR, line 5: expected a value, found the end of the text
