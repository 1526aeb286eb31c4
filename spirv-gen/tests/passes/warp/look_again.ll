; test passes=warp target=nvidia block=64
; Where threads wait for each other, what they tell each other in shared memory is atomic and in order, volatile or not to the driver.
@full = internal addrspace(3) global [1 x i32] undef, align 4
@slot = internal addrspace(3) global [1 x i32] undef, align 4
define amdgpu_kernel void @k(i64 %out) {
  %full = getelementptr [1 x i32], ptr addrspace(3) @full, i32 0, i32 0
  %slot = getelementptr [1 x i32], ptr addrspace(3) @slot, i32 0, i32 0
  br label %wait
wait:
  %x = load volatile i32, ptr addrspace(3) %full, align 4
  %go = icmp eq i32 %x, 0
  br i1 %go, label %wait, label %on
on:
  %y = load volatile i32, ptr addrspace(3) %slot, align 4
  store volatile i32 %y, ptr addrspace(3) %full, align 4
  ret void
}

; ---- expected ----
@full = internal addrspace(3) global [1 x i32] undef, align 4
@slot = internal addrspace(3) global [1 x i32] undef, align 4

define amdgpu_kernel void @k(i64 %out) {
b0:
  %0 = getelementptr [1 x i32], ptr addrspace(3) @full, i32 0, i32 0
  %1 = getelementptr [1 x i32], ptr addrspace(3) @slot, i32 0, i32 0
  br label %b1

b1:
  %2 = load atomic volatile i32, ptr addrspace(3) %0 syncscope("workgroup") acquire, align 4
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %b1, label %b2

b2:
  %4 = load atomic volatile i32, ptr addrspace(3) %1 syncscope("workgroup") acquire, align 4
  call void @hip.warp.step()
  store atomic volatile i32 %4, ptr addrspace(3) %0 syncscope("workgroup") release, align 4
  ret void
}
