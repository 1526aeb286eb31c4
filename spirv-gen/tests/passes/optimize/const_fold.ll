; test passes=optimize/const_fold
; Constants are computed, chains of constants joined, casts of casts shortened; undef is not guessed.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a, i8 %n) {
  %five = add i32 2, 3
  %b = add i32 %a, %five
  %c = add i32 %b, -1
  %wide = zext i8 %n to i32
  %wider = zext i32 %wide to i64
  %narrow = trunc i64 %wider to i16
  %zero = xor i32 undef, 1
  %bit = icmp slt i32 %a, 3
  %not = xor i1 %bit, true
  %m = zext i1 %not to i32
  %q = getelementptr inbounds [4 x i32], ptr addrspace(1) %p, i64 1
  %r = getelementptr inbounds i32, ptr addrspace(1) %q, i64 2
  store i32 %c, ptr addrspace(1) %r, align 4
  store i16 %narrow, ptr addrspace(1) %r, align 2
  store i32 %zero, ptr addrspace(1) %r, align 4
  store i32 %m, ptr addrspace(1) %r, align 4
  %half = call half @llvm.ldexp.f16.i16(half 4.0, i16 -3)
  store half %half, ptr addrspace(1) %r, align 2
  ret void
}
declare half @llvm.ldexp.f16.i16(half, i16)

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a, i8 %n) {
b0:
  %0 = add i32 %a, 5
  %1 = add i32 %a, 4
  %2 = zext i8 %n to i32
  %3 = zext i8 %n to i64
  %4 = zext i8 %n to i16
  %5 = xor i32 undef, 1
  %6 = icmp slt i32 %a, 3
  %7 = icmp sge i32 %a, 3
  %8 = zext i1 %7 to i32
  %9 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 16
  %10 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 24
  store i32 %1, ptr addrspace(1) %10, align 4
  store i16 %4, ptr addrspace(1) %10, align 2
  store i32 %5, ptr addrspace(1) %10, align 4
  store i32 %8, ptr addrspace(1) %10, align 4
  store half 0xH3800, ptr addrspace(1) %10, align 2
  ret void
}
