; ModuleID = 'kernels.hip'
source_filename = "kernels.hip"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

%struct.Node = type { i32, ptr }
%struct.Big = type { [12 x i32], double }
%struct.Small = type { ptr, i32 }
%struct.Bytes = type { [37 x i8] }

@weights = protected addrspace(4) externally_initialized global [4 x float] [float 5.000000e-01, float 1.500000e+00, float 2.500000e+00, float 3.500000e+00], align 16
@counter = protected addrspace(1) externally_initialized global i32 7, align 4
@counter_address = protected addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @counter to ptr), align 8
@tail = protected addrspace(1) externally_initialized global %struct.Node { i32 30, ptr null }, align 8
@middle = protected addrspace(1) externally_initialized global %struct.Node { i32 20, ptr addrspacecast (ptr addrspace(1) @tail to ptr) }, align 8
@head = protected addrspace(1) externally_initialized global %struct.Node { i32 10, ptr addrspacecast (ptr addrspace(1) @middle to ptr) }, align 8
@dynamic = external hidden local_unnamed_addr addrspace(3) global [0 x i8], align 1
@_ZZ6eitherPKiPiiE5local = internal addrspace(3) global [8 x i32] undef, align 16
@__hip_cuid_bace4b4e6a49126e = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [7 x ptr] [ptr addrspacecast (ptr addrspace(1) @__hip_cuid_bace4b4e6a49126e to ptr), ptr addrspacecast (ptr addrspace(1) @counter to ptr), ptr addrspacecast (ptr addrspace(1) @counter_address to ptr), ptr addrspacecast (ptr addrspace(1) @head to ptr), ptr addrspacecast (ptr addrspace(1) @middle to ptr), ptr addrspacecast (ptr addrspace(1) @tail to ptr), ptr addrspacecast (ptr addrspace(4) @weights to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @_Z6reducePKfPfi(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #0 !dbg !11 {
  %4 = tail call i64 @__ockl_get_local_size(i32 noundef 0) #16, !dbg !14
  %5 = trunc i64 %4 to i32, !dbg !14
  %6 = getelementptr inbounds float, ptr addrspace(3) @dynamic, i32 %5, !dbg !18
  %7 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !19
  %8 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x(), !dbg !22
  %9 = mul i32 %8, %5, !dbg !25
  %10 = add i32 %9, %7, !dbg !26
  %11 = icmp slt i32 %10, %2, !dbg !27
  br i1 %11, label %12, label %16, !dbg !28

12:                                               ; preds = %3
  %13 = sext i32 %10 to i64
  %14 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %13
  %15 = load float, ptr addrspace(1) %14, align 4, !dbg !29, !tbaa !30
  br label %16, !dbg !28

16:                                               ; preds = %3, %12
  %17 = phi contract float [ %15, %12 ], [ 0.000000e+00, %3 ], !dbg !28
  %18 = getelementptr inbounds float, ptr addrspace(3) @dynamic, i32 %7, !dbg !34
  store float %17, ptr addrspace(3) %18, align 4, !dbg !35, !tbaa !30
  %19 = zext i1 %11 to i32, !dbg !36
  %20 = getelementptr inbounds i32, ptr addrspace(3) %6, i32 %7, !dbg !37
  store i32 %19, ptr addrspace(3) %20, align 4, !dbg !38, !tbaa !39
  fence syncscope("workgroup") release, !dbg !41
  tail call void @llvm.amdgcn.s.barrier(), !dbg !45
  fence syncscope("workgroup") acquire, !dbg !46
  %21 = tail call i64 @__ockl_get_local_size(i32 noundef 0) #16, !dbg !47
  %22 = trunc i64 %21 to i32, !dbg !47
  %23 = icmp ult i32 %22, 2, !dbg !49
  br i1 %23, label %24, label %26, !dbg !50

24:                                               ; preds = %40, %16
  %25 = icmp eq i32 %7, 0, !dbg !51
  br i1 %25, label %42, label %57, !dbg !52

26:                                               ; preds = %16, %40
  %27 = phi i32 [ %28, %40 ], [ %22, %16 ]
  %28 = lshr i32 %27, 1, !dbg !53
  %29 = icmp ult i32 %7, %28, !dbg !54
  br i1 %29, label %30, label %40, !dbg !55

30:                                               ; preds = %26
  %31 = add nuw nsw i32 %28, %7, !dbg !56
  %32 = getelementptr inbounds float, ptr addrspace(3) @dynamic, i32 %31, !dbg !57
  %33 = load float, ptr addrspace(3) %32, align 4, !dbg !57, !tbaa !30
  %34 = load float, ptr addrspace(3) %18, align 4, !dbg !58, !tbaa !30
  %35 = fadd contract float %33, %34, !dbg !58
  store float %35, ptr addrspace(3) %18, align 4, !dbg !58, !tbaa !30
  %36 = getelementptr inbounds i32, ptr addrspace(3) %6, i32 %31, !dbg !59
  %37 = load i32, ptr addrspace(3) %36, align 4, !dbg !59, !tbaa !39
  %38 = load i32, ptr addrspace(3) %20, align 4, !dbg !60, !tbaa !39
  %39 = add nsw i32 %38, %37, !dbg !60
  store i32 %39, ptr addrspace(3) %20, align 4, !dbg !60, !tbaa !39
  br label %40, !dbg !61

40:                                               ; preds = %30, %26
  fence syncscope("workgroup") release, !dbg !62
  tail call void @llvm.amdgcn.s.barrier(), !dbg !64
  fence syncscope("workgroup") acquire, !dbg !65
  %41 = icmp ult i32 %27, 4, !dbg !49
  br i1 %41, label %24, label %26, !dbg !50, !llvm.loop !66

42:                                               ; preds = %24
  %43 = load float, ptr addrspace(3) @dynamic, align 4, !dbg !69, !tbaa !30
  %44 = shl i32 %8, 1, !dbg !70
  %45 = zext i32 %44 to i64, !dbg !71
  %46 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %45, !dbg !71
  store float %43, ptr addrspace(1) %46, align 4, !dbg !72, !tbaa !30
  %47 = load i32, ptr addrspace(3) %6, align 4, !dbg !73, !tbaa !39
  %48 = sitofp i32 %47 to float, !dbg !73
  %49 = and i32 %8, 3, !dbg !74
  %50 = zext nneg i32 %49 to i64, !dbg !75
  %51 = getelementptr inbounds [4 x float], ptr addrspace(4) @weights, i64 0, i64 %50, !dbg !75
  %52 = load float, ptr addrspace(4) %51, align 4, !dbg !75, !tbaa !30
  %53 = fmul contract float %52, %48, !dbg !76
  %54 = or disjoint i32 %44, 1, !dbg !77
  %55 = zext i32 %54 to i64, !dbg !78
  %56 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %55, !dbg !78
  store float %53, ptr addrspace(1) %56, align 4, !dbg !79, !tbaa !30
  br label %57, !dbg !80

57:                                               ; preds = %42, %24
  ret void, !dbg !81
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p5(i64 immarg, ptr addrspace(5) nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p5(i64 immarg, ptr addrspace(5) nocapture) #1

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none)
define internal fastcc noundef double @_Z7consume3Bigi([12 x i32] %0, double %1, i32 noundef %2) unnamed_addr #2 !dbg !82 {
  %4 = alloca %struct.Big, align 8, addrspace(5)
  %5 = extractvalue [12 x i32] %0, 0
  store i32 %5, ptr addrspace(5) %4, align 8
  %6 = extractvalue [12 x i32] %0, 1
  %7 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 4
  store i32 %6, ptr addrspace(5) %7, align 4
  %8 = extractvalue [12 x i32] %0, 2
  %9 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 8
  store i32 %8, ptr addrspace(5) %9, align 8
  %10 = extractvalue [12 x i32] %0, 3
  %11 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 12
  store i32 %10, ptr addrspace(5) %11, align 4
  %12 = extractvalue [12 x i32] %0, 4
  %13 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 16
  store i32 %12, ptr addrspace(5) %13, align 8
  %14 = extractvalue [12 x i32] %0, 5
  %15 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 20
  store i32 %14, ptr addrspace(5) %15, align 4
  %16 = extractvalue [12 x i32] %0, 6
  %17 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 24
  store i32 %16, ptr addrspace(5) %17, align 8
  %18 = extractvalue [12 x i32] %0, 7
  %19 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 28
  store i32 %18, ptr addrspace(5) %19, align 4
  %20 = extractvalue [12 x i32] %0, 8
  %21 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 32
  store i32 %20, ptr addrspace(5) %21, align 8
  %22 = extractvalue [12 x i32] %0, 9
  %23 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 36
  store i32 %22, ptr addrspace(5) %23, align 4
  %24 = extractvalue [12 x i32] %0, 10
  %25 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 40
  store i32 %24, ptr addrspace(5) %25, align 8
  %26 = extractvalue [12 x i32] %0, 11
  %27 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 44
  store i32 %26, ptr addrspace(5) %27, align 4
  %28 = getelementptr inbounds i8, ptr addrspace(5) %4, i32 48
  store double %1, ptr addrspace(5) %28, align 8
  %29 = getelementptr inbounds [12 x i32], ptr addrspace(5) %4, i32 0, i32 %2, !dbg !83
  %30 = load i32, ptr addrspace(5) %29, align 4, !dbg !84, !tbaa !39
  %31 = add nsw i32 %30, 100, !dbg !84
  %32 = sitofp i32 %31 to double, !dbg !85
  %33 = fmul contract double %32, %1, !dbg !86
  ret double %33, !dbg !87
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, inaccessiblemem: none)
define protected amdgpu_kernel void @_Z10structures5Small3Bigc(ptr addrspace(4) nocapture noundef readonly byref(%struct.Small) align 8 %0, ptr addrspace(4) nocapture noundef readonly byref(%struct.Big) align 8 %1, i8 noundef %2) local_unnamed_addr #3 !dbg !88 {
  %4 = load ptr, ptr addrspace(4) %0, align 8, !amdgpu.noclobber !13
  %5 = addrspacecast ptr %4 to ptr addrspace(1)
  %6 = getelementptr inbounds i8, ptr addrspace(4) %0, i64 8
  %7 = load i32, ptr addrspace(4) %6, align 8, !amdgpu.noclobber !13
  %8 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !89
  %9 = load i32, ptr addrspace(4) %1, align 8, !dbg !91, !amdgpu.noclobber !13
  %10 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 4, !dbg !91
  %11 = load i32, ptr addrspace(4) %10, align 4, !dbg !91, !amdgpu.noclobber !13
  %12 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 8, !dbg !91
  %13 = load i32, ptr addrspace(4) %12, align 8, !dbg !91, !amdgpu.noclobber !13
  %14 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 12, !dbg !91
  %15 = load i32, ptr addrspace(4) %14, align 4, !dbg !91, !amdgpu.noclobber !13
  %16 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 16, !dbg !91
  %17 = load i32, ptr addrspace(4) %16, align 8, !dbg !91, !amdgpu.noclobber !13
  %18 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 20, !dbg !91
  %19 = load i32, ptr addrspace(4) %18, align 4, !dbg !91, !amdgpu.noclobber !13
  %20 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 24, !dbg !91
  %21 = load i32, ptr addrspace(4) %20, align 8, !dbg !91, !amdgpu.noclobber !13
  %22 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 28, !dbg !91
  %23 = load i32, ptr addrspace(4) %22, align 4, !dbg !91, !amdgpu.noclobber !13
  %24 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 32, !dbg !91
  %25 = load i32, ptr addrspace(4) %24, align 8, !dbg !91, !amdgpu.noclobber !13
  %26 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 36, !dbg !91
  %27 = load i32, ptr addrspace(4) %26, align 4, !dbg !91, !amdgpu.noclobber !13
  %28 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 40, !dbg !91
  %29 = load i32, ptr addrspace(4) %28, align 8, !dbg !91, !amdgpu.noclobber !13
  %30 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 44, !dbg !91
  %31 = load i32, ptr addrspace(4) %30, align 4, !dbg !91, !tbaa !92, !amdgpu.noclobber !13
  %32 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 48, !dbg !91
  %33 = load double, ptr addrspace(4) %32, align 8, !dbg !91, !tbaa !93, !amdgpu.noclobber !13
  %34 = trunc nuw nsw i32 %8 to i16, !dbg !95
  %35 = urem i16 %34, 12, !dbg !95
  %36 = zext nneg i16 %35 to i32, !dbg !95
  %37 = insertvalue [12 x i32] poison, i32 %9, 0, !dbg !96
  %38 = insertvalue [12 x i32] %37, i32 %11, 1, !dbg !96
  %39 = insertvalue [12 x i32] %38, i32 %13, 2, !dbg !96
  %40 = insertvalue [12 x i32] %39, i32 %15, 3, !dbg !96
  %41 = insertvalue [12 x i32] %40, i32 %17, 4, !dbg !96
  %42 = insertvalue [12 x i32] %41, i32 %19, 5, !dbg !96
  %43 = insertvalue [12 x i32] %42, i32 %21, 6, !dbg !96
  %44 = insertvalue [12 x i32] %43, i32 %23, 7, !dbg !96
  %45 = insertvalue [12 x i32] %44, i32 %25, 8, !dbg !96
  %46 = insertvalue [12 x i32] %45, i32 %27, 9, !dbg !96
  %47 = insertvalue [12 x i32] %46, i32 %29, 10, !dbg !96
  %48 = insertvalue [12 x i32] %47, i32 %31, 11, !dbg !96
  %49 = tail call contract fastcc noundef double @_Z7consume3Bigi([12 x i32] %48, double %33, i32 noundef %36) #17, !dbg !96
  %50 = zext nneg i16 %35 to i64, !dbg !97
  %51 = getelementptr inbounds [12 x i32], ptr addrspace(4) %1, i64 0, i64 %50, !dbg !97
  %52 = load i32, ptr addrspace(4) %51, align 4, !dbg !97, !tbaa !39, !amdgpu.noclobber !13
  %53 = sitofp i32 %52 to double, !dbg !97
  %54 = fadd contract double %49, %53, !dbg !98
  %55 = fptrunc double %54 to float, !dbg !99
  %56 = sitofp i8 %2 to float, !dbg !100
  %57 = fadd contract float %56, %55, !dbg !101
  %58 = mul nsw i32 %7, %8, !dbg !102
  %59 = sext i32 %58 to i64, !dbg !103
  %60 = getelementptr inbounds float, ptr addrspace(1) %5, i64 %59, !dbg !103
  store float %57, ptr addrspace(1) %60, align 4, !dbg !104, !tbaa !30
  ret void, !dbg !105
}

; Function Attrs: convergent mustprogress nofree norecurse nounwind memory(readwrite, inaccessiblemem: none)
define protected amdgpu_kernel void @_Z7globalsPi(ptr addrspace(1) nocapture noundef writeonly %0) local_unnamed_addr #4 !dbg !106 {
  %2 = icmp eq ptr addrspacecast (ptr addrspace(1) @head to ptr), null, !dbg !107
  br i1 %2, label %3, label %18, !dbg !108

3:                                                ; preds = %18, %1
  %4 = phi i32 [ 0, %1 ], [ %22, %18 ], !dbg !109
  %5 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !110
  %6 = and i32 %5, 3, !dbg !112
  %7 = zext nneg i32 %6 to i64, !dbg !113
  %8 = getelementptr inbounds [4 x float], ptr addrspace(4) @weights, i64 0, i64 %7, !dbg !113
  %9 = load float, ptr addrspace(4) %8, align 4, !dbg !113, !tbaa !30
  %10 = fmul contract float %9, 2.000000e+00, !dbg !114
  %11 = fptosi float %10 to i32, !dbg !113
  %12 = add nsw i32 %4, %11, !dbg !115
  %13 = zext nneg i32 %5 to i64, !dbg !116
  %14 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %13, !dbg !116
  store i32 %12, ptr addrspace(1) %14, align 4, !dbg !117, !tbaa !39
  %15 = load ptr, ptr addrspace(1) @counter_address, align 8, !dbg !118, !tbaa !119
  %16 = atomicrmw add ptr %15, i32 1 syncscope("agent-one-as") monotonic, align 4, !dbg !121
  %17 = icmp eq i32 %5, 0, !dbg !125
  br i1 %17, label %26, label %33, !dbg !126

18:                                               ; preds = %1, %18
  %19 = phi ptr [ %24, %18 ], [ addrspacecast (ptr addrspace(1) @head to ptr), %1 ]
  %20 = phi i32 [ %22, %18 ], [ 0, %1 ]
  %21 = load i32, ptr %19, align 8, !dbg !127, !tbaa !128
  %22 = add nsw i32 %21, %20, !dbg !130
  %23 = getelementptr inbounds i8, ptr %19, i64 8, !dbg !131
  %24 = load ptr, ptr %23, align 8, !dbg !131, !tbaa !132
  %25 = icmp eq ptr %24, null, !dbg !107
  br i1 %25, label %3, label %18, !dbg !108, !llvm.loop !133

26:                                               ; preds = %3
  %27 = load ptr, ptr addrspace(1) @counter_address, align 8, !dbg !134, !tbaa !119
  %28 = icmp eq ptr %27, addrspacecast (ptr addrspace(1) @counter to ptr), !dbg !135
  %29 = zext i1 %28 to i32, !dbg !134
  %30 = tail call i64 @__ockl_get_local_size(i32 noundef 0) #16, !dbg !136
  %31 = and i64 %30, 4294967295, !dbg !138
  %32 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %31, !dbg !138
  store i32 %29, ptr addrspace(1) %32, align 4, !dbg !139, !tbaa !39
  br label %33, !dbg !138

33:                                               ; preds = %26, %3
  ret void, !dbg !140
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read)
define internal fastcc noundef i32 @_Z5totalPKii(ptr nocapture noundef readonly %0) unnamed_addr #5 !dbg !141 {
  %2 = load <2 x i32>, ptr %0, align 4, !dbg !143, !tbaa !39
  %3 = extractelement <2 x i32> %2, i64 0, !dbg !144
  %4 = extractelement <2 x i32> %2, i64 1, !dbg !144
  %5 = add nsw i32 %4, %3, !dbg !144
  %6 = getelementptr inbounds i8, ptr %0, i64 8, !dbg !143
  %7 = load i32, ptr %6, align 4, !dbg !143, !tbaa !39
  %8 = add nsw i32 %7, %5, !dbg !144
  %9 = getelementptr inbounds i8, ptr %0, i64 12, !dbg !143
  %10 = load i32, ptr %9, align 4, !dbg !143, !tbaa !39
  %11 = add nsw i32 %10, %8, !dbg !144
  %12 = getelementptr inbounds i8, ptr %0, i64 16, !dbg !143
  %13 = load i32, ptr %12, align 4, !dbg !143, !tbaa !39
  %14 = add nsw i32 %13, %11, !dbg !144
  %15 = getelementptr inbounds i8, ptr %0, i64 20, !dbg !143
  %16 = load i32, ptr %15, align 4, !dbg !143, !tbaa !39
  %17 = add nsw i32 %16, %14, !dbg !144
  %18 = getelementptr inbounds i8, ptr %0, i64 24, !dbg !143
  %19 = load i32, ptr %18, align 4, !dbg !143, !tbaa !39
  %20 = add nsw i32 %19, %17, !dbg !144
  %21 = getelementptr inbounds i8, ptr %0, i64 28, !dbg !143
  %22 = load i32, ptr %21, align 4, !dbg !143, !tbaa !39
  %23 = add nsw i32 %22, %20, !dbg !144
  ret i32 %23, !dbg !145
}

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn
define protected amdgpu_kernel void @_Z6eitherPKiPii(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, i32 noundef %2) local_unnamed_addr #6 !dbg !146 {
  %4 = addrspacecast ptr addrspace(1) %0 to ptr
  %5 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !147
  %6 = zext nneg i32 %5 to i64, !dbg !149
  %7 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %6, !dbg !149
  %8 = load i32, ptr addrspace(1) %7, align 4, !dbg !149, !tbaa !39
  %9 = mul nsw i32 %8, 10, !dbg !150
  %10 = getelementptr inbounds [8 x i32], ptr addrspace(3) @_ZZ6eitherPKiPiiE5local, i32 0, i32 %5, !dbg !151
  store i32 %9, ptr addrspace(3) %10, align 4, !dbg !152, !tbaa !39
  fence syncscope("workgroup") release, !dbg !153
  tail call void @llvm.amdgcn.s.barrier(), !dbg !155
  fence syncscope("workgroup") acquire, !dbg !156
  %11 = shl nuw i32 1, %5, !dbg !157
  %12 = and i32 %11, %2, !dbg !157
  %13 = icmp eq i32 %12, 0, !dbg !157
  %14 = select i1 %13, ptr %4, ptr addrspacecast (ptr addrspace(3) @_ZZ6eitherPKiPiiE5local to ptr), !dbg !157
  %15 = tail call fastcc noundef i32 @_Z5totalPKii(ptr noundef %14) #17, !dbg !158
  %16 = getelementptr inbounds i32, ptr addrspace(1) %1, i64 %6, !dbg !159
  store i32 %15, ptr addrspace(1) %16, align 4, !dbg !160, !tbaa !39
  ret void, !dbg !161
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define protected amdgpu_kernel void @_Z6blocksPK5BytesPS_ii(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef %1, i32 noundef %2, i32 noundef %3) local_unnamed_addr #7 !dbg !162 {
  %5 = alloca %struct.Bytes, align 1, addrspace(5)
  call void @llvm.lifetime.start.p5(i64 37, ptr addrspace(5) %5) #17, !dbg !163
  %6 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !164
  %7 = zext nneg i32 %6 to i64, !dbg !166
  %8 = getelementptr inbounds %struct.Bytes, ptr addrspace(1) %0, i64 %7, !dbg !166
  call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) noundef align 1 dereferenceable(37) %5, ptr addrspace(1) noundef align 1 dereferenceable(37) %8, i64 37, i1 false), !dbg !166, !tbaa.struct !167
  %9 = getelementptr inbounds [37 x i8], ptr addrspace(5) %5, i32 0, i32 %6, !dbg !168
  store i8 -1, ptr addrspace(5) %9, align 1, !dbg !169, !tbaa !92
  %10 = getelementptr inbounds %struct.Bytes, ptr addrspace(1) %1, i64 %7, !dbg !170
  call void @llvm.memcpy.p1.p5.i64(ptr addrspace(1) noundef align 1 dereferenceable(37) %10, ptr addrspace(5) noundef align 1 dereferenceable(37) %5, i64 37, i1 false), !dbg !171, !tbaa.struct !167
  %11 = sext i32 %3 to i64, !dbg !172
  %12 = getelementptr inbounds i8, ptr addrspace(1) %10, i64 %11, !dbg !172
  %13 = sext i32 %2 to i64, !dbg !173
  tail call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 1 %12, ptr addrspace(1) align 1 %10, i64 %13, i1 false), !dbg !174
  %14 = sdiv i32 %2, 4, !dbg !175
  %15 = sext i32 %14 to i64, !dbg !176
  tail call void @llvm.memset.p1.i64(ptr addrspace(1) align 1 %10, i8 9, i64 %15, i1 false), !dbg !177
  call void @llvm.lifetime.end.p5(i64 37, ptr addrspace(5) %5) #17, !dbg !178
  ret void, !dbg !178
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define protected amdgpu_kernel void @_Z8integersPKjPy(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1) local_unnamed_addr #7 !dbg !179 {
  %3 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !180
  %4 = zext nneg i32 %3 to i64, !dbg !182
  %5 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4, !dbg !182
  %6 = load i32, ptr addrspace(1) %5, align 4, !dbg !182, !tbaa !39
  %7 = zext i32 %6 to i64, !dbg !183
  %8 = mul nuw i64 %7, %7, !dbg !184
  %9 = add nuw i64 %8, 3, !dbg !185
  %10 = tail call noundef i32 @llvm.bitreverse.i32(i32 %6), !dbg !186
  %11 = tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %6), !dbg !190
  %12 = xor i32 %10, %11, !dbg !193
  %13 = tail call noundef range(i32 0, 33) i32 @llvm.ctlz.i32(i32 %6, i1 false), !dbg !194
  %14 = xor i32 %12, %13, !dbg !197
  %15 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %6, i1 true), !dbg !198
  %16 = add nuw nsw i32 %15, 1, !dbg !198
  %17 = icmp eq i32 %6, 0, !dbg !198
  %18 = select i1 %17, i32 0, i32 %16, !dbg !198
  %19 = tail call i32 @llvm.bswap.i32(i32 %6), !dbg !201
  %20 = xor i32 %14, %19, !dbg !202
  %21 = xor i32 %20, %18, !dbg !203
  %22 = zext i32 %21 to i64, !dbg !204
  %23 = shl nuw nsw i32 %3, 2, !dbg !205
  %24 = zext nneg i32 %23 to i64, !dbg !206
  %25 = getelementptr inbounds i64, ptr addrspace(1) %1, i64 %24, !dbg !206
  store i64 %22, ptr addrspace(1) %25, align 8, !dbg !207, !tbaa !208
  %26 = sext i32 %6 to i64, !dbg !210
  %27 = mul nsw i64 %26, 12345, !dbg !213
  %28 = ashr i64 %27, 32, !dbg !214
  %29 = zext i64 %9 to i128, !dbg !215
  %30 = mul nuw i128 %29, %29, !dbg !218
  %31 = lshr i128 %30, 64, !dbg !219
  %32 = trunc nuw i128 %31 to i64, !dbg !220
  %33 = xor i64 %28, %32, !dbg !221
  %34 = or disjoint i32 %23, 1, !dbg !222
  %35 = zext nneg i32 %34 to i64, !dbg !223
  %36 = getelementptr inbounds i64, ptr addrspace(1) %1, i64 %35, !dbg !223
  store i64 %33, ptr addrspace(1) %36, align 8, !dbg !224, !tbaa !208
  %37 = tail call i64 @llvm.fshl.i64(i64 %9, i64 %9, i64 %7), !dbg !225
  %38 = or disjoint i32 %23, 2, !dbg !226
  %39 = zext nneg i32 %38 to i64, !dbg !227
  %40 = getelementptr inbounds i64, ptr addrspace(1) %1, i64 %39, !dbg !227
  store i64 %37, ptr addrspace(1) %40, align 8, !dbg !228, !tbaa !208
  %41 = xor i32 %6, -1, !dbg !229
  %42 = lshr i32 %41, 24, !dbg !230
  %43 = lshr i32 %6, 16, !dbg !233
  %44 = and i32 %43, 65280, !dbg !233
  %45 = or disjoint i32 %44, %42, !dbg !234
  %46 = shl i32 %41, 8, !dbg !233
  %47 = and i32 %46, 16711680, !dbg !233
  %48 = or disjoint i32 %47, %45, !dbg !234
  %49 = shl i32 %6, 8, !dbg !233
  %50 = and i32 %49, -16777216, !dbg !233
  %51 = or disjoint i32 %50, %48, !dbg !234
  %52 = mul nuw i64 %7, 2271560481, !dbg !235
  %53 = lshr i64 %52, 32, !dbg !238
  %54 = trunc nuw i64 %53 to i32, !dbg !239
  %55 = add i32 %51, %54, !dbg !240
  %56 = zext i32 %55 to i64, !dbg !241
  %57 = or disjoint i32 %23, 3, !dbg !242
  %58 = zext nneg i32 %57 to i64, !dbg !243
  %59 = getelementptr inbounds i64, ptr addrspace(1) %1, i64 %58, !dbg !243
  store i64 %56, ptr addrspace(1) %59, align 8, !dbg !244, !tbaa !208
  ret void, !dbg !245
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #8

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @_Z6placesPi(ptr addrspace(1) nocapture noundef writeonly %0) local_unnamed_addr #9 !dbg !246 {
  %2 = tail call noundef i32 @llvm.amdgcn.workgroup.id.x(), !dbg !247
  %3 = tail call i64 @__ockl_get_num_groups(i32 noundef 0) #16, !dbg !249
  %4 = trunc i64 %3 to i32, !dbg !249
  %5 = tail call noundef i32 @llvm.amdgcn.workgroup.id.y(), !dbg !252
  %6 = tail call i64 @__ockl_get_num_groups(i32 noundef 1) #16, !dbg !255
  %7 = trunc i64 %6 to i32, !dbg !255
  %8 = tail call noundef i32 @llvm.amdgcn.workgroup.id.z(), !dbg !258
  %9 = mul i32 %8, %7, !dbg !261
  %10 = add i32 %9, %5, !dbg !262
  %11 = mul i32 %10, %4, !dbg !263
  %12 = add i32 %11, %2, !dbg !264
  %13 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x(), !dbg !265
  %14 = tail call i64 @__ockl_get_local_size(i32 noundef 0) #16, !dbg !267
  %15 = trunc i64 %14 to i32, !dbg !267
  %16 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.y(), !dbg !269
  %17 = tail call i64 @__ockl_get_local_size(i32 noundef 1) #16, !dbg !272
  %18 = trunc i64 %17 to i32, !dbg !272
  %19 = tail call noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.z(), !dbg !275
  %20 = mul i32 %19, %18, !dbg !278
  %21 = add i32 %20, %16, !dbg !279
  %22 = mul i32 %21, %15, !dbg !280
  %23 = add i32 %22, %13, !dbg !281
  %24 = mul i32 %18, %15, !dbg !282
  %25 = tail call i64 @__ockl_get_local_size(i32 noundef 2) #16, !dbg !283
  %26 = trunc i64 %25 to i32, !dbg !283
  %27 = mul i32 %24, %26, !dbg !286
  %28 = srem i32 %23, 3, !dbg !287
  %29 = icmp eq i32 %28, 0, !dbg !288
  fence syncscope("workgroup") release, !dbg !289
  %30 = zext i1 %29 to i32, !dbg !289
  %31 = tail call noundef i32 @__ockl_wgred_add_i32(i32 noundef %30) #18, !dbg !289
  fence syncscope("workgroup") acquire, !dbg !289
  %32 = mul nsw i32 %31, 1000, !dbg !292
  %33 = icmp eq i32 %23, 5, !dbg !293
  fence syncscope("workgroup") release, !dbg !294
  %34 = zext i1 %33 to i32, !dbg !294
  %35 = tail call noundef i32 @__ockl_wgred_or_i32(i32 noundef %34) #18, !dbg !294
  fence syncscope("workgroup") acquire, !dbg !294
  %36 = mul nsw i32 %35, 100000, !dbg !297
  %37 = add i32 %32, %12, !dbg !298
  %38 = add i32 %37, %23, !dbg !299
  %39 = add i32 %38, %36, !dbg !300
  %40 = mul nsw i32 %27, %12, !dbg !301
  %41 = add nsw i32 %23, %40, !dbg !302
  %42 = sext i32 %41 to i64, !dbg !303
  %43 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %42, !dbg !303
  store i32 %39, ptr addrspace(1) %43, align 4, !dbg !304, !tbaa !39
  ret void, !dbg !305
}

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare !dbg !306 hidden i64 @__ockl_get_local_size(i32 noundef) local_unnamed_addr #10

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.x() #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #8

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #11

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bitreverse.i32(i32) #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #8

; Function Attrs: convergent mustprogress nofree nounwind willreturn memory(none)
declare !dbg !308 hidden i64 @__ockl_get_num_groups(i32 noundef) local_unnamed_addr #10

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.z() #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.y() #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workitem.id.z() #8

; Function Attrs: convergent nounwind
declare !dbg !309 hidden i32 @__ockl_wgred_add_i32(i32 noundef) local_unnamed_addr #12

; Function Attrs: convergent nounwind
declare !dbg !310 hidden i32 @__ockl_wgred_or_i32(i32 noundef) local_unnamed_addr #12

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fshl.i64(i64, i64, i64) #13

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1) nocapture writeonly, ptr addrspace(1) nocapture readonly, i64, i1 immarg) #14

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p1.i64(ptr addrspace(1) nocapture writeonly, i8, i64, i1 immarg) #15

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) noalias nocapture writeonly, ptr addrspace(1) noalias nocapture readonly, i64, i1 immarg) #14

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p1.p5.i64(ptr addrspace(1) noalias nocapture writeonly, ptr addrspace(5) noalias nocapture readonly, i64, i1 immarg) #14

attributes #0 = { convergent mustprogress nofree norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) "amdgpu-no-agpr" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="8,16" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, inaccessiblemem: none) "amdgpu-flat-work-group-size"="1,1024" "amdgpu-no-agpr" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="8,16" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #4 = { convergent mustprogress nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read) "amdgpu-no-agpr" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="8,16" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #6 = { convergent mustprogress nofree norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "amdgpu-no-agpr" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "amdgpu-waves-per-eu"="8,16" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" "amdgpu-no-agpr" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-x" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-x" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #8 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { convergent mustprogress norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="true" }
attributes #10 = { convergent mustprogress nofree nounwind willreturn memory(none) "amdgpu-waves-per-eu"="8,16" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="false" }
attributes #11 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #12 = { convergent nounwind "amdgpu-waves-per-eu"="8,16" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx1030" "target-features"="+16-bit-insts,+ci-insts,+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot5-insts,+dot6-insts,+dot7-insts,+dpp,+gfx10-3-insts,+gfx10-insts,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize32" "uniform-work-group-size"="false" }
attributes #13 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #14 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #15 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #16 = { convergent nounwind willreturn memory(none) }
attributes #17 = { nounwind }
attributes #18 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!opencl.ocl.version = !{!8}
!llvm.ident = !{!9, !10}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "kernels.hip", directory: "/src", checksumkind: CSK_MD5, checksum: "834a4088621120242cc94d2e312b3fd6")
!2 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!3 = !{i32 1, !"amdgpu_printf_kind", !"buffered"}
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 1}
!8 = !{i32 2, i32 0}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = !{!"Debian clang version 15.0.5"}
!11 = distinct !DISubprogram(name: "reduce", scope: !1, file: !1, line: 14, type: !12, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!12 = !DISubroutineType(types: !13)
!13 = !{}
!14 = !DILocation(line: 31, column: 1, scope: !15, inlinedAt: !17)
!15 = distinct !DISubprogram(name: "get_x", scope: !16, file: !16, line: 31, type: !12, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!16 = !DIFile(filename: "runtime/include/hip/detail/coordinates.h", directory: "/work/wt/portable", checksumkind: CSK_MD5, checksum: "aa64a7044b6ff1aa9fb8754102186b7f")
!17 = distinct !DILocation(line: 16, column: 49, scope: !11)
!18 = !DILocation(line: 16, column: 47, scope: !11)
!19 = !DILocation(line: 27, column: 1, scope: !20, inlinedAt: !21)
!20 = distinct !DISubprogram(name: "get_x", scope: !16, file: !16, line: 27, type: !12, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!21 = distinct !DILocation(line: 17, column: 13, scope: !11)
!22 = !DILocation(line: 29, column: 1, scope: !23, inlinedAt: !24)
!23 = distinct !DISubprogram(name: "get_x", scope: !16, file: !16, line: 29, type: !12, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!24 = distinct !DILocation(line: 18, column: 13, scope: !11)
!25 = !DILocation(line: 18, column: 24, scope: !11)
!26 = !DILocation(line: 18, column: 37, scope: !11)
!27 = !DILocation(line: 19, column: 17, scope: !11)
!28 = !DILocation(line: 19, column: 15, scope: !11)
!29 = !DILocation(line: 19, column: 23, scope: !11)
!30 = !{!31, !31, i64 0}
!31 = !{!"float", !32, i64 0}
!32 = !{!"omnipotent char", !33, i64 0}
!33 = !{!"Simple C++ TBAA"}
!34 = !DILocation(line: 19, column: 5, scope: !11)
!35 = !DILocation(line: 19, column: 13, scope: !11)
!36 = !DILocation(line: 20, column: 17, scope: !11)
!37 = !DILocation(line: 20, column: 5, scope: !11)
!38 = !DILocation(line: 20, column: 15, scope: !11)
!39 = !{!40, !40, i64 0}
!40 = !{!"int", !32, i64 0}
!41 = !DILocation(line: 10, column: 5, scope: !42, inlinedAt: !44)
!42 = distinct !DISubprogram(name: "__syncthreads", scope: !43, file: !43, line: 9, type: !12, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!43 = !DIFile(filename: "runtime/include/hip/detail/sync.h", directory: "/work/wt/portable", checksumkind: CSK_MD5, checksum: "e3978cd5216c96f36770370d1de67da1")
!44 = distinct !DILocation(line: 21, column: 5, scope: !11)
!45 = !DILocation(line: 11, column: 5, scope: !42, inlinedAt: !44)
!46 = !DILocation(line: 12, column: 5, scope: !42, inlinedAt: !44)
!47 = !DILocation(line: 31, column: 1, scope: !15, inlinedAt: !48)
!48 = distinct !DILocation(line: 22, column: 18, scope: !11)
!49 = !DILocation(line: 22, column: 36, scope: !11)
!50 = !DILocation(line: 22, column: 5, scope: !11)
!51 = !DILocation(line: 26, column: 11, scope: !11)
!52 = !DILocation(line: 26, column: 9, scope: !11)
!53 = !DILocation(line: 22, scope: !11)
!54 = !DILocation(line: 23, column: 15, scope: !11)
!55 = !DILocation(line: 23, column: 13, scope: !11)
!56 = !DILocation(line: 23, column: 40, scope: !11)
!57 = !DILocation(line: 23, column: 33, scope: !11)
!58 = !DILocation(line: 23, column: 30, scope: !11)
!59 = !DILocation(line: 23, column: 59, scope: !11)
!60 = !DILocation(line: 23, column: 56, scope: !11)
!61 = !DILocation(line: 23, column: 74, scope: !11)
!62 = !DILocation(line: 10, column: 5, scope: !42, inlinedAt: !63)
!63 = distinct !DILocation(line: 24, column: 9, scope: !11)
!64 = !DILocation(line: 11, column: 5, scope: !42, inlinedAt: !63)
!65 = !DILocation(line: 12, column: 5, scope: !42, inlinedAt: !63)
!66 = distinct !{!66, !50, !67, !68}
!67 = !DILocation(line: 25, column: 5, scope: !11)
!68 = !{!"llvm.loop.mustprogress"}
!69 = !DILocation(line: 26, column: 41, scope: !11)
!70 = !DILocation(line: 26, column: 25, scope: !11)
!71 = !DILocation(line: 26, column: 19, scope: !11)
!72 = !DILocation(line: 26, column: 39, scope: !11)
!73 = !DILocation(line: 26, column: 76, scope: !11)
!74 = !DILocation(line: 26, column: 107, scope: !11)
!75 = !DILocation(line: 26, column: 88, scope: !11)
!76 = !DILocation(line: 26, column: 86, scope: !11)
!77 = !DILocation(line: 26, column: 69, scope: !11)
!78 = !DILocation(line: 26, column: 50, scope: !11)
!79 = !DILocation(line: 26, column: 74, scope: !11)
!80 = !DILocation(line: 26, column: 113, scope: !11)
!81 = !DILocation(line: 27, column: 1, scope: !11)
!82 = distinct !DISubprogram(name: "consume", scope: !1, file: !1, line: 32, type: !12, scopeLine: 32, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!83 = !DILocation(line: 32, column: 59, scope: !82)
!84 = !DILocation(line: 32, column: 74, scope: !82)
!85 = !DILocation(line: 32, column: 89, scope: !82)
!86 = !DILocation(line: 32, column: 104, scope: !82)
!87 = !DILocation(line: 32, column: 82, scope: !82)
!88 = distinct !DISubprogram(name: "structures", scope: !1, file: !1, line: 33, type: !12, scopeLine: 33, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!89 = !DILocation(line: 27, column: 1, scope: !20, inlinedAt: !90)
!90 = distinct !DILocation(line: 34, column: 13, scope: !88)
!91 = !DILocation(line: 35, column: 30, scope: !88)
!92 = !{!32, !32, i64 0}
!93 = !{!94, !94, i64 0}
!94 = !{!"double", !32, i64 0}
!95 = !DILocation(line: 35, column: 37, scope: !88)
!96 = !DILocation(line: 35, column: 22, scope: !88)
!97 = !DILocation(line: 36, column: 64, scope: !88)
!98 = !DILocation(line: 36, column: 62, scope: !88)
!99 = !DILocation(line: 36, column: 54, scope: !88)
!100 = !DILocation(line: 36, column: 86, scope: !88)
!101 = !DILocation(line: 36, column: 84, scope: !88)
!102 = !DILocation(line: 36, column: 19, scope: !88)
!103 = !DILocation(line: 36, column: 5, scope: !88)
!104 = !DILocation(line: 36, column: 33, scope: !88)
!105 = !DILocation(line: 37, column: 1, scope: !88)
!106 = distinct !DISubprogram(name: "globals", scope: !1, file: !1, line: 40, type: !12, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!107 = !DILocation(line: 42, column: 36, scope: !106)
!108 = !DILocation(line: 42, column: 5, scope: !106)
!109 = !DILocation(line: 0, scope: !106)
!110 = !DILocation(line: 27, column: 1, scope: !20, inlinedAt: !111)
!111 = distinct !DILocation(line: 43, column: 55, scope: !106)
!112 = !DILocation(line: 43, column: 67, scope: !106)
!113 = !DILocation(line: 43, column: 47, scope: !106)
!114 = !DILocation(line: 43, column: 72, scope: !106)
!115 = !DILocation(line: 43, column: 28, scope: !106)
!116 = !DILocation(line: 43, column: 5, scope: !106)
!117 = !DILocation(line: 43, column: 22, scope: !106)
!118 = !DILocation(line: 44, column: 15, scope: !106)
!119 = !{!120, !120, i64 0}
!120 = !{!"any pointer", !32, i64 0}
!121 = !DILocation(line: 47, column: 1, scope: !122, inlinedAt: !124)
!122 = distinct !DISubprogram(name: "atomicAdd", scope: !123, file: !123, line: 47, type: !12, scopeLine: 47, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!123 = !DIFile(filename: "runtime/include/hip/detail/atomics.h", directory: "/work/wt/portable", checksumkind: CSK_MD5, checksum: "85985f95f6df08d54cc0870af76540c5")
!124 = distinct !DILocation(line: 44, column: 5, scope: !106)
!125 = !DILocation(line: 45, column: 21, scope: !106)
!126 = !DILocation(line: 45, column: 9, scope: !106)
!127 = !DILocation(line: 42, column: 74, scope: !106)
!128 = !{!129, !40, i64 0}
!129 = !{!"_ZTS4Node", !40, i64 0, !120, i64 8}
!130 = !DILocation(line: 42, column: 65, scope: !106)
!131 = !DILocation(line: 42, column: 55, scope: !106)
!132 = !{!129, !120, i64 8}
!133 = distinct !{!133, !108, !127, !68}
!134 = !DILocation(line: 45, column: 45, scope: !106)
!135 = !DILocation(line: 45, column: 61, scope: !106)
!136 = !DILocation(line: 31, column: 1, scope: !15, inlinedAt: !137)
!137 = distinct !DILocation(line: 45, column: 31, scope: !106)
!138 = !DILocation(line: 45, column: 27, scope: !106)
!139 = !DILocation(line: 45, column: 43, scope: !106)
!140 = !DILocation(line: 46, column: 1, scope: !106)
!141 = distinct !DISubprogram(name: "total", scope: !1, file: !1, line: 49, type: !142, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!142 = !DISubroutineType(cc: DW_CC_nocall, types: !13)
!143 = !DILocation(line: 49, column: 102, scope: !141)
!144 = !DILocation(line: 49, column: 99, scope: !141)
!145 = !DILocation(line: 49, column: 108, scope: !141)
!146 = distinct !DISubprogram(name: "either", scope: !1, file: !1, line: 50, type: !12, scopeLine: 50, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!147 = !DILocation(line: 27, column: 1, scope: !20, inlinedAt: !148)
!148 = distinct !DILocation(line: 52, column: 29, scope: !146)
!149 = !DILocation(line: 52, column: 26, scope: !146)
!150 = !DILocation(line: 52, column: 42, scope: !146)
!151 = !DILocation(line: 52, column: 5, scope: !146)
!152 = !DILocation(line: 52, column: 24, scope: !146)
!153 = !DILocation(line: 10, column: 5, scope: !42, inlinedAt: !154)
!154 = distinct !DILocation(line: 53, column: 5, scope: !146)
!155 = !DILocation(line: 11, column: 5, scope: !42, inlinedAt: !154)
!156 = !DILocation(line: 12, column: 5, scope: !42, inlinedAt: !154)
!157 = !DILocation(line: 54, column: 20, scope: !146)
!158 = !DILocation(line: 55, column: 24, scope: !146)
!159 = !DILocation(line: 55, column: 5, scope: !146)
!160 = !DILocation(line: 55, column: 22, scope: !146)
!161 = !DILocation(line: 56, column: 1, scope: !146)
!162 = distinct !DISubprogram(name: "blocks", scope: !1, file: !1, line: 60, type: !12, scopeLine: 60, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!163 = !DILocation(line: 61, column: 5, scope: !162)
!164 = !DILocation(line: 27, column: 1, scope: !20, inlinedAt: !165)
!165 = distinct !DILocation(line: 61, column: 21, scope: !162)
!166 = !DILocation(line: 61, column: 18, scope: !162)
!167 = !{i64 0, i64 37, !92}
!168 = !DILocation(line: 62, column: 5, scope: !162)
!169 = !DILocation(line: 62, column: 25, scope: !162)
!170 = !DILocation(line: 63, column: 5, scope: !162)
!171 = !DILocation(line: 63, column: 22, scope: !162)
!172 = !DILocation(line: 65, column: 29, scope: !162)
!173 = !DILocation(line: 65, column: 45, scope: !162)
!174 = !DILocation(line: 65, column: 5, scope: !162)
!175 = !DILocation(line: 66, column: 34, scope: !162)
!176 = !DILocation(line: 66, column: 32, scope: !162)
!177 = !DILocation(line: 66, column: 5, scope: !162)
!178 = !DILocation(line: 67, column: 1, scope: !162)
!179 = distinct !DISubprogram(name: "integers", scope: !1, file: !1, line: 70, type: !12, scopeLine: 70, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!180 = !DILocation(line: 27, column: 1, scope: !20, inlinedAt: !181)
!181 = distinct !DILocation(line: 71, column: 21, scope: !179)
!182 = !DILocation(line: 71, column: 18, scope: !179)
!183 = !DILocation(line: 72, column: 63, scope: !179)
!184 = !DILocation(line: 72, column: 66, scope: !179)
!185 = !DILocation(line: 72, column: 70, scope: !179)
!186 = !DILocation(line: 30, column: 53, scope: !187, inlinedAt: !189)
!187 = distinct !DISubprogram(name: "__brev", scope: !188, file: !188, line: 30, type: !12, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!188 = !DIFile(filename: "runtime/include/hip/detail/bits.h", directory: "/work/wt/portable", checksumkind: CSK_MD5, checksum: "459366d422f9425bef0a87f154a217f2")
!189 = distinct !DILocation(line: 73, column: 28, scope: !179)
!190 = !DILocation(line: 28, column: 47, scope: !191, inlinedAt: !192)
!191 = distinct !DISubprogram(name: "__popc", scope: !188, file: !188, line: 28, type: !12, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!192 = distinct !DILocation(line: 73, column: 40, scope: !179)
!193 = !DILocation(line: 73, column: 38, scope: !179)
!194 = !DILocation(line: 14, column: 40, scope: !195, inlinedAt: !196)
!195 = distinct !DISubprogram(name: "__clz", scope: !188, file: !188, line: 14, type: !12, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!196 = distinct !DILocation(line: 73, column: 52, scope: !179)
!197 = !DILocation(line: 73, column: 50, scope: !179)
!198 = !DILocation(line: 16, column: 46, scope: !199, inlinedAt: !200)
!199 = distinct !DISubprogram(name: "__ffs", scope: !188, file: !188, line: 16, type: !12, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!200 = distinct !DILocation(line: 73, column: 63, scope: !179)
!201 = !DILocation(line: 73, column: 74, scope: !179)
!202 = !DILocation(line: 73, column: 61, scope: !179)
!203 = !DILocation(line: 73, column: 72, scope: !179)
!204 = !DILocation(line: 73, column: 28, scope: !179)
!205 = !DILocation(line: 73, column: 11, scope: !179)
!206 = !DILocation(line: 73, column: 5, scope: !179)
!207 = !DILocation(line: 73, column: 26, scope: !179)
!208 = !{!209, !209, i64 0}
!209 = !{!"long long", !32, i64 0}
!210 = !DILocation(line: 113, column: 67, scope: !211, inlinedAt: !212)
!211 = distinct !DISubprogram(name: "__mulhi", scope: !188, file: !188, line: 113, type: !12, scopeLine: 113, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!212 = distinct !DILocation(line: 74, column: 32, scope: !179)
!213 = !DILocation(line: 113, column: 69, scope: !211, inlinedAt: !212)
!214 = !DILocation(line: 74, column: 32, scope: !179)
!215 = !DILocation(line: 121, column: 44, scope: !216, inlinedAt: !217)
!216 = distinct !DISubprogram(name: "__umul64hi", scope: !188, file: !188, line: 120, type: !12, scopeLine: 120, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!217 = distinct !DILocation(line: 74, column: 70, scope: !179)
!218 = !DILocation(line: 121, column: 46, scope: !216, inlinedAt: !217)
!219 = !DILocation(line: 121, column: 51, scope: !216, inlinedAt: !217)
!220 = !DILocation(line: 121, column: 23, scope: !216, inlinedAt: !217)
!221 = !DILocation(line: 74, column: 68, scope: !179)
!222 = !DILocation(line: 74, column: 25, scope: !179)
!223 = !DILocation(line: 74, column: 5, scope: !179)
!224 = !DILocation(line: 74, column: 30, scope: !179)
!225 = !DILocation(line: 75, column: 51, scope: !179)
!226 = !DILocation(line: 75, column: 25, scope: !179)
!227 = !DILocation(line: 75, column: 5, scope: !179)
!228 = !DILocation(line: 75, column: 30, scope: !179)
!229 = !DILocation(line: 76, column: 47, scope: !179)
!230 = !DILocation(line: 72, column: 38, scope: !231, inlinedAt: !232)
!231 = distinct !DISubprogram(name: "__byte_perm", scope: !188, file: !188, line: 67, type: !12, scopeLine: 67, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!232 = distinct !DILocation(line: 76, column: 32, scope: !179)
!233 = !DILocation(line: 72, column: 62, scope: !231, inlinedAt: !232)
!234 = !DILocation(line: 72, column: 16, scope: !231, inlinedAt: !232)
!235 = !DILocation(line: 115, column: 38, scope: !236, inlinedAt: !237)
!236 = distinct !DISubprogram(name: "__umulhi", scope: !188, file: !188, line: 114, type: !12, scopeLine: 114, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!237 = distinct !DILocation(line: 76, column: 61, scope: !179)
!238 = !DILocation(line: 115, column: 43, scope: !236, inlinedAt: !237)
!239 = !DILocation(line: 115, column: 23, scope: !236, inlinedAt: !237)
!240 = !DILocation(line: 76, column: 59, scope: !179)
!241 = !DILocation(line: 76, column: 32, scope: !179)
!242 = !DILocation(line: 76, column: 25, scope: !179)
!243 = !DILocation(line: 76, column: 5, scope: !179)
!244 = !DILocation(line: 76, column: 30, scope: !179)
!245 = !DILocation(line: 77, column: 1, scope: !179)
!246 = distinct !DISubprogram(name: "places", scope: !1, file: !1, line: 80, type: !12, scopeLine: 80, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!247 = !DILocation(line: 29, column: 1, scope: !23, inlinedAt: !248)
!248 = distinct !DILocation(line: 81, column: 17, scope: !246)
!249 = !DILocation(line: 33, column: 1, scope: !250, inlinedAt: !251)
!250 = distinct !DISubprogram(name: "get_x", scope: !16, file: !16, line: 33, type: !12, scopeLine: 33, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!251 = distinct !DILocation(line: 81, column: 30, scope: !246)
!252 = !DILocation(line: 29, column: 1, scope: !253, inlinedAt: !254)
!253 = distinct !DISubprogram(name: "get_y", scope: !16, file: !16, line: 29, type: !12, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!254 = distinct !DILocation(line: 81, column: 43, scope: !246)
!255 = !DILocation(line: 33, column: 1, scope: !256, inlinedAt: !257)
!256 = distinct !DISubprogram(name: "get_y", scope: !16, file: !16, line: 33, type: !12, scopeLine: 33, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!257 = distinct !DILocation(line: 81, column: 56, scope: !246)
!258 = !DILocation(line: 29, column: 1, scope: !259, inlinedAt: !260)
!259 = distinct !DISubprogram(name: "get_z", scope: !16, file: !16, line: 29, type: !12, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!260 = distinct !DILocation(line: 81, column: 68, scope: !246)
!261 = !DILocation(line: 81, column: 66, scope: !246)
!262 = !DILocation(line: 81, column: 54, scope: !246)
!263 = !DILocation(line: 81, column: 40, scope: !246)
!264 = !DILocation(line: 81, column: 28, scope: !246)
!265 = !DILocation(line: 27, column: 1, scope: !20, inlinedAt: !266)
!266 = distinct !DILocation(line: 82, column: 18, scope: !246)
!267 = !DILocation(line: 31, column: 1, scope: !15, inlinedAt: !268)
!268 = distinct !DILocation(line: 82, column: 32, scope: !246)
!269 = !DILocation(line: 27, column: 1, scope: !270, inlinedAt: !271)
!270 = distinct !DISubprogram(name: "get_y", scope: !16, file: !16, line: 27, type: !12, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!271 = distinct !DILocation(line: 82, column: 46, scope: !246)
!272 = !DILocation(line: 31, column: 1, scope: !273, inlinedAt: !274)
!273 = distinct !DISubprogram(name: "get_y", scope: !16, file: !16, line: 31, type: !12, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!274 = distinct !DILocation(line: 82, column: 60, scope: !246)
!275 = !DILocation(line: 27, column: 1, scope: !276, inlinedAt: !277)
!276 = distinct !DISubprogram(name: "get_z", scope: !16, file: !16, line: 27, type: !12, scopeLine: 27, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!277 = distinct !DILocation(line: 82, column: 73, scope: !246)
!278 = !DILocation(line: 82, column: 71, scope: !246)
!279 = !DILocation(line: 82, column: 58, scope: !246)
!280 = !DILocation(line: 82, column: 43, scope: !246)
!281 = !DILocation(line: 82, column: 30, scope: !246)
!282 = !DILocation(line: 83, column: 27, scope: !246)
!283 = !DILocation(line: 31, column: 1, scope: !284, inlinedAt: !285)
!284 = distinct !DISubprogram(name: "get_z", scope: !16, file: !16, line: 31, type: !12, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!285 = distinct !DILocation(line: 83, column: 42, scope: !246)
!286 = !DILocation(line: 83, column: 40, scope: !246)
!287 = !DILocation(line: 84, column: 44, scope: !246)
!288 = !DILocation(line: 84, column: 48, scope: !246)
!289 = !DILocation(line: 21, column: 1, scope: !290, inlinedAt: !291)
!290 = distinct !DISubprogram(name: "__syncthreads_count", scope: !43, file: !43, line: 21, type: !12, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!291 = distinct !DILocation(line: 84, column: 17, scope: !246)
!292 = !DILocation(line: 85, column: 39, scope: !246)
!293 = !DILocation(line: 85, column: 91, scope: !246)
!294 = !DILocation(line: 23, column: 1, scope: !295, inlinedAt: !296)
!295 = distinct !DISubprogram(name: "__syncthreads_or", scope: !43, file: !43, line: 23, type: !12, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!296 = distinct !DILocation(line: 85, column: 67, scope: !246)
!297 = !DILocation(line: 85, column: 65, scope: !246)
!298 = !DILocation(line: 85, column: 47, scope: !246)
!299 = !DILocation(line: 85, column: 56, scope: !246)
!300 = !DILocation(line: 85, column: 97, scope: !246)
!301 = !DILocation(line: 85, column: 15, scope: !246)
!302 = !DILocation(line: 85, column: 22, scope: !246)
!303 = !DILocation(line: 85, column: 5, scope: !246)
!304 = !DILocation(line: 85, column: 32, scope: !246)
!305 = !DILocation(line: 86, column: 1, scope: !246)
!306 = !DISubprogram(name: "__ockl_get_local_size", scope: !307, file: !307, line: 16, type: !12, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!307 = !DIFile(filename: "runtime/include/hip/detail/device_abi.h", directory: "/work/wt/portable", checksumkind: CSK_MD5, checksum: "8ddda1006874d2a16ccf058b802ab250")
!308 = !DISubprogram(name: "__ockl_get_num_groups", scope: !307, file: !307, line: 17, type: !12, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!309 = !DISubprogram(name: "__ockl_wgred_add_i32", scope: !307, file: !307, line: 32, type: !12, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!310 = !DISubprogram(name: "__ockl_wgred_or_i32", scope: !307, file: !307, line: 34, type: !12, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
