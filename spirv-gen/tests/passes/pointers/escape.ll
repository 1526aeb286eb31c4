; test passes=pointers/infer_address_space
; A shared address is stored in device memory: pointers loaded from there may be that one, those from constant memory not.
@s = internal addrspace(3) global [4 x i32] undef, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %box, ptr addrspace(4) byref({ ptr }) %args) {
  %generic = addrspacecast ptr addrspace(3) @s to ptr
  store ptr %generic, ptr addrspace(1) %box, align 8
  %unknown = load ptr, ptr addrspace(1) %box, align 8
  %known = load ptr, ptr addrspace(4) %args, align 8
  %a = load i32, ptr %unknown, align 4
  %b = load i32, ptr %known, align 4
  %sum = add i32 %a, %b
  store i32 %sum, ptr %generic, align 4
  ret void
}

; ---- expected ----
@s = internal addrspace(3) global [4 x i32] undef, align 4

define amdgpu_kernel void @k(ptr addrspace(1) %box, ptr addrspace(4) byref({ ptr }) %args) {
b0:
  %0 = addrspacecast ptr addrspace(3) @s to ptr
  store ptr %0, ptr addrspace(1) %box, align 8
  %1 = load ptr, ptr addrspace(1) %box, align 8
  %2 = load ptr addrspace(1), ptr addrspace(4) %args, align 8
  %3 = load i32, ptr %1, align 4
  %4 = load i32, ptr addrspace(1) %2, align 4
  %5 = add i32 %3, %4
  store i32 %5, ptr addrspace(3) @s, align 4
  ret void
}
