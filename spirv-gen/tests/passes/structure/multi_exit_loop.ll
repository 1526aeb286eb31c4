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
  %0 = phi i32 [ 0, %b0 ], [ %7, %b7 ]
  %1 = icmp slt i32 %0, %n
  call void @hip.merge.loop(label %b8, label %b7)
  br label %b2

b2:
  call void @hip.merge.selection(label %b4)
  br i1 %1, label %b4, label %b3

b3:
  br label %b8

b4:
  %2 = zext i32 %0 to i64
  %3 = shl i64 %2, 2
  %4 = add i64 %p, %3
  %5 = load i32, i64 %4, align 4
  %6 = icmp eq i32 %5, %key
  call void @hip.merge.selection(label %b6)
  br i1 %6, label %b5, label %b6

b5:
  br label %b8

b6:
  %7 = add i32 %0, 1
  br label %b7

b7:
  br label %b1

b8:
  %8 = phi i1 [ false, %b3 ], [ true, %b5 ]
  call void @hip.merge.selection(label %b11)
  br i1 %8, label %b9, label %b10

b9:
  store i32 %0, i64 %p, align 4
  br label %b11

b10:
  store i32 -1, i64 %p, align 4
  br label %b11

b11:
  ret void
}
