; test passes=vector/bytes,optimize/dce
; ggml's weights of six bits, less 32: no byte can overflow. Then two of any value, with saturation; bytes that something else asks for stay.
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %low, i32 %high, i32 %any) {
entry:
  %l = and i32 %low, 252645135
  %h = and i32 %high, 808464432
  %w = or disjoint i32 %h, %l
  %b = bitcast i32 %w to <4 x i8>
  %s = call <4 x i8> @llvm.ssub.sat.v4i8(<4 x i8> %b, <4 x i8> <i8 32, i8 32, i8 32, i8 32>)
  %r = bitcast <4 x i8> %s to i32
  store i32 %r, ptr addrspace(1) %out, align 4
  %c = bitcast i32 %any to <4 x i8>
  %t = call <4 x i8> @llvm.sadd.sat.v4i8(<4 x i8> %b, <4 x i8> %c)
  %q = bitcast <4 x i8> %t to i32
  store i32 %q, ptr addrspace(1) %out, align 4
  %u = add <4 x i8> %b, %c
  %v = bitcast <4 x i8> %u to i32
  store i32 %v, ptr addrspace(1) %out, align 4
  %first = extractelement <4 x i8> %u, i32 0
  store i8 %first, ptr addrspace(1) %out, align 1
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %low, i32 %high, i32 %any) {
b0:
  %0 = and i32 %low, 252645135
  %1 = and i32 %high, 808464432
  %2 = or disjoint i32 %1, %0
  %3 = bitcast i32 %2 to <4 x i8>
  %4 = add i32 %2, 1616928864
  %5 = xor i32 %4, -2139062144
  store i32 %5, ptr addrspace(1) %out, align 4
  %6 = bitcast i32 %any to <4 x i8>
  %7 = and i32 %any, 2139062143
  %8 = add i32 %2, %7
  %9 = and i32 %any, -2139062144
  %10 = xor i32 %8, %9
  %11 = xor i32 %10, %2
  %12 = xor i32 %10, %any
  %13 = and i32 %11, %12
  %14 = and i32 %13, -2139062144
  %15 = shl i32 %14, 1
  %16 = lshr i32 %14, 7
  %17 = sub i32 %15, %16
  %18 = xor i32 %10, 2139062143
  %19 = and i32 %18, %17
  %20 = xor i32 %10, %19
  store i32 %20, ptr addrspace(1) %out, align 4
  %21 = add <4 x i8> %3, %6
  %22 = bitcast <4 x i8> %21 to i32
  store i32 %22, ptr addrspace(1) %out, align 4
  %23 = extractelement <4 x i8> %21, i32 0
  store i8 %23, ptr addrspace(1) %out, align 1
  ret void
}
