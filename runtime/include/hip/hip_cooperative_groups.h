/* hip_cooperative_groups.h: groups of threads as objects: block, tile of a warp, coalesced lanes, grid.
   Included by programs (namespace cooperative_groups). Grid-wide sync() is declared and comes down
   to a function that the compiler may refuse; everything else needs only barriers and warp
   operations. */
#ifndef HIPVK_HIP_HIP_COOPERATIVE_GROUPS_H
#define HIPVK_HIP_HIP_COOPERATIVE_GROUPS_H

#include <hip/hip_runtime.h>

#if defined(__cplusplus) && defined(__HIP_CLANG_ONLY__)
#include <hip/detail/cg_block.h>
#include <hip/detail/cg_coalesced.h>
#include <hip/detail/cg_collectives.h>
#include <hip/detail/cg_grid.h>
#include <hip/detail/cg_tile.h>
#include <hip/detail/cg_functions.h>
#include <hip/detail/cg_internal.h>
#endif

#endif /* HIPVK_HIP_HIP_COOPERATIVE_GROUPS_H */
