; test passes=float/clamps,optimize/dce target=nvidia block=64
; What clang does not optimise clamps by branches: the ways are empty, so the driver makes selects of them, and a saturation of these.
define amdgpu_kernel void @k(ptr addrspace(1) %out, float %x) {
entry:
  %below = fcmp olt float %x, 1.000000e+00
  br i1 %below, label %keep, label %one
keep:
  br label %first
one:
  br label %first
first:
  %upper = phi float [ %x, %keep ], [ 1.000000e+00, %one ]
  %above = fcmp ogt float %upper, 0.000000e+00
  br i1 %above, label %second, label %zero
zero:
  br label %second
second:
  %r = phi float [ %upper, %first ], [ 0.000000e+00, %zero ]
  store float %r, ptr addrspace(1) %out
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, float %x) {
b0:
  %0 = fcmp olt float %x, 1.000000e+00
  %1 = select i1 %0, float %x, float 1.000000e+00
  %2 = fcmp ogt float %1, 0.000000e+00
  %3 = select i1 %2, float %1, float 0.000000e+00
  %4 = fcmp uno float %x, %x
  %5 = select i1 %4, float 1.000000e+00, float %3
  store float %5, ptr addrspace(1) %out, align 4
  ret void
}
