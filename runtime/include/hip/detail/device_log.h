// device_log.h: how a kernel tells the host something: printf's records, failed assertions, traps.
//
//   0        68
//   | header | record | record | ... | record | 0 ... |
//
// A log is memory that host and device see. A record starts with a word: its size in bytes times 4, plus 1 for a record of
// ours, or the flags of clang's `-mprintf-kind=buffered` (bit 1: a constant format, named by its hash). 64-bit values follow
// from byte 4 of a record on and are promised to be aligned; so records start 4 bytes behind a multiple of 8.
// The reader is runtime/src/hip/device_log; the numbers here and there must agree. Included by device_library.h.
#ifndef HIPVK_HIP_DETAIL_DEVICE_LOG_H
#define HIPVK_HIP_DETAIL_DEVICE_LOG_H

#define HIPVK_LIBRARY inline __attribute__((device, nothrow))
// Called by code that the compiler makes behind clang's front end, which therefore sees no use.
#define HIPVK_LIBRARY_ROOT inline __attribute__((device, nothrow, used))
#define HIPVK_GLOBAL __attribute__((address_space(1)))

extern "C" {
// The builtins that spirv-gen gives a meaning (`passes/device/library.rs`).
__attribute__((device, const, nothrow)) HIPVK_GLOBAL void *__hip_vk_log(void);
__attribute__((device, const, nothrow)) HIPVK_GLOBAL void *__hip_vk_heap(void);
__attribute__((device, const, nothrow)) unsigned long long __hip_vk_kernel_id(void);
__attribute__((device, nothrow, noreturn, cold)) void __hip_vk_end_thread(void);
}

struct __hip_vk_log_header {
    unsigned used;    // bytes of records, each filled up to 8
    unsigned limit;   // bytes that records may have, as AMD's buffer counts them; there is memory for three times as many
    unsigned lost;    // records beyond the limit
    unsigned fault;   // the greatest kind of fault so far
    unsigned claimed; // counted bytes asked for; may exceed the limit
    unsigned unused[12];
};
static_assert(sizeof(__hip_vk_log_header) == 68, "records start 4 bytes behind a multiple of 8");

enum __hip_vk_record_kind {
    __hip_vk_record_trap = 1,
    __hip_vk_record_bad_free = 2,
    __hip_vk_record_assert = 3,
    __hip_vk_record_printf = 5 // passes/device/printf.rs
};

// A record of ours about a thread that ends. Strings are device addresses: the host reads them, so a check costs no loop. Only an
// assertion's text in the memory of a thread or a block, which the host cannot read, follows the record.
struct __attribute__((packed, aligned(4))) __hip_vk_fault_record {
    unsigned size_and_flags;
    unsigned kind;
    unsigned line;
    unsigned long long kernel;
    unsigned block[3];
    unsigned thread[3];
    unsigned long long text[3]; // assertion (or the freed address, or the kind of trap), file, function
};
// In place of an assertion's address: its bytes behind the record, zero included, are the number without this bit.
#define HIPVK_TEXT_FOLLOWS (1ull << 63)
// Most bytes of a text that follows; the rest is cut off.
#define HIPVK_LONGEST_TEXT 1024u
static_assert(sizeof(__hip_vk_fault_record) == 68, "as the reader has it");

extern "C" {

// Room for a record of `size` bytes, of which `counted` (at least a third of it, filled up) count against the limit; null, and the
// record counted as lost, if there is none.
HIPVK_LIBRARY_ROOT HIPVK_GLOBAL char *__hip_vk_record_alloc(unsigned size, unsigned counted) {
    auto *log = (HIPVK_GLOBAL __hip_vk_log_header *)__hip_vk_log();
    unsigned limit = log->limit;
    // Asked before claiming: of the threads that find the log full, few add to `claimed`, so that it cannot wrap around.
    unsigned before = __hip_atomic_load(&log->claimed, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    bool room = counted <= limit && before <= limit - counted;
    if (room) {
        before = __hip_atomic_fetch_add(&log->claimed, counted, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        room = before <= limit - counted;
    }
    if (!room) {
        __hip_atomic_fetch_add(&log->lost, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
        return 0;
    }
    unsigned at = __hip_atomic_fetch_add(&log->used, (size + 7u) & ~7u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    return (HIPVK_GLOBAL char *)(log + 1) + at;
}

// What clang calls under `-mprintf-kind=buffered`.
HIPVK_LIBRARY_ROOT HIPVK_GLOBAL char *__printf_alloc(unsigned size) { return __hip_vk_record_alloc(size, size); }

// A record, `more` bytes longer, that says which thread ends and how; null if the log is full.
HIPVK_LIBRARY HIPVK_GLOBAL __hip_vk_fault_record *__hip_vk_fault_begin(unsigned kind, unsigned line, unsigned more) {
    auto *log = (HIPVK_GLOBAL __hip_vk_log_header *)__hip_vk_log();
    __hip_atomic_fetch_max(&log->fault, kind, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    unsigned size = sizeof(__hip_vk_fault_record) + more;
    auto *record = (HIPVK_GLOBAL __hip_vk_fault_record *)__printf_alloc(size);
    if (record) {
        record->size_and_flags = size << 2 | 1;
        record->kind = kind;
        record->line = line;
        record->kernel = __hip_vk_kernel_id();
        record->block[0] = __builtin_amdgcn_workgroup_id_x();
        record->block[1] = __builtin_amdgcn_workgroup_id_y();
        record->block[2] = __builtin_amdgcn_workgroup_id_z();
        record->thread[0] = __builtin_amdgcn_workitem_id_x();
        record->thread[1] = __builtin_amdgcn_workitem_id_y();
        record->thread[2] = __builtin_amdgcn_workitem_id_z();
    }
    return record;
}

// Reports that this thread ends, and ends it.
HIPVK_LIBRARY __attribute__((noreturn)) void __hip_vk_fault(unsigned kind, const void *what) {
    auto *record = __hip_vk_fault_begin(kind, 0, 0);
    if (record) {
        record->text[0] = (unsigned long long)what;
        record->text[1] = record->text[2] = 0;
    }
    __hip_vk_end_thread();
}

// How many bytes of `text` the host cannot read where they are. Of a constant, the usual case, nothing of this is left.
HIPVK_LIBRARY unsigned __hip_vk_own_text(const char *text) {
    if (!__builtin_amdgcn_is_private(text) && !__builtin_amdgcn_is_shared(text))
        return 0;
    unsigned bytes = 1;
    for (; bytes < HIPVK_LONGEST_TEXT && *text; ++text)
        ++bytes;
    return bytes;
}

// Writes `text` to `place`, if `own` says so. What the record has for it.
HIPVK_LIBRARY unsigned long long __hip_vk_put_text(const char *text, unsigned own, HIPVK_GLOBAL char *place) {
    if (own == 0)
        return (unsigned long long)text;
    for (unsigned i = 0; i + 1 < own; ++i)
        place[i] = text[i];
    place[own - 1] = 0;
    return HIPVK_TEXT_FOLLOWS | own;
}

// What spirv-gen makes of every llvm.trap: __builtin_trap, abort, __trap.
HIPVK_LIBRARY_ROOT __attribute__((noreturn)) void __hip_vk_trap(void) {
    __hip_vk_fault(__hip_vk_record_trap, 0);
}

// What spirv-gen calls where recursion needs more stack than there is, and where a call's address is that of no function of its
// type. Traps like others; the text says which (runtime/src/hip/device_log/show.rs).
HIPVK_LIBRARY_ROOT __attribute__((noreturn)) void __hip_vk_stack_overflow(void) {
    __hip_vk_fault(__hip_vk_record_trap, (const void *)1);
}
HIPVK_LIBRARY_ROOT __attribute__((noreturn)) void __hip_vk_wild_call(void) {
    __hip_vk_fault(__hip_vk_record_trap, (const void *)2);
}

// Called by device_grid.h where a grid waits for another one that is over.
HIPVK_LIBRARY __attribute__((noreturn)) void __hip_vk_grid_missing(void) {
    __hip_vk_fault(__hip_vk_record_trap, (const void *)3);
}

// What assert calls, by our headers.
HIPVK_LIBRARY __attribute__((noreturn)) void __hip_vk_assert_fail(const char *assertion, const char *file,
                                                                  unsigned line, const char *function) {
    const char *texts[3] = {assertion, file, function};
    unsigned own[3] = {__hip_vk_own_text(assertion), __hip_vk_own_text(file), __hip_vk_own_text(function)};
    auto *record = __hip_vk_fault_begin(__hip_vk_record_assert, line, own[0] + own[1] + own[2]);
    if (record) {
        auto *place = (HIPVK_GLOBAL char *)(record + 1);
        for (int i = 0; i < 3; place += own[i++])
            record->text[i] = __hip_vk_put_text(texts[i], own[i], place);
    }
    __hip_vk_end_thread();
}
}

#endif // HIPVK_HIP_DETAIL_DEVICE_LOG_H
