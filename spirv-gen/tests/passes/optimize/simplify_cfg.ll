; test passes=optimize/simplify_cfg
; A constant branch goes one way, chains of blocks are joined, empty blocks are passed by.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c) {
entry:
  br i1 true, label %live, label %dead
live:
  br i1 %c, label %empty, label %full
empty:
  br label %end
full:
  store i32 1, ptr addrspace(1) %p, align 4
  br label %end
dead:
  store i32 2, ptr addrspace(1) %p, align 4
  br label %end
end:
  %v = phi i32 [ 3, %empty ], [ 4, %full ], [ 5, %dead ]
  br label %tail
tail:
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c) {
b0:
  br i1 %c, label %b2, label %b1

b1:
  store i32 1, ptr addrspace(1) %p, align 4
  br label %b2

b2:
  %0 = phi i32 [ 4, %b1 ], [ 3, %b0 ]
  store i32 %0, ptr addrspace(1) %p, align 4
  ret void
}
