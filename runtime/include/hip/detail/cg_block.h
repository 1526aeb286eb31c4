// cg_block.h: thread_group (any group, by value) and thread_block.
// Included by hip_cooperative_groups.h.
#ifndef HIPVK_HIP_DETAIL_CG_BLOCK_H
#define HIPVK_HIP_DETAIL_CG_BLOCK_H

#include <hip/detail/coordinates.h>
#include <hip/detail/sync.h>
#include <hip/detail/warp.h>

#define HIPVK_GROUP inline __device__ __attribute__((always_inline))
#define HIPVK_GROUP_TOGETHER inline __device__ __attribute__((always_inline, convergent))

extern "C" {
HIPVK_PURE unsigned int __ockl_multi_grid_thread_rank(void);
}

namespace hipvk {
HIPVK_DEVICE unsigned int block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
HIPVK_DEVICE unsigned int block_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
HIPVK_DEVICE unsigned int grid_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
HIPVK_DEVICE unsigned int grid_block_rank() {
    return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
} // namespace hipvk

namespace cooperative_groups {

namespace internal {
enum group_type { cg_invalid, cg_multi_grid, cg_grid, cg_workgroup, cg_tiled_group, cg_coalesced_group };
}

// A group whose kind is known at run time only. `lanes` names the lanes of a coalesced group; `width` is how many ranks a tile has
// but for the block's last one, which may have fewer.
class thread_group {
protected:
    unsigned int type_;
    unsigned int size_;
    unsigned long long lanes_;
    unsigned int width_;

    HIPVK_GROUP thread_group(internal::group_type type, unsigned int size,
                             unsigned long long lanes = 0)
        : type_(type), size_(size), lanes_(lanes), width_(size) {}
    HIPVK_GROUP static unsigned int below(unsigned long long lanes) {
        return (unsigned int)__popcll(lanes & (((unsigned long long)1 << __lane_id()) - 1));
    }

public:
    HIPVK_GROUP unsigned int size() const { return size_; }
    HIPVK_GROUP unsigned int num_threads() const { return size_; }
    HIPVK_GROUP unsigned int cg_type() const { return type_; }
    HIPVK_GROUP unsigned long long lanes() const { return lanes_; }
    HIPVK_GROUP bool is_valid() const { return type_ != internal::cg_invalid; }
    HIPVK_GROUP unsigned int thread_rank() const {
        switch (type_) {
        case internal::cg_multi_grid: return __ockl_multi_grid_thread_rank();
        case internal::cg_grid:
            return hipvk::grid_block_rank() * hipvk::block_threads() + hipvk::block_rank();
        case internal::cg_tiled_group: return hipvk::block_rank() & (width_ - 1);
        case internal::cg_coalesced_group: return below(lanes_);
        default: return hipvk::block_rank();
        }
    }
    HIPVK_GROUP_TOGETHER void sync() const;

    friend class thread_block;
};

class thread_block : public thread_group {
    HIPVK_GROUP explicit thread_block(unsigned int size)
        : thread_group(internal::cg_workgroup, size) {}
    friend HIPVK_GROUP thread_block this_thread_block();

public:
    HIPVK_GROUP static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    HIPVK_GROUP static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    HIPVK_GROUP static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    HIPVK_GROUP static dim3 dim_threads() { return group_dim(); }
    HIPVK_GROUP static unsigned int thread_rank() { return hipvk::block_rank(); }
    HIPVK_GROUP static unsigned int size() { return hipvk::block_threads(); }
    HIPVK_GROUP static unsigned int num_threads() { return hipvk::block_threads(); }
    HIPVK_GROUP static bool is_valid() { return true; }
    HIPVK_GROUP_TOGETHER static void sync() { __syncthreads(); }

    // Tiles of a run-time size: a power of two, at most a warp; AMD's headers assert that too.
    HIPVK_GROUP static thread_group tile(unsigned int tileSize) {
        if (tileSize == 0 || tileSize > (unsigned int)warpSize || (tileSize & (tileSize - 1)) != 0) __builtin_trap();
        const unsigned int last = (size() - 1) & ~(tileSize - 1);
        thread_group tile(internal::cg_tiled_group, thread_rank() < last ? tileSize : size() - last);
        tile.width_ = tileSize;
        return tile;
    }
};

HIPVK_GROUP thread_block this_thread_block() { return thread_block(hipvk::block_threads()); }

} // namespace cooperative_groups

#endif // HIPVK_HIP_DETAIL_CG_BLOCK_H
