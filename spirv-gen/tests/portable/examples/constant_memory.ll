; test portable device emit=spirv target=all block=256 expect=none
; clang 19, -O3, of examples/hip/constant_memory: spirv-val accepts what each target gets.
@coefficients = protected addrspace(4) externally_initialized global [8 x float] zeroinitializer, align 16
@bias = protected addrspace(4) externally_initialized global float 5.000000e-01, align 4
@__hip_cuid_ee72fbc3c2630ee2 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [3 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_ee72fbc3c2630ee2 to ptr), ptr addrspacecast (ptr addrspace(4) @bias to ptr), ptr addrspacecast (ptr addrspace(4) @coefficients to ptr)], section "llvm.metadata"

define protected amdgpu_kernel void @_Z10polynomialPKfPfi(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #0 {
  %4 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x()
  %5 = tail call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %6 = getelementptr inbounds i8, ptr addrspace(4) %5, i64 12
  %7 = load i16, ptr addrspace(4) %6, align 4, !tbaa !7
  %8 = zext i16 %7 to i32
  %9 = mul i32 %4, %8
  %10 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %11 = add i32 %9, %10
  %12 = icmp slt i32 %11, %2
  br i1 %12, label %13, label %44

13:                                               ; preds = %3
  %14 = sext i32 %11 to i64
  %15 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %14
  %16 = load float, ptr addrspace(1) %15, align 4, !tbaa !11
  %17 = fmul contract float %16, 0.000000e+00
  %18 = load float, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @coefficients, i64 28), align 4, !tbaa !11
  %19 = fadd contract float %17, %18
  %20 = fmul contract float %19, %16
  %21 = load float, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @coefficients, i64 24), align 8, !tbaa !11
  %22 = fadd contract float %20, %21
  %23 = fmul contract float %22, %16
  %24 = load float, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @coefficients, i64 20), align 4, !tbaa !11
  %25 = fadd contract float %23, %24
  %26 = fmul contract float %25, %16
  %27 = load float, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @coefficients, i64 16), align 16, !tbaa !11
  %28 = fadd contract float %26, %27
  %29 = fmul contract float %28, %16
  %30 = load float, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @coefficients, i64 12), align 4, !tbaa !11
  %31 = fadd contract float %29, %30
  %32 = fmul contract float %31, %16
  %33 = load float, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @coefficients, i64 8), align 8, !tbaa !11
  %34 = fadd contract float %32, %33
  %35 = fmul contract float %34, %16
  %36 = load float, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @coefficients, i64 4), align 4, !tbaa !11
  %37 = fadd contract float %35, %36
  %38 = fmul contract float %37, %16
  %39 = load float, ptr addrspace(4) @coefficients, align 16, !tbaa !11
  %40 = fadd contract float %38, %39
  %41 = load float, ptr addrspace(4) @bias, align 4, !tbaa !11
  %42 = fadd contract float %40, %41
  %43 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %14
  store float %42, ptr addrspace(1) %43, align 4, !tbaa !11
  br label %44

44:                                               ; preds = %3, %13
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
