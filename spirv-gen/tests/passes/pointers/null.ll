; test passes=pointers/infer_address_space,optimize/const_fold
; Null of shared and private memory is -1 and an object may lie at 0: generic null becomes that null, addresses of objects are never null.
@s = internal addrspace(3) global [4 x i32] undef, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %out, i1 %c, i32 %i) {
  %own = alloca [4 x i32], align 4, addrspace(5)
  %first = addrspacecast ptr addrspace(5) %own to ptr
  %at = getelementptr inbounds i32, ptr addrspace(3) @s, i32 %i
  %generic = addrspacecast ptr addrspace(3) %at to ptr
  %found = select i1 %c, ptr %generic, ptr null
  %a = icmp eq ptr %found, null
  %b = icmp eq ptr %first, null
  %d = icmp ne ptr null, %generic
  %e = icmp eq ptr addrspace(3) %at, addrspacecast (ptr null to ptr addrspace(3))
  %f = icmp eq ptr addrspace(3) addrspacecast (ptr null to ptr addrspace(3)), null
  %g = icmp eq ptr inttoptr (i64 -1 to ptr), %found
  store i1 %a, ptr addrspace(1) %out
  store i1 %b, ptr addrspace(1) %out
  store i1 %d, ptr addrspace(1) %out
  store i1 %e, ptr addrspace(1) %out
  store i1 %f, ptr addrspace(1) %out
  store i1 %g, ptr addrspace(1) %out
  ret void
}

; ---- expected ----
@s = internal addrspace(3) global [4 x i32] undef, align 4

define amdgpu_kernel void @k(ptr addrspace(1) %out, i1 %c, i32 %i) {
b0:
  %0 = alloca [4 x i32], align 4, addrspace(5)
  %1 = getelementptr inbounds i32, ptr addrspace(3) @s, i32 %i
  %2 = select i1 %c, ptr addrspace(3) %1, ptr addrspace(3) addrspacecast (ptr null to ptr addrspace(3))
  %3 = addrspacecast ptr addrspace(3) %2 to ptr
  %4 = icmp eq ptr addrspace(3) %2, addrspacecast (ptr null to ptr addrspace(3))
  %5 = icmp eq ptr inttoptr (i64 -1 to ptr), %3
  store i1 %4, ptr addrspace(1) %out, align 1
  store i1 false, ptr addrspace(1) %out, align 1
  store i1 true, ptr addrspace(1) %out, align 1
  store i1 false, ptr addrspace(1) %out, align 1
  store i1 false, ptr addrspace(1) %out, align 1
  store i1 %5, ptr addrspace(1) %out, align 1
  ret void
}
