; test emit=spirv expect=none target=radv block=256
; A loop, atomics in device and shared memory, a compare-exchange: spirv-val accepts the module.
@hip.shared.0 = external addrspace(3) global [16 x i32]

define amdgpu_kernel void @histogram(ptr addrspace(1) %p, i32 %n) {
b0:
  %base = call i64 @hip.param(i32 0)
  %n1 = call i32 @hip.param(i32 8)
  %t = call i32 @hip.thread.linear()
  br label %b1

b1:
  %i = phi i32 [ %t, %b0 ], [ %next, %b3 ]
  %more = icmp ult i32 %i, %n1
  call void @hip.merge.loop(label %b4, label %b3)
  br i1 %more, label %b2, label %b4

b2:
  %slot = and i32 %i, 15
  %s = getelementptr [16 x i32], ptr addrspace(3) @hip.shared.0, i32 0, i32 %slot
  %old = atomicrmw add ptr addrspace(3) %s, i32 1 syncscope("workgroup") monotonic, align 4
  %w = zext i32 %slot to i64
  %o = shl i64 %w, 2
  %at = add i64 %base, %o
  %was = atomicrmw umax i64 %at, i32 %old syncscope("agent") monotonic, align 4
  %pair = cmpxchg i64 %at, i32 %was, i32 %old syncscope("agent") monotonic monotonic, align 4
  %won = extractvalue { i32, i1 } %pair, 1
  %one = select i1 %won, i32 256, i32 512
  br label %b3

b3:
  %next = add i32 %i, %one
  br label %b1

b4:
  ret void
}
