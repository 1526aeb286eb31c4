; test portable
; What clang 19 writes for a saxpy: builtins are resolved, the rest stays.
define protected amdgpu_kernel void @saxpy(i32 noundef %0, float noundef %1, ptr addrspace(1) nocapture noundef readonly %2, ptr addrspace(1) nocapture noundef %3) local_unnamed_addr {
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %6 = tail call align 8 dereferenceable(256) ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %7 = getelementptr inbounds i8, ptr addrspace(4) %6, i64 12
  %8 = load i16, ptr addrspace(4) %7, align 4
  %9 = zext nneg i16 %8 to i32
  %10 = mul i32 %5, %9
  %11 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %12 = add i32 %10, %11
  %13 = icmp slt i32 %12, %0
  br i1 %13, label %14, label %22

14:                                               ; preds = %4
  %15 = sext i32 %12 to i64
  %16 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %15
  %17 = load float, ptr addrspace(1) %16, align 4
  %18 = fmul contract float %17, %1
  %19 = getelementptr inbounds float, ptr addrspace(1) %3, i64 %15
  %20 = load float, ptr addrspace(1) %19, align 4
  %21 = fadd contract float %18, %20
  store float %21, ptr addrspace(1) %19, align 4
  br label %22

22:                                               ; preds = %14, %4
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x()

declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()

declare noundef i32 @llvm.amdgcn.workitem.id.x()

; ---- expected ----
define amdgpu_kernel void @saxpy(i32 %0, float %1, ptr addrspace(1) readonly %2, ptr addrspace(1) %3) {
b0:
  %4 = call i32 @hip.block.id.x()
  %5 = call i32 @hip.block.dim.x()
  %6 = trunc i32 %5 to i16
  %7 = zext nneg i16 %6 to i32
  %8 = mul i32 %4, %7
  %9 = call i32 @hip.thread.id.x()
  %10 = add i32 %8, %9
  %11 = icmp slt i32 %10, %0
  br i1 %11, label %b1, label %b2

b1:
  %12 = sext i32 %10 to i64
  %13 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %12
  %14 = load float, ptr addrspace(1) %13, align 4
  %15 = fmul contract float %14, %1
  %16 = getelementptr inbounds float, ptr addrspace(1) %3, i64 %12
  %17 = load float, ptr addrspace(1) %16, align 4
  %18 = fadd contract float %15, %17
  store float %18, ptr addrspace(1) %16, align 4
  br label %b2

b2:
  ret void
}
