; test passes=optimize/same_ways,optimize/cse,optimize/dce,optimize/simplify_cfg
; The second branch asks the same as the first, its ways compute the same, and so does what stands behind it; the third one's do not.
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(4) %t, i32 %a, i32 %b) {
entry:
  %c = icmp ult i32 %a, 100
  br i1 %c, label %near, label %far
near:
  %n = mul i32 %a, 3
  br label %join
far:
  %table = load i32, ptr addrspace(4) %t, align 4
  %f = add i32 %table, %a
  br label %join
join:
  %x = phi i32 [ %n, %near ], [ %f, %far ]
  %x2 = mul i32 %x, %x
  store i32 %x2, ptr addrspace(1) %p, align 4
  br i1 %c, label %near2, label %far2
near2:
  %n2 = mul i32 %a, 3
  br label %join2
far2:
  %table2 = load i32, ptr addrspace(4) %t, align 4
  %f2 = add i32 %table2, %a
  br label %join2
join2:
  %y = phi i32 [ %f2, %far2 ], [ %n2, %near2 ]
  %y2 = mul i32 %y, %y
  %y3 = add i32 %y2, %b
  store i32 %y3, ptr addrspace(1) %p, align 4
  br i1 %c, label %near3, label %far3
near3:
  %n3 = mul nsw i32 %a, 3
  br label %join3
far3:
  %f3 = add i32 %b, %a
  br label %join3
join3:
  %z = phi i32 [ %n3, %near3 ], [ %f3, %far3 ]
  store i32 %z, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(4) %t, i32 %a, i32 %b) {
b0:
  %0 = icmp ult i32 %a, 100
  br i1 %0, label %b1, label %b2

b1:
  %1 = mul i32 %a, 3
  br label %b3

b2:
  %2 = load i32, ptr addrspace(4) %t, align 4
  %3 = add i32 %2, %a
  br label %b3

b3:
  %4 = phi i32 [ %1, %b1 ], [ %3, %b2 ]
  %5 = mul i32 %4, %4
  store i32 %5, ptr addrspace(1) %p, align 4
  %6 = add i32 %5, %b
  store i32 %6, ptr addrspace(1) %p, align 4
  br i1 %0, label %b4, label %b5

b4:
  %7 = mul nsw i32 %a, 3
  br label %b6

b5:
  %8 = add i32 %b, %a
  br label %b6

b6:
  %9 = phi i32 [ %7, %b4 ], [ %8, %b5 ]
  store i32 %9, ptr addrspace(1) %p, align 4
  ret void
}
