; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/zero_copy: spirv-val accepts what each target gets.
@__hip_cuid_53d871ea0fb9531f = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_53d871ea0fb9531f to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z6triplePK4Work(ptr addrspace(1) nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %3 = tail call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %4 = getelementptr inbounds i8, ptr addrspace(4) %3, i64 12
  %5 = load i16, ptr addrspace(4) %4, align 4, !tbaa !7
  %6 = zext i16 %5 to i32
  %7 = mul i32 %2, %6
  %8 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %9 = add i32 %7, %8
  %10 = getelementptr inbounds i8, ptr addrspace(1) %0, i64 16
  %11 = load i32, ptr addrspace(1) %10, align 8, !tbaa !11
  %12 = icmp slt i32 %9, %11
  br i1 %12, label %13, label %23

13:                                               ; preds = %1
  %14 = load ptr, ptr addrspace(1) %0, align 8, !tbaa !17
  %15 = sext i32 %9 to i64
  %16 = getelementptr inbounds i32, ptr %14, i64 %15
  %17 = load i32, ptr %16, align 4, !tbaa !18
  %18 = mul nsw i32 %17, 3
  %19 = add nsw i32 %18, 1
  %20 = getelementptr inbounds i8, ptr addrspace(1) %0, i64 8
  %21 = load ptr, ptr addrspace(1) %20, align 8, !tbaa !19
  %22 = getelementptr inbounds i32, ptr %21, i64 %15
  store i32 %19, ptr %22, align 4, !tbaa !18
  br label %23

23:                                               ; preds = %13, %1
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, inaccessiblemem: none) "amdgpu-flat-work-group-size"="1,1024" }
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
!8 = !{!"short", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
!11 = !{!12, !16, i64 16}
!12 = !{!"_ZTS4Work", !13, i64 0, !13, i64 8, !16, i64 16}
!13 = !{!"any pointer", !14, i64 0}
!14 = !{!"omnipotent char", !15, i64 0}
!15 = !{!"Simple C++ TBAA"}
!16 = !{!"int", !14, i64 0}
!17 = !{!12, !13, i64 0}
!18 = !{!16, !16, i64 0}
!19 = !{!12, !13, i64 8}
