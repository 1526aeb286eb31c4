; test passes=memory/unaliased_loads target=nvidia block=64
; What is read through %in alone passes the stores; what %other may be changed by stays, and nothing passes a fence or an atomic operation.
define amdgpu_kernel void @k(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in, ptr addrspace(1) readonly %other, i64 %i) {
  %p0 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %i
  %a = load float, ptr addrspace(1) %p0, align 4
  store float %a, ptr addrspace(1) %out, align 4
  %o = load float, ptr addrspace(1) %other, align 4
  %i1 = add i64 %i, 1
  %p1 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %i1
  %b = load float, ptr addrspace(1) %p1, align 4
  %q1 = getelementptr inbounds float, ptr addrspace(1) %out, i64 1
  %bo = fadd float %b, %o
  store float %bo, ptr addrspace(1) %q1, align 4
  %index = load i64, ptr addrspace(1) %other, align 8
  %p2 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %c = load float, ptr addrspace(1) %p2, align 4
  store float %c, ptr addrspace(1) %out, align 4
  fence syncscope("agent") acq_rel
  %p3 = getelementptr inbounds float, ptr addrspace(1) %in, i64 9
  %d = load float, ptr addrspace(1) %p3, align 4
  store float %d, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) noalias %out, ptr addrspace(1) noalias readonly %in, ptr addrspace(1) readonly %other, i64 %i) {
b0:
  %0 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %i
  %1 = load float, ptr addrspace(1) %0, align 4
  %2 = add i64 %i, 1
  %3 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %2
  %4 = load float, ptr addrspace(1) %3, align 4
  store float %1, ptr addrspace(1) %out, align 4
  %5 = load float, ptr addrspace(1) %other, align 4
  %6 = getelementptr inbounds float, ptr addrspace(1) %out, i64 1
  %7 = fadd float %4, %5
  store float %7, ptr addrspace(1) %6, align 4
  %8 = load i64, ptr addrspace(1) %other, align 8
  %9 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %8
  %10 = load float, ptr addrspace(1) %9, align 4
  store float %10, ptr addrspace(1) %out, align 4
  fence syncscope("agent") acq_rel
  %11 = getelementptr inbounds float, ptr addrspace(1) %in, i64 9
  %12 = load float, ptr addrspace(1) %11, align 4
  store float %12, ptr addrspace(1) %out, align 4
  ret void
}
