; test passes=float/contract,optimize/dce target=nvidia block=64
; Sums and differences take in a product where both carry `contract`: the one with fewer uses of two, else the left one; never from another
; block, nor what one of the flags forbids.
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
  %0 = call contract float @llvm.fma.f32(float %a, float %b, float %c)
  store float %0, ptr addrspace(1) %out, align 4
  %1 = fneg float %d
  %2 = call contract float @llvm.fma.f32(float %a, float %c, float %1)
  store float %2, ptr addrspace(1) %out, align 4
  %3 = fneg float %a
  %4 = call contract float @llvm.fma.f32(float %3, float %c, float %d)
  store float %4, ptr addrspace(1) %out, align 4
  %5 = fneg float %a
  %6 = call contract float @llvm.fma.f32(float %5, float %c, float %d)
  store float %6, ptr addrspace(1) %out, align 4
  %7 = fmul contract float %c, %d
  store float %7, ptr addrspace(1) %out, align 4
  %8 = call contract float @llvm.fma.f32(float %d, float %d, float %7)
  store float %8, ptr addrspace(1) %out, align 4
  %9 = fmul contract double %x, %x
  %10 = fneg double %9
  %11 = call contract double @llvm.fma.f64(double %x, double %y, double %10)
  store double %11, ptr addrspace(1) %out, align 8
  %12 = fmul float %b, %c
  %13 = fadd contract float %12, %d
  store float %13, ptr addrspace(1) %out, align 4
  %14 = fmul contract float %b, %d
  %15 = fadd float %14, %a
  store float %15, ptr addrspace(1) %out, align 4
  %16 = fmul contract float %b, %b
  br i1 %t, label %b1, label %b2

b1:
  %17 = fadd contract float %16, %a
  store float %17, ptr addrspace(1) %out, align 4
  br label %b2

b2:
  ret void
}
