//! What the runtime must know of a kernel without compiling it, and how parameters reach it.
//!
//! Written by the portable half (`passes::portable`), read by the device half and by the runtime (`hip::args`, `hip::launch`).
//! The parameter block: user arguments at their offsets in `[0, params_size)`; then, aligned to 8, the [`hidden`] block.
//! Where the whole fits the device's push constants, it is the push constant block; otherwise push constants hold one
//! u64, the address of that block in memory.

use serde::{Deserialize, Serialize};

/// The block after the user's arguments: fixed offsets in bytes from its start.
pub mod hidden {
    /// u64: address of the module's globals.
    pub const GLOBALS_BASE: u32 = 0;
    /// u64: address of the log (printf's records, failed assertions, traps), 0 unless [`KernelMetadata::log`].
    ///
    /// [`KernelMetadata::log`]: super::KernelMetadata::log
    pub const PRINTF_BUFFER: u32 = 8;
    /// u64: address of the device heap, 0 unless [`KernelMetadata::heap`].
    ///
    /// [`KernelMetadata::heap`]: super::KernelMetadata::heap
    pub const HEAP_BASE: u32 = 16;
    /// 3 x u32: blocks per grid.
    pub const GRID_DIM: u32 = 24;
    /// u32: dynamic shared bytes as the launch gave them.
    pub const DYNAMIC_SHARED: u32 = 36;
    /// u64: address of the grid barrier (`device_grid.h`), 0 unless the launch is cooperative.
    pub const GRID_STATE: u32 = 48;
    /// u64: address of the scratch memory of running blocks (`passes::memory::scratch`), 0 if none.
    pub const SCRATCH: u32 = 40;
    /// u64: on lavapipe the monotonic clock at the launch, in nanoseconds (`passes/device/clock_reads.rs`).
    pub const CLOCK_BASE: u32 = 56;
    /// Size of the block; what is not named above is reserved and zero.
    pub const SIZE: u32 = 64;
    /// Its alignment, and so the alignment of the whole parameter block.
    pub const ALIGN: u32 = 8;
}

/// The scratch memory that [`hidden::SCRATCH`] is the address of: for blocks that one subgroup runs, and for arrays too large for the driver's private
/// memory.
///
/// ```text
/// 0   u32 slots       8   u64 bytes per slot       16  u64 address of the slots
/// 64  for each slot, a u32 that is not 0 while a block has it; one every 64 bytes
/// ```
pub mod scratch {
    /// Where the number of slots lies.
    pub const SLOTS: u32 = 0;
    /// Where the bytes per slot lie.
    pub const BYTES: u32 = 8;
    /// Where the address of the first slot lies.
    pub const MEMORY: u32 = 16;
    /// Bytes between the header's parts.
    pub const LINE: u32 = 64;

    /// Bytes of the header of so many slots.
    pub const fn header_bytes(slots: u32) -> u64 {
        LINE as u64 * (1 + slots as u64)
    }

    /// The header of `slots` slots of `bytes` bytes each, the first of which is at address `memory`. No block has any.
    pub fn header(slots: u32, bytes: u64, memory: u64) -> Vec<u8> {
        let mut header = vec![0; header_bytes(slots) as usize];
        let mut put = |at: u32, value: &[u8]| header[at as usize..][..value.len()].copy_from_slice(value);
        put(SLOTS, &slots.to_le_bytes());
        put(BYTES, &bytes.to_le_bytes());
        put(MEMORY, &memory.to_le_bytes());
        header
    }
}

/// What a kernel argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ParamKind {
    /// Copied as it is: integers, floats, vectors.
    Value,
    /// A device address (also copied as it is).
    Pointer,
    /// A structure passed by value.
    Structure,
}

/// A kernel argument's place in the parameter block, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParamInfo {
    pub name: String,
    pub offset: u32,
    pub size: u32,
    pub align: u32,
    pub kind: ParamKind,
}

/// What is known of a kernel before it meets a device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelMetadata {
    /// The mangled name, by which the host registers it.
    pub name: String,
    pub params: Vec<ParamInfo>,
    /// Bytes of the user's arguments, without the hidden block.
    pub params_size: u32,
    /// Bytes of statically sized shared memory.
    pub static_shared: u32,
    /// Whether an `extern __shared__` array is used.
    pub dynamic_shared: bool,
    /// Whether it may print, fail an assertion or trap: it needs a log.
    pub log: bool,
    /// Whether it allocates or frees memory: it needs the device heap.
    pub heap: bool,
    /// Whether it asks for the whole grid (`this_grid().sync()`): it wants a cooperative launch.
    pub grid: bool,
    /// Whether it may ask the texture unit ([`Target::texture_path`](crate::target::Target::texture_path)).
    pub textures: bool,
    /// Whether it writes surfaces: arrays change under the texture unit's copies of them.
    pub surfaces: bool,
    /// Largest block the kernel was compiled for (`__launch_bounds__`), 1024 by default.
    pub max_block: u32,
    /// Lanes per warp that the kernel was compiled for: 32 or 64.
    pub warp_size: u32,
    /// `file:line` of its definition, if known.
    pub location: Option<String>,
}

impl KernelMetadata {
    /// Offset of the hidden block.
    pub fn hidden_offset(&self) -> u32 {
        self.params_size.next_multiple_of(hidden::ALIGN)
    }
    /// Bytes of the whole parameter block.
    pub fn block_size(&self) -> u32 {
        self.hidden_offset() + hidden::SIZE
    }
}

/// What records in the log call a kernel: a hash of its mangled name. Stands in the kernel's code, so another would need another version of
/// the format.
pub fn kernel_id(name: &str) -> u64 {
    crate::digest::short([name.as_bytes()])
}

/// A `__device__`, `__constant__` or `__managed__` variable's place in the module's globals arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GlobalInfo {
    pub name: String,
    pub offset: u64,
    pub size: u64,
}

/// The module's global variables: one allocation per device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GlobalsArena {
    /// Bytes; alignment is 256.
    pub size: u64,
    /// Initial contents from the start; what is beyond is zero.
    pub image: Vec<u8>,
    /// Variables that the host may name.
    pub variables: Vec<GlobalInfo>,
    /// u64 slots at `.0` that receive the arena's base address plus `.1`.
    pub relocations: Vec<(u64, u64)>,
}
