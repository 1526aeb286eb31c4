; test emit=ir
%a = type { i32, %b }
%b = type { %a }
@x = global %a zeroinitializer

; ---- expected ----
cannot read IR, line 3: nested too deeply
