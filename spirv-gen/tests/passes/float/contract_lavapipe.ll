; test passes=float/contract,optimize/dce target=lavapipe block=64
; lavapipe has no fused multiply-add: nothing is contracted.
define amdgpu_kernel void @k(ptr addrspace(1) %out, float %a, float %b, float %c, float %d, double %x, double %y, i1 %t) {
  %p = fmul contract float %a, %b
  %sum = fadd contract float %p, %c
  store float %sum, ptr addrspace(1) %out
  %q = fmul contract float %a, %c
  %minus = fsub contract float %q, %d
  store float %minus, ptr addrspace(1) %out
  %from = fsub contract float %d, %q
  store float %from, ptr addrspace(1) %out
  %n = fneg contract float %q
  %negative = fadd contract float %n, %d
  store float %negative, ptr addrspace(1) %out
  %r = fmul contract float %c, %d
  store float %r, ptr addrspace(1) %out
  %s = fmul contract float %d, %d
  %fewer = fadd contract float %r, %s
  store float %fewer, ptr addrspace(1) %out
  %u = fmul contract double %x, %y
  %v = fmul contract double %x, %x
  %left = fsub contract double %u, %v
  store double %left, ptr addrspace(1) %out
  %plain = fmul float %b, %c
  %kept = fadd contract float %plain, %d
  store float %kept, ptr addrspace(1) %out
  %e = fmul contract float %b, %d
  %too = fadd float %e, %a
  store float %too, ptr addrspace(1) %out
  %far = fmul contract float %b, %b
  br i1 %t, label %then, label %done
then:
  %other = fadd contract float %far, %a
  store float %other, ptr addrspace(1) %out
  br label %done
done:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, float %a, float %b, float %c, float %d, double %x, double %y, i1 %t) {
b0:
  %0 = fmul contract float %a, %b
  %1 = fadd contract float %0, %c
  store float %1, ptr addrspace(1) %out, align 4
  %2 = fmul contract float %a, %c
  %3 = fsub contract float %2, %d
  store float %3, ptr addrspace(1) %out, align 4
  %4 = fsub contract float %d, %2
  store float %4, ptr addrspace(1) %out, align 4
  %5 = fneg contract float %2
  %6 = fadd contract float %5, %d
  store float %6, ptr addrspace(1) %out, align 4
  %7 = fmul contract float %c, %d
  store float %7, ptr addrspace(1) %out, align 4
  %8 = fmul contract float %d, %d
  %9 = fadd contract float %7, %8
  store float %9, ptr addrspace(1) %out, align 4
  %10 = fmul contract double %x, %y
  %11 = fmul contract double %x, %x
  %12 = fsub contract double %10, %11
  store double %12, ptr addrspace(1) %out, align 8
  %13 = fmul float %b, %c
  %14 = fadd contract float %13, %d
  store float %14, ptr addrspace(1) %out, align 4
  %15 = fmul contract float %b, %d
  %16 = fadd float %15, %a
  store float %16, ptr addrspace(1) %out, align 4
  %17 = fmul contract float %b, %b
  br i1 %t, label %b1, label %b2

b1:
  %18 = fadd contract float %17, %a
  store float %18, ptr addrspace(1) %out, align 4
  br label %b2

b2:
  ret void
}
