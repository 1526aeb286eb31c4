; test passes=structure target=lavapipe
; A thread that returns early still comes to the barrier; what it skips stays skipped.
@s = internal addrspace(3) global [64 x i32] undef, align 4
define amdgpu_kernel void @k(i32 %n) {
entry:
  %t = call i32 @hip.thread.linear()
  %out = icmp uge i32 %t, %n
  br i1 %out, label %exit, label %body
body:
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %p, align 4
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %twice = mul i32 %t, 2
  store i32 %twice, ptr addrspace(3) %p, align 4
  br label %exit
exit:
  ret void
}

; ---- expected ----
@s = internal addrspace(3) global [64 x i32] undef, align 4

define amdgpu_kernel void @k(i32 %n) {
b0:
  %0 = call i32 @hip.thread.linear()
  %1 = icmp uge i32 %0, %n
  call void @hip.merge.selection(label %b3)
  br i1 %1, label %b1, label %b2

b1:
  br label %b3

b2:
  %2 = getelementptr [64 x i32], ptr addrspace(3) @s, i32 0, i32 %0
  store i32 %0, ptr addrspace(3) %2, align 4
  br label %b3

b3:
  %3 = phi i1 [ true, %b2 ], [ false, %b1 ]
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  call void @hip.merge.selection(label %b5)
  br i1 %3, label %b5, label %b4

b4:
  ret void

b5:
  %4 = mul i32 %0, 2
  %5 = getelementptr [64 x i32], ptr addrspace(3) @s, i32 0, i32 %0
  store i32 %4, ptr addrspace(3) %5, align 4
  ret void
}
