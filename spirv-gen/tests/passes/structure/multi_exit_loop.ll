; test passes=structure
; A search with two exits to different places: the loop leaves through one merge block, which dispatches on the exit.
define amdgpu_kernel void @find(i64 %p, i32 %n, i32 %key) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %missing
body:
  %wide = zext i32 %i to i64
  %bytes = shl i64 %wide, 2
  %at = add i64 %p, %bytes
  %v = load i32, i64 %at, align 4
  %hit = icmp eq i32 %v, %key
  br i1 %hit, label %found, label %latch
latch:
  %next = add i32 %i, 1
  br label %loop
found:
  store i32 %i, i64 %p, align 4
  br label %end
missing:
  store i32 -1, i64 %p, align 4
  br label %end
end:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @find(i64 %p, i32 %n, i32 %key) {
b0:
  br label %b1

b1:
  br label %b2

b2:
  %0 = phi i32 [ 0, %b1 ], [ %7, %b8 ]
  %1 = icmp slt i32 %0, %n
  call void @hip.merge.loop(label %b9, label %b8)
  br label %b3

b3:
  call void @hip.merge.selection(label %b5)
  br i1 %1, label %b5, label %b4

b4:
  br label %b9

b5:
  %2 = zext i32 %0 to i64
  %3 = shl i64 %2, 2
  %4 = add i64 %p, %3
  %5 = load i32, i64 %4, align 4
  %6 = icmp eq i32 %5, %key
  call void @hip.merge.selection(label %b7)
  br i1 %6, label %b6, label %b7

b6:
  br label %b9

b7:
  %7 = add i32 %0, 1
  br label %b8

b8:
  br label %b2

b9:
  %8 = phi i1 [ false, %b4 ], [ true, %b6 ]
  call void @hip.merge.selection(label %b12)
  br i1 %8, label %b10, label %b11

b10:
  store i32 %0, i64 %p, align 4
  br label %b12

b11:
  store i32 -1, i64 %p, align 4
  br label %b12

b12:
  ret void
}
