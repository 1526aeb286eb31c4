; test portable device emit=spirv target=all block=16,16 expect=none
; clang 19, -O3, of examples/hip/matmul_tiled: spirv-val accepts what each target gets.
@_ZZ6matmulPKfS0_PfiiiE6tile_a = internal unnamed_addr addrspace(3) global [16 x [16 x float]] undef, align 16
@_ZZ6matmulPKfS0_PfiiiE6tile_b = internal unnamed_addr addrspace(3) global [16 x [16 x float]] undef, align 16
@__hip_cuid_24dd268253b095ba = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_24dd268253b095ba to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z6matmulPKfS0_Pfiii(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef readonly %1, ptr addrspace(1) nocapture noundef writeonly %2, i32 noundef %3, i32 noundef %4, i32 noundef %5) local_unnamed_addr #0 {
  %7 = tail call noundef i32 @llvm.amdgcn.workgroup.id.y()
  %8 = shl i32 %7, 4
  %9 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y()
  %10 = add i32 %8, %9
  %11 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %12 = shl i32 %11, 4
  %13 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %14 = add i32 %12, %13
  %15 = icmp sgt i32 %4, 0
  br i1 %15, label %16, label %54

16:                                               ; preds = %6
  %17 = icmp slt i32 %10, %3
  %18 = mul nsw i32 %10, %4
  %19 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 %13
  %20 = icmp slt i32 %14, %5
  %21 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 %9, i32 %13
  %22 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 0
  %23 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 0, i32 %13
  %24 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 1
  %25 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 1, i32 %13
  %26 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 2
  %27 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 2, i32 %13
  %28 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 3
  %29 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 3, i32 %13
  %30 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 4
  %31 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 4, i32 %13
  %32 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 5
  %33 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 5, i32 %13
  %34 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 6
  %35 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 6, i32 %13
  %36 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 7
  %37 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 7, i32 %13
  %38 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 8
  %39 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 8, i32 %13
  %40 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 9
  %41 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 9, i32 %13
  %42 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 10
  %43 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 10, i32 %13
  %44 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 11
  %45 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 11, i32 %13
  %46 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 12
  %47 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 12, i32 %13
  %48 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 13
  %49 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 13, i32 %13
  %50 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 14
  %51 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 14, i32 %13
  %52 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_a, i32 0, i32 %9, i32 15
  %53 = getelementptr inbounds [16 x [16 x float]], ptr addrspace(3) @_ZZ6matmulPKfS0_PfiiiE6tile_b, i32 0, i32 15, i32 %13
  br label %59

54:                                               ; preds = %81, %6
  %55 = phi float [ 0.000000e+00, %6 ], [ %146, %81 ]
  %56 = icmp slt i32 %10, %3
  %57 = icmp slt i32 %14, %5
  %58 = and i1 %56, %57
  br i1 %58, label %149, label %154

59:                                               ; preds = %16, %81
  %60 = phi float [ 0.000000e+00, %16 ], [ %146, %81 ]
  %61 = phi i32 [ 0, %16 ], [ %147, %81 ]
  %62 = add nuw i32 %61, %13
  %63 = add nuw i32 %61, %9
  %64 = icmp slt i32 %62, %4
  %65 = select i1 %17, i1 %64, i1 false
  br i1 %65, label %66, label %71

66:                                               ; preds = %59
  %67 = add nsw i32 %62, %18
  %68 = sext i32 %67 to i64
  %69 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %68
  %70 = load float, ptr addrspace(1) %69, align 4, !tbaa !7
  br label %71

71:                                               ; preds = %59, %66
  %72 = phi contract float [ %70, %66 ], [ 0.000000e+00, %59 ]
  store float %72, ptr addrspace(3) %19, align 4, !tbaa !7
  %73 = icmp slt i32 %63, %4
  %74 = and i1 %20, %73
  br i1 %74, label %75, label %81

75:                                               ; preds = %71
  %76 = mul nsw i32 %63, %5
  %77 = add nsw i32 %76, %14
  %78 = sext i32 %77 to i64
  %79 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %78
  %80 = load float, ptr addrspace(1) %79, align 4, !tbaa !7
  br label %81

81:                                               ; preds = %71, %75
  %82 = phi contract float [ %80, %75 ], [ 0.000000e+00, %71 ]
  store float %82, ptr addrspace(3) %21, align 4, !tbaa !7
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %83 = load float, ptr addrspace(3) %22, align 16, !tbaa !7
  %84 = load float, ptr addrspace(3) %23, align 4, !tbaa !7
  %85 = fmul contract float %83, %84
  %86 = fadd contract float %60, %85
  %87 = load float, ptr addrspace(3) %24, align 4, !tbaa !7
  %88 = load float, ptr addrspace(3) %25, align 4, !tbaa !7
  %89 = fmul contract float %87, %88
  %90 = fadd contract float %86, %89
  %91 = load float, ptr addrspace(3) %26, align 8, !tbaa !7
  %92 = load float, ptr addrspace(3) %27, align 4, !tbaa !7
  %93 = fmul contract float %91, %92
  %94 = fadd contract float %90, %93
  %95 = load float, ptr addrspace(3) %28, align 4, !tbaa !7
  %96 = load float, ptr addrspace(3) %29, align 4, !tbaa !7
  %97 = fmul contract float %95, %96
  %98 = fadd contract float %94, %97
  %99 = load float, ptr addrspace(3) %30, align 16, !tbaa !7
  %100 = load float, ptr addrspace(3) %31, align 4, !tbaa !7
  %101 = fmul contract float %99, %100
  %102 = fadd contract float %98, %101
  %103 = load float, ptr addrspace(3) %32, align 4, !tbaa !7
  %104 = load float, ptr addrspace(3) %33, align 4, !tbaa !7
  %105 = fmul contract float %103, %104
  %106 = fadd contract float %102, %105
  %107 = load float, ptr addrspace(3) %34, align 8, !tbaa !7
  %108 = load float, ptr addrspace(3) %35, align 4, !tbaa !7
  %109 = fmul contract float %107, %108
  %110 = fadd contract float %106, %109
  %111 = load float, ptr addrspace(3) %36, align 4, !tbaa !7
  %112 = load float, ptr addrspace(3) %37, align 4, !tbaa !7
  %113 = fmul contract float %111, %112
  %114 = fadd contract float %110, %113
  %115 = load float, ptr addrspace(3) %38, align 16, !tbaa !7
  %116 = load float, ptr addrspace(3) %39, align 4, !tbaa !7
  %117 = fmul contract float %115, %116
  %118 = fadd contract float %114, %117
  %119 = load float, ptr addrspace(3) %40, align 4, !tbaa !7
  %120 = load float, ptr addrspace(3) %41, align 4, !tbaa !7
  %121 = fmul contract float %119, %120
  %122 = fadd contract float %118, %121
  %123 = load float, ptr addrspace(3) %42, align 8, !tbaa !7
  %124 = load float, ptr addrspace(3) %43, align 4, !tbaa !7
  %125 = fmul contract float %123, %124
  %126 = fadd contract float %122, %125
  %127 = load float, ptr addrspace(3) %44, align 4, !tbaa !7
  %128 = load float, ptr addrspace(3) %45, align 4, !tbaa !7
  %129 = fmul contract float %127, %128
  %130 = fadd contract float %126, %129
  %131 = load float, ptr addrspace(3) %46, align 16, !tbaa !7
  %132 = load float, ptr addrspace(3) %47, align 4, !tbaa !7
  %133 = fmul contract float %131, %132
  %134 = fadd contract float %130, %133
  %135 = load float, ptr addrspace(3) %48, align 4, !tbaa !7
  %136 = load float, ptr addrspace(3) %49, align 4, !tbaa !7
  %137 = fmul contract float %135, %136
  %138 = fadd contract float %134, %137
  %139 = load float, ptr addrspace(3) %50, align 8, !tbaa !7
  %140 = load float, ptr addrspace(3) %51, align 4, !tbaa !7
  %141 = fmul contract float %139, %140
  %142 = fadd contract float %138, %141
  %143 = load float, ptr addrspace(3) %52, align 4, !tbaa !7
  %144 = load float, ptr addrspace(3) %53, align 4, !tbaa !7
  %145 = fmul contract float %143, %144
  %146 = fadd contract float %142, %145
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %147 = add nuw nsw i32 %61, 16
  %148 = icmp slt i32 %147, %4
  br i1 %148, label %59, label %54, !llvm.loop !11

149:                                              ; preds = %54
  %150 = mul nsw i32 %10, %5
  %151 = add nsw i32 %150, %14
  %152 = sext i32 %151 to i64
  %153 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %152
  store float %55, ptr addrspace(1) %153, align 4, !tbaa !7
  br label %154

154:                                              ; preds = %149, %54
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

declare noundef i32 @llvm.amdgcn.workitem.id.y() #1

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

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
!7 = !{!8, !8, i64 0}
!8 = !{!"float", !9, i64 0}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C++ TBAA"}
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
