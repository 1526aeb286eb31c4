; test passes=warp,optimize/dce target=nvidia block=256
; Lanes 0 to 16 store. Lane 16 has no lane 16 above it, so the outer step keeps its own value; the inner one, whose edge is lane 31, is asked for 0
; to 16 and 16 to 31 by the outer, and keeps it too. The step by exchange with a neighbour, made by every lane alike, goes.
define amdgpu_kernel void @edge(ptr addrspace(1) %p, i32 %x) {
  %t = call i32 @hip.thread.linear()
  %lane = call i32 @hip.lane.id()
  %start = add i32 %x, %t
  %m1 = call i32 @hip.shuffle.down(i32 %start, i32 1)
  %in1 = icmp ult i32 %lane, 31
  %y1 = select i1 %in1, i32 %m1, i32 %start
  %n1 = call i32 @hip.shuffle.xor(i32 %y1, i32 1)
  %there = icmp ult i32 %lane, 32
  %z1 = select i1 %there, i32 %n1, i32 %y1
  %s1 = add i32 %y1, %z1
  %m16 = call i32 @hip.shuffle.down(i32 %s1, i32 16)
  %in16 = icmp ult i32 %lane, 16
  %y16 = select i1 %in16, i32 %m16, i32 %s1
  %s16 = add i32 %s1, %y16
  %some = icmp ult i32 %t, 17
  br i1 %some, label %store, label %done
store:
  store i32 %s16, ptr addrspace(1) %p, align 4
  br label %done
done:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @edge(ptr addrspace(1) %p, i32 %x) {
b0:
  %0 = call i32 @hip.thread.linear()
  %1 = call i32 @hip.lane.id()
  %2 = add i32 %x, %0
  %3 = call i32 @hip.shuffle.down(i32 %2, i32 1)
  %4 = icmp ult i32 %1, 31
  %5 = select i1 %4, i32 %3, i32 %2
  %6 = call i32 @hip.shuffle.xor(i32 %5, i32 1)
  %7 = add i32 %5, %6
  %8 = call i32 @hip.shuffle.down(i32 %7, i32 16)
  %9 = icmp ult i32 %1, 16
  %10 = select i1 %9, i32 %8, i32 %7
  %11 = add i32 %7, %10
  %12 = icmp ult i32 %0, 17
  br i1 %12, label %b1, label %b2

b1:
  store i32 %11, ptr addrspace(1) %p, align 4
  br label %b2

b2:
  ret void
}
