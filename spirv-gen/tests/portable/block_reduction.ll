; test portable expect=none
; What clang 19 writes for a block reduction: a by-value structure, a constant table, dynamic shared memory, a trap.
; ModuleID = 'saxpy.hip'
source_filename = "saxpy.hip"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

%struct.S = type { float, i32, double, [3 x i16] }

@tab = protected addrspace(4) externally_initialized global [4 x float] [float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00], align 16
@counter = protected addrspace(1) externally_initialized global i32 0, align 4
@_ZZ3redE3buf = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16
@dyn = external hidden local_unnamed_addr addrspace(3) global [0 x float], align 4
@__hip_cuid_15e9a45e934d378f = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [3 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_15e9a45e934d378f to ptr), ptr addrspacecast (ptr addrspace(1) @counter to ptr), ptr addrspacecast (ptr addrspace(4) @tab to ptr)], section "llvm.metadata"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define protected amdgpu_kernel void @saxpy(i32 noundef %0, float noundef %1, ptr addrspace(1) nocapture noundef readonly %2, ptr addrspace(1) nocapture noundef %3) local_unnamed_addr #0 {
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %6 = tail call align 8 dereferenceable(256) ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %7 = getelementptr inbounds i8, ptr addrspace(4) %6, i64 12
  %8 = load i16, ptr addrspace(4) %7, align 4
  %9 = zext nneg i16 %8 to i32
  %10 = mul i32 %5, %9
  %11 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %12 = add i32 %10, %11
  %13 = icmp slt i32 %12, %0
  br i1 %13, label %14, label %22

14:                                               ; preds = %4
  %15 = sext i32 %12 to i64
  %16 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %15
  %17 = load float, ptr addrspace(1) %16, align 4
  %18 = fmul contract float %17, %1
  %19 = getelementptr inbounds float, ptr addrspace(1) %3, i64 %15
  %20 = load float, ptr addrspace(1) %19, align 4
  %21 = fadd contract float %18, %20
  store float %21, ptr addrspace(1) %19, align 4
  br label %22

22:                                               ; preds = %14, %4
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @red(i32 noundef %0, ptr addrspace(4) nocapture noundef readonly byref(%struct.S) align 8 %1, ptr addrspace(1) nocapture noundef readonly %2, ptr addrspace(1) nocapture noundef writeonly %3) local_unnamed_addr #2 {
  %5 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %6
  %8 = load float, ptr addrspace(1) %7, align 4
  %9 = load float, ptr addrspace(4) %1, align 8
  %10 = fmul contract float %8, %9
  %11 = and i32 %5, 3
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds [4 x float], ptr addrspace(4) @tab, i64 0, i64 %12
  %14 = load float, ptr addrspace(4) %13, align 4
  %15 = fadd contract float %10, %14
  %16 = getelementptr inbounds [0 x float], ptr addrspace(3) @dyn, i32 0, i32 %5
  %17 = load float, ptr addrspace(3) %16, align 4
  %18 = fadd contract float %15, %17
  %19 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %5
  store float %18, ptr addrspace(3) %19, align 4
  fence syncscope("workgroup") seq_cst
  tail call void @llvm.amdgcn.s.barrier()
  %20 = icmp ult i32 %5, 128
  br i1 %20, label %21, label %27

21:                                               ; preds = %4
  %22 = or disjoint i32 %5, 128
  %23 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %22
  %24 = load float, ptr addrspace(3) %23, align 4
  %25 = load float, ptr addrspace(3) %19, align 4
  %26 = fadd contract float %24, %25
  store float %26, ptr addrspace(3) %19, align 4
  br label %27

27:                                               ; preds = %4, %21
  fence syncscope("workgroup") seq_cst
  tail call void @llvm.amdgcn.s.barrier()
  %28 = icmp ult i32 %5, 64
  br i1 %28, label %29, label %35

29:                                               ; preds = %27
  %30 = or disjoint i32 %5, 64
  %31 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %30
  %32 = load float, ptr addrspace(3) %31, align 4
  %33 = load float, ptr addrspace(3) %19, align 4
  %34 = fadd contract float %32, %33
  store float %34, ptr addrspace(3) %19, align 4
  br label %35

35:                                               ; preds = %29, %27
  fence syncscope("workgroup") seq_cst
  tail call void @llvm.amdgcn.s.barrier()
  %36 = icmp ult i32 %5, 32
  br i1 %36, label %37, label %43

37:                                               ; preds = %35
  %38 = or disjoint i32 %5, 32
  %39 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %38
  %40 = load float, ptr addrspace(3) %39, align 4
  %41 = load float, ptr addrspace(3) %19, align 4
  %42 = fadd contract float %40, %41
  store float %42, ptr addrspace(3) %19, align 4
  br label %43

43:                                               ; preds = %37, %35
  fence syncscope("workgroup") seq_cst
  tail call void @llvm.amdgcn.s.barrier()
  %44 = icmp ult i32 %5, 16
  br i1 %44, label %45, label %51

45:                                               ; preds = %43
  %46 = or disjoint i32 %5, 16
  %47 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %46
  %48 = load float, ptr addrspace(3) %47, align 4
  %49 = load float, ptr addrspace(3) %19, align 4
  %50 = fadd contract float %48, %49
  store float %50, ptr addrspace(3) %19, align 4
  br label %51

51:                                               ; preds = %45, %43
  fence syncscope("workgroup") seq_cst
  tail call void @llvm.amdgcn.s.barrier()
  %52 = icmp ult i32 %5, 8
  br i1 %52, label %53, label %59

53:                                               ; preds = %51
  %54 = or disjoint i32 %5, 8
  %55 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %54
  %56 = load float, ptr addrspace(3) %55, align 4
  %57 = load float, ptr addrspace(3) %19, align 4
  %58 = fadd contract float %56, %57
  store float %58, ptr addrspace(3) %19, align 4
  br label %59

59:                                               ; preds = %53, %51
  fence syncscope("workgroup") seq_cst
  tail call void @llvm.amdgcn.s.barrier()
  %60 = icmp ult i32 %5, 4
  br i1 %60, label %61, label %67

61:                                               ; preds = %59
  %62 = or disjoint i32 %5, 4
  %63 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %62
  %64 = load float, ptr addrspace(3) %63, align 4
  %65 = load float, ptr addrspace(3) %19, align 4
  %66 = fadd contract float %64, %65
  store float %66, ptr addrspace(3) %19, align 4
  br label %67

67:                                               ; preds = %61, %59
  fence syncscope("workgroup") seq_cst
  tail call void @llvm.amdgcn.s.barrier()
  %68 = icmp ult i32 %5, 2
  br i1 %68, label %69, label %75

69:                                               ; preds = %67
  %70 = or disjoint i32 %5, 2
  %71 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %70
  %72 = load float, ptr addrspace(3) %71, align 4
  %73 = load float, ptr addrspace(3) %19, align 4
  %74 = fadd contract float %72, %73
  store float %74, ptr addrspace(3) %19, align 4
  br label %75

75:                                               ; preds = %69, %67
  fence syncscope("workgroup") seq_cst
  tail call void @llvm.amdgcn.s.barrier()
  %76 = icmp eq i32 %5, 0
  br i1 %76, label %77, label %90

77:                                               ; preds = %75
  %78 = load float, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @_ZZ3redE3buf, i32 4), align 4
  %79 = load float, ptr addrspace(3) %19, align 4
  %80 = fadd contract float %78, %79
  store float %80, ptr addrspace(3) %19, align 4
  %81 = load float, ptr addrspace(3) @_ZZ3redE3buf, align 16
  %82 = fpext float %81 to double
  %83 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 8
  %84 = load double, ptr addrspace(4) %83, align 8
  %85 = fdiv contract double %82, %84
  %86 = fptrunc double %85 to float
  store float %86, ptr addrspace(1) %3, align 4
  %87 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 4
  %88 = load i32, ptr addrspace(4) %87, align 4
  %89 = atomicrmw add ptr addrspace(1) @counter, i32 %88 syncscope("agent-one-as") monotonic, align 4
  br label %90

90:                                               ; preds = %75, %77
  %91 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 16
  %92 = trunc nuw nsw i32 %5 to i16
  %93 = urem i16 %92, 3
  %94 = zext nneg i16 %93 to i64
  %95 = getelementptr inbounds [3 x i16], ptr addrspace(4) %91, i64 0, i64 %94
  %96 = load i16, ptr addrspace(4) %95, align 2
  switch i16 %96, label %98 [
    i16 1, label %99
    i16 7, label %97
    i16 9, label %97
  ]

97:                                               ; preds = %90, %90
  br label %99

98:                                               ; preds = %90
  tail call void @llvm.trap()
  unreachable

99:                                               ; preds = %90, %97
  %100 = phi float [ 2.400000e+01, %97 ], [ 2.000000e+00, %90 ]
  store float %100, ptr addrspace(1) %3, align 4
  ret void
}

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #4

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" "amdgpu-no-agpr" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "amdgpu-no-agpr" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { cold noreturn nounwind memory(inaccessiblemem: write) }

