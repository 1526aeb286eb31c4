; Every construct that the parser reads; LLVM's own reader accepts it (llvm-as 20, for the newest spellings).
source_filename = "everything.hip"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-A5-G1"
target triple = "amdgcn-amd-amdhsa"

%struct.later = type { %struct.inner, [2 x i16], ptr }
%struct.inner = type <{ i8, double }>
%"struct.with space" = type { i32 }

$comdat = comdat any

@"quoted \22name\22" = internal unnamed_addr addrspace(3) global [4 x i8] undef, align 16
@text = private unnamed_addr addrspace(4) constant [6 x i8] c"a\00\22\\\FFz", align 1
@pointers = protected addrspace(1) externally_initialized global [2 x ptr addrspace(1)] [ptr addrspace(1) @number, ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @number, i64 4)], align 8
@generic = addrspace(1) global ptr addrspacecast (ptr addrspace(1) @number to ptr), comdat($comdat), align 8
@number = addrspace(1) global i64 -5, section "some", align 8
@wide = addrspace(1) global i128 -170141183460469231731687303715884105728
@record = addrspace(4) constant %struct.later { %struct.inner <{ i8 1, double 0x7FF8000000000000 }>, [2 x i16] [i16 -1, i16 2], ptr null }
@vector = addrspace(1) global <2 x half> <half 0xH3C00, half 0xHFE00>
@brain = addrspace(1) global bfloat 0xR3F80
@zero = addrspace(1) global { i32, [3 x float] } zeroinitializer
@dynamic = external addrspace(3) global [0 x float], align 4
@difference = addrspace(1) global i64 sub (i64 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @number, i64 8) to i64), i64 ptrtoint (ptr addrspace(1) @number to i64))
@function = addrspace(1) global ptr @callee
@alias = weak_odr alias i64, ptr addrspace(1) @number
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @number to ptr)], section "llvm.metadata"

@second = alias float (float, ...), ptr @callee

define internal noundef float @callee(float noundef %x, ...) unnamed_addr addrspace(0) #1 {
  ret float %x
}

define protected amdgpu_kernel void @kernel(ptr addrspace(4) noundef nocapture readonly byref(%struct.later) align 16 dereferenceable(24) %"the arg", ptr addrspace(1) noalias captures(none) %out, i32 %n) local_unnamed_addr #0 !dbg !10 {
entry:
  #dbg_value(i32 %n, !20, !DIExpression(DW_OP_plus_uconst, 4), !21)
  %local = alloca [4 x i32], align 4, addrspace(5)
  %counted = alloca float, i32 %n, align 4, addrspace(5)
  %sum = add nuw nsw i32 %n, -1, !dbg !21
  %0 = mul i32 %sum, u0x1F
  %1 = or disjoint i32 %0, 1
  %2 = udiv exact i32 %1, 3
  %3 = shl nuw i32 %2, 2
  %4 = ashr exact i32 %3, 1
  %5 = zext nneg i32 %4 to i64
  %6 = trunc nuw nsw i64 %5 to i8
  %7 = sitofp i8 %6 to float
  %8 = uitofp nneg i32 %4 to double
  %9 = fptrunc double %8 to half
  %10 = fadd reassoc nnan ninf nsz arcp contract afn float %7, 0x3FB99999A0000000
  %11 = fmul fast float %10, 1.000000e+10
  %12 = fneg contract float %11
  %13 = fcmp fast ult float %12, 0x7FF0000000000000
  %14 = icmp samesign ult i32 %4, 7
  %15 = select nsz i1 %14, float %12, float 0xFFF8000000000000
  %16 = xor i1 %13, true
  %17 = freeze i1 %16
  br i1 %17, label %loop, label %"the end", !prof !30

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr [ addrspacecast (ptr addrspace(3) @dynamic to ptr), %entry ], [ %q, %loop ]
  %next = add i32 %i, 1
  %q = getelementptr inbounds nuw i8, ptr %p, i64 4
  %later = call i32 @llvm.smin.i32(i32 %n, i32 100)
  %done = icmp eq i32 %next, %later
  br i1 %done, label %18, label %loop, !llvm.loop !31

18:                                               ; preds = %loop
  switch i32 %i, label %"the end" [
    i32 0, label %19
    i32 -7, label %20
  ]

19:                                               ; preds = %18
  %v = load <4 x float>, ptr addrspace(1) %out, align 16, !tbaa !32
  %lane = extractelement <4 x float> %v, i64 2
  %w = insertelement <4 x float> %v, float %lane, i32 0
  %s = shufflevector <4 x float> %w, <4 x float> poison, <2 x i32> <i32 3, i32 poison>
  %z = shufflevector <4 x float> %w, <4 x float> %v, <4 x i32> zeroinitializer
  %m = fmul <2 x float> %s, splat (float 2.000000e+00)
  store <2 x float> %m, ptr addrspace(1) %out, align 8, !nontemporal !33
  %old = atomicrmw fadd ptr addrspace(1) %out, float 1.000000e+00 syncscope("agent-one-as") monotonic, align 4, !amdgpu.no.fine.grained.memory !33
  %old2 = atomicrmw volatile uinc_wrap ptr addrspace(3) @"quoted \22name\22", i32 5 syncscope("workgroup") acq_rel, align 4
  %pair = cmpxchg weak volatile ptr addrspace(1) %out, i32 0, i32 1 syncscope("one-as") acquire monotonic, align 4
  %first = extractvalue { i32, i1 } %pair, 0
  %both = insertvalue { i32, i1 } %pair, i1 false, 1, !dbg !21
  fence syncscope("workgroup-one-as") release, !mmra !34
  %a = load atomic volatile i32, ptr addrspace(1) %out syncscope("agent") acquire, align 4
  store atomic i32 %a, ptr addrspace(1) %out release, align 4
  br label %20

20:                                               ; preds = %19, %18
  %r = tail call contract float (float, ...) @second(float noundef 1.0, i32 %n) #2, !dbg !22
  %fp = load ptr, ptr addrspace(1) @function, align 8
  %ind = call float %fp(float %r)
  call void asm sideeffect "", "~{memory}"()
  %same = call float asm "; nothing", "=v,0"(float %ind)
  call void asm sideeffect "s_nop 1", ""()
  %reg = call i32 @llvm.read_register.i32(metadata !35)
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(1) %out, i64 16) ]
  %old.value = load i64, ptr addrspace(1) @alias, align 8
  call void @llvm.memcpy.p1.p4.i64(ptr addrspace(1) noundef align 8 dereferenceable(24) %out, ptr addrspace(4) align 4 %"the arg", i64 24, i1 false), !tbaa.struct !36
  %vgep = getelementptr i8, ptr addrspace(1) %out, <2 x i64> <i64 0, i64 8>
  %vec = insertelement <2 x ptr addrspace(1)> %vgep, ptr addrspace(1) %out, i32 1
  %rng = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  store <2 x ptr> <ptr addrspacecast (ptr addrspace(3) @dynamic to ptr), ptr null>, ptr addrspace(1) %out, align 16
  ret void

"the end":                                        ; preds = %18, %entry
  unreachable
}

define void @tail() {
  musttail call void @leaf()
  ret void
}

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.read_register.i32(metadata)
declare void @llvm.assume(i1 noundef)
declare void @llvm.memcpy.p1.p4.i64(ptr addrspace(1) noalias nocapture writeonly, ptr addrspace(4) noalias nocapture readonly, i64, i1 immarg)
declare noundef i32 @llvm.amdgcn.workitem.id.x()
declare void @leaf() #2

attributes #0 = { convergent mustprogress norecurse nounwind memory(argmem: readwrite, inaccessiblemem: read) "amdgpu-flat-work-group-size"="1,256" "denormal-fp-math-f32"="preserve-sign,preserve-sign" "uniform-work-group-size"="true" }
attributes #1 = { alwaysinline memory(none) "no-trapping-math"="true" }
attributes #2 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "dir/every\22thing\22.hip", directory: "/tmp")
!5 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 7, type: !11, scopeLine: 7, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!11 = !DISubroutineType(types: !12)
!12 = !{null}
!20 = !DILocalVariable(name: "n", arg: 3, scope: !10, file: !1, line: 7, type: !13)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DILocation(line: 9, column: 3, scope: !23)
!22 = !DILocation(line: 40, column: 5, scope: !24, inlinedAt: !21)
!23 = distinct !DILexicalBlock(scope: !10, file: !1, line: 8, column: 1)
!24 = distinct !DISubprogram(name: "inlined", scope: !25, file: !25, line: 39, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!25 = !DIFile(filename: "header.h", directory: "/tmp")
!30 = !{!"branch_weights", i32 1, i32 2}
!31 = distinct !{!31}
!32 = !{!37, !37, i64 0}
!33 = !{}
!34 = !{!"a", !"b"}
!35 = !{!"exec_lo"}
!36 = !{i64 0, i64 24, !32}
!37 = !{!"float", !38, i64 0}
!38 = !{!"root"}
