; test passes=device/builtins
; Waits are a fence, hints nothing, single instructions what they compute; operands are bits, as registers are.
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr %in, float %a, float %b, i32 %i, i64 %n) {
  call void asm sideeffect "s_waitcnt vmcnt(0) lgkmcnt(0)\0As_nop 1 ; rest", ""()
  call void asm sideeffect "s_sleep $0", "I"(i32 2)
  call void asm sideeffect "s_nop $0", "I,~{memory}"(i32 2)
  call void @llvm.amdgcn.s.sleep(i32 2)
  %sum = call float asm sideeffect "v_add_f32_e32 $0, $1, $2", "=v,v,v"(float %a, float %b)
  %more = call float asm "v_fma_f32 $0, $0, 2.0, $1", "=&v,v,0"(float %b, float %sum)
  %copy = call i32 asm "v_mov_b32 $0, $1", "=v,v"(float %more)
  %shifted = call i32 asm "v_lshlrev_b32 $0, 3, $1", "=v,v"(i32 %copy)
  %byte = call i16 asm sideeffect "flat_load_sbyte $0, $1 glc", "=v,v"(ptr %in)
  %waited = call i32 asm sideeffect "s_nop 0\0Aflat_load_dword $0, $1 glc slc\0A\09s_waitcnt($2)", "=v,v,I"(ptr %in, i32 0)
  store i32 %waited, ptr %in, align 4
  %quoted = call i64 asm sideeffect "flat_load_dwordx2 $0, $1 glc\0A\09\22s_waitcnt\22vmcnt($2)", "=v,v,I"(ptr %in, i32 0)
  store i64 %quoted, ptr %in, align 8
  %mad = call { i64, i32 } asm sideeffect "v_mad_u64_u32 $0, $1, $2, $3, $4", "=v,=s,r,v,v"(i32 %copy, i32 %shifted, i64 %n)
  %wide = extractvalue { i64, i32 } %mad, 0
  store i64 %wide, ptr %in, align 8
  %bytes = call i32 asm sideeffect "V_PERM_B32 $0, 0, $1, $2;", "=v,v,v"(i32 %copy, i32 66051)
  %field = call i32 asm sideeffect "V_BFE_U32 $0, $1, 8, 8;", "=v,v"(i32 %bytes)
  %funnel = call i32 asm "v_alignbit_b32 $0, $1, $2, $3", "=v,v,v,v"(i32 %field, i32 %shifted, i32 %i)
  store i32 %funnel, ptr %in, align 4
  call void asm sideeffect "global_store_dword $0, $1, off sc0 sc1", "v,v"(ptr addrspace(1) %out, i32 %shifted)
  %reduced = call float asm sideeffect "s_nop 4\0Av_max_f32 $0 $0 $0 row_shr:1\0As_nop 1\0Av_max_f32_dpp $0, $0, $0 row_bcast:15 row_mask:0xa bound_ctrl:0\0As_nop 1\0A", "=v,0"(float %a)
  store float %reduced, ptr addrspace(1) %out, align 4
  store i16 %byte, ptr addrspace(1) %out, align 2
  ret void
}
declare void @llvm.amdgcn.s.sleep(i32)

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr %in, float %a, float %b, i32 %i, i64 %n) {
b0:
  fence syncscope("agent") seq_cst
  fence syncscope("wavefront") acq_rel
  fence syncscope("wavefront") acq_rel
  fence syncscope("wavefront") acq_rel
  call void @hip.sleep(i32 2)
  %0 = fadd float %a, %b
  %1 = bitcast i32 1073741824 to float
  %2 = call float @llvm.fma.f32(float %0, float %1, float %b)
  %3 = bitcast float %2 to i32
  %4 = and i32 3, 31
  %5 = shl i32 %3, %4
  %6 = load volatile i8, ptr %in, align 1
  %7 = sext i8 %6 to i32
  %8 = trunc i32 %7 to i16
  %9 = load volatile i32, ptr %in, align 4
  fence syncscope("agent") seq_cst
  store i32 %9, ptr %in, align 4
  %10 = load volatile i64, ptr %in, align 8
  fence syncscope("agent") seq_cst
  store i64 %10, ptr %in, align 8
  %11 = zext i32 %3 to i64
  %12 = zext i32 %5 to i64
  %13 = mul i64 %11, %12
  %14 = add i64 %13, %n
  %15 = icmp ult i64 %14, %13
  %16 = call i64 @hip.ballot(i1 %15)
  %17 = trunc i64 %16 to i32
  %18 = insertvalue { i64, i32 } undef, i64 %14, 0
  %19 = insertvalue { i64, i32 } %18, i32 %17, 1
  %20 = extractvalue { i64, i32 } %19, 0
  store i64 %20, ptr %in, align 8
  %21 = zext i32 0 to i64
  %22 = zext i32 %3 to i64
  %23 = shl i64 %21, 32
  %24 = or i64 %23, %22
  %25 = shl i64 %24, 32
  %26 = lshr i64 %25, 56
  %27 = trunc i64 %26 to i32
  %28 = shl i32 %27, 0
  %29 = or i32 0, %28
  %30 = shl i64 %24, 40
  %31 = lshr i64 %30, 56
  %32 = trunc i64 %31 to i32
  %33 = shl i32 %32, 8
  %34 = or i32 %29, %33
  %35 = shl i64 %24, 48
  %36 = lshr i64 %35, 56
  %37 = trunc i64 %36 to i32
  %38 = shl i32 %37, 16
  %39 = or i32 %34, %38
  %40 = shl i64 %24, 56
  %41 = lshr i64 %40, 56
  %42 = trunc i64 %41 to i32
  %43 = shl i32 %42, 24
  %44 = or i32 %39, %43
  %45 = and i32 8, 31
  %46 = and i32 8, 31
  %47 = icmp eq i32 %46, 0
  %48 = sub i32 32, %45
  %49 = call i32 @llvm.umin.i32(i32 %46, i32 %48)
  %50 = sub i32 32, %49
  %51 = select i1 %47, i32 0, i32 %50
  %52 = sub i32 %51, %45
  %53 = select i1 %47, i32 0, i32 %52
  %54 = shl i32 %44, %53
  %55 = lshr i32 %54, %51
  %56 = select i1 %47, i32 0, i32 %55
  %57 = and i32 %i, 31
  %58 = xor i32 %57, 31
  %59 = shl i32 %56, 1
  %60 = shl i32 %59, %58
  %61 = lshr i32 %5, %57
  %62 = or i32 %60, %61
  store i32 %62, ptr %in, align 4
  store volatile i32 %5, ptr addrspace(1) %out, align 4
  %63 = call i32 @hip.lane.id()
  %64 = and i32 %63, 15
  %65 = icmp uge i32 %64, 1
  %66 = call float @hip.shuffle.up(float %a, i32 1)
  %67 = call i64 @hip.active.mask()
  %68 = call i32 @hip.lane.id()
  %69 = sub i32 %68, 1
  %70 = zext i32 %69 to i64
  %71 = lshr i64 %67, %70
  %72 = trunc i64 %71 to i1
  %73 = select i1 %65, i1 %72, i1 false
  %74 = call float @llvm.maxnum.f32(float %66, float %a)
  %75 = select i1 %73, float %74, float %a
  %76 = call i32 @hip.lane.id()
  %77 = and i32 %76, -16
  %78 = sub i32 %77, 1
  %79 = call i32 @hip.warp.size()
  %80 = sub i32 %79, 1
  %81 = and i32 %78, %80
  %82 = icmp uge i32 %76, 16
  %83 = call float @hip.shuffle(float %75, i32 %81)
  %84 = call i64 @hip.active.mask()
  %85 = call i32 @hip.lane.id()
  %86 = zext i32 %81 to i64
  %87 = lshr i64 %84, %86
  %88 = trunc i64 %87 to i1
  %89 = select i1 %82, i1 %88, i1 false
  %90 = select i1 %89, float %83, float 0.000000e+00
  %91 = call i32 @hip.lane.id()
  %92 = lshr i32 %91, 4
  %93 = and i32 %92, 3
  %94 = lshr i32 10, %93
  %95 = trunc i32 %94 to i1
  %96 = call float @llvm.maxnum.f32(float %90, float %75)
  %97 = select i1 %95, float %96, float %75
  store float %97, ptr addrspace(1) %out, align 4
  store i16 %8, ptr addrspace(1) %out, align 2
  ret void
}

declare void @llvm.amdgcn.s.sleep(i32 %0)

declare void @"asm \22s_waitcnt vmcnt(0) lgkmcnt(0)\0As_nop 1 ; rest\22, \22\22"() convergent

declare void @"asm \22s_sleep $0\22, \22I\22"(i32 %0) convergent

declare void @"asm \22s_nop $0\22, \22I,~{memory}\22"(i32 %0) convergent

declare float @"asm \22v_add_f32_e32 $0, $1, $2\22, \22=v,v,v\22"(float %0, float %1) convergent

declare float @"asm \22v_fma_f32 $0, $0, 2.0, $1\22, \22=&v,v,0\22"(float %0, float %1) convergent

declare i32 @"asm \22v_mov_b32 $0, $1\22, \22=v,v\22"(float %0) convergent

declare i32 @"asm \22v_lshlrev_b32 $0, 3, $1\22, \22=v,v\22"(i32 %0) convergent

declare i16 @"asm \22flat_load_sbyte $0, $1 glc\22, \22=v,v\22"(ptr %0) convergent

declare i32 @"asm \22s_nop 0\0Aflat_load_dword $0, $1 glc slc\0A\09s_waitcnt($2)\22, \22=v,v,I\22"(ptr %0, i32 %1) convergent

declare i64 @"asm \22flat_load_dwordx2 $0, $1 glc\0A\09\22s_waitcnt\22vmcnt($2)\22, \22=v,v,I\22"(ptr %0, i32 %1) convergent

declare { i64, i32 } @"asm \22v_mad_u64_u32 $0, $1, $2, $3, $4\22, \22=v,=s,r,v,v\22"(i32 %0, i32 %1, i64 %2) convergent

declare i32 @"asm \22V_PERM_B32 $0, 0, $1, $2;\22, \22=v,v,v\22"(i32 %0, i32 %1) convergent

declare i32 @"asm \22V_BFE_U32 $0, $1, 8, 8;\22, \22=v,v\22"(i32 %0) convergent

declare i32 @"asm \22v_alignbit_b32 $0, $1, $2, $3\22, \22=v,v,v,v\22"(i32 %0, i32 %1, i32 %2) convergent

declare void @"asm \22global_store_dword $0, $1, off sc0 sc1\22, \22v,v\22"(ptr addrspace(1) %0, i32 %1) convergent

declare float @"asm \22s_nop 4\0Av_max_f32 $0 $0 $0 row_shr:1\0As_nop 1\0Av_max_f32_dpp $0, $0, $0 row_bcast:15 row_mask:0xa bound_ctrl:0\0As_nop 1\0A\22, \22=v,0\22"(float %0) convergent
