; test passes=memory/frobnicate
define void @f() {
  ret void
}

; ---- expected ----
unsupported: there is no pass 'memory/frobnicate'; passes/mod.rs lists them
