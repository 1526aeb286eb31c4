; test passes=optimize/joint_conditions target=nvidia block=64
; A bound in two questions.
define amdgpu_kernel void @bounds(i64 %p, i32 %x, i32 %n) {
entry:
  %low = icmp ne i32 %x, 0
  br i1 %low, label %next, label %exit
next:
  %last = add nsw i32 %n, -1
  %high = icmp ult i32 %x, %last
  br i1 %high, label %in, label %exit
in:
  store i32 %x, i64 %p, align 4
  br label %exit
exit:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @bounds(i64 %p, i32 %x, i32 %n) {
b0:
  %0 = icmp ne i32 %x, 0
  %1 = add i32 %n, -1
  %2 = icmp ult i32 %x, %1
  %3 = and i1 %0, %2
  br i1 %3, label %b1, label %b2

b1:
  store i32 %x, i64 %p, align 4
  br label %b2

b2:
  ret void
}
