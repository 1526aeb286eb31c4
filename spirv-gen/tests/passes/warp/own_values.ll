; test passes=warp,optimize/dce target=nvidia block=256
; A warp's sum that only its first lane stores: no step needs the own value.
define amdgpu_kernel void @first_lane(ptr addrspace(1) %p, i32 %x) {
  %t = call i32 @hip.thread.linear()
  %lane = call i32 @hip.lane.id()
  %start = add i32 %x, %t
  %m16 = call i32 @hip.shuffle.down(i32 %start, i32 16)
  %in16 = icmp ult i32 %lane, 16
  %y16 = select i1 %in16, i32 %m16, i32 %start
  %s16 = add i32 %start, %y16
  %m8 = call i32 @hip.shuffle.down(i32 %s16, i32 8)
  %edge8 = and i32 %lane, 24
  %out8 = icmp eq i32 %edge8, 24
  %y8 = select i1 %out8, i32 %s16, i32 %m8
  %s8 = add i32 %s16, %y8
  %first = and i32 %t, 31
  %is_first = icmp eq i32 %first, 0
  br i1 %is_first, label %store, label %done
store:
  store i32 %s8, ptr addrspace(1) %p, align 4
  br label %done
done:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @first_lane(ptr addrspace(1) %p, i32 %x) {
b0:
  %0 = call i32 @hip.thread.linear()
  %1 = add i32 %x, %0
  %2 = call i32 @hip.shuffle.down(i32 %1, i32 16)
  %3 = add i32 %1, %2
  %4 = call i32 @hip.shuffle.down(i32 %3, i32 8)
  %5 = add i32 %3, %4
  %6 = and i32 %0, 31
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %b1, label %b2

b1:
  store i32 %5, ptr addrspace(1) %p, align 4
  br label %b2

b2:
  ret void
}
