; test passes=structure
; A switch becomes a tree of comparisons; neighbouring cases are one comparison, an impossible default none.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v) {
entry:
  switch i32 %v, label %never [
    i32 0, label %zero
    i32 1, label %few
    i32 2, label %few
    i32 3, label %three
  ]
zero:
  store i32 10, ptr addrspace(1) %p, align 4
  br label %end
few:
  store i32 11, ptr addrspace(1) %p, align 4
  br label %end
three:
  store i32 12, ptr addrspace(1) %p, align 4
  br label %end
never:
  unreachable
end:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %v) {
b0:
  %0 = icmp ult i32 %v, 1
  call void @hip.merge.selection(label %b6)
  br i1 %0, label %b1, label %b2

b1:
  store i32 10, ptr addrspace(1) %p, align 4
  br label %b6

b2:
  %1 = icmp ult i32 %v, 3
  call void @hip.merge.selection(label %b5)
  br i1 %1, label %b3, label %b4

b3:
  store i32 11, ptr addrspace(1) %p, align 4
  br label %b5

b4:
  store i32 12, ptr addrspace(1) %p, align 4
  br label %b5

b5:
  br label %b6

b6:
  ret void
}
