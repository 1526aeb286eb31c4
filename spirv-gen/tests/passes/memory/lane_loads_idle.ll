; test device emit=ir target=lavapipe block=1
; All lanes agree about both branches; the driver goes through the small arm all the same, and through what stands behind a break. The loop's first load is done by somebody.
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {
entry:
  %is_null = icmp eq ptr addrspace(1) %in, null
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %x = load i32, ptr addrspace(1) %out, align 4
  br i1 %is_null, label %join, label %some
some:
  %y = load i32, ptr addrspace(1) %in, align 4
  br label %join
join:
  %z = phi i32 [ 1, %head ], [ %y, %some ]
  %s1 = add i32 %x, %z
  %stop = icmp eq i32 %n, %i
  br i1 %stop, label %end, label %latch
latch:
  %next = getelementptr i8, ptr addrspace(1) %in, i64 4
  %w = load i32, ptr addrspace(1) %next, align 4
  store i32 %w, ptr addrspace(1) %out, align 4
  %i2 = add i32 %i, 1
  br label %head
end:
  store i32 %s1, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k() {
b0:
  %0 = call i32 @hip.lane.id()
  %1 = lshr i32 %0, 5
  %2 = zext i32 %1 to i64
  %3 = call i64 @hip.param(i32 0)
  %4 = call i64 @hip.param(i32 8)
  %5 = call i32 @hip.param(i32 16)
  %6 = icmp eq i64 %4, 0
  %7 = add i64 %4, 4
  br label %b1

b1:
  %8 = phi i32 [ 0, %b0 ], [ %17, %b6 ]
  %9 = load i32, i64 %3, align 4
  call void @hip.merge.loop(label %b7, label %b6)
  br label %b2

b2:
  call void @hip.merge.selection(label %b4)
  br i1 %6, label %b4, label %b3

b3:
  %10 = add i64 %4, %2
  %11 = load i32, i64 %10, align 4
  br label %b4

b4:
  %12 = phi i32 [ 1, %b2 ], [ %11, %b3 ]
  %13 = add i32 %9, %12
  %14 = icmp eq i32 %5, %8
  call void @hip.merge.selection(label %b5)
  br i1 %14, label %b7, label %b5

b5:
  %15 = add i64 %7, %2
  %16 = load i32, i64 %15, align 4
  store i32 %16, i64 %3, align 4
  %17 = add i32 %8, 1
  br label %b6

b6:
  br label %b1

b7:
  store i32 %13, i64 %3, align 4
  ret void
}
