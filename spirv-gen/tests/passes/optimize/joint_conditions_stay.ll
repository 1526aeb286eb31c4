; test passes=optimize/joint_conditions target=nvidia block=64
; What brings different values out stays apart, and so does what another way leads to, too; what is read in between is read before.
define amdgpu_kernel void @stay(i64 %p, i32 %x, i1 %a, i1 %b, i1 %c) {
entry:
  br i1 %a, label %second, label %out
second:
  br i1 %b, label %third, label %out
third:
  %y = load i32, i64 %p, align 4
  %less = icmp slt i32 %y, %x
  br i1 %less, label %fourth, label %join
fourth:
  br i1 %c, label %join, label %other
other:
  store i32 %x, i64 %p, align 4
  br i1 %a, label %join, label %out
out:
  %r = phi i32 [ 1, %entry ], [ 2, %second ], [ 3, %other ]
  store i32 %r, i64 %p, align 4
  br label %join
join:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @stay(i64 %p, i32 %x, i1 %a, i1 %b, i1 %c) {
b0:
  br i1 %a, label %b1, label %b4

b1:
  br i1 %b, label %b2, label %b4

b2:
  %0 = load i32, i64 %p, align 4
  %1 = icmp slt i32 %0, %x
  %2 = xor i1 %c, true
  %3 = and i1 %1, %2
  br i1 %3, label %b3, label %b5

b3:
  store i32 %x, i64 %p, align 4
  br i1 %a, label %b5, label %b4

b4:
  %4 = phi i32 [ 1, %b0 ], [ 2, %b1 ], [ 3, %b3 ]
  store i32 %4, i64 %p, align 4
  br label %b5

b5:
  ret void
}
