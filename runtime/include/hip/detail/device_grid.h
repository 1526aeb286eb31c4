// device_grid.h: barriers over all blocks of a cooperative launch, on one device or several: OCKL's __ockl_grid_* and
// __ockl_multi_grid_*.
//
// The launch made sure that all blocks are resident (`hip::cooperative`), so the first thread of each block may wait for the
// others: it counts its block in, and the last one starts the next generation. The memory is the runtime's, zeroed before each
// launch; a launch that is not cooperative has none. Included by device_library.h.
#ifndef HIPVK_HIP_DETAIL_DEVICE_GRID_H
#define HIPVK_HIP_DETAIL_DEVICE_GRID_H

#include "device_log.h"

// How far a grid of a multi-device launch has come: in host memory that all its devices see. Only its own grid writes it, with plain
// stores: devices on a bus promise each other no more (`hip::multi_device`).
struct __hip_vk_meeting {
    unsigned round; // barriers of all grids that this one has reached
    unsigned ended; // not 0: the grid is over and reaches no more
    unsigned unused[14];
};
static_assert(sizeof(__hip_vk_meeting) == 64, "as the runtime has it");

// The runtime's `hip::cooperative` writes it; the layouts must agree.
struct __hip_vk_grid {
    unsigned arrived;
    unsigned generation;
    unsigned grids;        // of a multi-device launch; 0 if it is none
    unsigned rank;         // of this grid among them
    unsigned round;        // barriers of all grids so far
    unsigned threads;      // of all grids
    unsigned first_thread; // threads of grids of lower rank
    unsigned relayed;      // not 0: kernels here do not see what others write, so the host says in `released` how far all are
    HIPVK_GLOBAL __hip_vk_meeting *meetings; // one for each grid; null if there is but one
    unsigned released; // barriers that all grids have reached; ~0: one is over and will reach no more
    unsigned unused;
};
static_assert(sizeof(__hip_vk_grid) == 48, "as the runtime has it");

#define HIPVK_GRID inline __attribute__((device, convergent, nothrow))

extern "C" {
__attribute__((device, const, nothrow)) HIPVK_GLOBAL __hip_vk_grid *__hip_vk_grid_state(void);

HIPVK_GRID unsigned __hip_vk_grid_blocks(void) {
    const auto *counts = (const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr();
    return counts[0] * counts[1] * counts[2];
}

// A thread that failed may be one that others wait for: AMD's hardware ends the whole kernel then.
HIPVK_GRID bool __hip_vk_any_fault(void) {
    const auto *log = (HIPVK_GLOBAL __hip_vk_log_header *)__hip_vk_log();
    return __hip_atomic_load(&log->fault, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) != 0;
}

HIPVK_GRID int __ockl_grid_is_valid(void) { return __hip_vk_grid_state() != nullptr; }

// Until another grid has reached a round.
HIPVK_GRID void __hip_vk_await_grid(HIPVK_GLOBAL __hip_vk_meeting *other, unsigned round) {
    for (unsigned turn = 1; __hip_atomic_load(&other->round, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM) < round; ++turn) {
        if (turn % 256 == 0) {
            if (__hip_vk_any_fault()) __hip_vk_end_thread();
            // In this order: a grid ends after its last round.
            if (__hip_atomic_load(&other->ended, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM) != 0 &&
                __hip_atomic_load(&other->round, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM) < round)
                __hip_vk_grid_missing();
        }
        __builtin_amdgcn_s_sleep(1);
    }
}

// Until the host says that all grids have reached a round (`hip::relay`).
HIPVK_GRID void __hip_vk_await_host(HIPVK_GLOBAL __hip_vk_grid *grid, unsigned round) {
    unsigned released = 0;
    for (unsigned turn = 1;
         (released = __hip_atomic_load(&grid->released, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) < round; ++turn) {
        if (turn % 256 == 0 && __hip_vk_any_fault()) __hip_vk_end_thread();
        __builtin_amdgcn_s_sleep(1);
    }
    if (released == ~0u) __hip_vk_grid_missing();
}

// The last block of this grid waits for the other grids.
HIPVK_GRID void __hip_vk_meet(HIPVK_GLOBAL __hip_vk_grid *grid) {
    auto *meetings = grid->meetings;
    const unsigned grids = grid->grids, rank = grid->rank, round = grid->round + 1;
    grid->round = round;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
    __hip_atomic_store(&meetings[rank].round, round, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    if (grid->relayed != 0) {
        __hip_vk_await_host(grid, round);
    } else {
        for (unsigned other = 0; other < grids; ++other)
            if (other != rank) __hip_vk_await_grid(&meetings[other], round);
    }
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "");
}

// A barrier over all blocks of this grid, or of all grids.
HIPVK_GRID void __hip_vk_grid_barrier(bool all_grids) {
    auto *grid = __hip_vk_grid_state();
    if (grid == nullptr) __builtin_trap(); // AMD: undefined in a launch that is not cooperative
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    __builtin_amdgcn_s_barrier();
    if ((__builtin_amdgcn_workitem_id_x() | __builtin_amdgcn_workitem_id_y() | __builtin_amdgcn_workitem_id_z()) == 0) {
        const unsigned generation = __hip_atomic_load(&grid->generation, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
        if (__hip_atomic_fetch_add(&grid->arrived, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT) ==
            __hip_vk_grid_blocks() - 1) {
            __hip_atomic_store(&grid->arrived, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            if (all_grids && grid->grids > 1) __hip_vk_meet(grid);
            __hip_atomic_fetch_add(&grid->generation, 1u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
        } else {
            for (unsigned turn = 1;
                 __hip_atomic_load(&grid->generation, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == generation; ++turn) {
                // Seldom: the log may lie on the far side of a bus.
                if (turn % 256 == 0 && __hip_vk_any_fault()) __hip_vk_end_thread();
                __builtin_amdgcn_s_sleep(1);
            }
        }
    }
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
}

HIPVK_GRID void __ockl_grid_sync(void) { __hip_vk_grid_barrier(false); }
HIPVK_GRID void __ockl_multi_grid_sync(void) { __hip_vk_grid_barrier(true); }

// Outside of a multi-device launch (AMD: undefined) there are no grids and no threads.
HIPVK_GRID unsigned __ockl_multi_grid_num_grids(void) {
    auto *grid = __hip_vk_grid_state();
    return grid == nullptr ? 0 : grid->grids;
}
HIPVK_GRID int __ockl_multi_grid_is_valid(void) { return __ockl_multi_grid_num_grids() != 0; }
HIPVK_GRID unsigned __ockl_multi_grid_grid_rank(void) {
    auto *grid = __hip_vk_grid_state();
    return grid == nullptr ? 0 : grid->rank;
}
HIPVK_GRID unsigned __ockl_multi_grid_size(void) {
    auto *grid = __hip_vk_grid_state();
    return grid == nullptr ? 0 : grid->threads;
}
HIPVK_GRID unsigned __hip_vk_block_size(unsigned axis) {
    return ((const __attribute__((address_space(4))) unsigned short *)__builtin_amdgcn_implicitarg_ptr())[6 + axis];
}
HIPVK_GRID unsigned __ockl_multi_grid_thread_rank(void) {
    const auto *counts = (const __attribute__((address_space(4))) unsigned *)__builtin_amdgcn_implicitarg_ptr();
    const unsigned x = __hip_vk_block_size(0), y = __hip_vk_block_size(1), z = __hip_vk_block_size(2);
    const unsigned block = __builtin_amdgcn_workgroup_id_x() +
                           counts[0] * (__builtin_amdgcn_workgroup_id_y() + counts[1] * __builtin_amdgcn_workgroup_id_z());
    const unsigned thread = __builtin_amdgcn_workitem_id_x() +
                            x * (__builtin_amdgcn_workitem_id_y() + y * __builtin_amdgcn_workitem_id_z());
    auto *grid = __hip_vk_grid_state();
    const unsigned before = grid == nullptr ? 0 : grid->first_thread;
    return before + block * x * y * z + thread;
}
}

#endif // HIPVK_HIP_DETAIL_DEVICE_GRID_H
