; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/saxpy: spirv-val accepts what each target gets.
@__hip_cuid_57b21464cc88973d = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_57b21464cc88973d to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z5saxpyifPKfS0_Pf(i32 noundef %0, float noundef %1, ptr addrspace(1) nocapture noundef readonly %2, ptr addrspace(1) nocapture noundef readonly %3, ptr addrspace(1) nocapture noundef writeonly %4) local_unnamed_addr #0 {
  %6 = tail call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %7 = load i32, ptr addrspace(4) %6, align 4, !tbaa !7
  %8 = getelementptr inbounds i8, ptr addrspace(4) %6, i64 12
  %9 = load i16, ptr addrspace(4) %8, align 4, !tbaa !11
  %10 = zext i16 %9 to i32
  %11 = mul i32 %7, %10
  %12 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %13 = mul i32 %12, %10
  %14 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %15 = add i32 %13, %14
  %16 = icmp slt i32 %15, %0
  br i1 %16, label %18, label %17

17:                                               ; preds = %18, %5
  ret void

18:                                               ; preds = %5, %18
  %19 = phi i32 [ %28, %18 ], [ %15, %5 ]
  %20 = sext i32 %19 to i64
  %21 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %20
  %22 = load float, ptr addrspace(1) %21, align 4, !tbaa !13
  %23 = fmul contract float %22, %1
  %24 = getelementptr inbounds float, ptr addrspace(1) %3, i64 %20
  %25 = load float, ptr addrspace(1) %24, align 4, !tbaa !13
  %26 = fadd contract float %23, %25
  %27 = getelementptr inbounds float, ptr addrspace(1) %4, i64 %20
  store float %26, ptr addrspace(1) %27, align 4, !tbaa !13
  %28 = add nsw i32 %19, %11
  %29 = icmp slt i32 %28, %0
  br i1 %29, label %18, label %17, !llvm.loop !17
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!12 = !{!"short", !9, i64 0}
!13 = !{!14, !14, i64 0}
!14 = !{!"float", !15, i64 0}
!15 = !{!"omnipotent char", !16, i64 0}
!16 = !{!"Simple C++ TBAA"}
!17 = distinct !{!17, !18}
!18 = !{!"llvm.loop.mustprogress"}
