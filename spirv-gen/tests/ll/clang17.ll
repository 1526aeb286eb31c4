; What clang 17 and 18 write otherwise than 19: debug intrinsics, constant expressions that are gone since, older attributes.
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8"
target triple = "amdgcn-amd-amdhsa"

@table = protected local_unnamed_addr addrspace(1) global { [2 x i32], [2 x i32] } zeroinitializer, align 4
@weak = extern_weak addrspace(1) global i32
@inner = addrspace(1) global ptr addrspace(1) getelementptr inbounds ({ [2 x i32], [2 x i32] }, ptr addrspace(1) @table, i32 0, inrange i32 1, i32 1)
@shifted = addrspace(1) global i64 add (i64 ptrtoint (ptr addrspace(1) @table to i64), i64 8)
@lds = internal addrspace(3) global [4 x i32] undef

; Function Attrs: argmemonly mustprogress nofree norecurse nosync nounwind willreturn
define protected amdgpu_kernel void @kernel(ptr addrspace(1) nocapture noundef writeonly %0, i32 noundef %1) local_unnamed_addr #0 !dbg !6 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !9, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.declare(metadata ptr addrspace(5) undef, metadata !9, metadata !DIExpression(DW_OP_constu, 5, DW_OP_swap)), !dbg !10
  %3 = alloca i32, align 4, addrspace(5)
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %3) #1, !dbg !10
  store i32 zext (i1 icmp eq (ptr addrspace(1) @weak, ptr addrspace(1) null) to i32), ptr addrspace(1) %0, align 4
  store i64 shl (i64 ptrtoint (ptr addrspace(3) @lds to i64), i64 2), ptr addrspace(1) %0, align 8
  store i32 and (i32 ptrtoint (ptr addrspace(3) getelementptr inbounds ([4 x i32], ptr addrspace(3) @lds, i32 0, i32 1) to i32), i32 -4), ptr addrspace(1) %0, align 4
  %4 = icmp ult i32 %1, 7, !dbg !10
  br i1 %4, label %5, label %6, !dbg !10, !llvm.loop !11

5:                                                ; preds = %2
  call void @llvm.lifetime.end.p5(i64 4, ptr addrspace(5) %3) #1, !dbg !10
  br label %6

6:                                                ; preds = %5, %2
  ret void
}

declare void @llvm.dbg.value(metadata, metadata, metadata) #2
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2
declare void @llvm.lifetime.start.p5(i64 immarg, ptr addrspace(5) nocapture) #3
declare void @llvm.lifetime.end.p5(i64 immarg, ptr addrspace(5) nocapture) #3

attributes #0 = { argmemonly mustprogress nofree norecurse nosync nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="all" "uniform-work-group-size"="true" }
attributes #1 = { nounwind }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { argmemonly nocallback nofree nosync nounwind willreturn }

!llvm.dbg.cu = !{!0}
!opencl.ocl.version = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang version 17.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "old.hip", directory: "/tmp", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!5 = !{i32 2, i32 0}
!6 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 3, type: !7, unit: !0)
!7 = !DISubroutineType(types: !8)
!8 = !{null}
!9 = !DILocalVariable(name: "p", arg: 1, scope: !6, file: !1, line: 3)
!10 = !DILocation(line: 4, column: 9, scope: !12)
!11 = distinct !{!11, !10, !10}
!12 = !DILexicalBlockFile(scope: !6, file: !1, discriminator: 0)
