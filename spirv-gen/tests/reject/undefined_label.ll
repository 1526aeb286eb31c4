; test emit=ir
define void @f() {
  br label %missing
}

; ---- expected ----
in 'f': cannot read IR, line 4: a label is used and never defined
