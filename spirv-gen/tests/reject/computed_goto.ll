; test emit=ir
define void @f() {
  %p = freeze ptr blockaddress(@f, %target)
  br label %target
target:
  ret void
}

; ---- expected ----
in 'f': unsupported: addresses of labels (computed goto)
