; test passes=integer/long_division,optimize/dce target=nvidia block=64
; By what only the device knows, by a constant, by a power of two.
define amdgpu_kernel void @k(ptr addrspace(1) %out, i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  store i64 %q, ptr addrspace(1) %out
  %ten = udiv i64 %a, 10
  store i64 %ten, ptr addrspace(1) %out
  %half = sdiv i64 %a, 2
  store i64 %half, ptr addrspace(1) %out
  %word = trunc i64 %a to i32
  %short = udiv i32 %word, 10
  store i32 %short, ptr addrspace(1) %out
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, i64 %a, i64 %b) {
b0:
  %0 = or i64 %a, %b
  %1 = icmp ult i64 %0, 4294967296
  br i1 %1, label %b1, label %b2

b1:
  %2 = trunc i64 %a to i32
  %3 = trunc i64 %b to i32
  %4 = udiv i32 %2, %3
  %5 = zext i32 %4 to i64
  br label %b3

b2:
  %6 = uitofp i64 %b to float
  %7 = fdiv float 1.000000e+00, %6
  %8 = fmul float %7, 0x43EFFFFE00000000
  %9 = fptoui float %8 to i64
  %10 = sub i64 0, %b
  %11 = mul i64 %10, %9
  %12 = and i64 %9, 4294967295
  %13 = lshr i64 %9, 32
  %14 = and i64 %11, 4294967295
  %15 = lshr i64 %11, 32
  %16 = mul i64 %12, %14
  %17 = mul i64 %13, %14
  %18 = mul i64 %12, %15
  %19 = mul i64 %13, %15
  %20 = lshr i64 %16, 32
  %21 = add i64 %17, %20
  %22 = and i64 %21, 4294967295
  %23 = lshr i64 %21, 32
  %24 = add i64 %22, %18
  %25 = lshr i64 %24, 32
  %26 = add i64 %19, %23
  %27 = add i64 %26, %25
  %28 = add i64 %9, %27
  %29 = mul i64 %10, %28
  %30 = and i64 %28, 4294967295
  %31 = lshr i64 %28, 32
  %32 = and i64 %29, 4294967295
  %33 = lshr i64 %29, 32
  %34 = mul i64 %30, %32
  %35 = mul i64 %31, %32
  %36 = mul i64 %30, %33
  %37 = mul i64 %31, %33
  %38 = lshr i64 %34, 32
  %39 = add i64 %35, %38
  %40 = and i64 %39, 4294967295
  %41 = lshr i64 %39, 32
  %42 = add i64 %40, %36
  %43 = lshr i64 %42, 32
  %44 = add i64 %37, %41
  %45 = add i64 %44, %43
  %46 = add i64 %28, %45
  %47 = and i64 %a, 4294967295
  %48 = lshr i64 %a, 32
  %49 = and i64 %46, 4294967295
  %50 = lshr i64 %46, 32
  %51 = mul i64 %47, %49
  %52 = mul i64 %48, %49
  %53 = mul i64 %47, %50
  %54 = mul i64 %48, %50
  %55 = lshr i64 %51, 32
  %56 = add i64 %52, %55
  %57 = and i64 %56, 4294967295
  %58 = lshr i64 %56, 32
  %59 = add i64 %57, %53
  %60 = lshr i64 %59, 32
  %61 = add i64 %54, %58
  %62 = add i64 %61, %60
  %63 = mul i64 %62, %b
  %64 = sub i64 %a, %63
  %65 = icmp uge i64 %64, %b
  %66 = zext i1 %65 to i64
  %67 = sub i64 %64, %b
  %68 = add i64 %62, %66
  %69 = select i1 %65, i64 %67, i64 %64
  %70 = icmp uge i64 %69, %b
  %71 = zext i1 %70 to i64
  %72 = add i64 %68, %71
  br label %b3

b3:
  %73 = phi i64 [ %5, %b1 ], [ %72, %b2 ]
  store i64 %73, ptr addrspace(1) %out, align 8
  %74 = and i64 %a, 4294967295
  %75 = lshr i64 %a, 32
  %76 = mul i64 %74, 2576980377
  %77 = mul i64 %75, 2576980377
  %78 = mul i64 %74, 429496729
  %79 = mul i64 %75, 429496729
  %80 = lshr i64 %76, 32
  %81 = add i64 %77, %80
  %82 = and i64 %81, 4294967295
  %83 = lshr i64 %81, 32
  %84 = add i64 %82, %78
  %85 = lshr i64 %84, 32
  %86 = add i64 %79, %83
  %87 = add i64 %86, %85
  %88 = mul i64 %87, 10
  %89 = sub i64 %a, %88
  %90 = icmp uge i64 %89, 10
  %91 = zext i1 %90 to i64
  %92 = add i64 %87, %91
  store i64 %92, ptr addrspace(1) %out, align 8
  %93 = ashr i64 %a, 63
  %94 = xor i64 %a, %93
  %95 = sub i64 %94, %93
  %96 = lshr i64 %95, 1
  %97 = xor i64 %96, %93
  %98 = sub i64 %97, %93
  store i64 %98, ptr addrspace(1) %out, align 8
  %99 = trunc i64 %a to i32
  %100 = udiv i32 %99, 10
  store i32 %100, ptr addrspace(1) %out, align 4
  ret void
}
