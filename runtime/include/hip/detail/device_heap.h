// device_heap.h: malloc and free for kernels.
//
// Lanes of a warp make no progress while another lane spins, so there is no lock around what every thread does: those loops repeat
// only if another thread has succeeded meanwhile. Memory that was never used is taken from `top`; freed blocks go to a list per size
// class and are taken from there first, the rest of a larger one going back; when nothing fits, one thread merges the free blocks
// (__hip_vk_heap_merge). Wishes are rounded up to a class: four per power of two. A list's head is a place and a counter in one 64-bit
// word, so that a head which came back is not taken for one that never changed. Lists are divided into shards, picked by block and
// warp, that threads far apart do not contend for one word.
//
//   | top, end, ... | heads [size class][shard] | block | block | ... top ... never used ... end |
//   block:  places, next, state | the program's bytes, aligned to 16
//
// Places count 16 bytes from the heap's start. Blocks leave no place between them, so each has its neighbour right behind it. Sizes up
// to 64 GiB. The host clears the heads and sets top and end (runtime/src/hip/device_heap.rs). Included by device_library.h; clang's wrapper header calls the two functions below.
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
    unsigned places; // this header's among them
    unsigned next;   // place of the next block of the list; 0 ends it
    unsigned state;
    unsigned unused;
};
static_assert(sizeof(__hip_vk_heap_block) == 16, "keeps the program's bytes aligned to 16");

// A live block's state: nothing that an address or a small number looks like.
#define HIPVK_HEAP_LIVE 0x8b5ca11eu
#define HIPVK_HEAP_FREE 0x8b5cf4eeu
// In the hands of the thread that merges. No block keeps this state when it is done, so memory never used has it nowhere by chance.
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

HIPVK_LIBRARY unsigned __hip_vk_heap_shard(void) {
    return __builtin_amdgcn_workgroup_id_x() + (__builtin_amdgcn_workitem_id_x() >> 5);
}

// Puts a block that nobody uses, of `block->places`, on the list of the class that it can serve.
HIPVK_LIBRARY void __hip_vk_heap_push(__hip_vk_heap_pointer heap, unsigned place) {
    __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
    __hip_atomic_store(&block->state, HIPVK_HEAP_FREE, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    auto *list = &heap->heads[__hip_vk_heap_class_below(block->places)][__hip_vk_heap_shard() % HIPVK_HEAP_SHARDS];
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
    auto *list = &heap->heads[size_class][shard % HIPVK_HEAP_SHARDS];
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

// Memory that was never used: its place, and in `places` how much, which is less than `needed` where the heap ends; 0 if there is
// certainly too little.
HIPVK_LIBRARY unsigned __hip_vk_heap_grow(__hip_vk_heap_pointer heap, unsigned needed, unsigned &places) {
    unsigned long long end = heap->end;
    unsigned long long top = __hip_atomic_load(&heap->top, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    if (top + needed > end)
        return 0;
    top = __hip_atomic_fetch_add(&heap->top, (unsigned long long)needed, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    places = top + needed <= end ? needed : (unsigned)(end - top);
    return top < end ? (unsigned)top : 0;
}

// A block of at least `needed` places, a class's size, from wherever there is one; 0 if there is none, or if others were faster.
HIPVK_LIBRARY unsigned __hip_vk_heap_take(__hip_vk_heap_pointer heap, unsigned needed) {
    unsigned place = 0, places = 0, own = __hip_vk_heap_shard(), first = __hip_vk_heap_class_below(needed);
    for (unsigned i = 0; place == 0 && i < (HIPVK_HEAP_CLASSES - first) * HIPVK_HEAP_SHARDS; ++i) {
        place = __hip_vk_heap_pop(heap, first + i / HIPVK_HEAP_SHARDS, own + i);
        if (place != 0)
            places = __hip_vk_heap_at(heap, place)->places;
        else if (i == 0)
            place = __hip_vk_heap_grow(heap, needed, places);
    }
    if (place == 0)
        return 0;
    // What is too much goes back, and all of the heap's end if that is too little.
    bool enough = places >= needed;
    unsigned rest = enough ? places - needed : places;
    if (rest >= 2) {
        unsigned behind = enough ? place + needed : place;
        __hip_vk_heap_at(heap, behind)->places = rest;
        __hip_vk_heap_push(heap, behind);
        if (!enough)
            __hip_vk_heap_note_free(heap);
    }
    if (!enough)
        return 0;
    __hip_vk_heap_at(heap, place)->places = rest == 1 ? places : needed;
    return place;
}

HIPVK_LIBRARY bool __hip_vk_heap_is_held(__hip_vk_block_pointer block) {
    return __hip_atomic_load(&block->state, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == HIPVK_HEAP_HELD;
}

// Takes all free blocks from their lists, joins each with those behind it, and puts back what comes of it. For one thread at a time.
HIPVK_LIBRARY void __hip_vk_heap_merge(__hip_vk_heap_pointer heap) {
    unsigned chain = 0;
    for (unsigned list = 0; list < HIPVK_HEAP_CLASSES * HIPVK_HEAP_SHARDS; ++list)
        while (unsigned place = __hip_vk_heap_pop(heap, list / HIPVK_HEAP_SHARDS, list)) {
            __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
            // Other threads may still read `next` of a list's old head; they find the head changed then.
            __hip_atomic_store(&block->next, chain, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            __hip_atomic_store(&block->state, HIPVK_HEAP_HELD, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            chain = place;
        }
    for (unsigned place = chain; place != 0; place = __hip_vk_heap_at(heap, place)->next) {
        __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
        unsigned places = block->places;
        if (!__hip_vk_heap_is_held(block))
            continue; // part of another already
        while (place + places < heap->end && __hip_vk_heap_is_held(__hip_vk_heap_at(heap, place + places))) {
            __hip_vk_block_pointer behind = __hip_vk_heap_at(heap, place + places);
            __hip_atomic_store(&behind->state, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
            places += behind->places;
        }
        block->places = places;
    }
    for (unsigned place = chain, next; place != 0; place = next) {
        next = __hip_vk_heap_at(heap, place)->next;
        if (__hip_vk_heap_is_held(__hip_vk_heap_at(heap, place)))
            __hip_vk_heap_push(heap, place);
    }
}

// As `take`, with the free blocks merged if need be. One thread merges while others that found nothing wait; it never leaves the
// loop as their holder, so that lanes which wait for their own warp's thread let it go on.
HIPVK_LIBRARY unsigned __hip_vk_heap_find(__hip_vk_heap_pointer heap, unsigned needed) {
    for (;;) {
        unsigned generation = __hip_atomic_load(&heap->generation, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
        unsigned place = __hip_vk_heap_take(heap, needed);
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

// spirv-gen makes a copy of this for each call of a kernel. Unrolled loops would make many.
#define HIPVK_HEAP_FUNCTION HIPVK_LIBRARY __attribute__((noinline, noduplicate))

extern "C" {

HIPVK_HEAP_FUNCTION unsigned long long __ockl_dm_alloc(unsigned long long size) {
    auto heap = (__hip_vk_heap_pointer)__hip_vk_heap();
    if (size > heap->end * 16)
        return 0;
    unsigned wanted = (unsigned)((size + 16 + 15) / 16);
    unsigned size_class = __hip_vk_heap_class_below(wanted < 2 ? 2 : wanted);
    if (__hip_vk_heap_places(size_class) < wanted)
        ++size_class;
    unsigned place = __hip_vk_heap_find(heap, __hip_vk_heap_places(size_class));
    if (place == 0)
        return 0;
    __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
    __hip_atomic_store(&block->state, HIPVK_HEAP_LIVE, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    return (unsigned long long)(block + 1);
}

HIPVK_HEAP_FUNCTION void __ockl_dm_dealloc(unsigned long long address) {
    if (address == 0)
        return;
    auto heap = (__hip_vk_heap_pointer)__hip_vk_heap();
    unsigned long long place = (address - (unsigned long long)heap) / 16 - 1;
    __hip_vk_block_pointer block = __hip_vk_heap_at(heap, place);
    bool ours = address % 16 == 0 && place >= sizeof(__hip_vk_heap_header) / 16 && place < heap->end;
    // Only one of two threads that free the same block finds it alive.
    if (!ours || __hip_atomic_exchange(&block->state, HIPVK_HEAP_FREE, __ATOMIC_RELAXED,
                                       __HIP_MEMORY_SCOPE_AGENT) != HIPVK_HEAP_LIVE)
        __hip_vk_fault(__hip_vk_record_bad_free, (const void *)address);
    __hip_vk_heap_push(heap, (unsigned)place);
    __hip_vk_heap_note_free(heap);
}
}

#endif // HIPVK_HIP_DETAIL_DEVICE_HEAP_H
