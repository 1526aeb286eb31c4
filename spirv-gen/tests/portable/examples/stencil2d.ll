; test portable device emit=spirv target=all block=32,8 expect=none
; clang 19, -O3, of examples/hip/stencil2d: spirv-val accepts what each target gets.
@_ZZ6spreadPKfPfiiE4tile = internal unnamed_addr addrspace(3) global [12 x [36 x float]] undef, align 16
@__hip_cuid_4b32e136b9e67540 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_4b32e136b9e67540 to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z6spreadPKfPfii(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %6 = shl i32 %5, 5
  %7 = add i32 %6, -2
  %8 = tail call noundef i32 @llvm.amdgcn.workgroup.id.y()
  %9 = shl i32 %8, 3
  %10 = add i32 %9, -2
  %11 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y()
  %12 = icmp ult i32 %11, 12
  %13 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  br i1 %12, label %14, label %16

14:                                               ; preds = %4
  %15 = icmp ult i32 %13, 36
  br label %22

16:                                               ; preds = %30, %4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %17 = add i32 %6, %13
  %18 = add i32 %9, %11
  %19 = icmp slt i32 %17, %2
  %20 = icmp slt i32 %18, %3
  %21 = and i1 %19, %20
  br i1 %21, label %50, label %104

22:                                               ; preds = %14, %30
  %23 = phi i32 [ %11, %14 ], [ %31, %30 ]
  br i1 %15, label %24, label %30

24:                                               ; preds = %22
  %25 = add nsw i32 %10, %23
  %26 = icmp sgt i32 %25, -1
  %27 = icmp slt i32 %25, %3
  %28 = and i1 %26, %27
  %29 = mul nsw i32 %25, %2
  br label %33

30:                                               ; preds = %45, %22
  %31 = add nuw nsw i32 %23, 8
  %32 = icmp ult i32 %23, 4
  br i1 %32, label %22, label %16, !llvm.loop !7

33:                                               ; preds = %24, %45
  %34 = phi i32 [ %13, %24 ], [ %48, %45 ]
  %35 = add nsw i32 %7, %34
  %36 = icmp sgt i32 %35, -1
  %37 = icmp slt i32 %35, %2
  %38 = and i1 %36, %37
  %39 = select i1 %38, i1 %28, i1 false
  br i1 %39, label %40, label %45

40:                                               ; preds = %33
  %41 = add nsw i32 %35, %29
  %42 = sext i32 %41 to i64
  %43 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %42
  %44 = load float, ptr addrspace(1) %43, align 4, !tbaa !9
  br label %45

45:                                               ; preds = %33, %40
  %46 = phi contract float [ %44, %40 ], [ 0.000000e+00, %33 ]
  %47 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %23, i32 %34
  store float %46, ptr addrspace(3) %47, align 4, !tbaa !9
  %48 = add nuw nsw i32 %34, 32
  %49 = icmp ult i32 %34, 4
  br i1 %49, label %33, label %30, !llvm.loop !13

50:                                               ; preds = %16
  %51 = add nuw nsw i32 %13, 2
  %52 = add nuw nsw i32 %11, 2
  %53 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %52, i32 %51
  %54 = load float, ptr addrspace(3) %53, align 4, !tbaa !9
  %55 = icmp sgt i32 %17, 1
  br i1 %55, label %56, label %98

56:                                               ; preds = %50
  %57 = add nsw i32 %2, -2
  %58 = icmp slt i32 %17, %57
  %59 = icmp sgt i32 %18, 1
  %60 = and i1 %59, %58
  %61 = add nsw i32 %3, -2
  %62 = icmp slt i32 %18, %61
  %63 = select i1 %60, i1 %62, i1 false
  br i1 %63, label %64, label %98

64:                                               ; preds = %56
  %65 = fmul contract float %54, 0x3FD99999A0000000
  %66 = add nuw nsw i32 %13, 1
  %67 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %52, i32 %66
  %68 = load float, ptr addrspace(3) %67, align 4, !tbaa !9
  %69 = add nuw nsw i32 %13, 3
  %70 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %52, i32 %69
  %71 = load float, ptr addrspace(3) %70, align 4, !tbaa !9
  %72 = fadd contract float %68, %71
  %73 = add nuw nsw i32 %11, 1
  %74 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %73, i32 %51
  %75 = load float, ptr addrspace(3) %74, align 4, !tbaa !9
  %76 = fadd contract float %72, %75
  %77 = add nuw nsw i32 %11, 3
  %78 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %77, i32 %51
  %79 = load float, ptr addrspace(3) %78, align 4, !tbaa !9
  %80 = fadd contract float %76, %79
  %81 = fmul contract float %80, 0x3FB99999A0000000
  %82 = fadd contract float %65, %81
  %83 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %52, i32 %13
  %84 = load float, ptr addrspace(3) %83, align 4, !tbaa !9
  %85 = add nuw nsw i32 %13, 4
  %86 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %52, i32 %85
  %87 = load float, ptr addrspace(3) %86, align 4, !tbaa !9
  %88 = fadd contract float %84, %87
  %89 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %11, i32 %51
  %90 = load float, ptr addrspace(3) %89, align 4, !tbaa !9
  %91 = fadd contract float %88, %90
  %92 = add nuw nsw i32 %11, 4
  %93 = getelementptr inbounds [12 x [36 x float]], ptr addrspace(3) @_ZZ6spreadPKfPfiiE4tile, i32 0, i32 %92, i32 %51
  %94 = load float, ptr addrspace(3) %93, align 4, !tbaa !9
  %95 = fadd contract float %91, %94
  %96 = fmul contract float %95, 0x3FA99999A0000000
  %97 = fadd contract float %82, %96
  br label %98

98:                                               ; preds = %64, %56, %50
  %99 = phi float [ %54, %56 ], [ %54, %50 ], [ %97, %64 ]
  %100 = mul nsw i32 %18, %2
  %101 = add nsw i32 %100, %17
  %102 = sext i32 %101 to i64
  %103 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %102
  store float %99, ptr addrspace(1) %103, align 4, !tbaa !9
  br label %104

104:                                              ; preds = %16, %98
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

declare noundef i32 @llvm.amdgcn.workitem.id.y() #1

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare void @llvm.amdgcn.s.barrier() #2

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
!7 = distinct !{!7, !8}
!8 = !{!"llvm.loop.mustprogress"}
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C++ TBAA"}
!13 = distinct !{!13, !8}
