; test emit=ir
#include <hip/hip_runtime.h>

; ---- expected ----
cannot read IR, line 2: no IR entity starts like this
