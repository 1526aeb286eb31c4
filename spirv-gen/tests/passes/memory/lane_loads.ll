; test device emit=ir target=lavapipe block=64
; One address for all lanes, read by those that the bound lets through: the driver must take it for addresses that differ. Outside of the branch it may not.
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %x = load i32, ptr addrspace(1) %in, align 4
  %inside = icmp slt i32 %t, %n
  br i1 %inside, label %work, label %end
work:
  %next = getelementptr i8, ptr addrspace(1) %in, i64 4
  %y = load i32, ptr addrspace(1) %next, align 4
  %sum = add i32 %x, %y
  store i32 %sum, ptr addrspace(1) %out, align 4
  br label %end
end:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()

; ---- expected ----
define amdgpu_kernel void @k() {
b0:
  %0 = call i32 @hip.lane.id()
  %1 = lshr i32 %0, 5
  %2 = zext i32 %1 to i64
  %3 = call i32 @hip.block.id.x()
  %4 = call i32 @hip.param(i32 48)
  %5 = mul i32 %3, 8
  %6 = call i64 @hip.param(i32 0)
  %7 = call i64 @hip.param(i32 8)
  %8 = call i32 @hip.param(i32 16)
  %9 = add i64 %7, 4
  br label %b1

b1:
  %10 = phi i32 [ 0, %b0 ], [ %36, %b16 ]
  %11 = add i32 %5, %10
  call void @hip.merge.loop(label %b17, label %b16)
  br label %b2

b2:
  %12 = phi i32 [ 0, %b1 ], [ %34, %b13 ]
  %13 = call i32 @llvm.amdgcn.workitem.id.x()
  %14 = call i32 @llvm.amdgcn.workitem.id.x()
  %15 = call i32 @llvm.amdgcn.workitem.id.x()
  %16 = call i32 @llvm.amdgcn.workitem.id.x()
  %17 = load i32, i64 %7, align 4
  %18 = icmp slt i32 %13, %8
  %19 = icmp slt i32 %14, %8
  %20 = icmp slt i32 %15, %8
  %21 = icmp slt i32 %16, %8
  call void @hip.merge.loop(label %b14, label %b13)
  br label %b3

b3:
  call void @hip.merge.selection(label %b5)
  br i1 %18, label %b4, label %b5

b4:
  %22 = add i64 %9, %2
  %23 = load i32, i64 %22, align 4
  %24 = add i32 %17, %23
  store i32 %24, i64 %6, align 4
  br label %b5

b5:
  call void @hip.merge.selection(label %b7)
  br i1 %19, label %b6, label %b7

b6:
  %25 = add i64 %9, %2
  %26 = load i32, i64 %25, align 4
  %27 = add i32 %17, %26
  store i32 %27, i64 %6, align 4
  br label %b7

b7:
  call void @hip.merge.selection(label %b9)
  br i1 %20, label %b8, label %b9

b8:
  %28 = add i64 %9, %2
  %29 = load i32, i64 %28, align 4
  %30 = add i32 %17, %29
  store i32 %30, i64 %6, align 4
  br label %b9

b9:
  call void @hip.merge.selection(label %b11)
  br i1 %21, label %b10, label %b11

b10:
  %31 = add i64 %9, %2
  %32 = load i32, i64 %31, align 4
  %33 = add i32 %17, %32
  store i32 %33, i64 %6, align 4
  br label %b11

b11:
  %34 = add i32 %12, 1
  %35 = icmp ult i32 %34, 2
  call void @hip.merge.selection(label %b12)
  br i1 %35, label %b13, label %b12

b12:
  br label %b14

b13:
  br label %b2

b14:
  call void @hip.warp.barrier()
  %36 = add i32 %10, 1
  %37 = add i32 %11, 1
  %38 = icmp ult i32 %36, 8
  %39 = icmp ult i32 %37, %4
  %40 = and i1 %38, %39
  call void @hip.merge.selection(label %b15)
  br i1 %40, label %b16, label %b15

b15:
  br label %b17

b16:
  br label %b1

b17:
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
