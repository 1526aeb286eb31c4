; test emit=ir
%a = type [18446744073709551615 x i64]
@x = external global %a

; ---- expected ----
cannot read IR, line 3: type too large
