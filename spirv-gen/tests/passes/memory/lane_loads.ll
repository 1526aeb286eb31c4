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
  %3 = call i64 @hip.param(i32 0)
  %4 = call i64 @hip.param(i32 8)
  %5 = call i32 @hip.param(i32 16)
  %6 = add i64 %4, 4
  br label %b1

b1:
  %7 = phi i32 [ 0, %b0 ], [ %29, %b12 ]
  %8 = call i32 @llvm.amdgcn.workitem.id.x()
  %9 = call i32 @llvm.amdgcn.workitem.id.x()
  %10 = call i32 @llvm.amdgcn.workitem.id.x()
  %11 = call i32 @llvm.amdgcn.workitem.id.x()
  %12 = load i32, i64 %4, align 4
  %13 = icmp slt i32 %8, %5
  %14 = icmp slt i32 %9, %5
  %15 = icmp slt i32 %10, %5
  %16 = icmp slt i32 %11, %5
  call void @hip.merge.loop(label %b13, label %b12)
  br label %b2

b2:
  call void @hip.merge.selection(label %b4)
  br i1 %13, label %b3, label %b4

b3:
  %17 = add i64 %6, %2
  %18 = load i32, i64 %17, align 4
  %19 = add i32 %12, %18
  store i32 %19, i64 %3, align 4
  br label %b4

b4:
  call void @hip.merge.selection(label %b6)
  br i1 %14, label %b5, label %b6

b5:
  %20 = add i64 %6, %2
  %21 = load i32, i64 %20, align 4
  %22 = add i32 %12, %21
  store i32 %22, i64 %3, align 4
  br label %b6

b6:
  call void @hip.merge.selection(label %b8)
  br i1 %15, label %b7, label %b8

b7:
  %23 = add i64 %6, %2
  %24 = load i32, i64 %23, align 4
  %25 = add i32 %12, %24
  store i32 %25, i64 %3, align 4
  br label %b8

b8:
  call void @hip.merge.selection(label %b10)
  br i1 %16, label %b9, label %b10

b9:
  %26 = add i64 %6, %2
  %27 = load i32, i64 %26, align 4
  %28 = add i32 %12, %27
  store i32 %28, i64 %3, align 4
  br label %b10

b10:
  %29 = add i32 %7, 1
  %30 = icmp ult i32 %29, 2
  call void @hip.merge.selection(label %b11)
  br i1 %30, label %b12, label %b11

b11:
  br label %b13

b12:
  br label %b1

b13:
  call void @hip.warp.barrier()
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
