; test device emit=ir target=lavapipe block=64
; A byte and an aligned half word come from the word around them. A half word that may lie in two words, and what is volatile, is loaded as written.
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %at) {
entry:
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %at
  %a = load i8, ptr addrspace(1) %p, align 1
  %b = load i16, ptr addrspace(1) %p, align 2
  %c = load i16, ptr addrspace(1) %p, align 1
  %d = load volatile i8, ptr addrspace(1) %p, align 1
  %e = load half, ptr addrspace(1) %p, align 4
  store i8 %a, ptr addrspace(1) %out, align 1
  store i16 %b, ptr addrspace(1) %out, align 2
  store i16 %c, ptr addrspace(1) %out, align 2
  store i8 %d, ptr addrspace(1) %out, align 1
  store half %e, ptr addrspace(1) %out, align 2
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k() {
b0:
  %0 = call i64 @hip.param(i32 0)
  %1 = call i64 @hip.param(i32 8)
  %2 = call i64 @hip.param(i32 16)
  %3 = add i64 %1, %2
  %4 = add i64 %3, 1
  %5 = and i64 %3, -4
  %6 = trunc i64 %3 to i32
  %7 = and i32 %6, 3
  %8 = shl i32 %7, 3
  %9 = and i64 %4, -4
  %10 = trunc i64 %4 to i32
  %11 = and i32 %10, 3
  %12 = shl i32 %11, 3
  br label %b1

b1:
  %13 = phi i32 [ 0, %b0 ], [ %37, %b2 ]
  %14 = load i32, i64 %5, align 4
  %15 = lshr i32 %14, %8
  %16 = trunc i32 %15 to i8
  %17 = load i32, i64 %5, align 4
  %18 = lshr i32 %17, %8
  %19 = trunc i32 %18 to i16
  %20 = load i32, i64 %5, align 4
  %21 = lshr i32 %20, %8
  %22 = trunc i32 %21 to i8
  %23 = load i32, i64 %9, align 4
  %24 = lshr i32 %23, %12
  %25 = trunc i32 %24 to i8
  %26 = zext i8 %22 to i16
  %27 = zext i8 %25 to i16
  %28 = shl i16 %27, 8
  %29 = or disjoint i16 %26, %28
  %30 = load volatile i8, i64 %3, align 1
  %31 = load volatile i8, i64 %3, align 1
  %32 = load volatile i8, i64 %3, align 1
  %33 = load volatile i8, i64 %3, align 1
  %34 = load i32, i64 %3, align 4
  %35 = trunc i32 %34 to i16
  %36 = bitcast i16 %35 to half
  store i8 %16, i64 %0, align 1
  store i8 %16, i64 %0, align 1
  store i8 %16, i64 %0, align 1
  store i8 %16, i64 %0, align 1
  store i16 %19, i64 %0, align 2
  store i16 %19, i64 %0, align 2
  store i16 %19, i64 %0, align 2
  store i16 %19, i64 %0, align 2
  store i16 %29, i64 %0, align 2
  store i16 %29, i64 %0, align 2
  store i16 %29, i64 %0, align 2
  store i16 %29, i64 %0, align 2
  store i8 %30, i64 %0, align 1
  store i8 %31, i64 %0, align 1
  store i8 %32, i64 %0, align 1
  store i8 %33, i64 %0, align 1
  store half %36, i64 %0, align 2
  store half %36, i64 %0, align 2
  store half %36, i64 %0, align 2
  store half %36, i64 %0, align 2
  %37 = add i32 %13, 1
  %38 = icmp ult i32 %37, 2
  call void @hip.merge.loop(label %b3, label %b2)
  br i1 %38, label %b2, label %b3

b2:
  br label %b1

b3:
  call void @hip.warp.barrier()
  ret void
}
