; test passes=optimize/joint_conditions target=nvidia block=64
; The four ways in which two questions lead out.
define amdgpu_kernel void @ways(i64 %p, i32 %x, i1 %a, i1 %b, i1 %c, i1 %d) {
entry:
  br i1 %a, label %out, label %second
second:
  br i1 %b, label %out, label %third
third:
  br i1 %c, label %fourth, label %out
fourth:
  br i1 %d, label %out, label %in
in:
  %y = add i32 %x, 1
  store i32 %y, i64 %p, align 4
  br label %out
out:
  %r = phi i32 [ %x, %entry ], [ %x, %second ], [ %x, %third ], [ %x, %fourth ], [ %y, %in ]
  store i32 %r, i64 %p, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @ways(i64 %p, i32 %x, i1 %a, i1 %b, i1 %c, i1 %d) {
b0:
  %0 = xor i1 %d, true
  %1 = and i1 %c, %0
  %2 = xor i1 %1, true
  %3 = or i1 %b, %2
  %4 = or i1 %a, %3
  br i1 %4, label %b2, label %b1

b1:
  %5 = add i32 %x, 1
  store i32 %5, i64 %p, align 4
  br label %b2

b2:
  %6 = phi i32 [ %x, %b0 ], [ %5, %b1 ]
  store i32 %6, i64 %p, align 4
  ret void
}
