; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/block_reduction: spirv-val accepts what each target gets.
@_ZZ9block_sumPKiPiiE7partial = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16
@__hip_cuid_9bcce0602699b4ec = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_9bcce0602699b4ec to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z9block_sumPKiPii(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %5 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %6 = shl i32 %5, 8
  %7 = add i32 %6, %4
  %8 = icmp slt i32 %7, %2
  br i1 %8, label %9, label %13

9:                                                ; preds = %3
  %10 = tail call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %11 = load i32, ptr addrspace(4) %10, align 4, !tbaa !7
  %12 = shl i32 %11, 8
  br label %17

13:                                               ; preds = %17, %3
  %14 = phi i32 [ 0, %3 ], [ %23, %17 ]
  %15 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 0, i32 %4
  store i32 %14, ptr addrspace(3) %15, align 4, !tbaa !11
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %16 = icmp ult i32 %4, 128
  br i1 %16, label %26, label %32

17:                                               ; preds = %9, %17
  %18 = phi i32 [ %7, %9 ], [ %24, %17 ]
  %19 = phi i32 [ 0, %9 ], [ %23, %17 ]
  %20 = sext i32 %18 to i64
  %21 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %20
  %22 = load i32, ptr addrspace(1) %21, align 4, !tbaa !11
  %23 = add nsw i32 %22, %19
  %24 = add i32 %12, %18
  %25 = icmp slt i32 %24, %2
  br i1 %25, label %17, label %13, !llvm.loop !15

26:                                               ; preds = %13
  %27 = or disjoint i32 %4, 128
  %28 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 0, i32 %27
  %29 = load i32, ptr addrspace(3) %28, align 4, !tbaa !11
  %30 = load i32, ptr addrspace(3) %15, align 4, !tbaa !11
  %31 = add nsw i32 %30, %29
  store i32 %31, ptr addrspace(3) %15, align 4, !tbaa !11
  br label %32

32:                                               ; preds = %26, %13
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %33 = icmp ult i32 %4, 64
  br i1 %33, label %34, label %40

34:                                               ; preds = %32
  %35 = or disjoint i32 %4, 64
  %36 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 0, i32 %35
  %37 = load i32, ptr addrspace(3) %36, align 4, !tbaa !11
  %38 = load i32, ptr addrspace(3) %15, align 4, !tbaa !11
  %39 = add nsw i32 %38, %37
  store i32 %39, ptr addrspace(3) %15, align 4, !tbaa !11
  br label %40

40:                                               ; preds = %34, %32
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %41 = icmp ult i32 %4, 32
  br i1 %41, label %42, label %48

42:                                               ; preds = %40
  %43 = or disjoint i32 %4, 32
  %44 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 0, i32 %43
  %45 = load i32, ptr addrspace(3) %44, align 4, !tbaa !11
  %46 = load i32, ptr addrspace(3) %15, align 4, !tbaa !11
  %47 = add nsw i32 %46, %45
  store i32 %47, ptr addrspace(3) %15, align 4, !tbaa !11
  br label %48

48:                                               ; preds = %42, %40
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %49 = icmp ult i32 %4, 16
  br i1 %49, label %50, label %56

50:                                               ; preds = %48
  %51 = or disjoint i32 %4, 16
  %52 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 0, i32 %51
  %53 = load i32, ptr addrspace(3) %52, align 4, !tbaa !11
  %54 = load i32, ptr addrspace(3) %15, align 4, !tbaa !11
  %55 = add nsw i32 %54, %53
  store i32 %55, ptr addrspace(3) %15, align 4, !tbaa !11
  br label %56

56:                                               ; preds = %50, %48
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %57 = icmp ult i32 %4, 8
  br i1 %57, label %58, label %64

58:                                               ; preds = %56
  %59 = or disjoint i32 %4, 8
  %60 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 0, i32 %59
  %61 = load i32, ptr addrspace(3) %60, align 4, !tbaa !11
  %62 = load i32, ptr addrspace(3) %15, align 4, !tbaa !11
  %63 = add nsw i32 %62, %61
  store i32 %63, ptr addrspace(3) %15, align 4, !tbaa !11
  br label %64

64:                                               ; preds = %58, %56
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %65 = icmp ult i32 %4, 4
  br i1 %65, label %66, label %72

66:                                               ; preds = %64
  %67 = or disjoint i32 %4, 4
  %68 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 0, i32 %67
  %69 = load i32, ptr addrspace(3) %68, align 4, !tbaa !11
  %70 = load i32, ptr addrspace(3) %15, align 4, !tbaa !11
  %71 = add nsw i32 %70, %69
  store i32 %71, ptr addrspace(3) %15, align 4, !tbaa !11
  br label %72

72:                                               ; preds = %66, %64
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %73 = icmp ult i32 %4, 2
  br i1 %73, label %74, label %80

74:                                               ; preds = %72
  %75 = or disjoint i32 %4, 2
  %76 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 0, i32 %75
  %77 = load i32, ptr addrspace(3) %76, align 4, !tbaa !11
  %78 = load i32, ptr addrspace(3) %15, align 4, !tbaa !11
  %79 = add nsw i32 %78, %77
  store i32 %79, ptr addrspace(3) %15, align 4, !tbaa !11
  br label %80

80:                                               ; preds = %74, %72
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %81 = icmp eq i32 %4, 0
  br i1 %81, label %82, label %86

82:                                               ; preds = %80
  %83 = load i32, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, i32 4), align 4, !tbaa !11
  %84 = load i32, ptr addrspace(3) %15, align 4, !tbaa !11
  %85 = add nsw i32 %84, %83
  store i32 %85, ptr addrspace(3) %15, align 4, !tbaa !11
  br label %86

86:                                               ; preds = %82, %80
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %87 = icmp eq i32 %4, 0
  br i1 %87, label %88, label %92

88:                                               ; preds = %86
  %89 = zext i32 %5 to i64
  %90 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %89
  %91 = load i32, ptr addrspace(3) @_ZZ9block_sumPKiPiiE7partial, align 16, !tbaa !11
  store i32 %91, ptr addrspace(1) %90, align 4, !tbaa !11
  br label %92

92:                                               ; preds = %88, %86
  ret void
}

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare void @llvm.amdgcn.s.barrier() #2

declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

attributes #0 = { convergent mustprogress nofree norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" }
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
!8 = !{!"int", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
!11 = !{!12, !12, i64 0}
!12 = !{!"int", !13, i64 0}
!13 = !{!"omnipotent char", !14, i64 0}
!14 = !{!"Simple C++ TBAA"}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
