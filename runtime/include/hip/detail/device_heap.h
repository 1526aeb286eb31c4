// device_heap.h: malloc and free for kernels.
//
// Lanes of a warp make no progress while another lane spins, so there is no lock around what every thread does: those loops repeat
// only if another thread has succeeded meanwhile. Memory that was never used is taken from `top`; freed blocks go to a list per size
// and are taken from there first; when nothing fits, one thread merges the free blocks (__hip_vk_heap_merge). Sizes are rounded up to one of four steps per power of two. A list's head is a place and a counter in
// one 64-bit word, so that a head which came back is not taken for one that never changed. Lists are divided into shards,
// picked by block and warp, that threads far apart do not contend for one word.
//
//   | top, end, ... | heads [size class][shard] | block | block | ... top ... never used ... end |
//   block:  class, next, state | the program's bytes, aligned to 16
//
// Places count 16 bytes from the heap's start. Sizes up to 64 GiB. The host clears the heads and sets top and end
// (runtime/src/hip/device_heap.rs). Included by device_library.h; clang's wrapper header calls the two functions below.
#ifndef HIPVK_HIP_DETAIL_DEVICE_HEAP_H
#define HIPVK_HIP_DETAIL_DEVICE_HEAP_H

#define HIPVK_HEAP_SHARDS 16u
#define HIPVK_HEAP_CLASSES 128u

struct __hip_vk_heap_header {
    unsigned long long top; // places in use or on a list, from the heap's start
    unsigned long long end; // places in all
    unsigned generation;    // odd while a thread merges free blocks
    unsigned mergeable;     // a block was freed since the last time
    unsigned unused[2];
    unsigned long long heads[HIPVK_HEAP_CLASSES][HIPVK_HEAP_SHARDS];
};

struct __hip_vk_heap_block {
    unsigned size_class;
    unsigned next; // place of the next block of the list; 0 ends it
    unsigned state;
    unsigned merged; // places of a held block and those merged with it
};
static_assert(sizeof(__hip_vk_heap_block) == 16, "keeps the program's bytes aligned to 16");

// A live block's state: nothing that an address or a small number looks like.
#define HIPVK_HEAP_LIVE 0x8b5ca11eu
#define HIPVK_HEAP_FREE 0x8b5cf4eeu
// In the hands of the thread that merges. No block keeps this state when it is done, so it is found nowhere by chance.
#define HIPVK_HEAP_HELD 0x8b5c4e1du

typedef HIPVK_GLOBAL __hip_vk_heap_header *__hip_vk_heap_pointer;
typedef HIPVK_GLOBAL __hip_vk_heap_block *__hip_vk_block_pointer;

HIPVK_LIBRARY __hip_vk_block_pointer __hip_vk_heap_at(__hip_vk_heap_pointer heap, unsigned long long place) {
    return (__hip_vk_block_pointer)((HIPVK_GLOBAL char *)heap + place * 16);
}

// Sizes in places: 1 to 8 by one, then 10 12 14 16, 20 24 28 32, ... The greatest class of at most `places`.
HIPVK_LIBRARY unsigned __hip_vk_heap_class_below(unsigned places) {
    if (places <= 8)
        return places;
    unsigned power = 31u - (unsigned)__builtin_clz(places);
    return 4 * power - 8 + (places >> (power - 2));
}
// The places of a class.
HIPVK_LIBRARY unsigned __hip_vk_heap_places(unsigned size_class) {
    if (size_class <= 8)
        return size_class;
    unsigned power = size_class / 4 + 1;
    return (size_class - (4 * power - 8)) << (power - 2);
}

HIPVK_LIBRARY HIPVK_GLOBAL unsigned long long *__hip_vk_heap_list(__hip_vk_heap_pointer heap, unsigned size_class,
                                                                  unsigned shard) {
    return &heap->heads[size_class][shard % HIPVK_HEAP_SHARDS];
}

HIPVK_LIBRARY unsigned __hip_vk_heap_shard(void) {
    return __builtin_amdgcn_workgroup_id_x() + (__builtin_amdgcn_workitem_id_x() >> 5);
}

HIPVK_LIBRARY void __hip_vk_heap_push(__hip_vk_heap_pointer heap, unsigned size_class, unsigned place) {
    HIPVK_GLOBAL unsigned long long *list = __hip_vk_heap_list(heap, size_class, __hip_vk_heap_shard());
    __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
    unsigned long long head = __hip_atomic_load(list, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    unsigned long long next;
    do {
        __hip_atomic_store(&block->next, (unsigned)head, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        next = ((head >> 32) + 1) << 32 | place;
    } while (!__hip_atomic_compare_exchange_strong(list, &head, next, __ATOMIC_RELEASE, __ATOMIC_RELAXED,
                                                   __HIP_MEMORY_SCOPE_AGENT));
}

// The place of a block of this list; 0 if it is empty.
HIPVK_LIBRARY unsigned __hip_vk_heap_pop(__hip_vk_heap_pointer heap, unsigned size_class, unsigned shard) {
    HIPVK_GLOBAL unsigned long long *list = __hip_vk_heap_list(heap, size_class, shard);
    unsigned long long head = __hip_atomic_load(list, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
    while ((unsigned)head != 0) {
        // Another thread may have taken the block and be using it: `next` is then of no use, and the exchange fails.
        unsigned after = __hip_atomic_load(&__hip_vk_heap_at(heap, (unsigned)head)->next, __ATOMIC_RELAXED,
                                           __HIP_MEMORY_SCOPE_AGENT);
        unsigned long long next = ((head >> 32) + 1) << 32 | after;
        if (__hip_atomic_compare_exchange_strong(list, &head, next, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE,
                                                 __HIP_MEMORY_SCOPE_AGENT))
            break;
    }
    return (unsigned)head;
}

// Behind each push of a block that was in use: there may be something to merge. Read first: most find it noted.
HIPVK_LIBRARY void __hip_vk_heap_note_free(__hip_vk_heap_pointer heap) {
    if (__hip_atomic_load(&heap->mergeable, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 0)
        __hip_atomic_store(&heap->mergeable, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// Puts memory that nobody uses on the lists, in as few blocks as their sizes allow. None is left over between blocks (but for one place
// at the heap's end), so that each has a block behind it.
HIPVK_LIBRARY void __hip_vk_heap_give(__hip_vk_heap_pointer heap, unsigned place, unsigned places) {
    while (places >= 2) {
        unsigned size_class = __hip_vk_heap_class_below(places);
        if (places - __hip_vk_heap_places(size_class) == 1)
            --size_class;
        __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
        block->size_class = size_class;
        __hip_atomic_store(&block->state, HIPVK_HEAP_FREE, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        __hip_vk_heap_push(heap, size_class, place);
        place += __hip_vk_heap_places(size_class);
        places -= __hip_vk_heap_places(size_class);
    }
}

// Memory that was never used; 0 if there is not so much left.
HIPVK_LIBRARY unsigned __hip_vk_heap_grow(__hip_vk_heap_pointer heap, unsigned places) {
    unsigned long long end = heap->end;
    unsigned long long top = __hip_atomic_load(&heap->top, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    if (top + places > end)
        return 0;
    top = __hip_atomic_fetch_add(&heap->top, (unsigned long long)places, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    if (top + places <= end)
        return (unsigned)top;
    // Others were faster: what is left is too small for us, but not for everybody.
    if (top < end) {
        __hip_vk_heap_give(heap, (unsigned)top, (unsigned)(end - top));
        __hip_vk_heap_note_free(heap);
    }
    return 0;
}

// A free block of exactly this class, of any shard.
HIPVK_LIBRARY unsigned __hip_vk_heap_reuse(__hip_vk_heap_pointer heap, unsigned size_class) {
    unsigned own = __hip_vk_heap_shard();
    for (unsigned i = 0; i < HIPVK_HEAP_SHARDS; ++i)
        if (unsigned place = __hip_vk_heap_pop(heap, size_class, own + i))
            return place;
    return 0;
}

// A larger free block, of which what is too much is given back, or `size_class` changed if that would be no block.
HIPVK_LIBRARY unsigned __hip_vk_heap_divide(__hip_vk_heap_pointer heap, unsigned &size_class) {
    for (unsigned larger = size_class + 1; larger < HIPVK_HEAP_CLASSES; ++larger)
        if (unsigned place = __hip_vk_heap_reuse(heap, larger)) {
            unsigned places = __hip_vk_heap_places(size_class), rest = __hip_vk_heap_places(larger) - places;
            if (rest == 1)
                size_class = larger;
            else
                __hip_vk_heap_give(heap, place + places, rest);
            return place;
        }
    return 0;
}

HIPVK_LIBRARY bool __hip_vk_heap_is_held(__hip_vk_block_pointer block) {
    return __hip_atomic_load(&block->state, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == HIPVK_HEAP_HELD;
}

// Takes every free block from its list; the first of the chain of them.
HIPVK_LIBRARY unsigned __hip_vk_heap_drain(__hip_vk_heap_pointer heap) {
    unsigned chain = 0;
    for (unsigned list = 0; list < HIPVK_HEAP_CLASSES * HIPVK_HEAP_SHARDS; ++list)
        while (unsigned place = __hip_vk_heap_pop(heap, list / HIPVK_HEAP_SHARDS, list)) {
            __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
            block->merged = __hip_vk_heap_places(block->size_class);
            // Other threads may still read `next` of a list's old head; they find the head changed then.
            __hip_atomic_store(&block->next, chain, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            __hip_atomic_store(&block->state, HIPVK_HEAP_HELD, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            chain = place;
        }
    return chain;
}

// Joins each free block with those behind it, and puts what comes of it on the lists. For one thread at a time.
HIPVK_LIBRARY __attribute__((noinline)) void __hip_vk_heap_merge(__hip_vk_heap_pointer heap) {
    unsigned chain = __hip_vk_heap_drain(heap);
    for (unsigned place = chain; place != 0; place = __hip_vk_heap_at(heap, place)->next) {
        __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
        if (!__hip_vk_heap_is_held(block))
            continue; // part of another already
        while (place + block->merged < heap->end) {
            __hip_vk_block_pointer behind = __hip_vk_heap_at(heap, place + block->merged);
            if (!__hip_vk_heap_is_held(behind))
                break;
            __hip_atomic_store(&behind->state, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            block->merged += behind->merged;
        }
    }
    // A chain of the whole ones alone, as giving one writes what may be headers of its parts.
    unsigned whole = 0;
    for (unsigned place = chain, next; place != 0; place = next) {
        __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
        next = block->next;
        if (__hip_vk_heap_is_held(block)) {
            block->next = whole;
            whole = place;
        }
    }
    for (unsigned place = whole, next; place != 0; place = next) {
        next = __hip_vk_heap_at(heap, place)->next;
        __hip_vk_heap_give(heap, place, __hip_vk_heap_at(heap, place)->merged);
    }
}

// A block of this class from wherever there is one; 0 if there is none. `size_class` becomes the class it has.
HIPVK_LIBRARY unsigned __hip_vk_heap_take(__hip_vk_heap_pointer heap, unsigned &size_class) {
    unsigned place = __hip_vk_heap_pop(heap, size_class, __hip_vk_heap_shard());
    if (place == 0)
        place = __hip_vk_heap_grow(heap, __hip_vk_heap_places(size_class));
    if (place == 0)
        place = __hip_vk_heap_reuse(heap, size_class);
    if (place == 0)
        place = __hip_vk_heap_divide(heap, size_class);
    return place;
}

// The same, with the free blocks merged if need be. One thread merges while others that found nothing wait; it never leaves the
// loop as their holder, so that lanes which wait for their own warp's thread let it go on.
HIPVK_LIBRARY unsigned __hip_vk_heap_find(__hip_vk_heap_pointer heap, unsigned &size_class) {
    for (;;) {
        unsigned generation = __hip_atomic_load(&heap->generation, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
        unsigned place = __hip_vk_heap_take(heap, size_class);
        if (place != 0)
            return place;
        if (generation % 2 != 0) {
            __builtin_amdgcn_s_sleep(1);
            continue;
        }
        if (__hip_atomic_load(&heap->mergeable, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 0) {
            // Nothing was on its way while we looked, so there is nothing.
            if (__hip_atomic_load(&heap->generation, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == generation)
                return 0;
        } else if (__hip_atomic_compare_exchange_strong(&heap->generation, &generation, generation + 1, __ATOMIC_ACQUIRE,
                                                        __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)) {
            __hip_atomic_store(&heap->mergeable, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            __hip_vk_heap_merge(heap);
            __hip_atomic_fetch_add(&heap->generation, 1u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
        }
    }
}

extern "C" {

HIPVK_LIBRARY __attribute__((noinline)) unsigned long long __ockl_dm_alloc(unsigned long long size) {
    auto heap = (__hip_vk_heap_pointer)__hip_vk_heap();
    if (size > heap->end * 16)
        return 0;
    unsigned wanted = (unsigned)((size + 16 + 15) / 16);
    unsigned size_class = __hip_vk_heap_class_below(wanted < 2 ? 2 : wanted);
    if (__hip_vk_heap_places(size_class) < wanted)
        ++size_class;
    unsigned place = __hip_vk_heap_find(heap, size_class);
    if (place == 0)
        return 0;
    __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
    block->size_class = size_class;
    __hip_atomic_store(&block->state, HIPVK_HEAP_LIVE, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    return (unsigned long long)(block + 1);
}

HIPVK_LIBRARY __attribute__((noinline)) void __ockl_dm_dealloc(unsigned long long address) {
    if (address == 0)
        return;
    auto heap = (__hip_vk_heap_pointer)__hip_vk_heap();
    unsigned long long place = (address - (unsigned long long)heap) / 16 - 1;
    __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
    bool ours = address % 16 == 0 && place >= sizeof(__hip_vk_heap_header) / 16 && place < heap->end;
    // Only one of two threads that free the same block finds it alive.
    if (!ours || __hip_atomic_exchange(&block->state, HIPVK_HEAP_FREE, __ATOMIC_RELAXED,
                                       __HIP_MEMORY_SCOPE_AGENT) != HIPVK_HEAP_LIVE)
        __hip_vk_fault(__hip_vk_record_bad_free, 0, (const void *)address, 0, 0);
    __hip_vk_heap_push(heap, block->size_class, (unsigned)place);
    __hip_vk_heap_note_free(heap);
}
}

#endif // HIPVK_HIP_DETAIL_DEVICE_HEAP_H
