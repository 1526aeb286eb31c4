; test passes=structure
; A loop that is entered in two places gets one header, which dispatches on where control came from.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c, i32 %n) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = phi i32 [ 0, %entry ], [ %y1, %b ]
  store i32 %x, ptr addrspace(1) %p, align 4
  br label %b
b:
  %y = phi i32 [ 7, %entry ], [ %x, %a ]
  %y1 = add i32 %y, 1
  %again = icmp slt i32 %y1, %n
  br i1 %again, label %a, label %end
end:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c, i32 %n) {
b0:
  call void @hip.merge.selection(label %b3)
  br i1 %c, label %b1, label %b2

b1:
  br label %b3

b2:
  br label %b3

b3:
  %0 = phi i1 [ true, %b2 ], [ false, %b1 ]
  br label %b4

b4:
  %1 = phi i1 [ %0, %b3 ], [ %6, %b9 ]
  %2 = phi i32 [ 0, %b3 ], [ %7, %b9 ]
  %3 = phi i32 [ 7, %b3 ], [ %8, %b9 ]
  call void @hip.merge.loop(label %b10, label %b9)
  br label %b5

b5:
  call void @hip.merge.selection(label %b7)
  br i1 %1, label %b7, label %b6

b6:
  store i32 %2, ptr addrspace(1) %p, align 4
  br label %b9

b7:
  %4 = add i32 %3, 1
  %5 = icmp slt i32 %4, %n
  call void @hip.merge.selection(label %b8)
  br i1 %5, label %b8, label %b10

b8:
  br label %b9

b9:
  %6 = phi i1 [ true, %b6 ], [ false, %b8 ]
  %7 = phi i32 [ %2, %b6 ], [ %4, %b8 ]
  %8 = phi i32 [ %2, %b6 ], [ %3, %b8 ]
  br label %b4

b10:
  ret void
}
