; test passes=optimize/unroll,optimize/dce target=nvidia block=64
; A loop that counts to a parameter, with a barrier in it, and what is used behind it; one that counts down; one with a shuffle stays as it is.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi i32 [ %n, %entry ], [ %v2, %loop ]
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %odd = and i32 %i, 1
  %v2 = add i32 %v, %odd
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %down, label %loop
down:
  %j = phi i32 [ %n, %loop ], [ %less, %down ]
  %w = phi i32 [ %v, %loop ], [ %w2, %down ]
  %w2 = mul i32 %w, %j
  %less = add i32 %j, -1
  %again = icmp ne i32 %less, 0
  br i1 %again, label %down, label %warp
warp:
  %m = phi i32 [ 0, %down ], [ %m2, %warp ]
  %x = phi i32 [ %w, %down ], [ %x2, %warp ]
  %x2 = call i32 @hip.shuffle.xor(i32 %x, i32 1)
  %m2 = add i32 %m, 1
  %end = icmp eq i32 %m2, %n
  br i1 %end, label %exit, label %warp
exit:
  store i32 %x2, ptr addrspace(1) %p, align 4
  store i32 %w2, ptr addrspace(1) %p, align 4
  ret void
}
declare void @hip.barrier()
declare i32 @hip.shuffle.xor(i32, i32)

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) convergent {
b0:
  br label %b1

b1:
  %0 = sub i32 %n, 0
  %1 = and i32 %0, 3
  %2 = sub i32 %n, %1
  %3 = icmp uge i32 %0, 4
  br i1 %3, label %b2, label %b4

b2:
  %4 = phi i32 [ 0, %b1 ], [ %13, %b2 ]
  %5 = phi i32 [ %n, %b1 ], [ %12, %b2 ]
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %6 = add i32 %5, 0
  %7 = add i32 %4, 1
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %8 = add i32 %6, 1
  %9 = add i32 %7, 1
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %10 = add i32 %8, 0
  %11 = add i32 %9, 1
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %12 = add i32 %10, 1
  %13 = add i32 %11, 1
  %14 = icmp ne i32 %13, %2
  br i1 %14, label %b2, label %b3

b3:
  %15 = icmp eq i32 %2, %n
  br i1 %15, label %b5, label %b4

b4:
  %16 = phi i32 [ 0, %b1 ], [ %20, %b4 ], [ %13, %b3 ]
  %17 = phi i32 [ %n, %b1 ], [ %19, %b4 ], [ %12, %b3 ]
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %18 = and i32 %16, 1
  %19 = add i32 %17, %18
  %20 = add i32 %16, 1
  %21 = icmp eq i32 %20, %n
  br i1 %21, label %b5, label %b4

b5:
  %22 = phi i32 [ %10, %b3 ], [ %17, %b4 ]
  br label %b6

b6:
  %23 = sub i32 %n, 0
  %24 = and i32 %23, 3
  %25 = add i32 0, %24
  %26 = icmp uge i32 %23, 4
  br i1 %26, label %b7, label %b9

b7:
  %27 = phi i32 [ %n, %b6 ], [ %36, %b7 ]
  %28 = phi i32 [ %22, %b6 ], [ %35, %b7 ]
  %29 = mul i32 %28, %27
  %30 = add i32 %27, -1
  %31 = mul i32 %29, %30
  %32 = add i32 %30, -1
  %33 = mul i32 %31, %32
  %34 = add i32 %32, -1
  %35 = mul i32 %33, %34
  %36 = add i32 %34, -1
  %37 = icmp ne i32 %36, %25
  br i1 %37, label %b7, label %b8

b8:
  %38 = icmp eq i32 %25, 0
  br i1 %38, label %b10, label %b9

b9:
  %39 = phi i32 [ %n, %b6 ], [ %42, %b9 ], [ %36, %b8 ]
  %40 = phi i32 [ %22, %b6 ], [ %41, %b9 ], [ %35, %b8 ]
  %41 = mul i32 %40, %39
  %42 = add i32 %39, -1
  %43 = icmp ne i32 %42, 0
  br i1 %43, label %b9, label %b10

b10:
  %44 = phi i32 [ %33, %b8 ], [ %40, %b9 ]
  %45 = phi i32 [ %35, %b8 ], [ %41, %b9 ]
  br label %b11

b11:
  %46 = phi i32 [ 0, %b10 ], [ %49, %b11 ]
  %47 = phi i32 [ %44, %b10 ], [ %48, %b11 ]
  %48 = call i32 @hip.shuffle.xor(i32 %47, i32 1)
  %49 = add i32 %46, 1
  %50 = icmp eq i32 %49, %n
  br i1 %50, label %b12, label %b11

b12:
  store i32 %48, ptr addrspace(1) %p, align 4
  store i32 %45, ptr addrspace(1) %p, align 4
  ret void
}
