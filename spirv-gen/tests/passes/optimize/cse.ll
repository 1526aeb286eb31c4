; test passes=optimize/cse
; What a dominating block computed is not computed again; promises that only one of the two makes are dropped.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b, i1 %c) {
entry:
  %x = add nsw i32 %a, %b
  br i1 %c, label %then, label %end
then:
  %y = add i32 %b, %a
  store i32 %y, ptr addrspace(1) %p, align 4
  br label %end
end:
  store i32 %x, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b, i1 %c) {
b0:
  %0 = add i32 %a, %b
  br i1 %c, label %b1, label %b2

b1:
  store i32 %0, ptr addrspace(1) %p, align 4
  br label %b2

b2:
  store i32 %0, ptr addrspace(1) %p, align 4
  ret void
}
