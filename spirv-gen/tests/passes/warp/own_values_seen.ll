; test passes=warp,optimize/dce target=nvidia block=256
; What other lanes, branches and addresses see, all lanes are asked for: the first choice feeds a ballot, the second a loop's end, the third a load.
define amdgpu_kernel void @seen(ptr addrspace(1) %p, i32 %x) {
  %t = call i32 @hip.thread.linear()
  %lane = call i32 @hip.lane.id()
  %start = add i32 %x, %t
  %in = icmp ult i32 %lane, 31
  %m1 = call i32 @hip.shuffle.down(i32 %start, i32 1)
  %y1 = select i1 %in, i32 %m1, i32 %start
  %c1 = icmp eq i32 %y1, 7
  %votes = call i64 @hip.ballot(i1 %c1)
  br label %loop
loop:
  %i = phi i32 [ %start, %0 ], [ %y2, %loop ]
  %m2 = call i32 @hip.shuffle.down(i32 %i, i32 1)
  %y2 = select i1 %in, i32 %m2, i32 %i
  %again = icmp ugt i32 %y2, 100
  br i1 %again, label %loop, label %out
out:
  %m3 = call i32 @hip.shuffle.down(i32 %x, i32 1)
  %y3 = select i1 %in, i32 %m3, i32 %x
  %far = zext i32 %y3 to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %far
  %old = load i32, ptr addrspace(1) %at, align 4
  %low = trunc i64 %votes to i32
  %sum = add i32 %old, %low
  %is_first = icmp eq i32 %lane, 0
  br i1 %is_first, label %store, label %done
store:
  store i32 %sum, ptr addrspace(1) %p, align 4
  br label %done
done:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @seen(ptr addrspace(1) %p, i32 %x) {
b0:
  %0 = call i32 @hip.thread.linear()
  %1 = call i32 @hip.lane.id()
  %2 = add i32 %x, %0
  %3 = icmp ult i32 %1, 31
  %4 = call i32 @hip.shuffle.down(i32 %2, i32 1)
  %5 = select i1 %3, i32 %4, i32 %2
  %6 = icmp eq i32 %5, 7
  %7 = call i64 @hip.ballot(i1 %6)
  br label %b1

b1:
  %8 = phi i32 [ %2, %b0 ], [ %10, %b1 ]
  %9 = call i32 @hip.shuffle.down(i32 %8, i32 1)
  %10 = select i1 %3, i32 %9, i32 %8
  %11 = icmp ugt i32 %10, 100
  br i1 %11, label %b1, label %b2

b2:
  %12 = call i32 @hip.shuffle.down(i32 %x, i32 1)
  %13 = select i1 %3, i32 %12, i32 %x
  %14 = zext i32 %13 to i64
  %15 = getelementptr i32, ptr addrspace(1) %p, i64 %14
  %16 = load i32, ptr addrspace(1) %15, align 4
  %17 = trunc i64 %7 to i32
  %18 = add i32 %16, %17
  %19 = icmp eq i32 %1, 0
  br i1 %19, label %b3, label %b4

b3:
  store i32 %18, ptr addrspace(1) %p, align 4
  br label %b4

b4:
  ret void
}
