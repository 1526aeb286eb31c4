; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/histogram_shared: spirv-val accepts what each target gets.
@_ZZ9histogramPKhPjiE5local = internal addrspace(3) global [256 x i32] undef, align 16
@__hip_cuid_9ff2352190f305c4 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_9ff2352190f305c4 to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z9histogramPKhPji(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %5 = icmp ult i32 %4, 256
  br i1 %5, label %14, label %6

6:                                                ; preds = %14, %3
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %7 = tail call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %8 = load i32, ptr addrspace(4) %7, align 4, !tbaa !7
  %9 = shl i32 %8, 7
  %10 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %11 = shl i32 %10, 7
  %12 = add i32 %11, %4
  %13 = icmp slt i32 %12, %2
  br i1 %13, label %20, label %19

14:                                               ; preds = %3, %14
  %15 = phi i32 [ %17, %14 ], [ %4, %3 ]
  %16 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9histogramPKhPjiE5local, i32 0, i32 %15
  store i32 0, ptr addrspace(3) %16, align 4, !tbaa !11
  %17 = add nuw nsw i32 %15, 128
  %18 = icmp ult i32 %15, 128
  br i1 %18, label %14, label %6, !llvm.loop !15

19:                                               ; preds = %20, %6
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %5, label %31, label %30

20:                                               ; preds = %6, %20
  %21 = phi i32 [ %28, %20 ], [ %12, %6 ]
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds i8, ptr addrspace(1) %0, i64 %22
  %24 = load i8, ptr addrspace(1) %23, align 1, !tbaa !17
  %25 = zext i8 %24 to i32
  %26 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9histogramPKhPjiE5local, i32 0, i32 %25
  %27 = atomicrmw add ptr addrspace(3) %26, i32 1 syncscope("agent-one-as") monotonic, align 4
  %28 = add nsw i32 %21, %9
  %29 = icmp slt i32 %28, %2
  br i1 %29, label %20, label %19, !llvm.loop !18

30:                                               ; preds = %40, %19
  ret void

31:                                               ; preds = %19, %40
  %32 = phi i32 [ %41, %40 ], [ %4, %19 ]
  %33 = getelementptr inbounds [256 x i32], ptr addrspace(3) @_ZZ9histogramPKhPjiE5local, i32 0, i32 %32
  %34 = load i32, ptr addrspace(3) %33, align 4, !tbaa !11
  %35 = icmp eq i32 %34, 0
  br i1 %35, label %40, label %36

36:                                               ; preds = %31
  %37 = zext nneg i32 %32 to i64
  %38 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %37
  %39 = atomicrmw add ptr addrspace(1) %38, i32 %34 syncscope("agent-one-as") monotonic, align 4
  br label %40

40:                                               ; preds = %31, %36
  %41 = add nuw nsw i32 %32, 128
  %42 = icmp ult i32 %32, 128
  br i1 %42, label %31, label %30, !llvm.loop !19
}

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare void @llvm.amdgcn.s.barrier() #2

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

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
!17 = !{!13, !13, i64 0}
!18 = distinct !{!18, !16}
!19 = distinct !{!19, !16}
