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
  br label %b1

b1:
  call void @hip.merge.selection(label %b7)
  br i1 %a, label %b2, label %b3

b2:
  br label %b7

b3:
  store i32 1, ptr addrspace(1) %p, align 4
  call void @hip.merge.selection(label %b6)
  br i1 %b, label %b4, label %b5

b4:
  br label %b6

b5:
  br label %b6

b6:
  %0 = phi i1 [ true, %b5 ], [ false, %b4 ]
  br label %b7

b7:
  %1 = phi i1 [ %0, %b6 ], [ false, %b2 ]
  call void @hip.merge.selection(label %b9)
  br i1 %1, label %b9, label %b8

b8:
  store i32 2, ptr addrspace(1) %p, align 4
  br label %b9

b9:
  ret void
}
