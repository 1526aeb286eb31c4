; ModuleID = 'saxpy.hip'
source_filename = "saxpy.hip"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

%struct.S = type { float, i32, double, [3 x i16] }

@tab = protected addrspace(4) externally_initialized global [4 x float] [float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00], align 16, !dbg !0
@counter = protected addrspace(1) externally_initialized global i32 0, align 4, !dbg !5
@_ZZ3redE3buf = internal unnamed_addr addrspace(3) global [256 x float] undef, align 16, !dbg !8
@dyn = external hidden local_unnamed_addr addrspace(3) global [0 x float], align 4
@__hip_cuid_15e9a45e934d378f = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [3 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_15e9a45e934d378f to ptr), ptr addrspacecast (ptr addrspace(1) @counter to ptr), ptr addrspacecast (ptr addrspace(4) @tab to ptr)], section "llvm.metadata"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define protected amdgpu_kernel void @saxpy(i32 noundef %0, float noundef %1, ptr addrspace(1) nocapture noundef readonly %2, ptr addrspace(1) nocapture noundef %3) local_unnamed_addr #0 !dbg !57 {
    #dbg_value(i32 %0, !61, !DIExpression(), !66)
    #dbg_value(float %1, !62, !DIExpression(), !66)
    #dbg_value(ptr addrspace(1) %2, !63, !DIExpression(), !66)
    #dbg_value(ptr addrspace(1) %3, !64, !DIExpression(), !66)
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !67
  %6 = tail call align 8 dereferenceable(256) ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr(), !dbg !68
  %7 = getelementptr inbounds i8, ptr addrspace(4) %6, i64 12, !dbg !68
  %8 = load i16, ptr addrspace(4) %7, align 4, !dbg !68, !range !69, !invariant.load !70, !noundef !70
  %9 = zext nneg i16 %8 to i32, !dbg !68
  %10 = mul i32 %5, %9, !dbg !71
  %11 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !72
  %12 = add i32 %10, %11, !dbg !73
    #dbg_value(i32 %12, !65, !DIExpression(), !66)
  %13 = icmp slt i32 %12, %0, !dbg !74
  br i1 %13, label %14, label %22, !dbg !76

14:                                               ; preds = %4
    #dbg_value(ptr addrspace(1) %3, !64, !DIExpression(), !66)
    #dbg_value(ptr addrspace(1) %3, !64, !DIExpression(), !66)
    #dbg_value(ptr addrspace(1) %2, !63, !DIExpression(), !66)
    #dbg_value(ptr addrspace(1) %2, !63, !DIExpression(), !66)
  %15 = sext i32 %12 to i64, !dbg !77
  %16 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %15, !dbg !77
  %17 = load float, ptr addrspace(1) %16, align 4, !dbg !77, !tbaa !78
  %18 = fmul contract float %17, %1, !dbg !82
  %19 = getelementptr inbounds float, ptr addrspace(1) %3, i64 %15, !dbg !83
  %20 = load float, ptr addrspace(1) %19, align 4, !dbg !83, !tbaa !78
  %21 = fadd contract float %18, %20, !dbg !84
  store float %21, ptr addrspace(1) %19, align 4, !dbg !85, !tbaa !78
  br label %22, !dbg !86

22:                                               ; preds = %14, %4
  ret void, !dbg !87
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef align 4 ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @red(i32 noundef %0, ptr addrspace(4) nocapture noundef readonly byref(%struct.S) align 8 %1, ptr addrspace(1) nocapture noundef readonly %2, ptr addrspace(1) nocapture noundef writeonly %3) local_unnamed_addr #2 !dbg !10 {
    #dbg_assign(i1 undef, !30, !DIExpression(), !88, ptr addrspace(5) undef, !DIExpression(), !89)
    #dbg_assign(i1 undef, !30, !DIExpression(), !90, ptr undef, !DIExpression(), !89)
    #dbg_value(i32 %0, !29, !DIExpression(), !89)
    #dbg_value(ptr addrspace(1) %2, !31, !DIExpression(), !89)
    #dbg_value(ptr addrspace(1) %3, !32, !DIExpression(), !89)
  %5 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !91
    #dbg_value(i32 poison, !33, !DIExpression(), !89)
  %6 = zext nneg i32 %5 to i64, !dbg !92
  %7 = getelementptr inbounds float, ptr addrspace(1) %2, i64 %6, !dbg !92
  %8 = load float, ptr addrspace(1) %7, align 4, !dbg !92, !tbaa !78
  %9 = load float, ptr addrspace(4) %1, align 8, !dbg !93, !tbaa !94, !amdgpu.noclobber !70
  %10 = fmul contract float %8, %9, !dbg !98
  %11 = and i32 %5, 3, !dbg !99
  %12 = zext nneg i32 %11 to i64, !dbg !100
  %13 = getelementptr inbounds [4 x float], ptr addrspace(4) @tab, i64 0, i64 %12, !dbg !100
  %14 = load float, ptr addrspace(4) %13, align 4, !dbg !100, !tbaa !78
  %15 = fadd contract float %10, %14, !dbg !101
  %16 = getelementptr inbounds [0 x float], ptr addrspace(3) @dyn, i32 0, i32 %5, !dbg !102
  %17 = load float, ptr addrspace(3) %16, align 4, !dbg !102, !tbaa !78
  %18 = fadd contract float %15, %17, !dbg !103
  %19 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %5, !dbg !104
  store float %18, ptr addrspace(3) %19, align 4, !dbg !105, !tbaa !78
    #dbg_value(i32 128, !34, !DIExpression(), !106)
    #dbg_value(i32 128, !34, !DIExpression(), !106)
  fence syncscope("workgroup") seq_cst, !dbg !107
  tail call void @llvm.amdgcn.s.barrier(), !dbg !110
  %20 = icmp ult i32 %5, 128, !dbg !111
  br i1 %20, label %21, label %27, !dbg !113

21:                                               ; preds = %4
  %22 = or disjoint i32 %5, 128
  %23 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %22
  %24 = load float, ptr addrspace(3) %23, align 4, !dbg !114, !tbaa !78
  %25 = load float, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  %26 = fadd contract float %24, %25, !dbg !115
  store float %26, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  br label %27, !dbg !116

27:                                               ; preds = %4, %21
    #dbg_value(i32 64, !34, !DIExpression(), !106)
  fence syncscope("workgroup") seq_cst, !dbg !107
  tail call void @llvm.amdgcn.s.barrier(), !dbg !110
  %28 = icmp ult i32 %5, 64, !dbg !111
  br i1 %28, label %29, label %35, !dbg !113

29:                                               ; preds = %27
  %30 = or disjoint i32 %5, 64
  %31 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %30
  %32 = load float, ptr addrspace(3) %31, align 4, !dbg !114, !tbaa !78
  %33 = load float, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  %34 = fadd contract float %32, %33, !dbg !115
  store float %34, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  br label %35, !dbg !116

35:                                               ; preds = %29, %27
    #dbg_value(i32 32, !34, !DIExpression(), !106)
  fence syncscope("workgroup") seq_cst, !dbg !107
  tail call void @llvm.amdgcn.s.barrier(), !dbg !110
  %36 = icmp ult i32 %5, 32, !dbg !111
  br i1 %36, label %37, label %43, !dbg !113

37:                                               ; preds = %35
  %38 = or disjoint i32 %5, 32
  %39 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %38
  %40 = load float, ptr addrspace(3) %39, align 4, !dbg !114, !tbaa !78
  %41 = load float, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  %42 = fadd contract float %40, %41, !dbg !115
  store float %42, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  br label %43, !dbg !116

43:                                               ; preds = %37, %35
    #dbg_value(i32 16, !34, !DIExpression(), !106)
  fence syncscope("workgroup") seq_cst, !dbg !107
  tail call void @llvm.amdgcn.s.barrier(), !dbg !110
  %44 = icmp ult i32 %5, 16, !dbg !111
  br i1 %44, label %45, label %51, !dbg !113

45:                                               ; preds = %43
  %46 = or disjoint i32 %5, 16
  %47 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %46
  %48 = load float, ptr addrspace(3) %47, align 4, !dbg !114, !tbaa !78
  %49 = load float, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  %50 = fadd contract float %48, %49, !dbg !115
  store float %50, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  br label %51, !dbg !116

51:                                               ; preds = %45, %43
    #dbg_value(i32 8, !34, !DIExpression(), !106)
  fence syncscope("workgroup") seq_cst, !dbg !107
  tail call void @llvm.amdgcn.s.barrier(), !dbg !110
  %52 = icmp ult i32 %5, 8, !dbg !111
  br i1 %52, label %53, label %59, !dbg !113

53:                                               ; preds = %51
  %54 = or disjoint i32 %5, 8
  %55 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %54
  %56 = load float, ptr addrspace(3) %55, align 4, !dbg !114, !tbaa !78
  %57 = load float, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  %58 = fadd contract float %56, %57, !dbg !115
  store float %58, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  br label %59, !dbg !116

59:                                               ; preds = %53, %51
    #dbg_value(i32 4, !34, !DIExpression(), !106)
  fence syncscope("workgroup") seq_cst, !dbg !107
  tail call void @llvm.amdgcn.s.barrier(), !dbg !110
  %60 = icmp ult i32 %5, 4, !dbg !111
  br i1 %60, label %61, label %67, !dbg !113

61:                                               ; preds = %59
  %62 = or disjoint i32 %5, 4
  %63 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %62
  %64 = load float, ptr addrspace(3) %63, align 4, !dbg !114, !tbaa !78
  %65 = load float, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  %66 = fadd contract float %64, %65, !dbg !115
  store float %66, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  br label %67, !dbg !116

67:                                               ; preds = %61, %59
    #dbg_value(i32 2, !34, !DIExpression(), !106)
  fence syncscope("workgroup") seq_cst, !dbg !107
  tail call void @llvm.amdgcn.s.barrier(), !dbg !110
  %68 = icmp ult i32 %5, 2, !dbg !111
  br i1 %68, label %69, label %75, !dbg !113

69:                                               ; preds = %67
  %70 = or disjoint i32 %5, 2
  %71 = getelementptr inbounds [256 x float], ptr addrspace(3) @_ZZ3redE3buf, i32 0, i32 %70
  %72 = load float, ptr addrspace(3) %71, align 4, !dbg !114, !tbaa !78
  %73 = load float, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  %74 = fadd contract float %72, %73, !dbg !115
  store float %74, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  br label %75, !dbg !116

75:                                               ; preds = %69, %67
    #dbg_value(i32 1, !34, !DIExpression(), !106)
  fence syncscope("workgroup") seq_cst, !dbg !107
  tail call void @llvm.amdgcn.s.barrier(), !dbg !110
  %76 = icmp eq i32 %5, 0, !dbg !113
  br i1 %76, label %77, label %90, !dbg !113

77:                                               ; preds = %75
  %78 = load float, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @_ZZ3redE3buf, i32 4), align 4, !dbg !114, !tbaa !78
  %79 = load float, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
  %80 = fadd contract float %78, %79, !dbg !115
  store float %80, ptr addrspace(3) %19, align 4, !dbg !115, !tbaa !78
    #dbg_value(i32 0, !34, !DIExpression(), !106)
  %81 = load float, ptr addrspace(3) @_ZZ3redE3buf, align 16, !dbg !117, !tbaa !78
  %82 = fpext float %81 to double, !dbg !117
  %83 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 8, !dbg !120
  %84 = load double, ptr addrspace(4) %83, align 8, !dbg !120, !tbaa !121, !amdgpu.noclobber !70
  %85 = fdiv contract double %82, %84, !dbg !122
  %86 = fptrunc double %85 to float, !dbg !117
  store float %86, ptr addrspace(1) %3, align 4, !dbg !123, !tbaa !78
  %87 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 4, !dbg !124
  %88 = load i32, ptr addrspace(4) %87, align 4, !dbg !124, !tbaa !125, !amdgpu.noclobber !70
  %89 = atomicrmw add ptr addrspace(1) @counter, i32 %88 syncscope("agent-one-as") monotonic, align 4, !dbg !126
  br label %90, !dbg !127

90:                                               ; preds = %75, %77
  %91 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 16, !dbg !128
  %92 = trunc nuw nsw i32 %5 to i16, !dbg !129
  %93 = urem i16 %92, 3, !dbg !129
  %94 = zext nneg i16 %93 to i64, !dbg !130
  %95 = getelementptr inbounds [3 x i16], ptr addrspace(4) %91, i64 0, i64 %94, !dbg !130
  %96 = load i16, ptr addrspace(4) %95, align 2, !dbg !130, !tbaa !131, !amdgpu.noclobber !70
  switch i16 %96, label %98 [
    i16 1, label %99
    i16 7, label %97
    i16 9, label %97
  ], !dbg !133

97:                                               ; preds = %90, %90
  br label %99, !dbg !134

98:                                               ; preds = %90
  tail call void @llvm.trap(), !dbg !136
  unreachable, !dbg !137

99:                                               ; preds = %90, %97
  %100 = phi float [ 2.400000e+01, %97 ], [ 2.000000e+00, %90 ], !dbg !138
  store float %100, ptr addrspace(1) %3, align 4, !dbg !138, !tbaa !78
  ret void, !dbg !139
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

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!49, !50, !51, !52, !53, !54, !55}
!llvm.ident = !{!56}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "tab", scope: !2, file: !3, line: 6, type: !46, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "saxpy.hip", directory: "/work/scratch/text", checksumkind: CSK_MD5, checksum: "95955ad3eebcd35bccfe1f707d65509a")
!4 = !{!0, !5, !8, !39}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 7, type: !7, isLocal: false, isDefinition: true)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!9 = distinct !DIGlobalVariable(name: "buf", scope: !10, file: !3, line: 14, type: !36, isLocal: true, isDefinition: true)
!10 = distinct !DISubprogram(name: "red", scope: !3, file: !3, line: 13, type: !11, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !28)
!11 = !DISubroutineType(types: !12)
!12 = !{null, !7, !13, !25, !27}
!13 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !3, line: 5, size: 192, flags: DIFlagTypePassByValue, elements: !14, identifier: "_ZTS1S")
!14 = !{!15, !17, !18, !20}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !13, file: !3, line: 5, baseType: !16, size: 32)
!16 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!17 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !13, file: !3, line: 5, baseType: !7, size: 32, offset: 32)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !13, file: !3, line: 5, baseType: !19, size: 64, offset: 64)
!19 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !13, file: !3, line: 5, baseType: !21, size: 48, offset: 128)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 48, elements: !23)
!22 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!23 = !{!24}
!24 = !DISubrange(count: 3)
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64)
!26 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!28 = !{!29, !30, !31, !32, !33, !34}
!29 = !DILocalVariable(name: "n", arg: 1, scope: !10, file: !3, line: 13, type: !7)
!30 = !DILocalVariable(name: "s", arg: 2, scope: !10, file: !3, line: 13, type: !13)
!31 = !DILocalVariable(name: "x", arg: 3, scope: !10, file: !3, line: 13, type: !25)
!32 = !DILocalVariable(name: "y", arg: 4, scope: !10, file: !3, line: 13, type: !27)
!33 = !DILocalVariable(name: "t", scope: !10, file: !3, line: 15, type: !7)
!34 = !DILocalVariable(name: "k", scope: !35, file: !3, line: 17, type: !7)
!35 = distinct !DILexicalBlock(scope: !10, file: !3, line: 17, column: 3)
!36 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 8192, elements: !37)
!37 = !{!38}
!38 = !DISubrange(count: 256)
!39 = !DIGlobalVariableExpression(var: !40, expr: !DIExpression())
!40 = distinct !DIGlobalVariable(scope: null, file: !3, line: 17, type: !41, isLocal: true, isDefinition: true)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !42, size: 80, elements: !44)
!42 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !43)
!43 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!44 = !{!45}
!45 = !DISubrange(count: 10)
!46 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 128, elements: !47)
!47 = !{!48}
!48 = !DISubrange(count: 4)
!49 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!50 = !{i32 1, !"amdgpu_printf_kind", !"hostcall"}
!51 = !{i32 7, !"Dwarf Version", i32 5}
!52 = !{i32 2, !"Debug Info Version", i32 3}
!53 = !{i32 1, !"wchar_size", i32 4}
!54 = !{i32 8, !"PIC Level", i32 2}
!55 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!56 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!57 = distinct !DISubprogram(name: "saxpy", scope: !3, file: !3, line: 8, type: !58, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !60)
!58 = !DISubroutineType(types: !59)
!59 = !{null, !7, !16, !25, !27}
!60 = !{!61, !62, !63, !64, !65}
!61 = !DILocalVariable(name: "n", arg: 1, scope: !57, file: !3, line: 8, type: !7)
!62 = !DILocalVariable(name: "a", arg: 2, scope: !57, file: !3, line: 8, type: !16)
!63 = !DILocalVariable(name: "x", arg: 3, scope: !57, file: !3, line: 8, type: !25)
!64 = !DILocalVariable(name: "y", arg: 4, scope: !57, file: !3, line: 8, type: !27)
!65 = !DILocalVariable(name: "i", scope: !57, file: !3, line: 9, type: !7)
!66 = !DILocation(line: 0, scope: !57)
!67 = !DILocation(line: 9, column: 11, scope: !57)
!68 = !DILocation(line: 9, column: 45, scope: !57)
!69 = !{i16 1, i16 1025}
!70 = !{}
!71 = !DILocation(line: 9, column: 44, scope: !57)
!72 = !DILocation(line: 9, column: 83, scope: !57)
!73 = !DILocation(line: 9, column: 81, scope: !57)
!74 = !DILocation(line: 10, column: 8, scope: !75)
!75 = distinct !DILexicalBlock(scope: !57, file: !3, line: 10, column: 7)
!76 = !DILocation(line: 10, column: 7, scope: !57)
!77 = !DILocation(line: 10, column: 21, scope: !75)
!78 = !{!79, !79, i64 0}
!79 = !{!"float", !80, i64 0}
!80 = !{!"omnipotent char", !81, i64 0}
!81 = !{!"Simple C++ TBAA"}
!82 = !DILocation(line: 10, column: 20, scope: !75)
!83 = !DILocation(line: 10, column: 26, scope: !75)
!84 = !DILocation(line: 10, column: 25, scope: !75)
!85 = !DILocation(line: 10, column: 17, scope: !75)
!86 = !DILocation(line: 10, column: 12, scope: !75)
!87 = !DILocation(line: 11, column: 1, scope: !57)
!88 = distinct !DIAssignID()
!89 = !DILocation(line: 0, scope: !10)
!90 = distinct !DIAssignID()
!91 = !DILocation(line: 15, column: 11, scope: !10)
!92 = !DILocation(line: 16, column: 12, scope: !10)
!93 = !DILocation(line: 16, column: 21, scope: !10)
!94 = !{!95, !79, i64 0}
!95 = !{!"_ZTS1S", !79, i64 0, !96, i64 4, !97, i64 8, !80, i64 16}
!96 = !{!"int", !80, i64 0}
!97 = !{!"double", !80, i64 0}
!98 = !DILocation(line: 16, column: 17, scope: !10)
!99 = !DILocation(line: 16, column: 30, scope: !10)
!100 = !DILocation(line: 16, column: 25, scope: !10)
!101 = !DILocation(line: 16, column: 23, scope: !10)
!102 = !DILocation(line: 16, column: 36, scope: !10)
!103 = !DILocation(line: 16, column: 34, scope: !10)
!104 = !DILocation(line: 16, column: 3, scope: !10)
!105 = !DILocation(line: 16, column: 10, scope: !10)
!106 = !DILocation(line: 0, scope: !35)
!107 = !DILocation(line: 17, column: 35, scope: !108)
!108 = distinct !DILexicalBlock(scope: !109, file: !3, line: 17, column: 33)
!109 = distinct !DILexicalBlock(scope: !35, file: !3, line: 17, column: 3)
!110 = !DILocation(line: 17, column: 89, scope: !108)
!111 = !DILocation(line: 17, column: 124, scope: !112)
!112 = distinct !DILexicalBlock(scope: !108, file: !3, line: 17, column: 123)
!113 = !DILocation(line: 17, column: 123, scope: !108)
!114 = !DILocation(line: 17, column: 136, scope: !112)
!115 = !DILocation(line: 17, column: 134, scope: !112)
!116 = !DILocation(line: 17, column: 128, scope: !112)
!117 = !DILocation(line: 18, column: 18, scope: !118)
!118 = distinct !DILexicalBlock(scope: !119, file: !3, line: 18, column: 11)
!119 = distinct !DILexicalBlock(scope: !10, file: !3, line: 18, column: 7)
!120 = !DILocation(line: 18, column: 29, scope: !118)
!121 = !{!95, !97, i64 8}
!122 = !DILocation(line: 18, column: 25, scope: !118)
!123 = !DILocation(line: 18, column: 16, scope: !118)
!124 = !DILocation(line: 18, column: 67, scope: !118)
!125 = !{!95, !96, i64 4}
!126 = !DILocation(line: 18, column: 32, scope: !118)
!127 = !DILocation(line: 18, column: 115, scope: !118)
!128 = !DILocation(line: 19, column: 13, scope: !10)
!129 = !DILocation(line: 19, column: 16, scope: !10)
!130 = !DILocation(line: 19, column: 11, scope: !10)
!131 = !{!132, !132, i64 0}
!132 = !{!"short", !80, i64 0}
!133 = !DILocation(line: 19, column: 3, scope: !10)
!134 = !DILocation(line: 19, column: 82, scope: !135)
!135 = distinct !DILexicalBlock(scope: !10, file: !3, line: 19, column: 21)
!136 = !DILocation(line: 19, column: 98, scope: !135)
!137 = !DILocation(line: 19, column: 116, scope: !135)
!138 = !DILocation(line: 19, scope: !135)
!139 = !DILocation(line: 20, column: 1, scope: !10)
