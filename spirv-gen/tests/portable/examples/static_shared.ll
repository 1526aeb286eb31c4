; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/static_shared: spirv-val accepts what each target gets.
@_ZZ9transposePKfPfiiE4tile = internal unnamed_addr addrspace(3) global [16 x [17 x float]] undef, align 16
@__hip_cuid_4f2ddb0faf83ee39 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_4f2ddb0faf83ee39 to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z9transposePKfPfii(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.amdgcn.workgroup.id.y()
  %6 = shl i32 %5, 4
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y()
  %8 = add i32 %6, %7
  %9 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %10 = shl i32 %9, 4
  %11 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %12 = add i32 %10, %11
  %13 = icmp slt i32 %8, %2
  %14 = icmp slt i32 %12, %3
  %15 = and i1 %13, %14
  br i1 %15, label %16, label %23

16:                                               ; preds = %4
  %17 = mul nsw i32 %8, %3
  %18 = add nsw i32 %17, %12
  %19 = sext i32 %18 to i64
  %20 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %19
  %21 = load float, ptr addrspace(1) %20, align 4, !tbaa !7
  %22 = getelementptr inbounds [16 x [17 x float]], ptr addrspace(3) @_ZZ9transposePKfPfiiE4tile, i32 0, i32 %7, i32 %11
  store float %21, ptr addrspace(3) %22, align 4, !tbaa !7
  br label %23

23:                                               ; preds = %16, %4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %24 = add i32 %10, %7
  %25 = add i32 %6, %11
  %26 = icmp slt i32 %24, %3
  %27 = icmp slt i32 %25, %2
  %28 = and i1 %27, %26
  br i1 %28, label %29, label %36

29:                                               ; preds = %23
  %30 = getelementptr inbounds [16 x [17 x float]], ptr addrspace(3) @_ZZ9transposePKfPfiiE4tile, i32 0, i32 %11, i32 %7
  %31 = load float, ptr addrspace(3) %30, align 4, !tbaa !7
  %32 = mul nsw i32 %24, %2
  %33 = add nsw i32 %32, %25
  %34 = sext i32 %33 to i64
  %35 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %34
  store float %31, ptr addrspace(1) %35, align 4, !tbaa !7
  br label %36

36:                                               ; preds = %29, %23
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

declare noundef i32 @llvm.amdgcn.workitem.id.y() #1

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare void @llvm.amdgcn.s.barrier() #2

attributes #0 = { convergent mustprogress nofree norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nofree nounwind willreturn }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 1, !"amdgpu_printf_kind", !"hostcall"}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 8, !"PIC Level", i32 1}
!4 = !{i32 2, i32 0}
!5 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!6 = !{!"Debian clang version 15.0.5"}
!7 = !{!8, !8, i64 0}
!8 = !{!"float", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C++ TBAA"}
