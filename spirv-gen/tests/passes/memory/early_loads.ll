; test passes=memory/early_loads,optimize/dce target=nvidia block=64
; What both ways load, what lies between places that are read anyway, and what is loaded behind the branch moves in front of it. A load of an address
; that a way has alone, one behind a store, one that hangs on the branch and one of an address that is loaded stay.
define amdgpu_kernel void @k(i64 %p, i64 %q, i64 %far, i32 %i, i32 %x, i64 %out) {
entry:
  %small = and i32 %i, 3
  %s = zext i32 %small to i64
  %s2 = shl i64 %s, 1
  %p4 = add i64 %p, 4
  %at = add i64 %p4, %s2
  %c = icmp ult i32 %x, 8
  br i1 %c, label %then, label %else
then:
  %t1 = load i16, i64 %at, align 2
  %at4 = add i64 %at, 4
  %t2 = load i16, i64 %at4, align 2
  %f = load i16, i64 %far, align 2
  %tf = xor i16 %t2, %f
  br label %join
else:
  %b4 = add i64 %at, 4
  %e2 = load i16, i64 %b4, align 2
  %back = add i64 %at, -4
  %e3 = load i16, i64 %back, align 2
  %e1 = load i16, i64 %at, align 2
  %ex = xor i16 %e1, %e3
  br label %join
join:
  %a = phi i16 [ %t1, %then ], [ %e2, %else ]
  %b = phi i16 [ %tf, %then ], [ %ex, %else ]
  %u = load i32, i64 %q, align 4
  %first = load i32, i64 %p, align 4
  %uw = zext i32 %u to i64
  %next = add i64 %q, %uw
  %n = load i32, i64 %next, align 4
  %aw = zext i16 %a to i64
  %hangs = add i64 %q, %aw
  %h = load i32, i64 %hangs, align 4
  %ab = xor i16 %a, %b
  store i16 %ab, i64 %out, align 2
  %q8 = add i64 %q, 8
  %late = load i32, i64 %q8, align 4
  %r1 = add i32 %u, %first
  %r2 = add i32 %n, %h
  %r3 = add i32 %r1, %r2
  %r4 = add i32 %r3, %late
  store i32 %r4, i64 %out, align 4
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(i64 %p, i64 %q, i64 %far, i32 %i, i32 %x, i64 %out) {
b0:
  %0 = and i32 %i, 3
  %1 = zext i32 %0 to i64
  %2 = shl i64 %1, 1
  %3 = add i64 %p, 4
  %4 = add i64 %3, %2
  %5 = icmp ult i32 %x, 8
  %6 = load i16, i64 %4, align 2
  %7 = add i64 %4, 4
  %8 = load i16, i64 %7, align 2
  %9 = load i32, i64 %q, align 4
  %10 = load i32, i64 %p, align 4
  %11 = add i64 %4, -4
  %12 = load i16, i64 %11, align 2
  br i1 %5, label %b1, label %b2

b1:
  %13 = load i16, i64 %far, align 2
  %14 = xor i16 %8, %13
  br label %b3

b2:
  %15 = xor i16 %6, %12
  br label %b3

b3:
  %16 = phi i16 [ %6, %b1 ], [ %8, %b2 ]
  %17 = phi i16 [ %14, %b1 ], [ %15, %b2 ]
  %18 = zext i32 %9 to i64
  %19 = add i64 %q, %18
  %20 = load i32, i64 %19, align 4
  %21 = zext i16 %16 to i64
  %22 = add i64 %q, %21
  %23 = load i32, i64 %22, align 4
  %24 = xor i16 %16, %17
  store i16 %24, i64 %out, align 2
  %25 = add i64 %q, 8
  %26 = load i32, i64 %25, align 4
  %27 = add i32 %9, %10
  %28 = add i32 %20, %23
  %29 = add i32 %27, %28
  %30 = add i32 %29, %26
  store i32 %30, i64 %out, align 4
  ret void
}
