// The first and last word of a fill whose ends do not fall on word boundaries: vkCmdFillBuffer knows whole words only.
// Atomics, because the other bytes of the word may belong to somebody else. Called by builtin::Builtins::fill.

@group(0) @binding(0) var<storage, read_write> head: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> tail: array<atomic<u32>>;

struct Params {
    head_word: u32,
    head_mask: u32, // bits to replace
    head_value: u32,
    tail_word: u32,
    tail_mask: u32,
    tail_value: u32,
}
var<immediate> params: Params;

@compute @workgroup_size(1)
fn masked_store() {
    if params.head_mask != 0u {
        atomicAnd(&head[params.head_word], ~params.head_mask);
        atomicOr(&head[params.head_word], params.head_value & params.head_mask);
    }
    if params.tail_mask != 0u {
        atomicAnd(&tail[params.tail_word], ~params.tail_mask);
        atomicOr(&tail[params.tail_word], params.tail_value & params.tail_mask);
    }
}
