; test device emit=ir target=radv block=64
; RADV would take 32, 32 and 64 registers for these arrays. One fits into the budget of 48; the others, less accessed for their size, go to the end
; of arrays that are too long for registers.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %i) {
entry:
  %a = alloca [16 x double], align 16, addrspace(5)
  %b = alloca [16 x double], align 16, addrspace(5)
  %bytes = alloca [64 x i8], align 16, addrspace(5)
  %x = load double, ptr addrspace(1) %p, align 8
  %a.i = getelementptr inbounds [16 x double], ptr addrspace(5) %a, i32 0, i32 %i
  store double %x, ptr addrspace(5) %a, align 8
  store double 2.0, ptr addrspace(5) %a.i, align 8
  %b.1 = getelementptr inbounds [16 x double], ptr addrspace(5) %b, i32 0, i32 1
  %b.i = getelementptr inbounds [16 x double], ptr addrspace(5) %b, i32 0, i32 %i
  store double %x, ptr addrspace(5) %b.1, align 8
  %m = getelementptr inbounds [64 x i8], ptr addrspace(5) %bytes, i32 0, i32 %i
  store i8 1, ptr addrspace(5) %m, align 1
  %n = load i8, ptr addrspace(5) %bytes, align 1
  %y = load double, ptr addrspace(5) %a, align 8
  %z = load double, ptr addrspace(5) %b.i, align 8
  %w = fadd double %y, %z
  %c = uitofp i8 %n to double
  %v = fadd double %w, %c
  store double %v, ptr addrspace(1) %p, align 8
  ret void
}

; ---- expected ----
@hip.private.0 = external addrspace(5) global [16 x double], align 8
@hip.private.1 = external addrspace(5) global [40 x double], align 8
@hip.private.2 = external addrspace(5) global [320 x i8], align 1

define amdgpu_kernel void @k() {
b0:
  %0 = call i64 @hip.param(i32 0)
  %1 = call i32 @hip.param(i32 8)
  %2 = load double, i64 %0, align 8
  %3 = getelementptr inbounds [16 x double], ptr addrspace(5) @hip.private.0, i32 0, i32 0
  store double %2, ptr addrspace(5) %3, align 8
  %4 = getelementptr inbounds [16 x double], ptr addrspace(5) @hip.private.0, i32 0, i32 %1
  store double 2.000000e+00, ptr addrspace(5) %4, align 8
  %5 = add i32 %1, 24
  %6 = getelementptr inbounds [40 x double], ptr addrspace(5) @hip.private.1, i32 0, i32 25
  store double %2, ptr addrspace(5) %6, align 8
  %7 = add i32 %1, 256
  %8 = getelementptr inbounds [320 x i8], ptr addrspace(5) @hip.private.2, i32 0, i32 %7
  store i8 1, ptr addrspace(5) %8, align 1
  %9 = getelementptr inbounds [320 x i8], ptr addrspace(5) @hip.private.2, i32 0, i32 256
  %10 = load i8, ptr addrspace(5) %9, align 1
  %11 = load double, ptr addrspace(5) %3, align 8
  %12 = getelementptr inbounds [40 x double], ptr addrspace(5) @hip.private.1, i32 0, i32 %5
  %13 = load double, ptr addrspace(5) %12, align 8
  %14 = fadd double %11, %13
  %15 = uitofp i8 %10 to double
  %16 = fadd double %14, %15
  store double %16, i64 %0, align 8
  ret void
}
