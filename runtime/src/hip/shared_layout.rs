//! What device code and the host share, as C lays it out: the hidden parameters, headers of logs, heaps and barriers,
//! records of faults and textures.
//!
//! Each struct is one of `include/hip/detail`'s, field by field, or the compiler's (`spirv_gen::bundle::metadata`): change both together. A
//! test here has clang compare them with the headers, and constants compare them with the compiler's offsets. `bytemuck` makes bytes of
//! them and reads them back; its derives refuse padding and whatever is not plain.
//!
//! Used by who writes or reads them: `launch`, `device_log`, `device_heap`, `image::record`.
#![allow(unsafe_code, reason = "bytemuck's derives, which check what they promise")]

use std::mem::{offset_of, size_of};

use bytemuck::{Pod, Zeroable};
use spirv_gen::bundle::metadata::hidden;

/// The hidden parameters behind the kernel's own (`spirv_gen::bundle::metadata::hidden`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct Hidden {
    /// Address of the module's globals; 0 if it has none.
    pub globals_base: u64,
    /// Address of the log that kernels which print or trap write to; 0 for others.
    pub log: u64,
    /// Address of the device heap, for kernels that allocate; 0 for others.
    pub heap: u64,
    /// Blocks of the grid.
    pub grid: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// Address of the device's scratch memory, for kernels whose blocks one subgroup runs; 0 for others.
    pub scratch: u64,
    /// Address of the grid barrier, for cooperative launches; 0 for others.
    pub grid_state: u64,
    /// The monotonic clock in nanoseconds, for kernels on lavapipe; 0 elsewhere.
    pub clock: u64,
}

/// The head of a log (`device_log.h`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct LogHeader {
    /// Bytes of records, each filled up to 8.
    pub used: u32,
    /// Bytes that records may have.
    pub limit: u32,
    /// Records beyond the limit.
    pub lost: u32,
    /// The greatest kind of fault so far.
    pub fault: u32,
    /// Bytes asked for; may exceed the limit.
    pub claimed: u32,
    /// 0.
    pub unused: [u32; 12],
}

/// What a log's record of ours says of a thread that ended, behind its first word (`device_log.h`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct FaultRecord {
    /// Why.
    pub kind: u32,
    /// Of the assertion.
    pub line: u32,
    /// `spirv_gen::bundle::metadata::kernel_id`.
    pub kernel: u64,
    /// Where: its block ...
    pub block: [u32; 3],
    /// ... and itself.
    pub thread: [u32; 3],
    /// The assertion (or the address that was to be freed, or the kind of trap), file, function. For an assertion, with the highest
    /// bit: how many bytes of it follow the record.
    pub text: [u64; 3],
}

/// The head of a device's heap (`device_heap.h`). Places count 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct HeapHeader {
    /// Places in use or on a list, from the heap's start.
    pub top: u64,
    /// Places in all.
    pub end: u64,
    /// Odd while a thread merges free blocks.
    pub generation: u32,
    /// A block was freed since the last time.
    pub mergeable: u32,
    /// 0.
    pub unused: [u32; 2],
    /// Lists of free blocks, for each size class and shard.
    pub heads: [[u64; 16]; 128],
}

/// A cooperative grid's barrier (`device_grid.h`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub struct GridBarrier {
    /// Blocks that have come.
    pub arrived: u32,
    /// Barriers so far.
    pub generation: u32,
    /// Grids of a multi-device launch; 0 if it is none.
    pub grids: u32,
    /// The number of this one among them.
    pub rank: u32,
    /// Barriers of all grids so far.
    pub round: u32,
    /// Threads of all grids.
    pub threads: u32,
    /// Threads of grids of lower rank.
    pub first_thread: u32,
    /// Not 0: kernels here do not see what others write, so the host says in `released` how far all are.
    pub relayed: u32,
    /// Address of a [`GridMeeting`] for each grid; 0 if there is but one.
    pub meetings: u64,
    /// Barriers that all grids have reached.
    pub released: u32,
    /// 0.
    pub unused: u32,
}

/// How far a grid of a multi-device launch has come (`device_grid.h`): a cache line.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct GridMeeting {
    /// Barriers of all grids that this one has reached.
    pub round: u32,
    /// Not 0: the grid is over.
    pub ended: u32,
    /// 0.
    pub unused: [u32; 14],
}

/// What a kernel reads of a texture or surface object (`image.h`). Only as much as is used lies in memory: see `image::record`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct ImageRecord {
    /// Format (channel type | channels << 4 | bytes << 8), modes, levels, layers (0 if not layered).
    pub head: [u32; 4],
    /// What border mode reads outside.
    pub border: [f32; 4],
    /// Added to every level of detail.
    pub bias: f32,
    /// The least level of detail.
    pub least: f32,
    /// The greatest.
    pub greatest: f32,
    /// 0.
    pub reserved: [u32; 5],
    /// Where the texels are.
    pub level: [ImageLevel; 16],
    /// The linear value of each 8-bit sRGB value.
    pub srgb: [f32; 256],
}

/// A level of an image (`image.h`).
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct ImageLevel {
    /// Address of its texels, bytes of a slice.
    pub place: [u64; 2],
    /// Bytes of a row, width, height, depth.
    pub shape: [u32; 4],
}

// The compiler has offsets, as it makes loads of them.
const _: () = assert!(
    offset_of!(Hidden, globals_base) == hidden::GLOBALS_BASE as usize
        && offset_of!(Hidden, log) == hidden::PRINTF_BUFFER as usize
        && offset_of!(Hidden, heap) == hidden::HEAP_BASE as usize
        && offset_of!(Hidden, grid) == hidden::GRID_DIM as usize
        && offset_of!(Hidden, dynamic_shared) == hidden::DYNAMIC_SHARED as usize
        && offset_of!(Hidden, scratch) == hidden::SCRATCH as usize
        && offset_of!(Hidden, grid_state) == hidden::GRID_STATE as usize
        && offset_of!(Hidden, clock) == hidden::CLOCK_BASE as usize
        && size_of::<Hidden>() == hidden::SIZE as usize
);

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use spirv_gen::driver::rtc::{Job, Program};

    use super::{FaultRecord, GridBarrier, GridMeeting, HeapHeader, ImageLevel, ImageRecord, LogHeader};

    /// For each struct a line of C++ that compiles if clang lays it out as Rust does, `$before` bytes more in front.
    macro_rules! claims {
        ($($c:literal + $before:literal = $rust:ident { $($field:ident),* })*) => {
            [$(
                format!("static_assert(sizeof({}) == {});\n", $c, size_of::<$rust>() + $before),
                $(format!(
                    "static_assert(__builtin_offsetof({}, {}) == {});\n",
                    $c, stringify!($field), offset_of!($rust, $field) + $before
                ),)*
            )*].concat()
        };
    }

    fn compile(claims: &str) -> Result<(), String> {
        let source = format!("#include <hip/detail/image.h>\n{claims}extern \"C\" __global__ void none() {{}}\n");
        let program = Program { source: source.into_bytes(), name: "layout.hip".into(), ..Program::default() };
        let own = std::env::current_exe().expect("a test has a file");
        let job = Job::new(&program, &[], 32, own.parent().expect("it lies in a folder"))?;
        job.run().map(|_| ())
    }

    #[test]
    fn device_code_and_the_host_lay_out_alike_what_they_share() {
        let claims = claims! {
            "__hip_vk_log_header" + 0 = LogHeader { used, limit, lost, fault, claimed, unused }
            "__hip_vk_fault_record" + 4 = FaultRecord { kind, line, kernel, block, thread, text }
            "__hip_vk_heap_header" + 0 = HeapHeader { top, end, generation, mergeable, unused, heads }
            "__hip_vk_grid" + 0 = GridBarrier {
                arrived, generation, grids, rank, round, threads, first_thread, relayed, meetings, released, unused
            }
            "__hip_vk_meeting" + 0 = GridMeeting { round, ended, unused }
            "hipvk::image::record" + 0 = ImageRecord { head, border, bias, least, greatest, reserved, level, srgb }
            "hipvk::image::level" + 0 = ImageLevel { place, shape }
        };
        assert_eq!(compile(&claims), Ok(()));
    }

    #[test]
    fn another_layout_is_found() {
        let claims = claims! { "__hip_vk_log_header" + 4 = LogHeader { limit } };
        let log = compile(&claims).expect_err("it lies elsewhere");
        assert!(log.contains("static assertion failed"), "{log}");
    }
}
