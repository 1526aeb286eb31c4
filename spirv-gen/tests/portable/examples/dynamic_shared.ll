; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/dynamic_shared: spirv-val accepts what each target gets.
@arena = external hidden local_unnamed_addr addrspace(3) global [0 x i8], align 1
@__hip_cuid_bd02c2dedf7716e2 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_bd02c2dedf7716e2 to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z11sort_blocksPKfPfi(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %5 = getelementptr inbounds i8, ptr addrspace(4) %4, i64 12
  %6 = load i16, ptr addrspace(4) %5, align 4, !tbaa !7
  %7 = zext i16 %6 to i32
  %8 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %7
  %9 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %10 = mul i32 %9, %7
  %11 = sub nsw i32 %2, %10
  %12 = tail call noundef i32 @llvm.smin.i32(i32 %7, i32 %11)
  %13 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %14 = icmp slt i32 %13, %12
  br i1 %14, label %15, label %21

15:                                               ; preds = %3
  %16 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %13
  %17 = add nsw i32 %10, %13
  %18 = sext i32 %17 to i64
  %19 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %18
  %20 = load float, ptr addrspace(1) %19, align 4, !tbaa !11
  store float %20, ptr addrspace(3) %16, align 4, !tbaa !11
  br label %21

21:                                               ; preds = %15, %3
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %14, label %22, label %159

22:                                               ; preds = %21
  %23 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %13
  %24 = load float, ptr addrspace(3) %23, align 4, !tbaa !11
  %25 = add i32 %12, -1
  %26 = and i32 %12, 7
  %27 = icmp ult i32 %25, 7
  br i1 %27, label %30, label %28

28:                                               ; preds = %22
  %29 = and i32 %12, -8
  br label %57

30:                                               ; preds = %152, %22
  %31 = phi i32 [ poison, %22 ], [ %155, %152 ]
  %32 = phi i32 [ 0, %22 ], [ %156, %152 ]
  %33 = phi i32 [ 0, %22 ], [ %155, %152 ]
  %34 = icmp eq i32 %26, 0
  br i1 %34, label %53, label %35

35:                                               ; preds = %30, %46
  %36 = phi i32 [ %50, %46 ], [ %32, %30 ]
  %37 = phi i32 [ %49, %46 ], [ %33, %30 ]
  %38 = phi i32 [ %51, %46 ], [ 0, %30 ]
  %39 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %36
  %40 = load float, ptr addrspace(3) %39, align 4, !tbaa !11
  %41 = fcmp contract olt float %40, %24
  br i1 %41, label %46, label %42

42:                                               ; preds = %35
  %43 = fcmp contract oeq float %40, %24
  %44 = icmp ult i32 %36, %13
  %45 = and i1 %44, %43
  br label %46

46:                                               ; preds = %42, %35
  %47 = phi i1 [ true, %35 ], [ %45, %42 ]
  %48 = zext i1 %47 to i32
  %49 = add nuw nsw i32 %37, %48
  %50 = add nuw nsw i32 %36, 1
  %51 = add i32 %38, 1
  %52 = icmp eq i32 %51, %26
  br i1 %52, label %53, label %35, !llvm.loop !15

53:                                               ; preds = %46, %30
  %54 = phi i32 [ %31, %30 ], [ %49, %46 ]
  %55 = trunc nuw nsw i32 %13 to i16
  %56 = getelementptr inbounds i16, ptr addrspace(3) %8, i32 %54
  store i16 %55, ptr addrspace(3) %56, align 2, !tbaa !17
  br label %159

57:                                               ; preds = %152, %28
  %58 = phi i32 [ 0, %28 ], [ %156, %152 ]
  %59 = phi i32 [ 0, %28 ], [ %155, %152 ]
  %60 = phi i32 [ 0, %28 ], [ %157, %152 ]
  %61 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %58
  %62 = load float, ptr addrspace(3) %61, align 4, !tbaa !11
  %63 = fcmp contract olt float %62, %24
  br i1 %63, label %68, label %64

64:                                               ; preds = %57
  %65 = fcmp contract oeq float %62, %24
  %66 = icmp ult i32 %58, %13
  %67 = and i1 %66, %65
  br label %68

68:                                               ; preds = %64, %57
  %69 = phi i1 [ true, %57 ], [ %67, %64 ]
  %70 = zext i1 %69 to i32
  %71 = add nuw nsw i32 %59, %70
  %72 = or disjoint i32 %58, 1
  %73 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %72
  %74 = load float, ptr addrspace(3) %73, align 4, !tbaa !11
  %75 = fcmp contract olt float %74, %24
  br i1 %75, label %80, label %76

76:                                               ; preds = %68
  %77 = fcmp contract oeq float %74, %24
  %78 = icmp ult i32 %72, %13
  %79 = and i1 %78, %77
  br label %80

80:                                               ; preds = %76, %68
  %81 = phi i1 [ true, %68 ], [ %79, %76 ]
  %82 = zext i1 %81 to i32
  %83 = add nuw nsw i32 %71, %82
  %84 = or disjoint i32 %58, 2
  %85 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %84
  %86 = load float, ptr addrspace(3) %85, align 4, !tbaa !11
  %87 = fcmp contract olt float %86, %24
  br i1 %87, label %92, label %88

88:                                               ; preds = %80
  %89 = fcmp contract oeq float %86, %24
  %90 = icmp ult i32 %84, %13
  %91 = and i1 %90, %89
  br label %92

92:                                               ; preds = %88, %80
  %93 = phi i1 [ true, %80 ], [ %91, %88 ]
  %94 = zext i1 %93 to i32
  %95 = add nuw nsw i32 %83, %94
  %96 = or disjoint i32 %58, 3
  %97 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %96
  %98 = load float, ptr addrspace(3) %97, align 4, !tbaa !11
  %99 = fcmp contract olt float %98, %24
  br i1 %99, label %104, label %100

100:                                              ; preds = %92
  %101 = fcmp contract oeq float %98, %24
  %102 = icmp ult i32 %96, %13
  %103 = and i1 %102, %101
  br label %104

104:                                              ; preds = %100, %92
  %105 = phi i1 [ true, %92 ], [ %103, %100 ]
  %106 = zext i1 %105 to i32
  %107 = add nuw nsw i32 %95, %106
  %108 = or disjoint i32 %58, 4
  %109 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %108
  %110 = load float, ptr addrspace(3) %109, align 4, !tbaa !11
  %111 = fcmp contract olt float %110, %24
  br i1 %111, label %116, label %112

112:                                              ; preds = %104
  %113 = fcmp contract oeq float %110, %24
  %114 = icmp ult i32 %108, %13
  %115 = and i1 %114, %113
  br label %116

116:                                              ; preds = %112, %104
  %117 = phi i1 [ true, %104 ], [ %115, %112 ]
  %118 = zext i1 %117 to i32
  %119 = add nuw nsw i32 %107, %118
  %120 = or disjoint i32 %58, 5
  %121 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %120
  %122 = load float, ptr addrspace(3) %121, align 4, !tbaa !11
  %123 = fcmp contract olt float %122, %24
  br i1 %123, label %128, label %124

124:                                              ; preds = %116
  %125 = fcmp contract oeq float %122, %24
  %126 = icmp ult i32 %120, %13
  %127 = and i1 %126, %125
  br label %128

128:                                              ; preds = %124, %116
  %129 = phi i1 [ true, %116 ], [ %127, %124 ]
  %130 = zext i1 %129 to i32
  %131 = add nuw nsw i32 %119, %130
  %132 = or disjoint i32 %58, 6
  %133 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %132
  %134 = load float, ptr addrspace(3) %133, align 4, !tbaa !11
  %135 = fcmp contract olt float %134, %24
  br i1 %135, label %140, label %136

136:                                              ; preds = %128
  %137 = fcmp contract oeq float %134, %24
  %138 = icmp ult i32 %132, %13
  %139 = and i1 %138, %137
  br label %140

140:                                              ; preds = %136, %128
  %141 = phi i1 [ true, %128 ], [ %139, %136 ]
  %142 = zext i1 %141 to i32
  %143 = add nuw nsw i32 %131, %142
  %144 = or disjoint i32 %58, 7
  %145 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %144
  %146 = load float, ptr addrspace(3) %145, align 4, !tbaa !11
  %147 = fcmp contract olt float %146, %24
  br i1 %147, label %152, label %148

148:                                              ; preds = %140
  %149 = fcmp contract oeq float %146, %24
  %150 = icmp ult i32 %144, %13
  %151 = and i1 %150, %149
  br label %152

152:                                              ; preds = %148, %140
  %153 = phi i1 [ true, %140 ], [ %151, %148 ]
  %154 = zext i1 %153 to i32
  %155 = add nuw nsw i32 %143, %154
  %156 = add nuw nsw i32 %58, 8
  %157 = add i32 %60, 8
  %158 = icmp eq i32 %157, %29
  br i1 %158, label %30, label %57, !llvm.loop !19

159:                                              ; preds = %53, %21
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %14, label %160, label %169

160:                                              ; preds = %159
  %161 = getelementptr inbounds i16, ptr addrspace(3) %8, i32 %13
  %162 = load i16, ptr addrspace(3) %161, align 2, !tbaa !17
  %163 = zext i16 %162 to i32
  %164 = getelementptr inbounds float, ptr addrspace(3) @arena, i32 %163
  %165 = load float, ptr addrspace(3) %164, align 4, !tbaa !11
  %166 = add nsw i32 %10, %13
  %167 = sext i32 %166 to i64
  %168 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %167
  store float %165, ptr addrspace(1) %168, align 4, !tbaa !11
  br label %169

169:                                              ; preds = %160, %159
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare void @llvm.amdgcn.s.barrier() #2

declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

declare i32 @llvm.smin.i32(i32, i32) #3

attributes #0 = { convergent mustprogress nofree norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!11 = !{!12, !12, i64 0}
!12 = !{!"float", !13, i64 0}
!13 = !{!"omnipotent char", !14, i64 0}
!14 = !{!"Simple C++ TBAA"}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.unroll.disable"}
!17 = !{!18, !18, i64 0}
!18 = !{!"short", !13, i64 0}
!19 = distinct !{!19, !20}
!20 = !{!"llvm.loop.mustprogress"}
