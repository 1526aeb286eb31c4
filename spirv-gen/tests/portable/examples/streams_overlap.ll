; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/streams_overlap: spirv-val accepts what each target gets.
@__hip_cuid_505e658f5e18fc2 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_505e658f5e18fc2 to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z7iteratePKfPfi(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %5 = tail call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %6 = getelementptr inbounds i8, ptr addrspace(4) %5, i64 12
  %7 = load i16, ptr addrspace(4) %6, align 4, !tbaa !7
  %8 = zext i16 %7 to i32
  %9 = mul i32 %4, %8
  %10 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %2
  br i1 %12, label %13, label %82

13:                                               ; preds = %3
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %14
  %16 = load float, ptr addrspace(1) %15, align 4, !tbaa !11
  %17 = fmul contract float %16, 7.500000e-01
  %18 = fadd contract float %17, 1.000000e+00
  %19 = fmul contract float %18, 7.500000e-01
  %20 = fadd contract float %19, 1.000000e+00
  %21 = fmul contract float %20, 7.500000e-01
  %22 = fadd contract float %21, 1.000000e+00
  %23 = fmul contract float %22, 7.500000e-01
  %24 = fadd contract float %23, 1.000000e+00
  %25 = fmul contract float %24, 7.500000e-01
  %26 = fadd contract float %25, 1.000000e+00
  %27 = fmul contract float %26, 7.500000e-01
  %28 = fadd contract float %27, 1.000000e+00
  %29 = fmul contract float %28, 7.500000e-01
  %30 = fadd contract float %29, 1.000000e+00
  %31 = fmul contract float %30, 7.500000e-01
  %32 = fadd contract float %31, 1.000000e+00
  %33 = fmul contract float %32, 7.500000e-01
  %34 = fadd contract float %33, 1.000000e+00
  %35 = fmul contract float %34, 7.500000e-01
  %36 = fadd contract float %35, 1.000000e+00
  %37 = fmul contract float %36, 7.500000e-01
  %38 = fadd contract float %37, 1.000000e+00
  %39 = fmul contract float %38, 7.500000e-01
  %40 = fadd contract float %39, 1.000000e+00
  %41 = fmul contract float %40, 7.500000e-01
  %42 = fadd contract float %41, 1.000000e+00
  %43 = fmul contract float %42, 7.500000e-01
  %44 = fadd contract float %43, 1.000000e+00
  %45 = fmul contract float %44, 7.500000e-01
  %46 = fadd contract float %45, 1.000000e+00
  %47 = fmul contract float %46, 7.500000e-01
  %48 = fadd contract float %47, 1.000000e+00
  %49 = fmul contract float %48, 7.500000e-01
  %50 = fadd contract float %49, 1.000000e+00
  %51 = fmul contract float %50, 7.500000e-01
  %52 = fadd contract float %51, 1.000000e+00
  %53 = fmul contract float %52, 7.500000e-01
  %54 = fadd contract float %53, 1.000000e+00
  %55 = fmul contract float %54, 7.500000e-01
  %56 = fadd contract float %55, 1.000000e+00
  %57 = fmul contract float %56, 7.500000e-01
  %58 = fadd contract float %57, 1.000000e+00
  %59 = fmul contract float %58, 7.500000e-01
  %60 = fadd contract float %59, 1.000000e+00
  %61 = fmul contract float %60, 7.500000e-01
  %62 = fadd contract float %61, 1.000000e+00
  %63 = fmul contract float %62, 7.500000e-01
  %64 = fadd contract float %63, 1.000000e+00
  %65 = fmul contract float %64, 7.500000e-01
  %66 = fadd contract float %65, 1.000000e+00
  %67 = fmul contract float %66, 7.500000e-01
  %68 = fadd contract float %67, 1.000000e+00
  %69 = fmul contract float %68, 7.500000e-01
  %70 = fadd contract float %69, 1.000000e+00
  %71 = fmul contract float %70, 7.500000e-01
  %72 = fadd contract float %71, 1.000000e+00
  %73 = fmul contract float %72, 7.500000e-01
  %74 = fadd contract float %73, 1.000000e+00
  %75 = fmul contract float %74, 7.500000e-01
  %76 = fadd contract float %75, 1.000000e+00
  %77 = fmul contract float %76, 7.500000e-01
  %78 = fadd contract float %77, 1.000000e+00
  %79 = fmul contract float %78, 7.500000e-01
  %80 = fadd contract float %79, 1.000000e+00
  %81 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %14
  store float %80, ptr addrspace(1) %81, align 4, !tbaa !11
  br label %82

82:                                               ; preds = %3, %13
  ret void
}

declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" }
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
!11 = !{!12, !12, i64 0}
!12 = !{!"float", !13, i64 0}
!13 = !{!"omnipotent char", !14, i64 0}
!14 = !{!"Simple C++ TBAA"}
