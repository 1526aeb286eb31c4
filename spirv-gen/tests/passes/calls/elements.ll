; test passes=calls/elements
; Functions of the form of an FFT library's callback, whose address is taken, get a kernel each.
@load = addrspace(1) externally_initialized global ptr @load_two
@store = addrspace(1) externally_initialized global ptr @store_parts
@others = addrspace(4) constant [4 x ptr] [ptr @three_bytes, ptr @four_arguments, ptr @load_none, ptr @store_none]

define internal [2 x i32] @load_two(ptr %a, i64 %i, ptr %d, ptr %s) {
  %slot = getelementptr i64, ptr %a, i64 %i
  %r = load [2 x i32], ptr %slot, align 4
  ret [2 x i32] %r
}
define internal void @store_parts(ptr %a, i64 %i, double %x, double %y, ptr %d, ptr %s) {
  %slot = getelementptr double, ptr %a, i64 %i
  store double %x, ptr %slot, align 8
  ret void
}
define internal float @never_taken(ptr %a, i64 %i, ptr %d, ptr %s) {
  ret float 0.0
}
define internal [3 x i8] @three_bytes(ptr %a, i64 %i, ptr %d, ptr %s) {
  ret [3 x i8] zeroinitializer
}
define internal float @four_arguments(ptr %a, i64 %i, float %f, ptr %d) {
  ret float %f
}
define internal float @load_none(ptr %a, i64 %i, float %f, ptr %d, ptr %s) {
  ret float %f
}
define internal void @store_none(ptr %a, i64 %i, ptr %d, ptr %s) {
  ret void
}

; ---- expected ----
