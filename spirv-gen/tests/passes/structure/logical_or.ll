; test passes=structure
; if (a || b) X; the shared arm is reached by a decision, not copied.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %a, i1 %b) {
entry:
  br i1 %a, label %x, label %second
second:
  store i32 1, ptr addrspace(1) %p, align 4
  br i1 %b, label %x, label %end
x:
  store i32 2, ptr addrspace(1) %p, align 4
  br label %end
end:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %a, i1 %b) {
b0:
  call void @hip.merge.selection(label %b6)
  br i1 %a, label %b1, label %b2

b1:
  br label %b6

b2:
  store i32 1, ptr addrspace(1) %p, align 4
  call void @hip.merge.selection(label %b5)
  br i1 %b, label %b3, label %b4

b3:
  br label %b5

b4:
  br label %b5

b5:
  %0 = phi i1 [ true, %b4 ], [ false, %b3 ]
  br label %b6

b6:
  %1 = phi i1 [ %0, %b5 ], [ false, %b1 ]
  call void @hip.merge.selection(label %b8)
  br i1 %1, label %b8, label %b7

b7:
  store i32 2, ptr addrspace(1) %p, align 4
  br label %b8

b8:
  ret void
}
