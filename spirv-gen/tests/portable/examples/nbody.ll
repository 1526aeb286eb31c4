; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/nbody: spirv-val accepts what each target gets.
%struct.HIP_vector_type = type { %struct.HIP_vector_base }
%struct.HIP_vector_base = type { float, float, float, float }

@_ZZ7advancePK15HIP_vector_typeIfLj4EEPS0_S3_iE4tile = internal unnamed_addr addrspace(3) global [128 x %struct.HIP_vector_type] undef, align 16
@__hip_cuid_78d985b1938c183d = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_78d985b1938c183d to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z7advancePK15HIP_vector_typeIfLj4EEPS0_S3_i(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, ptr addrspace(1) nocapture noundef %2, i32 noundef %3) local_unnamed_addr #0 {
  %5 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %6 = shl i32 %5, 7
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %8 = add i32 %6, %7
  %9 = icmp slt i32 %8, %3
  br i1 %9, label %10, label %20

10:                                               ; preds = %4
  %11 = sext i32 %8 to i64
  %12 = getelementptr inbounds %struct.HIP_vector_type, ptr addrspace(1) %0, i64 %11
  %13 = getelementptr inbounds i8, ptr addrspace(1) %12, i64 12
  %14 = getelementptr inbounds i8, ptr addrspace(1) %12, i64 8
  %15 = getelementptr inbounds i8, ptr addrspace(1) %12, i64 4
  %16 = load float, ptr addrspace(1) %12, align 16
  %17 = load float, ptr addrspace(1) %15, align 4
  %18 = load float, ptr addrspace(1) %14, align 8
  %19 = load float, ptr addrspace(1) %13, align 4
  br label %20

20:                                               ; preds = %4, %10
  %21 = phi float [ %16, %10 ], [ 0.000000e+00, %4 ]
  %22 = phi float [ %17, %10 ], [ 0.000000e+00, %4 ]
  %23 = phi float [ %18, %10 ], [ 0.000000e+00, %4 ]
  %24 = phi float [ %19, %10 ], [ 0.000000e+00, %4 ]
  %25 = icmp sgt i32 %3, 0
  br i1 %25, label %26, label %35

26:                                               ; preds = %20
  %27 = getelementptr inbounds [128 x %struct.HIP_vector_type], ptr addrspace(3) @_ZZ7advancePK15HIP_vector_typeIfLj4EEPS0_S3_iE4tile, i32 0, i32 %7
  %28 = getelementptr inbounds i8, ptr addrspace(3) %27, i32 4
  %29 = getelementptr inbounds i8, ptr addrspace(3) %27, i32 8
  %30 = getelementptr inbounds i8, ptr addrspace(3) %27, i32 12
  br label %39

31:                                               ; preds = %61
  %32 = fmul contract float %197, 0x3F50624DE0000000
  %33 = fmul contract float %198, 0x3F50624DE0000000
  %34 = fmul contract float %199, 0x3F50624DE0000000
  br label %35

35:                                               ; preds = %31, %20
  %36 = phi float [ 0.000000e+00, %20 ], [ %34, %31 ]
  %37 = phi float [ 0.000000e+00, %20 ], [ %33, %31 ]
  %38 = phi float [ 0.000000e+00, %20 ], [ %32, %31 ]
  br i1 %9, label %202, label %226

39:                                               ; preds = %26, %61
  %40 = phi i32 [ 0, %26 ], [ %62, %61 ]
  %41 = phi float [ 0.000000e+00, %26 ], [ %197, %61 ]
  %42 = phi float [ 0.000000e+00, %26 ], [ %198, %61 ]
  %43 = phi float [ 0.000000e+00, %26 ], [ %199, %61 ]
  %44 = add nuw i32 %40, %7
  %45 = icmp slt i32 %44, %3
  br i1 %45, label %46, label %56

46:                                               ; preds = %39
  %47 = sext i32 %44 to i64
  %48 = getelementptr inbounds %struct.HIP_vector_type, ptr addrspace(1) %0, i64 %47
  %49 = getelementptr inbounds i8, ptr addrspace(1) %48, i64 12
  %50 = getelementptr inbounds i8, ptr addrspace(1) %48, i64 8
  %51 = getelementptr inbounds i8, ptr addrspace(1) %48, i64 4
  %52 = load float, ptr addrspace(1) %48, align 16
  %53 = load float, ptr addrspace(1) %51, align 4
  %54 = load float, ptr addrspace(1) %50, align 8
  %55 = load float, ptr addrspace(1) %49, align 4
  br label %56

56:                                               ; preds = %39, %46
  %57 = phi float [ %55, %46 ], [ 0.000000e+00, %39 ]
  %58 = phi float [ %54, %46 ], [ 0.000000e+00, %39 ]
  %59 = phi float [ %53, %46 ], [ 0.000000e+00, %39 ]
  %60 = phi float [ %52, %46 ], [ 0.000000e+00, %39 ]
  store float %60, ptr addrspace(3) %27, align 16
  store float %59, ptr addrspace(3) %28, align 4
  store float %58, ptr addrspace(3) %29, align 8
  store float %57, ptr addrspace(3) %30, align 4
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %64

61:                                               ; preds = %64
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %62 = add nuw nsw i32 %40, 128
  %63 = icmp slt i32 %62, %3
  br i1 %63, label %39, label %31, !llvm.loop !7

64:                                               ; preds = %64, %56
  %65 = phi i32 [ 0, %56 ], [ %200, %64 ]
  %66 = phi float [ %41, %56 ], [ %197, %64 ]
  %67 = phi float [ %42, %56 ], [ %198, %64 ]
  %68 = phi float [ %43, %56 ], [ %199, %64 ]
  %69 = getelementptr inbounds [128 x %struct.HIP_vector_type], ptr addrspace(3) @_ZZ7advancePK15HIP_vector_typeIfLj4EEPS0_S3_iE4tile, i32 0, i32 %65
  %70 = load float, ptr addrspace(3) %69, align 16, !tbaa !9
  %71 = fsub contract float %70, %21
  %72 = getelementptr inbounds i8, ptr addrspace(3) %69, i32 4
  %73 = load float, ptr addrspace(3) %72, align 4, !tbaa !14
  %74 = fsub contract float %73, %22
  %75 = getelementptr inbounds i8, ptr addrspace(3) %69, i32 8
  %76 = load float, ptr addrspace(3) %75, align 8, !tbaa !15
  %77 = fsub contract float %76, %23
  %78 = fmul contract float %71, %71
  %79 = fmul contract float %74, %74
  %80 = fadd contract float %78, %79
  %81 = fmul contract float %77, %77
  %82 = fadd contract float %80, %81
  %83 = fadd contract float %82, 0x3F847AE140000000
  %84 = fcmp olt float %83, 0x39B0000000000000
  %85 = select i1 %84, float 0x4310000000000000, float 1.000000e+00
  %86 = select i1 %84, float 0x4630000000000000, float 1.000000e+00
  %87 = fmul float %83, %86
  %88 = tail call float @llvm.amdgcn.rsq.f32(float %87)
  %89 = fmul float %85, %88
  %90 = getelementptr inbounds i8, ptr addrspace(3) %69, i32 12
  %91 = load float, ptr addrspace(3) %90, align 4, !tbaa !16
  %92 = fmul contract float %91, %89
  %93 = fmul contract float %89, %92
  %94 = fmul contract float %89, %93
  %95 = fmul contract float %71, %94
  %96 = fmul contract float %74, %94
  %97 = fmul contract float %77, %94
  %98 = fadd contract float %66, %95
  %99 = fadd contract float %67, %96
  %100 = fadd contract float %68, %97
  %101 = or disjoint i32 %65, 1
  %102 = getelementptr inbounds [128 x %struct.HIP_vector_type], ptr addrspace(3) @_ZZ7advancePK15HIP_vector_typeIfLj4EEPS0_S3_iE4tile, i32 0, i32 %101
  %103 = load float, ptr addrspace(3) %102, align 16, !tbaa !9
  %104 = fsub contract float %103, %21
  %105 = getelementptr inbounds i8, ptr addrspace(3) %102, i32 4
  %106 = load float, ptr addrspace(3) %105, align 4, !tbaa !14
  %107 = fsub contract float %106, %22
  %108 = getelementptr inbounds i8, ptr addrspace(3) %102, i32 8
  %109 = load float, ptr addrspace(3) %108, align 8, !tbaa !15
  %110 = fsub contract float %109, %23
  %111 = fmul contract float %104, %104
  %112 = fmul contract float %107, %107
  %113 = fadd contract float %111, %112
  %114 = fmul contract float %110, %110
  %115 = fadd contract float %113, %114
  %116 = fadd contract float %115, 0x3F847AE140000000
  %117 = fcmp olt float %116, 0x39B0000000000000
  %118 = select i1 %117, float 0x4310000000000000, float 1.000000e+00
  %119 = select i1 %117, float 0x4630000000000000, float 1.000000e+00
  %120 = fmul float %116, %119
  %121 = tail call float @llvm.amdgcn.rsq.f32(float %120)
  %122 = fmul float %118, %121
  %123 = getelementptr inbounds i8, ptr addrspace(3) %102, i32 12
  %124 = load float, ptr addrspace(3) %123, align 4, !tbaa !16
  %125 = fmul contract float %124, %122
  %126 = fmul contract float %122, %125
  %127 = fmul contract float %122, %126
  %128 = fmul contract float %104, %127
  %129 = fmul contract float %107, %127
  %130 = fmul contract float %110, %127
  %131 = fadd contract float %98, %128
  %132 = fadd contract float %99, %129
  %133 = fadd contract float %100, %130
  %134 = or disjoint i32 %65, 2
  %135 = getelementptr inbounds [128 x %struct.HIP_vector_type], ptr addrspace(3) @_ZZ7advancePK15HIP_vector_typeIfLj4EEPS0_S3_iE4tile, i32 0, i32 %134
  %136 = load float, ptr addrspace(3) %135, align 16, !tbaa !9
  %137 = fsub contract float %136, %21
  %138 = getelementptr inbounds i8, ptr addrspace(3) %135, i32 4
  %139 = load float, ptr addrspace(3) %138, align 4, !tbaa !14
  %140 = fsub contract float %139, %22
  %141 = getelementptr inbounds i8, ptr addrspace(3) %135, i32 8
  %142 = load float, ptr addrspace(3) %141, align 8, !tbaa !15
  %143 = fsub contract float %142, %23
  %144 = fmul contract float %137, %137
  %145 = fmul contract float %140, %140
  %146 = fadd contract float %144, %145
  %147 = fmul contract float %143, %143
  %148 = fadd contract float %146, %147
  %149 = fadd contract float %148, 0x3F847AE140000000
  %150 = fcmp olt float %149, 0x39B0000000000000
  %151 = select i1 %150, float 0x4310000000000000, float 1.000000e+00
  %152 = select i1 %150, float 0x4630000000000000, float 1.000000e+00
  %153 = fmul float %149, %152
  %154 = tail call float @llvm.amdgcn.rsq.f32(float %153)
  %155 = fmul float %151, %154
  %156 = getelementptr inbounds i8, ptr addrspace(3) %135, i32 12
  %157 = load float, ptr addrspace(3) %156, align 4, !tbaa !16
  %158 = fmul contract float %157, %155
  %159 = fmul contract float %155, %158
  %160 = fmul contract float %155, %159
  %161 = fmul contract float %137, %160
  %162 = fmul contract float %140, %160
  %163 = fmul contract float %143, %160
  %164 = fadd contract float %131, %161
  %165 = fadd contract float %132, %162
  %166 = fadd contract float %133, %163
  %167 = or disjoint i32 %65, 3
  %168 = getelementptr inbounds [128 x %struct.HIP_vector_type], ptr addrspace(3) @_ZZ7advancePK15HIP_vector_typeIfLj4EEPS0_S3_iE4tile, i32 0, i32 %167
  %169 = load float, ptr addrspace(3) %168, align 16, !tbaa !9
  %170 = fsub contract float %169, %21
  %171 = getelementptr inbounds i8, ptr addrspace(3) %168, i32 4
  %172 = load float, ptr addrspace(3) %171, align 4, !tbaa !14
  %173 = fsub contract float %172, %22
  %174 = getelementptr inbounds i8, ptr addrspace(3) %168, i32 8
  %175 = load float, ptr addrspace(3) %174, align 8, !tbaa !15
  %176 = fsub contract float %175, %23
  %177 = fmul contract float %170, %170
  %178 = fmul contract float %173, %173
  %179 = fadd contract float %177, %178
  %180 = fmul contract float %176, %176
  %181 = fadd contract float %179, %180
  %182 = fadd contract float %181, 0x3F847AE140000000
  %183 = fcmp olt float %182, 0x39B0000000000000
  %184 = select i1 %183, float 0x4310000000000000, float 1.000000e+00
  %185 = select i1 %183, float 0x4630000000000000, float 1.000000e+00
  %186 = fmul float %182, %185
  %187 = tail call float @llvm.amdgcn.rsq.f32(float %186)
  %188 = fmul float %184, %187
  %189 = getelementptr inbounds i8, ptr addrspace(3) %168, i32 12
  %190 = load float, ptr addrspace(3) %189, align 4, !tbaa !16
  %191 = fmul contract float %190, %188
  %192 = fmul contract float %188, %191
  %193 = fmul contract float %188, %192
  %194 = fmul contract float %170, %193
  %195 = fmul contract float %173, %193
  %196 = fmul contract float %176, %193
  %197 = fadd contract float %164, %194
  %198 = fadd contract float %165, %195
  %199 = fadd contract float %166, %196
  %200 = add nuw nsw i32 %65, 4
  %201 = icmp eq i32 %200, 128
  br i1 %201, label %61, label %64, !llvm.loop !17

202:                                              ; preds = %35
  %203 = sext i32 %8 to i64
  %204 = getelementptr inbounds %struct.HIP_vector_type, ptr addrspace(1) %2, i64 %203
  %205 = load float, ptr addrspace(1) %204, align 16
  %206 = getelementptr inbounds i8, ptr addrspace(1) %204, i64 4
  %207 = load float, ptr addrspace(1) %206, align 4
  %208 = getelementptr inbounds i8, ptr addrspace(1) %204, i64 8
  %209 = load float, ptr addrspace(1) %208, align 8
  %210 = getelementptr inbounds i8, ptr addrspace(1) %204, i64 12
  %211 = load float, ptr addrspace(1) %210, align 4
  %212 = fadd contract float %38, %205
  %213 = fadd contract float %37, %207
  %214 = fadd contract float %36, %209
  %215 = fadd contract float %211, 0.000000e+00
  store float %212, ptr addrspace(1) %204, align 16
  store float %213, ptr addrspace(1) %206, align 4
  store float %214, ptr addrspace(1) %208, align 8
  store float %215, ptr addrspace(1) %210, align 4
  %216 = fmul contract float %212, 0x3F50624DE0000000
  %217 = fadd contract float %21, %216
  %218 = fmul contract float %213, 0x3F50624DE0000000
  %219 = fadd contract float %22, %218
  %220 = fmul contract float %214, 0x3F50624DE0000000
  %221 = fadd contract float %23, %220
  %222 = getelementptr inbounds %struct.HIP_vector_type, ptr addrspace(1) %1, i64 %203
  store float %217, ptr addrspace(1) %222, align 16
  %223 = getelementptr inbounds i8, ptr addrspace(1) %222, i64 4
  store float %219, ptr addrspace(1) %223, align 4
  %224 = getelementptr inbounds i8, ptr addrspace(1) %222, i64 8
  store float %221, ptr addrspace(1) %224, align 8
  %225 = getelementptr inbounds i8, ptr addrspace(1) %222, i64 12
  store float %24, ptr addrspace(1) %225, align 4
  br label %226

226:                                              ; preds = %35, %202
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare void @llvm.amdgcn.s.barrier() #2

declare float @llvm.amdgcn.rsq.f32(float) #1

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
!9 = !{!10, !11, i64 0}
!10 = !{!"_ZTS15HIP_vector_baseIfLj4EE", !11, i64 0, !11, i64 4, !11, i64 8, !11, i64 12}
!11 = !{!"float", !12, i64 0}
!12 = !{!"omnipotent char", !13, i64 0}
!13 = !{!"Simple C++ TBAA"}
!14 = !{!10, !11, i64 4}
!15 = !{!10, !11, i64 8}
!16 = !{!10, !11, i64 12}
!17 = distinct !{!17, !8}
