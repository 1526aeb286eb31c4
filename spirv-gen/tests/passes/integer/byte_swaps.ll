; test passes=integer/byte_swaps,optimize/dce target=nvidia block=64
; Each is the two bytes of a half word in the other order: in 16 bits, in 32, of a word's upper half. The last two are not: another rotation, and 32 bits
; that nobody cuts.
define amdgpu_kernel void @k(ptr addrspace(1) %out, i16 %s, i32 %x) {
  %h = shl i16 %s, 8
  %l = lshr i16 %s, 8
  %r = or i16 %h, %l
  store i16 %r, ptr addrspace(1) %out
  %wide = zext i16 %s to i32
  %high = shl i32 %wide, 8
  %low = lshr i32 %wide, 8
  %both = xor i32 %high, %low
  %cut = trunc i32 %both to i16
  store i16 %cut, ptr addrspace(1) %out
  %top = lshr i32 %x, 24
  %next = lshr i32 %x, 8
  %second = and i32 %next, 65280
  %upper = or i32 %top, %second
  %half = trunc i32 %upper to i16
  store i16 %half, ptr addrspace(1) %out
  %h4 = shl i16 %s, 4
  %l4 = lshr i16 %s, 12
  %r4 = or i16 %h4, %l4
  store i16 %r4, ptr addrspace(1) %out
  store i32 %upper, ptr addrspace(1) %out
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %out, i16 %s, i32 %x) {
b0:
  %0 = zext i16 %s to i32
  %1 = and i32 %0, 65535
  %2 = mul i32 %1, 65537
  %3 = lshr i32 %2, 8
  %4 = trunc i32 %3 to i16
  store i16 %4, ptr addrspace(1) %out, align 2
  %5 = zext i16 %s to i32
  %6 = and i32 %5, 65535
  %7 = mul i32 %6, 65537
  %8 = lshr i32 %7, 8
  %9 = trunc i32 %8 to i16
  store i16 %9, ptr addrspace(1) %out, align 2
  %10 = lshr i32 %x, 24
  %11 = lshr i32 %x, 8
  %12 = and i32 %11, 65280
  %13 = or i32 %10, %12
  %14 = lshr i32 %x, 16
  %15 = and i32 %14, 65535
  %16 = mul i32 %15, 65537
  %17 = lshr i32 %16, 8
  %18 = trunc i32 %17 to i16
  store i16 %18, ptr addrspace(1) %out, align 2
  %19 = shl i16 %s, 4
  %20 = lshr i16 %s, 12
  %21 = or i16 %19, %20
  store i16 %21, ptr addrspace(1) %out, align 2
  store i32 %13, ptr addrspace(1) %out, align 4
  ret void
}
