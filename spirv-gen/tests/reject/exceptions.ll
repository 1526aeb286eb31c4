; test emit=ir
define void @f() {
  invoke void @f() to label %next unwind label %next
next:
  ret void
}

; ---- expected ----
in 'f': unsupported: instruction 'invoke'
