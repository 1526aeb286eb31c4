// cg_grid.h: grid_group and multi_grid_group.
// Included by hip_cooperative_groups.h. sync() calls OCKL's name for a grid barrier, which the
// compiler resolves, or refuses by that name.
#ifndef HIPVK_HIP_DETAIL_CG_GRID_H
#define HIPVK_HIP_DETAIL_CG_GRID_H

#include <hip/detail/cg_block.h>

extern "C" {
HIPVK_TOGETHER void __ockl_grid_sync(void);
HIPVK_TOGETHER int __ockl_grid_is_valid(void);
HIPVK_TOGETHER void __ockl_multi_grid_sync(void);
HIPVK_TOGETHER int __ockl_multi_grid_is_valid(void);
HIPVK_PURE unsigned int __ockl_multi_grid_num_grids(void);
HIPVK_PURE unsigned int __ockl_multi_grid_grid_rank(void);
HIPVK_PURE unsigned int __ockl_multi_grid_size(void);
}

namespace cooperative_groups {

class grid_group : public thread_group {
    HIPVK_GROUP explicit grid_group(unsigned int size) : thread_group(internal::cg_grid, size) {}
    friend HIPVK_GROUP grid_group this_grid();

public:
    HIPVK_GROUP static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    HIPVK_GROUP static dim3 dim_blocks() { return group_dim(); }
    HIPVK_GROUP static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    HIPVK_GROUP static unsigned int num_blocks() { return hipvk::grid_blocks(); }
    HIPVK_GROUP static unsigned int block_rank() { return hipvk::grid_block_rank(); }
    HIPVK_GROUP static unsigned int thread_rank() {
        return hipvk::grid_block_rank() * hipvk::block_threads() + hipvk::block_rank();
    }
    HIPVK_GROUP_TOGETHER static bool is_valid() { return __ockl_grid_is_valid() != 0; }
    HIPVK_GROUP_TOGETHER static void sync() { __ockl_grid_sync(); }
};

HIPVK_GROUP grid_group this_grid() {
    return grid_group(hipvk::grid_blocks() * hipvk::block_threads());
}

class multi_grid_group : public thread_group {
    HIPVK_GROUP explicit multi_grid_group(unsigned int size)
        : thread_group(internal::cg_multi_grid, size) {}
    friend HIPVK_GROUP multi_grid_group this_multi_grid();

public:
    HIPVK_GROUP static unsigned int num_grids() { return __ockl_multi_grid_num_grids(); }
    HIPVK_GROUP static unsigned int grid_rank() { return __ockl_multi_grid_grid_rank(); }
    HIPVK_GROUP static unsigned int thread_rank() { return __ockl_multi_grid_thread_rank(); }
    HIPVK_GROUP_TOGETHER static bool is_valid() { return __ockl_multi_grid_is_valid() != 0; }
    HIPVK_GROUP_TOGETHER static void sync() { __ockl_multi_grid_sync(); }
};

HIPVK_GROUP multi_grid_group this_multi_grid() {
    return multi_grid_group(__ockl_multi_grid_size());
}

} // namespace cooperative_groups

#endif // HIPVK_HIP_DETAIL_CG_GRID_H
