; test passes=integer/limbs
; A packed run of 144 bits of bit-fields becomes three limbs: loads and stores of what lies there, shifts across limbs, comparisons.
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) {
entry:
  %a = load i144, ptr addrspace(1) %p, align 1
  %up = shl i144 %a, 69
  %field = ashr i144 %up, 119
  %narrow = trunc nsw i144 %field to i32
  store i32 %narrow, ptr addrspace(1) %q, align 4
  br i1 %c, label %then, label %end
then:
  %more = add nsw i32 %narrow, 2
  %wide = zext i32 %more to i144
  %kept = and i144 %a, -37778930625062436257791
  %moved = shl nuw i144 %wide, 50
  %new = or disjoint i144 %kept, %moved
  br label %end
end:
  %result = phi i144 [ %a, %entry ], [ %new, %then ]
  %same = icmp eq i144 %result, 1267650600228229401496703205376
  store i1 %same, ptr addrspace(1) %q, align 1
  store i144 %result, ptr addrspace(1) %p, align 2
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) {
b0:
  %0 = load i64, ptr addrspace(1) %p, align 1
  %1 = getelementptr i8, ptr addrspace(1) %p, i64 8
  %2 = load i64, ptr addrspace(1) %1, align 1
  %3 = getelementptr i8, ptr addrspace(1) %p, i64 16
  %4 = load i16, ptr addrspace(1) %3, align 1
  %5 = zext i16 %4 to i64
  %6 = shl i64 %0, 5
  %7 = shl i64 %2, 5
  %8 = lshr i64 %0, 59
  %9 = or i64 %7, %8
  %10 = and i64 %9, 65535
  %11 = shl i64 %10, 48
  %12 = ashr i64 %11, 48
  %13 = ashr i64 %12, 63
  %14 = lshr i64 %6, 55
  %15 = shl i64 %12, 9
  %16 = or i64 %14, %15
  %17 = lshr i64 %12, 55
  %18 = shl i64 %13, 9
  %19 = or i64 %17, %18
  %20 = lshr i64 %13, 55
  %21 = shl i64 %13, 9
  %22 = or i64 %20, %21
  %23 = and i64 %22, 65535
  %24 = trunc i64 %16 to i32
  store i32 %24, ptr addrspace(1) %q, align 4
  br i1 %c, label %b1, label %b2

b1:
  %25 = add nsw i32 %24, 2
  %26 = zext i32 %25 to i64
  %27 = and i64 %0, 1237894725451777
  %28 = and i64 %2, -2048
  %29 = and i64 %5, 65535
  %30 = and i64 %29, 65535
  %31 = shl i64 %26, 50
  %32 = lshr i64 %26, 14
  %33 = or i64 %27, %31
  %34 = or i64 %28, %32
  %35 = and i64 %30, 65535
  br label %b2

b2:
  %36 = phi i64 [ %0, %b0 ], [ %33, %b1 ]
  %37 = phi i64 [ %2, %b0 ], [ %34, %b1 ]
  %38 = phi i64 [ %5, %b0 ], [ %35, %b1 ]
  %39 = xor i64 %37, 68719476736
  %40 = or i64 %36, %39
  %41 = or i64 %40, %38
  %42 = icmp eq i64 %41, 0
  store i1 %42, ptr addrspace(1) %q, align 1
  store i64 %36, ptr addrspace(1) %p, align 2
  %43 = getelementptr i8, ptr addrspace(1) %p, i64 8
  store i64 %37, ptr addrspace(1) %43, align 2
  %44 = getelementptr i8, ptr addrspace(1) %p, i64 16
  %45 = trunc i64 %38 to i16
  store i16 %45, ptr addrspace(1) %44, align 2
  ret void
}
