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
  %0 = call i32 @hip.block.id.x()
  %1 = call i32 @hip.param(i32 48)
  %2 = mul i32 %0, 8
  %3 = call i64 @hip.param(i32 0)
  %4 = call i64 @hip.param(i32 8)
  %5 = call i64 @hip.param(i32 16)
  %6 = add i64 %4, %5
  %7 = add i64 %6, 1
  %8 = and i64 %6, -4
  %9 = trunc i64 %6 to i32
  %10 = and i32 %9, 3
  %11 = shl i32 %10, 3
  %12 = and i64 %7, -4
  %13 = trunc i64 %7 to i32
  %14 = and i32 %13, 3
  %15 = shl i32 %14, 3
  br label %b1

b1:
  %16 = phi i32 [ 0, %b0 ], [ %44, %b6 ]
  %17 = add i32 %2, %16
  call void @hip.merge.loop(label %b7, label %b6)
  br label %b2

b2:
  %18 = phi i32 [ 0, %b1 ], [ %42, %b3 ]
  %19 = load i32, i64 %8, align 4
  %20 = lshr i32 %19, %11
  %21 = trunc i32 %20 to i8
  %22 = load i32, i64 %8, align 4
  %23 = lshr i32 %22, %11
  %24 = trunc i32 %23 to i16
  %25 = load i32, i64 %8, align 4
  %26 = lshr i32 %25, %11
  %27 = trunc i32 %26 to i8
  %28 = load i32, i64 %12, align 4
  %29 = lshr i32 %28, %15
  %30 = trunc i32 %29 to i8
  %31 = zext i8 %27 to i16
  %32 = zext i8 %30 to i16
  %33 = shl i16 %32, 8
  %34 = or disjoint i16 %31, %33
  %35 = load volatile i8, i64 %6, align 1
  %36 = load volatile i8, i64 %6, align 1
  %37 = load volatile i8, i64 %6, align 1
  %38 = load volatile i8, i64 %6, align 1
  %39 = load i32, i64 %6, align 4
  %40 = trunc i32 %39 to i16
  %41 = bitcast i16 %40 to half
  store i8 %21, i64 %3, align 1
  store i8 %21, i64 %3, align 1
  store i8 %21, i64 %3, align 1
  store i8 %21, i64 %3, align 1
  store i16 %24, i64 %3, align 2
  store i16 %24, i64 %3, align 2
  store i16 %24, i64 %3, align 2
  store i16 %24, i64 %3, align 2
  store i16 %34, i64 %3, align 2
  store i16 %34, i64 %3, align 2
  store i16 %34, i64 %3, align 2
  store i16 %34, i64 %3, align 2
  store i8 %35, i64 %3, align 1
  store i8 %36, i64 %3, align 1
  store i8 %37, i64 %3, align 1
  store i8 %38, i64 %3, align 1
  store half %41, i64 %3, align 2
  store half %41, i64 %3, align 2
  store half %41, i64 %3, align 2
  store half %41, i64 %3, align 2
  %42 = add i32 %18, 1
  %43 = icmp ult i32 %42, 2
  call void @hip.merge.loop(label %b4, label %b3)
  br i1 %43, label %b3, label %b4

b3:
  br label %b2

b4:
  call void @hip.warp.barrier()
  %44 = add i32 %16, 1
  %45 = add i32 %17, 1
  %46 = icmp ult i32 %44, 8
  %47 = icmp ult i32 %45, %1
  %48 = and i1 %46, %47
  call void @hip.merge.selection(label %b5)
  br i1 %48, label %b6, label %b5

b5:
  br label %b7

b6:
  br label %b1

b7:
  ret void
}
