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
  %1 = lshr i64 %0, 32
  %2 = trunc i64 %1 to i32
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %b1, label %b2

b1:
  %4 = trunc i64 %a to i32
  %5 = trunc i64 %b to i32
  %6 = udiv i32 %4, %5
  %7 = zext i32 %6 to i64
  br label %b3

b2:
  %8 = uitofp i64 %b to float
  %9 = fdiv float 1.000000e+00, %8
  %10 = fmul float %9, 0x43EFFFFE00000000
  %11 = fptoui float %10 to i64
  %12 = sub i64 0, %b
  %13 = mul i64 %12, %11
  %14 = and i64 %11, 4294967295
  %15 = lshr i64 %11, 32
  %16 = and i64 %13, 4294967295
  %17 = lshr i64 %13, 32
  %18 = mul i64 %14, %16
  %19 = mul i64 %15, %16
  %20 = mul i64 %14, %17
  %21 = mul i64 %15, %17
  %22 = lshr i64 %18, 32
  %23 = add i64 %19, %22
  %24 = and i64 %23, 4294967295
  %25 = lshr i64 %23, 32
  %26 = add i64 %24, %20
  %27 = lshr i64 %26, 32
  %28 = add i64 %21, %25
  %29 = add i64 %28, %27
  %30 = add i64 %11, %29
  %31 = mul i64 %12, %30
  %32 = and i64 %30, 4294967295
  %33 = lshr i64 %30, 32
  %34 = and i64 %31, 4294967295
  %35 = lshr i64 %31, 32
  %36 = mul i64 %32, %34
  %37 = mul i64 %33, %34
  %38 = mul i64 %32, %35
  %39 = mul i64 %33, %35
  %40 = lshr i64 %36, 32
  %41 = add i64 %37, %40
  %42 = and i64 %41, 4294967295
  %43 = lshr i64 %41, 32
  %44 = add i64 %42, %38
  %45 = lshr i64 %44, 32
  %46 = add i64 %39, %43
  %47 = add i64 %46, %45
  %48 = add i64 %30, %47
  %49 = and i64 %a, 4294967295
  %50 = lshr i64 %a, 32
  %51 = and i64 %48, 4294967295
  %52 = lshr i64 %48, 32
  %53 = mul i64 %49, %51
  %54 = mul i64 %50, %51
  %55 = mul i64 %49, %52
  %56 = mul i64 %50, %52
  %57 = lshr i64 %53, 32
  %58 = add i64 %54, %57
  %59 = and i64 %58, 4294967295
  %60 = lshr i64 %58, 32
  %61 = add i64 %59, %55
  %62 = lshr i64 %61, 32
  %63 = add i64 %56, %60
  %64 = add i64 %63, %62
  %65 = mul i64 %64, %b
  %66 = sub i64 %a, %65
  %67 = icmp uge i64 %66, %b
  %68 = zext i1 %67 to i64
  %69 = sub i64 %66, %b
  %70 = add i64 %64, %68
  %71 = select i1 %67, i64 %69, i64 %66
  %72 = icmp uge i64 %71, %b
  %73 = zext i1 %72 to i64
  %74 = add i64 %70, %73
  br label %b3

b3:
  %75 = phi i64 [ %7, %b1 ], [ %74, %b2 ]
  store i64 %75, ptr addrspace(1) %out, align 8
  %76 = and i64 %a, 4294967295
  %77 = lshr i64 %a, 32
  %78 = mul i64 %76, 2576980377
  %79 = mul i64 %77, 2576980377
  %80 = mul i64 %76, 429496729
  %81 = mul i64 %77, 429496729
  %82 = lshr i64 %78, 32
  %83 = add i64 %79, %82
  %84 = and i64 %83, 4294967295
  %85 = lshr i64 %83, 32
  %86 = add i64 %84, %80
  %87 = lshr i64 %86, 32
  %88 = add i64 %81, %85
  %89 = add i64 %88, %87
  %90 = mul i64 %89, 10
  %91 = sub i64 %a, %90
  %92 = icmp uge i64 %91, 10
  %93 = zext i1 %92 to i64
  %94 = add i64 %89, %93
  store i64 %94, ptr addrspace(1) %out, align 8
  %95 = ashr i64 %a, 63
  %96 = xor i64 %a, %95
  %97 = sub i64 %96, %95
  %98 = lshr i64 %97, 1
  %99 = xor i64 %98, %95
  %100 = sub i64 %99, %95
  store i64 %100, ptr addrspace(1) %out, align 8
  %101 = trunc i64 %a to i32
  %102 = udiv i32 %101, 10
  store i32 %102, ptr addrspace(1) %out, align 4
  ret void
}
