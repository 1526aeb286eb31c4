; test passes=calls/recursion
; A frame has a fixed size.
define internal i32 @f(i32 %n) {
  %array = alloca i32, i32 %n, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %array, align 4
  %less = sub i32 %n, 1
  %r = call i32 @f(i32 %less)
  %x = load i32, ptr addrspace(5) %array, align 4
  %s = add i32 %x, %r
  ret i32 %s
}
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %f = call i32 @f(i32 %n)
  store i32 %f, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
in 'f': unsupported: a local array whose size is only known at run time, in a recursive function
