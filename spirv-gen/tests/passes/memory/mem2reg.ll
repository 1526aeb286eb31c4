; test passes=memory/mem2reg
; A variable becomes values; where two stores meet, a phi. Reading it as another type of the same width is a bitcast.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c, float %f) {
entry:
  %x = alloca float, align 4, addrspace(5)
  %flat = addrspacecast ptr addrspace(5) %x to ptr
  store float %f, ptr %flat, align 4
  br i1 %c, label %then, label %end
then:
  store float 1.0, ptr addrspace(5) %x, align 4
  br label %end
end:
  %bits = load i32, ptr addrspace(5) %x, align 4
  store i32 %bits, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c, float %f) {
b0:
  br i1 %c, label %b1, label %b2

b1:
  br label %b2

b2:
  %0 = phi float [ %f, %b0 ], [ 1.000000e+00, %b1 ]
  %1 = bitcast float %0 to i32
  store i32 %1, ptr addrspace(1) %p, align 4
  ret void
}
