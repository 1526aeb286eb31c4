; test passes=vector/aggregates
; A pair made in two places, chosen by a phi and stored whole; a compare-exchange keeps its own.
define amdgpu_kernel void @k(ptr addrspace(1) %out, i1 %c, float %f, i32 %n) {
entry:
  %a0 = insertvalue { float, i32 } poison, float %f, 0
  %a1 = insertvalue { float, i32 } %a0, i32 %n, 1
  br i1 %c, label %left, label %join
left:
  %loaded = load { float, i32 }, ptr addrspace(1) %out, align 8
  br label %join
join:
  %p = phi { float, i32 } [ %a1, %entry ], [ %loaded, %left ]
  %x = extractvalue { float, i32 } %p, 1
  store { float, i32 } %p, ptr addrspace(1) %out, align 8
  %old = cmpxchg ptr addrspace(1) %out, i32 %x, i32 %n syncscope("agent") monotonic monotonic, align 4
  %done = extractvalue { i32, i1 } %old, 1
  %wide = zext i1 %done to i32
  store i32 %wide, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, i1 %c, float %f, i32 %n) {
b0:
  br i1 %c, label %b1, label %b2

b1:
  %0 = load float, ptr addrspace(1) %out, align 8
  %1 = getelementptr i8, ptr addrspace(1) %out, i64 4
  %2 = load i32, ptr addrspace(1) %1, align 4
  br label %b2

b2:
  %3 = phi float [ %f, %b0 ], [ %0, %b1 ]
  %4 = phi i32 [ %n, %b0 ], [ %2, %b1 ]
  store float %3, ptr addrspace(1) %out, align 8
  %5 = getelementptr i8, ptr addrspace(1) %out, i64 4
  store i32 %4, ptr addrspace(1) %5, align 4
  %6 = cmpxchg ptr addrspace(1) %out, i32 %4, i32 %n syncscope("agent") monotonic monotonic, align 4
  %7 = extractvalue { i32, i1 } %6, 1
  %8 = zext i1 %7 to i32
  store i32 %8, ptr addrspace(1) %out, align 4
  ret void
}
