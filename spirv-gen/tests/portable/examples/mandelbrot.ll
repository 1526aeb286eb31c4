; test portable device emit=spirv target=all block=16,16 expect=none
; clang 19, -O3, of examples/hip/mandelbrot: spirv-val accepts what each target gets.
@__hip_cuid_2505d5fd1d3e973d = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_2505d5fd1d3e973d to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z10mandelbrotPiiii(ptr addrspace(1) nocapture noundef writeonly %0, i32 noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %6 = tail call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %7 = getelementptr inbounds i8, ptr addrspace(4) %6, i64 12
  %8 = load i16, ptr addrspace(4) %7, align 4, !tbaa !7
  %9 = zext i16 %8 to i32
  %10 = mul i32 %5, %9
  %11 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %12 = add i32 %10, %11
  %13 = tail call noundef i32 @llvm.amdgcn.workgroup.id.y()
  %14 = getelementptr inbounds i8, ptr addrspace(4) %6, i64 14
  %15 = load i16, ptr addrspace(4) %14, align 2, !tbaa !7
  %16 = zext i16 %15 to i32
  %17 = mul i32 %13, %16
  %18 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y()
  %19 = add i32 %17, %18
  %20 = icmp slt i32 %12, %1
  %21 = icmp slt i32 %19, %2
  %22 = and i1 %20, %21
  br i1 %22, label %23, label %62

23:                                               ; preds = %4
  %24 = sitofp i32 %1 to double
  %25 = fdiv double 3.000000e+00, %24
  %26 = sitofp i32 %12 to double
  %27 = fmul double %25, %26
  %28 = fadd double %27, -2.200000e+00
  %29 = sdiv i32 %2, -2
  %30 = add i32 %19, %29
  %31 = sitofp i32 %30 to double
  %32 = fmul double %25, %31
  %33 = icmp sgt i32 %3, 0
  br i1 %33, label %37, label %56

34:                                               ; preds = %52
  %35 = add nuw nsw i32 %40, 1
  %36 = icmp eq i32 %35, %3
  br i1 %36, label %56, label %37, !llvm.loop !11

37:                                               ; preds = %23, %34
  %38 = phi i32 [ %55, %34 ], [ undef, %23 ]
  %39 = phi double [ %54, %34 ], [ 0.000000e+00, %23 ]
  %40 = phi i32 [ %35, %34 ], [ 0, %23 ]
  %41 = phi double [ %53, %34 ], [ 0.000000e+00, %23 ]
  %42 = fmul double %39, %39
  %43 = fmul double %41, %41
  %44 = fadd double %42, %43
  %45 = fcmp ule double %44, 4.000000e+00
  br i1 %45, label %46, label %52

46:                                               ; preds = %37
  %47 = fmul double %39, 2.000000e+00
  %48 = fmul double %47, %41
  %49 = fadd double %32, %48
  %50 = fsub double %42, %43
  %51 = fadd double %28, %50
  br label %52

52:                                               ; preds = %46, %37
  %53 = phi double [ %49, %46 ], [ %41, %37 ]
  %54 = phi double [ %51, %46 ], [ %39, %37 ]
  %55 = phi i32 [ %38, %46 ], [ %40, %37 ]
  br i1 %45, label %34, label %56

56:                                               ; preds = %34, %52, %23
  %57 = phi i32 [ %3, %23 ], [ %55, %52 ], [ %3, %34 ]
  %58 = mul nsw i32 %19, %1
  %59 = add nsw i32 %58, %12
  %60 = sext i32 %59 to i64
  %61 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %60
  store i32 %57, ptr addrspace(1) %61, align 4, !tbaa !13
  br label %62

62:                                               ; preds = %56, %4
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

declare noundef i32 @llvm.amdgcn.workitem.id.y() #1

declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind memory(argmem: write) "amdgpu-flat-work-group-size"="1,1024" }
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
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!14, !14, i64 0}
!14 = !{!"int", !15, i64 0}
!15 = !{!"omnipotent char", !16, i64 0}
!16 = !{!"Simple C++ TBAA"}
