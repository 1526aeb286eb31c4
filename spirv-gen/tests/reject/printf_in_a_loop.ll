; test passes=device/printf
; A message to which a loop appends has no number of pieces.
@hi = private constant [3 x i8] c"hi\00", align 1
declare i64 @__ockl_printf_begin(i64)
declare i64 @__ockl_printf_append_string_n(i64, ptr, i64, i32)
define ptr addrspace(1) @__hip_vk_record_alloc(i32 %size, i32 %counted) {
  ret ptr addrspace(1) null
}
define i32 @__hip_vk_printf_length(ptr addrspace(1) %record) {
  ret i32 0
}
define amdgpu_kernel void @k(i1 %c) {
  %a = call i64 @__ockl_printf_begin(i64 0)
  br label %x
x:
  %d = phi i64 [ %a, %0 ], [ %b, %x ]
  %b = call i64 @__ockl_printf_append_string_n(i64 %d, ptr @hi, i64 3, i32 0)
  br i1 %c, label %x, label %y
y:
  %e = call i64 @__ockl_printf_append_string_n(i64 %b, ptr @hi, i64 3, i32 1)
  ret void
}

; ---- expected ----
in 'k': unsupported: a message put together in a loop
