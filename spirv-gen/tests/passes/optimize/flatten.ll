; test passes=optimize/flatten,optimize/dce target=nvidia block=64
; Short ways become selects, the inner ones first, and what their flags promised is forgotten; a load stays where it is.
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %x, i32 %y, i1 %load) {
entry:
  %small = icmp ult i32 %x, 8
  br i1 %small, label %inner, label %large
inner:
  %even = icmp eq i32 %y, 0
  br i1 %even, label %twice, label %inner_end
twice:
  %double = shl nuw nsw i32 %x, 1
  br label %inner_end
inner_end:
  %a = phi i32 [ %double, %twice ], [ %y, %inner ]
  br label %join
large:
  %sum = add nsw i32 %x, %y
  br label %join
join:
  %r = phi i32 [ %a, %inner_end ], [ %sum, %large ]
  br i1 %load, label %read, label %end
read:
  %old = load i32, ptr addrspace(1) %out, align 4
  br label %end
end:
  %s = phi i32 [ %old, %read ], [ %r, %join ]
  store i32 %s, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %x, i32 %y, i1 %load) {
b0:
  %0 = icmp ult i32 %x, 8
  %1 = icmp eq i32 %y, 0
  %2 = shl i32 %x, 1
  %3 = select i1 %1, i32 %2, i32 %y
  %4 = add i32 %x, %y
  %5 = select i1 %0, i32 %3, i32 %4
  br i1 %load, label %b1, label %b2

b1:
  %6 = load i32, ptr addrspace(1) %out, align 4
  br label %b2

b2:
  %7 = phi i32 [ %6, %b1 ], [ %5, %b0 ]
  store i32 %7, ptr addrspace(1) %out, align 4
  ret void
}
