; test passes=calls/local_stack
; A round's array is given back at its end (llvm.stackrestore); a list's nodes, which other rounds keep, are taken one by one.
declare ptr addrspace(5) @llvm.stacksave.p5()
declare void @llvm.stackrestore.p5(ptr addrspace(5))
define amdgpu_kernel void @scopes(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %next, %loop ]
  %saved = call ptr addrspace(5) @llvm.stacksave.p5()
  %count = zext i32 %i to i64
  %a = alloca double, i64 %count, align 32, addrspace(5)
  store double 0.0, ptr addrspace(5) %a, align 8
  call void @llvm.stackrestore.p5(ptr addrspace(5) %saved)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define amdgpu_kernel void @list(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %head = phi ptr addrspace(5) [ null, %entry ], [ %node, %loop ]
  %node = alloca { ptr addrspace(5), i32 }, align 4, addrspace(5)
  store ptr addrspace(5) %head, ptr addrspace(5) %node, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; ---- expected ----
declare ptr addrspace(5) @llvm.stacksave.p5()

declare void @llvm.stackrestore.p5(ptr addrspace(5) %0)

define amdgpu_kernel void @scopes(ptr addrspace(1) %out, i32 %n) {
b0:
  %0 = call i32 @hip.stack.size()
  %1 = alloca i8, i32 %0, align 32, addrspace(5)
  %2 = alloca i32, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %2, align 4
  br label %b1

b1:
  %3 = phi i32 [ 1, %b0 ], [ %19, %b3 ]
  %4 = load i32, ptr addrspace(5) %2, align 4
  %5 = inttoptr i32 %4 to ptr addrspace(5)
  %6 = zext i32 %3 to i64
  %7 = call i64 @llvm.umin.i64(i64 %6, i64 4294967295)
  %8 = mul i64 %7, 8
  %9 = load i32, ptr addrspace(5) %2, align 4
  %10 = add i32 %9, 31
  %11 = and i32 %10, -32
  %12 = zext i32 %11 to i64
  %13 = add i64 %12, %8
  %14 = zext i32 %0 to i64
  %15 = icmp ule i64 %13, %14
  br i1 %15, label %b3, label %b2

b2:
  call void @llvm.trap()
  unreachable

b3:
  %16 = trunc i64 %13 to i32
  store i32 %16, ptr addrspace(5) %2, align 4
  %17 = getelementptr i8, ptr addrspace(5) %1, i32 %11
  store double 0.000000e+00, ptr addrspace(5) %17, align 8
  %18 = ptrtoint ptr addrspace(5) %5 to i32
  store i32 %18, ptr addrspace(5) %2, align 4
  %19 = add i32 %3, 1
  %20 = icmp ult i32 %19, %n
  br i1 %20, label %b1, label %b4

b4:
  ret void
}

define amdgpu_kernel void @list(ptr addrspace(1) %out, i32 %n) {
b0:
  %0 = call i32 @hip.stack.size()
  %1 = alloca i8, i32 %0, align 16, addrspace(5)
  %2 = alloca i32, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %2, align 4
  br label %b1

b1:
  %3 = phi i32 [ 0, %b0 ], [ %16, %b3 ]
  %4 = phi ptr addrspace(5) [ null, %b0 ], [ %15, %b3 ]
  %5 = call i64 @llvm.umin.i64(i64 1, i64 4294967295)
  %6 = mul i64 %5, 8
  %7 = load i32, ptr addrspace(5) %2, align 4
  %8 = add i32 %7, 3
  %9 = and i32 %8, -4
  %10 = zext i32 %9 to i64
  %11 = add i64 %10, %6
  %12 = zext i32 %0 to i64
  %13 = icmp ule i64 %11, %12
  br i1 %13, label %b3, label %b2

b2:
  call void @llvm.trap()
  unreachable

b3:
  %14 = trunc i64 %11 to i32
  store i32 %14, ptr addrspace(5) %2, align 4
  %15 = getelementptr i8, ptr addrspace(5) %1, i32 %9
  store ptr addrspace(5) %4, ptr addrspace(5) %15, align 4
  %16 = add i32 %3, 1
  %17 = icmp ult i32 %16, %n
  br i1 %17, label %b1, label %b4

b4:
  ret void
}
