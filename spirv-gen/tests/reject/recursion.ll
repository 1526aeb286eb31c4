; test passes=calls/inline
; A function that calls itself has no body to put in its own place.
define internal i32 @factorial(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = sub i32 %n, 1
  %rest = call i32 @factorial(i32 %less), !dbg !5
  %product = mul i32 %n, %rest
  ret i32 %product
end:
  ret i32 1
}
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %f = call i32 @factorial(i32 %n)
  store i32 %f, ptr addrspace(1) %out, align 4
  ret void
}
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "recursion.hip", directory: "/src")
!2 = !DISubroutineType(types: !3)
!3 = !{}
!4 = distinct !DISubprogram(name: "factorial", scope: !1, file: !1, line: 3, type: !2, unit: !0)
!5 = !DILocation(line: 4, column: 18, scope: !4)

; ---- expected ----
recursion.hip:4:18: in 'k': unsupported: recursion: 'factorial' calls itself, perhaps through others
