; test passes=memory/near,optimize/dce target=nvidia block=64
; Addresses a constant apart are computed from the first one: through an extension, if the sum in it does not wrap or has the bit free. One that may
; wrap, and one of other parts, are computed as they were.
define amdgpu_kernel void @k(i64 %p, i64 %out, i32 %i, i32 %j) {
entry:
  %even = shl i32 %i, 1
  %odd = or disjoint i32 %even, 1
  %next = add nuw i32 %even, 6
  %wraps = add i32 %i, 3
  %e64 = zext i32 %even to i64
  %o64 = zext i32 %odd to i64
  %n64 = zext i32 %next to i64
  %w64 = zext i32 %wraps to i64
  %i64 = zext i32 %i to i64
  %e2 = shl i64 %e64, 1
  %o2 = shl i64 %o64, 1
  %n2 = shl i64 %n64, 1
  %w2 = shl i64 %w64, 1
  %i2 = shl i64 %i64, 1
  %ep = add i64 %p, %e2
  %op = add i64 %p, %o2
  %np = add i64 %p, %n2
  %wp = add i64 %p, %w2
  %ip = add i64 %p, %i2
  %ep8 = add i64 %ep, 8
  %a = load i16, i64 %ep, align 2
  %b = load i16, i64 %op, align 2
  %c = load i16, i64 %np, align 2
  %d = load i16, i64 %wp, align 2
  %e = load i16, i64 %ip, align 2
  %f = load i16, i64 %ep8, align 2
  %ab = add i16 %a, %b
  %abc = add i16 %ab, %c
  %abcd = add i16 %abc, %d
  %abcde = add i16 %abcd, %e
  %all = add i16 %abcde, %f
  store i16 %all, i64 %out, align 2
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(i64 %p, i64 %out, i32 %i, i32 %j) {
b0:
  %0 = shl i32 %i, 1
  %1 = add i32 %i, 3
  %2 = zext i32 %0 to i64
  %3 = zext i32 %1 to i64
  %4 = zext i32 %i to i64
  %5 = shl i64 %2, 1
  %6 = shl i64 %3, 1
  %7 = shl i64 %4, 1
  %8 = add i64 %p, %5
  %9 = add i64 %p, %6
  %10 = add i64 %p, %7
  %11 = add i64 %8, 8
  %12 = load i16, i64 %8, align 2
  %13 = add i64 %8, 2
  %14 = load i16, i64 %13, align 2
  %15 = add i64 %8, 12
  %16 = load i16, i64 %15, align 2
  %17 = load i16, i64 %9, align 2
  %18 = load i16, i64 %10, align 2
  %19 = load i16, i64 %11, align 2
  %20 = add i16 %12, %14
  %21 = add i16 %20, %16
  %22 = add i16 %21, %17
  %23 = add i16 %22, %18
  %24 = add i16 %23, %19
  store i16 %24, i64 %out, align 2
  ret void
}
