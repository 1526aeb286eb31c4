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
  br label %b1

b1:
  call void @hip.merge.selection(label %b4)
  br i1 %c, label %b2, label %b3

b2:
  br label %b4

b3:
  br label %b4

b4:
  %0 = phi i1 [ true, %b3 ], [ false, %b2 ]
  br label %b5

b5:
  %1 = phi i1 [ %0, %b4 ], [ %6, %b10 ]
  %2 = phi i32 [ 0, %b4 ], [ %7, %b10 ]
  %3 = phi i32 [ 7, %b4 ], [ %8, %b10 ]
  call void @hip.merge.loop(label %b11, label %b10)
  br label %b6

b6:
  call void @hip.merge.selection(label %b8)
  br i1 %1, label %b8, label %b7

b7:
  store i32 %2, ptr addrspace(1) %p, align 4
  br label %b10

b8:
  %4 = add i32 %3, 1
  %5 = icmp slt i32 %4, %n
  call void @hip.merge.selection(label %b9)
  br i1 %5, label %b9, label %b11

b9:
  br label %b10

b10:
  %6 = phi i1 [ true, %b7 ], [ false, %b9 ]
  %7 = phi i32 [ %2, %b7 ], [ %4, %b9 ]
  %8 = phi i32 [ %2, %b7 ], [ %3, %b9 ]
  br label %b5

b11:
  br label %b12

b12:
  ret void
}
